/** The two kinds of numbers: whole numbers of 32 bits, and decimals of single precision. */

export const MOST_WHOLE = 2_147_483_647;
const LEAST_WHOLE = -2_147_483_648;

export function fitsWhole(value: number): boolean {
  return value >= LEAST_WHOLE && value <= MOST_WHOLE;
}

/** The largest number that C's `int` holds on every board. */
const MOST_INT = 32_767;

export function isSmall(value: number): boolean {
  return Math.abs(value) <= MOST_INT;
}

/** A literal of type `float`: "2.0F", "0.05F". */
export function decimalLiteral(value: number): string {
  const text = String(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}F`;
}
