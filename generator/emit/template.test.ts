import { describe, expect, it } from 'vitest';
import { fillTemplate } from './template.ts';

describe('fillTemplate', () => {
  it('fills every hole, as often as it stands, and nothing else', () => {
    expect(fillTemplate('{{a}} { {b} {{a}}-{{bC2}} $&', { a: '$&', bC2: '{{a}}' }, 't')).toBe('$& { {b} $&-{{a}} $&');
  });

  it('refuses a hole without a value and a value without a hole', () => {
    expect(() => fillTemplate('{{a}}', {}, 'file.ini')).toThrow('file.ini: no value for the hole {{a}}');
    expect(() => fillTemplate('{{toString}}', {}, 'f')).toThrow('no value');
    expect(() => fillTemplate('', { a: '' }, 'f')).toThrow('no hole for a');
  });
});
