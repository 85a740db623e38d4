/**
 * The values of blocks, and the arithmetic on them, as docs/blocks.md has it. Whole numbers have 32 bits and
 * decimals single precision, as on an Arduino Uno.
 */

/** The program does what its language does not define, or takes too long: there is nothing to compare. */
export class Undefined extends Error {}

export type Value =
  | { readonly is: 'whole' | 'decimal'; readonly number: number }
  | { readonly is: 'truth'; readonly truth: boolean };

export function whole(number: number): Value {
  if (!Number.isInteger(number) || number > 2_147_483_647 || number < -2_147_483_648) throw new Undefined('overflow');
  // There is no negative zero.
  return { is: 'whole', number: number + 0 };
}

export function decimal(number: number): Value {
  const rounded = Math.fround(number);
  if (!Number.isFinite(rounded)) throw new Undefined('not finite');
  if (rounded !== 0 && Math.abs(rounded) < 1e-30) throw new Undefined('too small');
  return { is: 'decimal', number: rounded };
}

/** A whole number where one is needed: what follows the point is dropped. */
export const toWhole = (value: Value): number => numberOf(whole(Math.trunc(numberOf(value))));
export const toDecimal = (value: Value): number => numberOf(decimal(numberOf(value)));

export function numberOf(value: Value): number {
  if (value.is === 'truth') throw new Error('A condition is used as a number.');
  return value.number;
}

/** What print() writes: two digits after the point, rounded by adding half of the last one. */
export function decimalText(number: number): string {
  if (Math.abs(number) > 4_294_967_040) return 'ovf';
  const f = Math.fround;
  const rounded = f(Math.abs(number) + f(f(0.5 / 10) / 10));
  const int = Math.trunc(rounded);
  let rest = f(rounded - int);
  let text = `${number < 0 ? '-' : ''}${int}.`;
  for (let digit = 0; digit < 2; digit++) {
    rest = f(rest * 10);
    const shown = Math.trunc(rest);
    text += String(shown);
    rest = f(rest - shown);
  }
  return text;
}

/** The inputs of one operation. They are decimals if one of them is. */
export interface Operands {
  readonly numbers: readonly number[];
  /** Makes the result, which has the same type. */
  readonly make: (number: number) => Value;
}

/** @param operation the value of the block's field, for example "ADD"; all others divide */
export function arithmetic({ numbers, make }: Operands, operation: string): Value {
  const [a = 0, b = 0] = numbers;
  switch (operation) {
    case 'ADD':
      return make(a + b);
    case 'SUBTRACT':
      return make(a - b);
    case 'MULTIPLY':
      return make(a * b);
    default:
      if (make === decimal) return decimal(a / b);
      return whole(b === 0 ? 0 : Math.trunc(a / b));
  }
}

/** @param operation the value of the block's field, for example "LT"; all others are "GE" */
export function compare([a = 0, b = 0]: readonly number[], operation: string): boolean {
  switch (operation) {
    case 'EQ':
      return a === b;
    case 'NE':
      return a !== b;
    case 'LT':
      return a < b;
    case 'LE':
      return a <= b;
    case 'GT':
      return a > b;
    default:
      return a >= b;
  }
}
