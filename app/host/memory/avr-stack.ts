/**
 * The stack that the functions of an AVR program use, from its machine code: what each function pushes and
 * reserves, and what it calls. The compiler's own figures (`-fstack-usage`) are no help here: a program that
 * is optimized when it is linked has none, and neither have libraries.
 *
 * A path that is never taken counts, too, so the result is a bound. What the code does not show is named as
 * unknown: recursion, a call through a pointer without known targets, and a stack pointer that is set to a
 * computed value.
 */
import {
  immediate,
  immediateWord,
  isTwoWords,
  jumpTarget,
  port,
  register,
  relative,
  signed,
  skips,
} from './avr-words.ts';

export interface AvrFunction {
  readonly name: string;
  /** Word addresses in flash. */
  readonly from: number;
  readonly to: number;
}

export interface Call {
  /** Word address. Null for a call through a pointer. */
  readonly target: number | null;
  /** Bytes on the stack at the call, without its return address. */
  readonly depth: number;
  /** A jump to another function leaves no return address. */
  readonly isJump: boolean;
  /** Whether interrupts can be enabled at the call. */
  readonly isOpen: boolean;
}

/** What one function does with the stack, without the functions that it calls. */
export interface OwnUse {
  readonly bytes: number;
  readonly calls: readonly Call[];
  /** Whether the stack pointer is set to a value that is not found. */
  readonly isDynamic: boolean;
  /** Whether the function allows interrupts while it runs. */
  readonly allowsInterrupts: boolean;
  /** The most bytes while interrupts are enabled, if they are disabled at the call of the function. Null: they stay so. */
  readonly openBytes: number | null;
  /** Whether the function can leave interrupts enabled. */
  readonly endsOpen: boolean;
  /** Pairs of constants in registers. They can be addresses of functions. */
  readonly constants: ReadonlySet<number>;
}

const STACK_LOW = 0x3d;
const Y_LOW = 28;
const [RET, RETI, IJMP, ICALL, SEI, CLI] = [0x9508, 0x9518, 0x9409, 0x9509, 0x9478, 0x94f8];
/** The two of them on a core with return addresses of three bytes. */
const [EIJMP, EICALL] = [0x9419, 0x9519];
const SREG = 0x3f;
/** SBC r29, r1: the high byte of a subtraction of less than 256. Compiled code keeps 0 in r1. */
const SUBTRACT_CARRY = 0x09d1;

/** The depth of a loop that pushes in each round is unknown. */
const MOST_DEPTH = 4096;

/** A place in the function, and the stack there. */
interface Path {
  at: number;
  depth: number;
  /** The depth of the stack to which Y points. Null: Y holds something else. */
  frame: number | null;
  /** The low byte of a 16-bit subtraction from Y. */
  low: number | null;
  isOpen: boolean;
  /** Whether SREG was copied while interrupts were enabled, and where the copies are: a bit for each register. */
  copiedOpen: boolean;
  copies: number;
  openCopies: number;
}

/** What the walk asks about the core, and about other functions by their word address. */
export interface OtherFunctions {
  /** Of a return address. */
  readonly returnBytes: number;
  readonly isTableJump: (target: number) => boolean;
  readonly endsOpen: (target: number) => boolean;
}

/** LD, LDD, LDS and POP. */
const isLoad = (word: number): boolean => (word & 0xd200) === 0x8000 || (word & 0xfe00) === 0x9000;

const NOTHING_KNOWN = { frame: null, low: null, isOpen: false, copiedOpen: false, copies: 0, openCopies: 0 } as const;

class Walk {
  bytes = 0;
  isDynamic = false;
  allowsInterrupts = false;
  openBytes: number | null = null;
  endsOpen = false;
  readonly calls: Call[] = [];
  readonly constants = new Set<number>();
  readonly #flash: Uint16Array;
  readonly #function: AvrFunction;
  readonly #deepest = new Map<number, number>();
  readonly #lowBytes = new Map<number, number>();
  readonly #open: Path[];
  #tableDepth: number | null = null;
  #tableIsOpen = false;

  constructor(flash: Uint16Array, target: AvrFunction) {
    this.#flash = flash;
    this.#function = target;
    this.#open = [{ at: target.from, depth: 0, ...NOTHING_KNOWN }];
  }

  run(others: OtherFunctions): this {
    for (;;) {
      const path = this.#open.pop() ?? this.#caseOfSwitch();
      if (path === null) return this;
      while (this.#isNew(path)) if (!this.#step(path, others)) break;
    }
  }

  /** The code behind a table of jumps. Its stack is that of the jump. */
  #caseOfSwitch(): Path | null {
    const depth = this.#tableDepth;
    if (depth === null) return null;
    for (let at = this.#function.from; at < this.#function.to; at += isTwoWords(this.#word(at)) ? 2 : 1)
      if (!this.#isReached(at)) return { at, depth, ...NOTHING_KNOWN, isOpen: this.#tableIsOpen };
    return null;
  }

  #word(at: number): number {
    return this.#flash[at] ?? 0;
  }

  #isInside(at: number): boolean {
    return at >= this.#function.from && at < this.#function.to;
  }

