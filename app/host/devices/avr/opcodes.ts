/**
 * Classifies the 65,536 instruction words: which are valid, and which need extra work of the board
 * before or after they run. Source: Atmel AVR Instruction Set Manual (DS40002198), for the AVRe+
 * core of the ATmega family. Chips with more than 64 KiB of flash have ELPM, those with more than
 * 128 KiB also EICALL and EIJMP.
 */

export const ORDINARY = 0;
/** Not an instruction of this core. */
export const INVALID = 1;
export const SLEEP = 2;
/**
 * SEI, RETI and a write to SREG. The instruction after them runs before any interrupt. Compilers
 * rely on this for the write to SREG when they update the stack pointer, which takes two
 * instructions.
 */
export const DELAYS_INTERRUPTS = 3;
/** Changes of the stack pointer, where the caller asks for them: calls, PUSH, and OUT to its low byte. */
export const STACK = 4;

/**
 * Which changes of the stack pointer have their own class. `exchange`: only those that can exchange a stack for
 * another. Compiled code reserves and releases frames through register Y.
 */
export type StackChanges = 'none' | 'exchange' | 'every change';

/** [mask, value] of each encoding. The zero bits of the mask are operands. */
const ENCODINGS: readonly (readonly [number, number])[] = [
  [0xffff, 0x0000], // NOP
  [0xff00, 0x0100], // MOVW
  [0xff00, 0x0200], // MULS
  [0xff00, 0x0300], // MULSU, FMUL, FMULS, FMULSU
  [0xfc00, 0x0400], // CPC
  [0xfc00, 0x0800], // SBC
  [0xfc00, 0x0c00], // ADD, LSL
  [0xfc00, 0x1000], // CPSE
  [0xfc00, 0x1400], // CP
  [0xfc00, 0x1800], // SUB
  [0xfc00, 0x1c00], // ADC, ROL
  [0xf000, 0x2000], // AND, EOR, OR, MOV
  [0xf000, 0x3000], // CPI
  [0xf000, 0x4000], // SBCI
  [0xf000, 0x5000], // SUBI
  [0xf000, 0x6000], // ORI
  [0xf000, 0x7000], // ANDI
  [0xd000, 0x8000], // LDD, STD, LD/ST Y and Z
  [0xfe0f, 0x9000], // LDS
  [0xfe0f, 0x9001], // LD Z+
  [0xfe0f, 0x9002], // LD -Z
  [0xfe0e, 0x9004], // LPM Rd, Z and Z+
  [0xfe0f, 0x9009], // LD Y+
  [0xfe0f, 0x900a], // LD -Y
  [0xfe0f, 0x900c], // LD X
  [0xfe0f, 0x900d], // LD X+
  [0xfe0f, 0x900e], // LD -X
  [0xfe0f, 0x900f], // POP
  [0xfe0f, 0x9200], // STS
  [0xfe0f, 0x9201], // ST Z+
  [0xfe0f, 0x9202], // ST -Z
  [0xfe0f, 0x9209], // ST Y+
  [0xfe0f, 0x920a], // ST -Y
  [0xfe0f, 0x920c], // ST X
  [0xfe0f, 0x920d], // ST X+
  [0xfe0f, 0x920e], // ST -X
  [0xfe0f, 0x920f], // PUSH
  [0xfe0c, 0x9400], // COM, NEG, SWAP, INC
  [0xfe0f, 0x9405], // ASR
  [0xfe0f, 0x9406], // LSR
  [0xfe0f, 0x9407], // ROR
  [0xfe0f, 0x940a], // DEC
  [0xff0f, 0x9408], // BSET, BCLR
  [0xffff, 0x9409], // IJMP
  [0xffff, 0x9509], // ICALL
  [0xfe0c, 0x940c], // JMP, CALL
  [0xffff, 0x9508], // RET
  [0xffff, 0x9518], // RETI
  [0xffff, 0x9588], // SLEEP
  [0xffff, 0x9598], // BREAK, which does nothing without a debugger
  [0xffff, 0x95a8], // WDR
  [0xffff, 0x95c8], // LPM
  [0xffff, 0x95e8], // SPM
  [0xfe00, 0x9600], // ADIW, SBIW
  [0xfc00, 0x9800], // CBI, SBIC, SBI, SBIS
  [0xfc00, 0x9c00], // MUL
  [0xf000, 0xb000], // IN, OUT
  [0xf000, 0xc000], // RJMP
  [0xf000, 0xd000], // RCALL
  [0xf000, 0xe000], // LDI
  [0xf800, 0xf000], // BRBS, BRBC
  [0xfc08, 0xf800], // BLD, BST
  [0xfc08, 0xfc00], // SBRC, SBRS
];

