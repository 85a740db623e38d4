import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceilDiv,
  compareFractions,
  compareSafely,
  floorDiv,
  fraction,
  MAX_TIME_NS,
  sumFractions,
} from './arithmetic.ts';

describe('integer division', () => {
  it('agrees with BigInt over the whole range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_TIME_NS }), fc.integer({ min: 1, max: MAX_TIME_NS }), (a, b) => {
        expect(BigInt(floorDiv(a, b))).toBe(BigInt(a) / BigInt(b));
        expect(BigInt(ceilDiv(a, b))).toBe((BigInt(a) + BigInt(b) - 1n) / BigInt(b));
      }),
      { numRuns: 5000 },
    );
  });

  it('is exact one unit beside a multiple', () => {
    const multiple = 3 * 10 ** 14;
    expect(ceilDiv(multiple, 3)).toBe(10 ** 14);
    expect(ceilDiv(multiple + 1, 3)).toBe(10 ** 14 + 1);
    expect(floorDiv(multiple - 1, 3)).toBe(10 ** 14 - 1);
  });
});

describe('compareSafely', () => {
  it('computes the exact answer only near the limit', () => {
    const never = () => {
      throw new Error('asked');
    };
    expect(compareSafely(0.9, 1, 10, never)).toBe(-1);
    expect(compareSafely(1.1, 1, 10, never)).toBe(1);
    expect(compareSafely(1 + 2 ** -52, 1, 10, () => 0)).toBe(0);
  });
});

describe('sumFractions', () => {
  it('adds 1/3 six times to exactly 2', () => {
    const third = fraction(1, 3);
    const sum = sumFractions([third, third, third, third, third, third]);
    expect(compareFractions(sum, fraction(2, 1))).toBe(0);
  });
});
