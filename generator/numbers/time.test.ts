import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBound,
  formatBoundOf,
  formatDeclared,
  formatDuration,
  formatExecution,
  formatSlack,
  TIME_UNITS,
} from './time.ts';

const anyNs = fc.integer({ min: 0, max: 100_000_000_000_000 });
const anyUs = fc.integer({ min: 1, max: 100_000_000 }).map((us) => us * 1000);

/** The nanoseconds that a text says, exactly: `12.35 ms` is 12 350 000. */
function readNs(text: string): number {
  const [, sign = '', whole = '', fraction = '', name] = /^(-?)(\d+)(?:\.(\d+))? (\S+)$/.exec(text) ?? [];
  const ns = TIME_UNITS.find((unit) => unit.name === name)?.ns ?? Number.NaN;
  const decimals = String(ns).length - 1;
  return Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

describe('formatBound', () => {
  it.each([
    [0, '0 s'],
    [1, '1 ns'],
    [7_287_201, '7.288 ms'],
    [7_287_000, '7.287 ms'],
    [9_999_001, '10 ms'],
    [999_999, '1 ms'],
    [1_000_000_001, '1.001 s'],
    [123_456_789_000, '123.5 s'],
  ])('%d ns is %s, never less', (ns, text) => {
    expect(formatBound(ns)).toBe(text);
  });

  it('is never shorter than the bound, and at most one unit of the fourth digit longer', () => {
    fc.assert(
      fc.property(anyNs, (ns) => {
        const shown = readNs(formatBound(ns));
        expect(shown).toBeGreaterThanOrEqual(ns);
        expect(shown - ns).toBeLessThanOrEqual(ns / 1000);
      }),
    );
  });

  it('reads at most as long as its limit if, and only if, it meets the limit', () => {
    fc.assert(
      fc.property(anyUs, fc.integer({ min: -5_000, max: 5_000 }), (limitNs, offNs) => {
        const ns = Math.max(0, limitNs + offNs);
        const shown = readNs(formatBound(ns, limitNs));
        expect(shown).toBeGreaterThanOrEqual(ns);
        expect(shown <= readNs(formatDeclared(limitNs))).toBe(ns <= limitNs);
      }),
    );
    expect(formatBound(12_344_100, 12_345_000)).toBe('12.345 ms');
    expect(formatBound(12_344_100)).toBe('12.35 ms');
  });
});

describe('formatSlack', () => {
  it('is never more than there is, also when it is negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 }), (ns) => {
        const shown = readNs(formatSlack(ns));
        expect(shown).toBeLessThanOrEqual(ns);
        expect(ns - shown).toBeLessThanOrEqual(Math.abs(ns) / 1000);
      }),
    );
    expect(formatSlack(1_234_567)).toBe('1.234 ms');
    expect(formatSlack(-1_234_567)).toBe('-1.235 ms');
    expect(formatSlack(0)).toBe('0 s');
  });
});

describe('formatDeclared', () => {
  it('is exact', () => {
    fc.assert(
      fc.property(anyUs, (ns) => {
        expect(readNs(formatDeclared(ns))).toBe(ns);
      }),
    );
    expect(formatDeclared(1_234_567_000)).toBe('1234.567 ms');
    expect(formatDeclared(12_345_678)).toBe('12.345678 ms');
  });
});

describe('formatBoundOf', () => {
  it.each([
    [768_000_000, 1_000_000_000, '768 of 1000 ms'],
    [12_345_100, 12_346_000, '12.346 of 12.346 ms'],
    [12_345_200, 12_345_000, '12.35 of 12.345 ms'],
    [5_999_999, 6_000_000, '6 of 6 ms'],
    [6_000_001, 6_000_000, '6.001 of 6 ms'],
    [5_000, 10_000_000_000, '5 µs of 10 s'],
  ])('%d of %d ns is %s: a miss never looks like a met deadline', (response, limit, text) => {
    expect(formatBoundOf(response, limit)).toBe(text);
  });

  it('has the numbers of formatBound() and formatDeclared()', () => {
    fc.assert(
      fc.property(anyUs, anyUs, (ns, limitNs) => {
        const [, bound = '', boundUnit, limit = '', unit = ''] =
          /^(\S+)(?: (\S+))? of (\S+) (\S+)$/.exec(formatBoundOf(ns, limitNs)) ?? [];
        expect(readNs(`${bound} ${boundUnit ?? unit}`)).toBe(readNs(formatBound(ns, limitNs)));
        expect(readNs(`${limit} ${unit}`)).toBe(limitNs);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
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
    [-1_500_000, '-1.5 ms'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d ns is %s', (ns, text) => {
    expect(formatDuration(ns)).toBe(text);
  });

  it('has fewer digits on request', () => {
    expect(formatDuration(1_234_567, 2)).toBe('1.2 ms');
  });

  it('is the nearest time with four digits', () => {
    const short = fc.integer({ min: 0, max: 59_000_000_000 });
    fc.assert(
      fc.property(short, (ns) => {
        expect(Math.abs(readNs(formatDuration(ns)) - ns)).toBeLessThanOrEqual(ns / 2000);
      }),
    );
  });
});

describe('formatExecution', () => {
  it('never gives the budget a second text', () => {
    expect(formatExecution(10_440_000, 10_000_000, true)).toBe('10 ms + 440 µs overhead');
    expect(formatExecution(10_440_000, 10_000_000, false)).toBe('10 ms + 440 µs more');
    expect(formatExecution(9_000_000, 10_000_000, true)).toBe('9 ms');
    expect(formatExecution(9_000_000, null, false)).toBe('9 ms');
  });
});