const ELPM: readonly (readonly [number, number])[] = [
  [0xffff, 0x95d8], // ELPM
  [0xfe0e, 0x9006], // ELPM Rd, Z and Z+
];
const EXTENDED_JUMPS: readonly (readonly [number, number])[] = [
  [0xffff, 0x9419], // EIJMP
  [0xffff, 0x9519], // EICALL
];
const LPM_REACH = 0x1_0000;
const ICALL_REACH = 0x2_0000;

const SEI = 0x9478;
export const RETI = 0x9518;
/** OUT SREG, r0 and OUT SPL, r0. Bits 4 to 8 contain the register number. */
const OUT_SREG = 0xbe0f;
const OUT_SPL = 0xbe0d;
const Y = 28;
const REGISTERS = 32;

const known = new Map<string, Uint8Array>();

/**
 * The class of each instruction word: one of the constants above. The table is made once for each
 * kind of core.
 */
export function opcodeClasses({
  flashBytes,
  stack = 'none',
}: {
  readonly flashBytes: number;
  readonly stack?: StackChanges;
}): Uint8Array {
  const hasElpm = flashBytes > LPM_REACH;
  const hasExtendedJumps = flashBytes > ICALL_REACH;
  const key = [hasElpm, hasExtendedJumps, stack].join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const classes = classify([...ENCODINGS, ...(hasElpm ? ELPM : []), ...(hasExtendedJumps ? EXTENDED_JUMPS : [])]).map(
    (kind, word) => (kind !== INVALID && isApart(word, stack) ? STACK : kind),
  );
  known.set(key, classes);
  return classes;
}

/** The first word of CALL, which has two. */
export const LONG_CALL = 0x940e;
export const LONG_CALL_MASK = 0xfe0e;

/** Whether the word is an instruction that pushes a return address, or the first word of one. */
export function isCall(word: number): boolean {
  return (word & LONG_CALL_MASK) === LONG_CALL || (word & 0xf000) === 0xd000 || word === 0x9509 || word === 0x9519;
}

export const isPush = (word: number): boolean => (word & 0xfe0f) === 0x920f;

function isApart(word: number, stack: StackChanges): boolean {
  if (stack === 'none') return false;
  const setsStack = (word & 0xfe0f) === OUT_SPL;
  if (stack === 'exchange') return setsStack && ((word >> 4) & 0x1f) !== Y;
  return setsStack || isPush(word) || isCall(word);
}

function classify(encodings: readonly (readonly [number, number])[]): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(INVALID);
  for (const [mask, value] of encodings) {
    const operands = ~mask & 0xffff;
    // Enumerates every subset of the operand bits.
    let bits = 0;
    do {
      classes[value | bits] = ORDINARY;
      bits = (bits - operands) & operands;
    } while (bits !== 0);
  }
  classes[0x9588] = SLEEP;
  classes[SEI] = DELAYS_INTERRUPTS;
  classes[RETI] = DELAYS_INTERRUPTS;
  for (let register = 0; register < REGISTERS; register++) classes[OUT_SREG | (register << 4)] = DELAYS_INTERRUPTS;
  return classes;
}
