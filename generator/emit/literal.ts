/** String and integer literals that have the same meaning for every compiler. */
import { utf8 } from './utf8.ts';

class StringLiteral {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Including its quotes. */
  get text(): string {
    return quote(this.#text);
  }
}

class IntegerLiteral {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

const NAMED_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);

/**
 * Bytes outside printable ASCII become octal escapes of three digits, which unlike hexadecimal
 * escapes cannot include the next character. Every second `?` is escaped to prevent trigraphs.
 */
function quote(text: string): string {
  let result = '';
  let previous = 0;
  for (const byte of utf8(text)) {
    const named = NAMED_ESCAPES.get(byte);
    if (named !== undefined) result += named;
    else if (byte < 0x20 || byte > 0x7e) result += `\\${byte.toString(8).padStart(3, '0')}`;
    else if (byte === 0x3f && previous === 0x3f) result += '\\?';
    else result += String.fromCharCode(byte);
    previous = byte;
  }
  return `"${result}"`;
}

/** The text as a C string literal of UTF-8 bytes. */
export function stringLiteral(text: string): StringLiteral {
  return new StringLiteral(text);
}

const INT16_MAX = 0x7fffn;
const INT32_MAX = 0x7fff_ffffn;
const UINT32_MAX = 0xffff_ffffn;
const INT64_MAX = 0x7fff_ffff_ffff_ffffn;
const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

function positive(value: bigint): string {
  if (value <= INT16_MAX) return `${value}`;
  if (value <= UINT32_MAX) return `UINT32_C(${value})`;
  return `UINT64_C(${value})`;
}

/**
 * The minimum of a type is written as a difference, because its magnitude does not fit the type.
 */
function negative(magnitude: bigint): string {
  if (magnitude <= INT16_MAX) return `-${magnitude}`;
  if (magnitude <= INT32_MAX) return `(-INT32_C(${magnitude}))`;
  if (magnitude === INT32_MAX + 1n) return `(-INT32_C(${INT32_MAX}) - 1)`;
  if (magnitude <= INT64_MAX) return `(-INT64_C(${magnitude}))`;
  return `(-INT64_C(${INT64_MAX}) - 1)`;
}

/**
 * The number as a C constant of a type that can hold it even if `int` has 16 bits. Requires <stdint.h>.
 * @throws if the number is not whole, not exact, or does not fit 64 bits.
 */
export function integerLiteral(value: number | bigint): IntegerLiteral {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`not an exact integer: ${value}`);
  const exact = BigInt(value);
  if (exact > UINT64_MAX || exact < -INT64_MAX - 1n) throw new Error(`does not fit 64 bits: ${value}`);
  return new IntegerLiteral(exact >= 0n ? positive(exact) : negative(-exact));
}

export type { IntegerLiteral, StringLiteral };
