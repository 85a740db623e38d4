import { describe, expect, it } from 'vitest';
import { formatNs, shorten, texName, trimNumber } from './format.ts';

describe('formatNs', () => {
  it.each([
    [0, '0 ns'],
    [999, '999 ns'],
    [1_500, '1.5 µs'],
    [768_000_000, '768 ms'],
    [2_000_000_000, '2 s'],
    [-250_000, '-250 µs'],
  ])('%d ns is %s', (timeNs, text) => {
    expect(formatNs(timeNs)).toBe(text);
  });
});

describe('trimNumber', () => {
  it('keeps six digits and no trailing zeros', () => {
    expect(trimNumber(1234.5678)).toBe('1234.57');
    expect(trimNumber(0.5)).toBe('0.5');
  });
});

describe('texName', () => {
  it('lets no name become a command', () => {
    expect(texName('a_b{\\input}')).toBe('\\text{a\\_b\\{\\textbackslash{}input\\}}');
  });

  it('cuts long names by characters, not by halves of them', () => {
    const name = '🛰'.repeat(30);
    expect(texName(name)).toBe(`\\text{${'🛰'.repeat(23)}…}`);
  });
});

describe('shorten', () => {
  it('keeps the first terms and the last', () => {
    const terms = Array.from({ length: 12 }, (_, index) => String(index));
    expect(shorten(terms, '+')).toBe('0+1+2+3+4+5+\\cdots+11');
    expect(shorten(terms.slice(0, 3), '+')).toBe('0+1+2');
  });
});
