import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCapacity, formatLoad, formatLoadAndCapacity, formatPercent } from './share.ts';

/** Fractions C/T with an exact value that the test knows. */
const anyFraction = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
  .filter(([c, t]) => c <= 4 * t);

const numberOf = (text: string): number => Number(text.replace(' %', ''));

describe('formatLoad', () => {
  it.each([
    [0, '0 %'],
    [0.12, '12 %'],
    [0.1 + 0.2, '30 %'],
    [0.7681, '76.9 %'],
    [0.9999, '100 %'],
    [1, '100 %'],
    [1.0001, '100.1 %'],
    [0.00001, '0.1 %'],
    [Number.NaN, '–'],
  ])('%d is %s', (share, text) => {
    expect(formatLoad(share)).toBe(text);
  });

  it('is never below the exact fraction, and less than a tenth of a percent above it', () => {
    fc.assert(
      fc.property(anyFraction, ([c, t]) => {
        const tenths = BigInt(Math.round(numberOf(formatLoad(c / t)) * 10));
        // tenths / 1000 >= c / t, in whole numbers. The noise that is left out is 1e-9.
        const excess = Number(tenths * BigInt(t) - 1000n * BigInt(c)) / (1000 * t);
        expect(excess).toBeGreaterThanOrEqual(-1e-9);
        expect(excess).toBeLessThan(0.001);
      }),
    );
  });
});

describe('formatCapacity', () => {
  it('rounds down', () => {
    expect(formatCapacity(3 * (2 ** (1 / 3) - 1))).toBe('77.9 %');
    expect(formatCapacity(1)).toBe('100 %');
  });
});

describe('formatLoadAndCapacity', () => {
  it('keeps the comparison', () => {
    fc.assert(
      fc.property(anyFraction, anyFraction, ([c, t], [a, b]) => {
        const [load, capacity] = formatLoadAndCapacity(c / t, a / b);
        expect(numberOf(load) <= numberOf(capacity)).toBe(c * b <= a * t);
      }),
    );
    expect(formatLoadAndCapacity(0.84, 1)).toEqual(['84 %', '100 %']);
    expect(formatLoadAndCapacity(0.7795, 0.77976)).toEqual(['77.95 %', '77.97 %']);
  });
});

it('a share that nothing is compared with is rounded to the nearest', () => {
  expect(formatPercent(0.042)).toBe('4.2 %');
  expect(formatPercent(0.68)).toBe('68 %');
  expect(formatPercent(Number.NaN)).toBe('–');
});
