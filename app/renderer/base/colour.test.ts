import { describe, expect, it } from 'vitest';
import { luminance, mix, withAlpha } from './colour.ts';

describe('a shade', () => {
  it('is mixed in sRGB as in CSS', () => {
    expect(mix('#ff8000', '#000000', 0.42)).toBe('#944a00');
    expect(mix('#fff', '#000', 0.5)).toBe('#808080');
    expect(mix('#123456', '#abcdef', 0)).toBe('#123456');
  });

  it('has an opacity', () => {
    expect(withAlpha('#4ea1ff', 0.36)).toBe('#4ea1ff5c');
    expect(withAlpha('#4ea1ff', 2)).toBe('#4ea1ffff');
  });

  it('has the luminance that WCAG defines', () => {
    expect(luminance('#ffffff')).toBeCloseTo(1, 12);
    expect(luminance('#808080')).toBeCloseTo(0.2158605, 6);
    expect(luminance('#00f')).toBeCloseTo(0.0722, 12);
  });

  it('is unchanged if it is not a hex colour', () => {
    expect(mix('CanvasText', '#000000', 0.5)).toBe('CanvasText');
    expect(withAlpha('CanvasText', 0.5)).toBe('CanvasText');
    expect(luminance('CanvasText')).toBe(0);
  });
});
