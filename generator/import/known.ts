/**
 * A number that is known before the sketch runs, with its type. The type decides whether a result fits: an `int` of an
 * Uno has 16 bits, so `60 * 1000` is not 60000 there.
 */

type Width = 'int' | 'long' | 'longlong' | 'float';
const WIDTHS: readonly Width[] = ['int', 'long', 'longlong', 'float'];

export interface Known {
  readonly value: number;
  readonly width: Width;
  readonly isUnsigned: boolean;
  /** Whether the value, or an operand of it, does not fit in its type. */
  readonly overflows: boolean;
}

export const ONE_OR_ZERO = (isOne: boolean): Known => ({
  ...{ value: Number(isOne), width: 'int', isUnsigned: false, overflows: false },
});

/** @param intBits of the board: 16 or 32 */
export class Numbers {
  readonly #intBits: number;

  constructor(intBits: number) {
    this.#intBits = intBits;
  }

  /** A literal, e.g. `500UL`. Null: it is none. */
  literal(text: string): Known | null {
    const [, plain = '', suffix = ''] = /^(.*?)([uUlL]*)$/.exec(text.replaceAll("'", '')) ?? [];
    const value = literalValue(plain);
    if (value === null) return null;
    const isFloat = !/^0[xXbB]/.test(plain) && /[.eEfF]/.test(plain);
    if (isFloat) return { value, width: 'float', isUnsigned: false, overflows: false };
    const isUnsigned = /u/i.test(suffix);
    const given: Width = /ll/i.test(suffix) ? 'longlong' : /l/i.test(suffix) ? 'long' : 'int';
    // A hexadecimal, octal or binary literal may become unsigned. A decimal one becomes wider.
    const mayBeUnsigned = isUnsigned || /^0./.test(plain);
    const widths = WIDTHS.slice(WIDTHS.indexOf(given), 3);
    const width = widths.find((each) => value <= this.#most(each, mayBeUnsigned)) ?? 'longlong';
    return { value, width, isUnsigned: isUnsigned || value > this.#most(width, false), overflows: false };
  }

  /** @param type as the declaration or the cast has it. Other types than those of numbers change nothing. */
  converted(known: Known, type: string): Known {
    if (/\b(float|double)\b/.test(type)) return { ...known, width: 'float' };
    const bits = this.#bitsOfType(type);
    if (bits === null) return known;
    const isUnsigned = /\bunsigned\b|\buint|\bbyte\b|\bword\b|\bsize_t\b/.test(type);
    const most = 2 ** (isUnsigned ? bits : bits - 1) - 1;
    const width: Width = bits <= this.#intBits ? 'int' : bits <= 32 ? 'long' : 'longlong';
    return {
      value: Math.trunc(known.value),
      width,
      // A type that is narrower than an int becomes an int.
      isUnsigned: isUnsigned && bits >= this.#intBits,
      overflows: known.overflows || known.value > most,
    };
  }

  negated(known: Known): Known {
    return { ...known, value: -known.value };
  }

  combined(a: Known, operator: string, b: Known): Known | null {
    const value = calculated(a, operator, b);
    if (value === null) return null;
    const isShift = operator === '<<' || operator === '>>';
    const width = isShift ? a.width : (WIDTHS[Math.max(WIDTHS.indexOf(a.width), WIDTHS.indexOf(b.width))] ?? 'int');
    const isUnsigned = [a, ...(isShift ? [] : [b])].some((each) => each.width === width && each.isUnsigned);
    const fits = value <= this.#most(width, isUnsigned) && value >= -this.#most(width, false) - 1;
    return { value, width, isUnsigned, overflows: a.overflows || b.overflows || !fits };
  }

  #most(width: Width, isUnsigned: boolean): number {
    if (width === 'float') return Number.POSITIVE_INFINITY;
    const bits = { int: this.#intBits, long: 32, longlong: 64 }[width];
    return 2 ** (isUnsigned ? bits : bits - 1) - 1;
  }

  #bitsOfType(type: string): number | null {
    const [, exact] = /\bu?int(8|16|32|64)_t\b/.exec(type) ?? [];
    if (exact !== undefined) return Number(exact);
    if (/\blong\s+(unsigned\s+|int\s+)?long\b/.test(type)) return 64;
    if (/\blong\b/.test(type)) return 32;
    if (/\b(char|byte)\b/.test(type)) return 8;
    if (/\b(short|word)\b/.test(type)) return 16;
    return /\b(int|unsigned|signed|size_t)\b/.test(type) ? this.#intBits : null;
  }
}

function literalValue(plain: string): number | null {
  if (/^0[xX][\da-fA-F]+$|^0[bB][01]+$/.test(plain)) return Number(plain);
  if (/^0[0-7]+$/.test(plain)) return Number.parseInt(plain, 8);
  const value = Number(plain.replace(/(?<=[\d.])[fF]$/, ''));
  return Number.isFinite(value) && plain !== '' ? value : null;
}

function calculated({ value: a, width }: Known, operator: string, { value: b, width: other }: Known): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0) return null;
      return width === 'float' || other === 'float' ? a / b : Math.trunc(a / b);
    case '%':
      return b === 0 ? null : a % b;
    case '<<':
      return a * 2 ** b;
    case '>>':
      return Math.floor(a / 2 ** b);
    default:
      return null;
  }
}
