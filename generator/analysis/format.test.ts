import { describe, expect, it } from 'vitest';
import { formatBound, formatNs, formatRatios, formatShort, shorten, texName } from './format.ts';

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

describe('formatBound', () => {
  it.each([
    [768_000_000, 1_000_000_000, '768 of 1000 ms'],
    [12_345_100, 12_345_200, '12.35 of 12.35 ms'],
    [12_345_200, 12_345_100, '12.35 of 12.34 ms'],
    [5_999_999, 6_000_000, '6 of 6 ms'],
    [6_000_001, 6_000_000, '6.001 of 6 ms'],
    [5_000, 10_000_000_000, '5 µs of 10 s'],
  ])('%d of %d ns is %s: a miss never looks like a met deadline', (response, limit, text) => {
    expect(formatBound(response, limit)).toBe(text);
  });
});

describe('formatShort', () => {
  it('rounds in the given direction, to four digits', () => {
    expect(formatShort(1, 'up')).toBe('1 ns');
    expect(formatShort(1_234_501, 'up')).toBe('1.235 ms');
    expect(formatShort(1_234_501, 'down')).toBe('1.234 ms');
    expect(formatShort(123_456_789_000, 'near')).toBe('123.5 s');
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
    expect(shorten(terms, '+')).toBe('0+1+2+3+4+5+\\cdots+11');
    expect(shorten(terms.slice(0, 3), '+')).toBe('0+1+2');
  });
});
