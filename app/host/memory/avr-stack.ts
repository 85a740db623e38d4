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
}

/** What one function does with the stack, without the functions that it calls. */
export interface OwnUse {
  readonly bytes: number;
  readonly calls: readonly Call[];
  /** Whether the stack pointer is set to a value that is not found. */
  readonly isDynamic: boolean;
  /** Whether the function allows interrupts while it runs. */
  readonly allowsInterrupts: boolean;
  /** Pairs of constants in registers. They can be addresses of functions. */
  readonly constants: ReadonlySet<number>;
}

export const RETURN_BYTES = 2;
const STACK_LOW = 0x3d;
const Y_LOW = 28;
const [RET, RETI, IJMP, ICALL, SEI] = [0x9508, 0x9518, 0x9409, 0x9509, 0x9478];

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
}

class Walk {
  bytes = 0;
  isDynamic = false;
  allowsInterrupts = false;
  readonly calls: Call[] = [];
  readonly constants = new Set<number>();
  readonly #flash: Uint16Array;
  readonly #function: AvrFunction;
  readonly #deepest = new Map<number, number>();
  readonly #lowBytes = new Map<number, number>();
  readonly #open: Path[];
  #tableDepth: number | null = null;

  constructor(flash: Uint16Array, target: AvrFunction) {
    this.#flash = flash;
    this.#function = target;
    this.#open = [{ at: target.from, depth: 0, frame: null, low: null }];
  }

  run(isTableJump: (target: number) => boolean): this {
    for (;;) {
      const path = this.#open.pop() ?? this.#caseOfSwitch();
      if (path === null) return this;
      while (this.#isNew(path)) if (!this.#step(path, isTableJump)) break;
    }
  }

  /** The code behind a table of jumps. Its stack is that of the jump. */
  #caseOfSwitch(): Path | null {
    const depth = this.#tableDepth;
    if (depth === null) return null;
    for (let at = this.#function.from; at < this.#function.to; at += isTwoWords(this.#word(at)) ? 2 : 1)
      if (!this.#deepest.has(at)) return { at, depth, frame: null, low: null };
    return null;
  }

  #word(at: number): number {
    return this.#flash[at] ?? 0;
  }

  #isInside(at: number): boolean {
    return at >= this.#function.from && at < this.#function.to;
  }

  /** Whether this place has not been reached with so much on the stack. */
  #isNew({ at, depth }: Path): boolean {
    if (!this.#isInside(at) || depth <= (this.#deepest.get(at) ?? -1)) return false;
    if (depth > MOST_DEPTH) {
      this.isDynamic = true;
      return false;
    }
    this.#deepest.set(at, depth);
    this.bytes = Math.max(this.bytes, depth);
    return true;
  }

  /** Returns false at the end of the path. */
  #step(path: Path, isTableJump: (target: number) => boolean): boolean {
    const { at } = path;
    const word = this.#word(at);
    const next = at + (isTwoWords(word) ? 2 : 1);
    this.#takeStack(path, word);
    this.#takeConstant(word);
    this.bytes = Math.max(this.bytes, path.depth);
    path.at = next;
    if (word === RET || word === RETI) return false;
    if (word === SEI) this.allowsInterrupts = true;
    const { depth } = path;
    const jump = jumpTarget(word, this.#word(at + 1), at);
    if (word === IJMP) {
      this.#tableDepth = Math.max(this.#tableDepth ?? 0, depth);
      return false;
    }
    if (word === ICALL) this.calls.push({ target: null, depth, isJump: false });
    else if (jump?.isCall) {
      // A call of the next instruction reserves two bytes.
      if (jump.target === next) path.depth += RETURN_BYTES;
      else this.calls.push({ target: jump.target, depth, isJump: false });
    } else if (jump !== null) {
      if (this.#isInside(jump.target)) {
        path.at = jump.target;
        return true;
      }
      if (isTableJump(jump.target)) this.#tableDepth = Math.max(this.#tableDepth ?? 0, depth);
      else this.calls.push({ target: jump.target, depth, isJump: true });
      return false;
    } else if ((word & 0xf800) === 0xf000) this.#open.push({ ...path, at: next + relative(word >> 3, 7) });
    else if (skips(word)) this.#open.push({ ...path, at: next + (isTwoWords(this.#word(next)) ? 2 : 1) });
    return true;
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
  }

  #takeConstant(word: number): void {
    if ((word & 0xf000) !== 0xe000) return;
    const target = 16 + ((word >> 4) & 15);
    if (target % 2 === 0) this.#lowBytes.set(target, immediate(word));
    else this.constants.add((immediate(word) << 8) | (this.#lowBytes.get(target - 1) ?? 0));
  }
}

/** Follows all paths of a function. `flash` has the words of the program. */
export function ownUse(flash: Uint16Array, target: AvrFunction, isTableJump: (target: number) => boolean): OwnUse {
  return new Walk(flash, target).run(isTableJump);
}
