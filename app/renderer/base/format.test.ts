import { describe, expect, test } from 'vitest';
import { formatBound, formatCount, formatDuration, formatExecution, formatPercent, formatTime } from './format.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formatBound', () => {
  test.each([
    [0, 4, '0 s'],
    [1, 4, '1 ns'],
    [999, 3, '999 ns'],
    [7_287_201, 4, '7.288 ms'],
    [7_287_000, 4, '7.287 ms'],
    [11_145_900, 3, '11.2 ms'],
    [9_999_001, 4, '10 ms'],
    [1_000_000_001, 4, '1.001 s'],
  ])('%d ns with %d digits reads %s, never less', (ns, digits, text) => {
    expect(plain(formatBound(ns, digits))).toBe(text);
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0 s'],
    [1, '1 ns'],
    [500, '500 ns'],
    [250_000, '250 µs'],
    [999_999, '1 ms'],
    [40_000_000, '40 ms'],
    [1_234_567, '1.235 ms'],
    [1_250_000_000, '1.25 s'],
    [59_999_999_999, '1 min'],
    [125_000_000_000, '2 min 5 s'],
    [3_599_900_000_000, '1 h'],
    [3_600_000_000_000, '1 h'],
    [9_000_000_000_000, '2 h 30 min'],
    [-1_500_000, '−1.5 ms'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d ns reads %s', (ns, text) => {
    expect(plain(formatDuration(ns))).toBe(text);
  });

  test('formats with fewer digits', () => {
    expect(plain(formatDuration(1_234_567, 2))).toBe('1.2 ms');
  });
});

describe('formatTime', () => {
  test.each([
    [40_250_000, 1_000, '40.250 ms'],
    [40_250_000, 1_000_000, '40 ms'],
    [1_500_000_000, 1_000_000, '1.500 s'],
    [0, 1_000, '0 µs'],
    [65_250_000_000, 1_000_000, '1:05.250'],
    [7_265_000_000_000, 1_000_000_000, '2:01:05'],
    [-2_000_000, 1_000_000, '−2 ms'],
  ])('%d ns at %d ns reads %s', (ns, step, text) => {
    expect(plain(formatTime(ns, step))).toBe(text);
  });
});

test('counts and shares', () => {
  expect(plain(formatCount(1_234_567))).toBe('1 234 567');
  expect(plain(formatCount(12))).toBe('12');
  expect(plain(formatPercent(0.042))).toBe('4.2 %');
  expect(plain(formatPercent(0.68))).toBe('68 %');
  expect(formatPercent(Number.NaN)).toBe('–');
});

describe('formatExecution', () => {
  test('never gives the budget a second text', () => {
    expect(plain(formatExecution(10_440_000, 10_000_000, true))).toBe('10 ms + 440 µs overhead');
    expect(plain(formatExecution(10_440_000, 10_000_000, false))).toBe('10 ms + 440 µs more');
    expect(plain(formatExecution(9_000_000, 10_000_000, true))).toBe('9 ms');
    expect(plain(formatExecution(9_000_000, null, false))).toBe('9 ms');
  });
});
