import { describe, expect, it } from 'vitest';
import { formatComparison, formatRatios, shorten, texName } from './format.ts';

describe('formatComparison', () => {
  it('preserves the comparison, and shows the deadline exactly', () => {
    const words = (responseNs: number, limitNs: number) =>
      Object.values(formatComparison(responseNs, limitNs)).join(' ');
    expect(words(12_345_100, 12_346_000)).toBe('12.346 ms ≤ 12.346 ms');
    expect(words(12_345_100, 12_345_000)).toBe('12.35 ms > 12.345 ms');
    // A time that is never quite reached.
    expect(words(49_999_999, 50_000_000)).toBe('50 ms ≤ 50 ms');
  });
});

describe('formatRatios', () => {
  it('shows enough digits to distinguish two ratios', () => {
    expect(formatRatios(0.77976, 0.7798)).toEqual(['0.77976', '0.77980']);
    expect(formatRatios(0.5, 1)).toEqual(['0.5000', '1.0000']);
    expect(formatRatios(1, 1)).toEqual(['1.0000', '1.0000']);
  });
});

describe('texName', () => {
  it('escapes names so that none becomes a TeX command', () => {
    expect(texName('a_b{\\input}')).toBe('\\text{a\\_b\\{\\textbackslash{}input\\}}');
  });

  it('shortens long names between characters, not between surrogates', () => {
    const name = '🛰'.repeat(30);
    expect(texName(name)).toBe(`\\text{${'🛰'.repeat(15)}…${'🛰'.repeat(8)}}`);
  });
});

describe('shorten', () => {
  it('keeps the first terms and the last', () => {
    const terms = Array.from({ length: 12 }, (_, index) => String(index));
    expect(shorten(terms, String, '+')).toBe('0+1+2+3+4+5+\\cdots+11');
    expect(shorten(terms.slice(0, 3), String, '+')).toBe('0+1+2');
  });
});
