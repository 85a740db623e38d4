/**
 * Exact arithmetic for verdicts: whole nanoseconds in safe integers, and BigInt fractions if a
 * product can exceed 2^53.
 *
 * A comparison that decides a verdict is exact. If the error bound of a float is smaller than its
 * distance to the limit, the float decides. Ten thousand tasks therefore need no BigInt. Otherwise
 * BigInt decides.
 */

/**
 * Largest time that the analysis accepts: 2^52 ns (52 days), which keeps sums and quotients exact.
 */
export const MAX_TIME_NS = 2 ** 52;

/** ⌊a / b⌋ for 0 ≤ a ≤ 2^53, b ≥ 1; exact. */
export function floorDiv(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  const remainder = a - quotient * b;
  if (remainder < 0) return quotient - 1;
  return remainder >= b ? quotient + 1 : quotient;
}

/** ⌈a / b⌉ for 0 ≤ a ≤ 2^53, b ≥ 1; exact. */
export function ceilDiv(a: number, b: number): number {
  const quotient = floorDiv(a, b);
  return quotient * b === a ? quotient : quotient + 1;
}

/** Infinite if the result exceeds the range of exact times. */
export function leastCommonMultiple(a: number, b: number): number {
  if (a === Number.POSITIVE_INFINITY) return a;
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  const multiple = (a / divisor) * b;
  return multiple > MAX_TIME_NS ? Number.POSITIVE_INFINITY : multiple;
}

/** Hyperperiod of all periods; infinite if it exceeds the range of exact times. Unit: ns. */
export function hyperperiodOf(periodsNs: readonly number[]): number {
  return periodsNs.reduce(leastCommonMultiple, 1);
}

/** A non-negative fraction, not necessarily reduced. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const fraction = (numerator: number, denominator: number): Fraction => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
});

/** Sum of fractions, added pairwise as a tree so that the numbers have similar sizes. */
export function sumFractions(terms: readonly Fraction[]): Fraction {
  if (terms.length === 0) return { numerator: 0n, denominator: 1n };
  if (terms.length === 1) return terms[0] as Fraction;
  const half = terms.length >> 1;
  const a = sumFractions(terms.slice(0, half));
  const b = sumFractions(terms.slice(half));
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** Product of BigInts, multiplied pairwise as a tree. */
export function product(factors: readonly bigint[]): bigint {
  if (factors.length === 0) return 1n;
  if (factors.length === 1) return factors[0] as bigint;
  const half = factors.length >> 1;
  return product(factors.slice(0, half)) * product(factors.slice(half));
}

/**
 * Sign of `value − limit`. The float decides if that is safe, otherwise `exact` does.
 *
 * @param operations number of rounded operations in `value`; each adds a relative error of at most
 * one unit of 2^-52
 */
export function compareSafely(value: number, limit: number, operations: number, exact: () => number): number {
  const errorBound = (operations + 4) * 2 ** -52 * Math.max(Math.abs(value), Math.abs(limit));
  if (Number.isFinite(value) && Math.abs(value - limit) > errorBound) return Math.sign(value - limit);
  return exact();
}

/** Sign of a − b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left === right ? 0 : left < right ? -1 : 1;
}
