/** The operands of AVR instructions (Atmel AVR Instruction Set Manual, DS40002198). */

export const isTwoWords = (word: number): boolean =>
  (word & 0xfe0c) === 0x940c || (word & 0xfe0f) === 0x9000 || (word & 0xfe0f) === 0x9200;

/** CPSE, SBIC, SBIS, SBRC, SBRS: the next instruction may be skipped. */
export const skips = (word: number): boolean =>
  (word & 0xfc00) === 0x1000 || (word & 0xfd00) === 0x9900 || (word & 0xfc08) === 0xfc00;

/** The register of IN and OUT. */
export const register = (word: number): number => (word >> 4) & 31;
/** The address of IN and OUT. */
export const port = (word: number): number => ((word >> 5) & 0x30) | (word & 15);
/** The constant of LDI, SUBI and SBCI. */
export const immediate = (word: number): number => ((word >> 4) & 0xf0) | (word & 15);
/** The constant of ADIW and SBIW. */
export const immediateWord = (word: number): number => ((word >> 2) & 0x30) | (word & 15);
export const signed = (value: number): number => (value & 0x8000 ? value - 0x10000 : value);

export function relative(word: number, bits: number): number {
  const value = word & ((1 << bits) - 1);
  return value >> (bits - 1) === 0 ? value : value - (1 << bits);
}

/** Where CALL, RCALL, JMP and RJMP at an address go, in words; null for other instructions. */
export function jumpTarget(
  word: number,
  second: number,
  at: number,
): { readonly target: number; readonly isCall: boolean } | null {
  const far = ((word & 0x1f0) << 13) | ((word & 1) << 16) | second;
  if ((word & 0xfe0e) === 0x940e) return { target: far, isCall: true };
  if ((word & 0xfe0e) === 0x940c) return { target: far, isCall: false };
  if ((word & 0xe000) !== 0xc000) return null;
  return { target: at + 1 + relative(word, 12), isCall: (word & 0x1000) !== 0 };
}