  #isReached(at: number): boolean {
    return this.#deepest.has(at * 2) || this.#deepest.has(at * 2 + 1);
  }

  /** Whether this place has not been reached with so much on the stack, and with interrupts as they are. */
  #isNew({ at, depth, isOpen }: Path): boolean {
    const place = at * 2 + Number(isOpen);
    if (!this.#isInside(at) || depth <= (this.#deepest.get(place) ?? -1)) return false;
    if (depth > MOST_DEPTH) {
      this.isDynamic = true;
      return false;
    }
    this.#deepest.set(place, depth);
    this.bytes = Math.max(this.bytes, depth);
    return true;
  }

  /** Returns false at the end of the path. */
  #step(path: Path, others: OtherFunctions): boolean {
    const { at } = path;
    const word = this.#word(at);
    const next = at + (isTwoWords(word) ? 2 : 1);
    this.#takeStack(path, word);
    this.#takeConstant(word);
    this.#takeInterrupts(path, word);
    this.bytes = Math.max(this.bytes, path.depth);
    path.at = next;
    if (word === RET || word === RETI) {
      if (path.isOpen) this.endsOpen = true;
      return false;
    }
    const { depth, isOpen } = path;
    const call = (target: number | null, isJump: boolean) => {
      this.calls.push({ target, depth, isJump, isOpen });
      if (target !== null && others.endsOpen(target)) path.isOpen = true;
    };
    const jump = jumpTarget(word, this.#word(at + 1), at);
    if (word === IJMP || word === EIJMP) {
      this.#jumpByTable(path);
      return false;
    }
    if (word === ICALL || word === EICALL) call(null, false);
    else if (jump?.isCall) {
      // A call of the next instruction reserves the bytes of a return address.
      if (jump.target === next) path.depth += others.returnBytes;
      else call(jump.target, false);
    } else if (jump !== null) {
      if (this.#isInside(jump.target)) {
        path.at = jump.target;
        return true;
      }
      if (others.isTableJump(jump.target)) this.#jumpByTable(path);
      else call(jump.target, true);
      if (path.isOpen) this.endsOpen = true;
      return false;
    } else if ((word & 0xf800) === 0xf000) this.#open.push({ ...path, at: next + relative(word >> 3, 7) });
    else if (skips(word)) this.#open.push({ ...path, at: next + (isTwoWords(this.#word(next)) ? 2 : 1) });
    return true;
  }

  #jumpByTable({ depth, isOpen }: Path): void {
    this.#tableDepth = Math.max(this.#tableDepth ?? 0, depth);
    this.#tableIsOpen ||= isOpen;
  }

  /** A value of SREG that comes from memory is one of the copies of this path. */
  #takeInterrupts(path: Path, word: number): void {
    const bit = 1 << register(word);
    if (isLoad(word)) path.copies &= ~bit;
    if (word === SEI) path.isOpen = true;
    else if (word === CLI) path.isOpen = false;
    else if ((word & 0xf800) === 0xb000 && port(word) === SREG) {
      path.copies |= bit;
      path.openCopies = path.isOpen ? path.openCopies | bit : path.openCopies & ~bit;
      path.copiedOpen ||= path.isOpen;
    } else if ((word & 0xf800) === 0xb800 && port(word) === SREG)
      path.isOpen = (path.copies & bit) === 0 ? path.copiedOpen : (path.openCopies & bit) !== 0;
    if (!path.isOpen) return;
    this.allowsInterrupts = true;
    this.openBytes = Math.max(this.openBytes ?? 0, path.depth);
  }

  #takeStack(path: Path, word: number): void {
    const low = path.low;
    path.low = null;
    if ((word & 0xfe0f) === 0x920f) path.depth += 1;
    else if ((word & 0xfe0f) === 0x900f) path.depth -= 1;
    else if ((word & 0xf800) === 0xb000 && port(word) === STACK_LOW && register(word) === Y_LOW)
      path.frame = path.depth;
    else if ((word & 0xf800) === 0xb800 && port(word) === STACK_LOW) {
      if (register(word) === Y_LOW && path.frame !== null) path.depth = path.frame;
      else this.isDynamic = true;
    } else if (path.frame === null) return;
    else if ((word & 0xff30) === 0x9720) path.frame += immediateWord(word);
    else if ((word & 0xff30) === 0x9620) path.frame -= immediateWord(word);
    else if ((word & 0xf0f0) === 0x50c0) path.low = immediate(word);
    else if ((word & 0xf0f0) === 0x40d0 && low !== null) path.frame += signed((immediate(word) << 8) | low);
    else if (word === SUBTRACT_CARRY && low !== null) path.frame += low;
  }

  #takeConstant(word: number): void {
    if ((word & 0xf000) !== 0xe000) return;
    const target = 16 + ((word >> 4) & 15);
    if (target % 2 === 0) this.#lowBytes.set(target, immediate(word));
    else this.constants.add((immediate(word) << 8) | (this.#lowBytes.get(target - 1) ?? 0));
  }
}

/** Follows all paths of a function. `flash` has the words of the program. */
export function ownUse(flash: Uint16Array, target: AvrFunction, others: OtherFunctions): OwnUse {
  return new Walk(flash, target).run(others);
}
