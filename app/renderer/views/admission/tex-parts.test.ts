import { describe, expect, it } from 'vitest';
import { texParts } from './tex-parts.ts';

describe('a row of equations', () => {
  it('is split at its wide spaces', () => {
    expect(texParts('w = 1 + 2, \\quad R_{a} = 3 \\le 4')).toEqual(['w = 1 + 2,', 'R_{a} = 3 \\le 4']);
    expect(texParts('a \\qquad b\\quad c')).toEqual(['a', 'b', 'c']);
  });

  it('is not split inside braces, between \\left and \\right, or in environments', () => {
    for (const whole of [
      'R_{a \\quad b} = 1',
      '\\left( a \\quad b \\right) = 1',
      '\\begin{aligned} a &= 1 \\quad \\\\ b &= 2 \\end{aligned}',
      '\\{ a \\le b \\}',
      'a \\leftarrow b',
      '',
    ]) {
      expect(texParts(whole)).toEqual(whole === '' ? [] : [whole]);
    }
  });

  it('continues to split after nested parts', () => {
    expect(texParts('\\left\\lceil \\frac{a}{b} \\right\\rceil, \\quad c')).toEqual([
      '\\left\\lceil \\frac{a}{b} \\right\\rceil,',
      'c',
    ]);
    expect(texParts('\\{ x \\quad y')).toEqual(['\\{ x', 'y']);
  });
});
