/** The deepest use of the stack below a function: its own bytes and those of the functions that it calls. */
import { tr } from '../../../generator/words/tr.ts';
import { sourceName } from '../devices/elf-symbols.ts';
import { type AvrFunction, type Call, type OwnUse, ownUse } from './avr-stack.ts';

export interface StackDepth {
  /** From the call of the function to the deepest point, with the return address. */
  readonly bytes: number;
  /** What makes the figure too low, in the program's own names. Empty: the figure is a bound. */
  readonly unknown: readonly string[];
}

export interface CodeImage {
  /** Bytes of a return address on this core. */
  readonly returnBytes: number;
  /** The words of the program. */
  readonly flash: Uint16Array;
  readonly functions: readonly AvrFunction[];
  /** Word addresses in tables of virtual functions. */
  readonly virtual: ReadonlySet<number>;
  /** Names of functions that continue on another stack. What they leave on this one is counted elsewhere. */
  readonly leaving?: readonly string[];
  /** Names of functions of the runtime that it calls through a pointer, and that call an entry in the same way. */
  readonly relays?: readonly string[];
}

/** The routine of libgcc that jumps through a table. */
const TABLE_JUMP = '__tablejump2__';
/** It sets the stack pointer to that of a function that is still running. So it never takes more of the stack. */
const UNWINDING = 'longjmp';
const VECTOR = /^__vector_\d+$/;

export class StackGraph {
  readonly #image: CodeImage;
  readonly #byAddress: ReadonlyMap<number, AvrFunction>;
  readonly #own = new Map<number, OwnUse>();
  readonly #depths = new Map<string, StackDepth>();
  readonly #asked = new Set<number>();
  #pointed: ReadonlySet<number> | null = null;

  constructor(image: CodeImage) {
    this.#image = image;
    this.#byAddress = new Map(image.functions.map((each) => [each.from, each]));
  }

  /**
   * @param entries functions that a pointer in C code can call; a task's code calls no other task
   */
  depth(target: AvrFunction, entries: readonly AvrFunction[] = []): StackDepth {
    return this.#depth(target, entries, []);
  }

  get returnBytes(): number {
    return this.#image.returnBytes;
  }

  own(target: AvrFunction): OwnUse {
    const known = this.#own.get(target.from);
    if (known !== undefined) return known;
    const walked = ownUse(this.#image.flash, target, {
      returnBytes: this.returnBytes,
      isTableJump: (at) => this.#byAddress.get(at)?.name === TABLE_JUMP,
      endsOpen: (at) => this.#endsOpen(at),
    });
    const use = target.name === UNWINDING ? { ...walked, isDynamic: false } : walked;
    this.#own.set(target.from, use);
    return use;
  }

  /** Of functions that call each other in a circle, the first one is taken to leave interrupts as they are. */
  #endsOpen(at: number): boolean {
    if (this.#asked.has(at)) return false;
    this.#asked.add(at);
    const { endsOpen } = this.own(this.#functionAt(at));
    this.#asked.delete(at);
    return endsOpen;
  }

  /**
   * The deepest use while interrupts are enabled, if the function is called with interrupts disabled. 0 bytes: it never
   * enables them.
   */
  openDepth(target: AvrFunction, entries: readonly AvrFunction[] = [], chain: readonly AvrFunction[] = []): StackDepth {
    const { openBytes, calls, isDynamic } = this.own(target);
    const unknown = new Set<string>();
    let most = openBytes ?? -1;
    const here = [...chain, target];
    for (const call of calls) {
      const below = call.isOpen ? this.#below(call, target, entries, here) : this.#openBelow(call, entries, here);
      if (below.bytes === 0) continue;
      for (const reason of below.unknown) unknown.add(reason);
      most = Math.max(most, call.depth + below.bytes - (call.isJump ? this.returnBytes : 0));
    }
    if (most < 0) return { bytes: 0, unknown: [] };
    if (isDynamic) unknown.add(tr`a computed stack pointer in ${sourceName(target.name)}`);
    return { bytes: most + this.returnBytes, unknown: [...unknown] };
  }

  #openBelow({ target }: Call, entries: readonly AvrFunction[], chain: readonly AvrFunction[]): StackDepth {
    const called = target === null ? null : this.#functionAt(target);
    if (called === null || this.#isLeaving(called) || chain.some(({ from }) => from === called.from))
      return { bytes: 0, unknown: [] };
    return this.openDepth(called, entries, chain);
  }

  /**
   * The deepest use at a call of the function with this name, with its return address. 0: the function `target` never
   * calls it.
   */
  depthAtCall(target: AvrFunction, name: string, chain: readonly AvrFunction[] = []): number {
    let most = 0;
    const here = [...chain, target];
    for (const call of this.own(target).calls) {
      if (call.target === null) continue;
      const called = this.#functionAt(call.target);
      if (here.some(({ from }) => from === called.from)) continue;
      const below = sourceName(called.name) === name ? this.returnBytes : this.depthAtCall(called, name, here);
      if (below > 0)
        most = Math.max(most, this.returnBytes + call.depth + below - (call.isJump ? this.returnBytes : 0));
    }
    return most;
  }

  #isLeaving({ name }: AvrFunction): boolean {
    return this.#image.leaving?.includes(sourceName(name)) ?? false;
  }

  /** Whether the function, or one that it calls, allows interrupts. */
  allowsInterrupts(target: AvrFunction, seen = new Set<number>()): boolean {
    if (seen.has(target.from) || this.#isLeaving(target)) return false;
    seen.add(target.from);
    const { allowsInterrupts, calls } = this.own(target);
    return (
      allowsInterrupts ||
      calls.some(({ target: at }) => at !== null && this.allowsInterrupts(this.#functionAt(at), seen))
    );
  }

  #depth(target: AvrFunction, entries: readonly AvrFunction[], chain: readonly AvrFunction[]): StackDepth {
    const key = [target, ...entries].map(({ from }) => from).join();
    const known = this.#depths.get(key);
    if (known !== undefined) return known;
    const { bytes, calls, isDynamic } = this.own(target);
    const unknown = new Set<string>(isDynamic ? [tr`a computed stack pointer in ${sourceName(target.name)}`] : []);
    let most = bytes;
    const here = [...chain, target];
    for (const call of calls) {
      const below = this.#below(call, target, entries, here);
      for (const reason of below.unknown) unknown.add(reason);
      most = Math.max(most, call.depth + below.bytes - (call.isJump ? this.returnBytes : 0));
    }
    const depth = { bytes: most + this.returnBytes, unknown: [...unknown] };
    this.#depths.set(key, depth);
    return depth;
  }

  /** The name of the function at a word address, as in the source. */
  nameAt(target: number | null): string | null {
    return target === null ? null : sourceName(this.#functionAt(target).name);
  }

  #below(call: Call, from: AvrFunction, entries: readonly AvrFunction[], chain: readonly AvrFunction[]): StackDepth {
    if (call.target !== null) {
      const target = this.#functionAt(call.target);
      if (this.#isLeaving(target)) return { bytes: this.returnBytes, unknown: [] };
      if (!chain.some((each) => each.from === target.from)) return this.#depth(target, entries, chain);
      return { bytes: this.returnBytes, unknown: [tr`recursion of ${sourceName(target.name)}`] };
    }
    const targets = this.#targets(from, entries).filter((each) => !chain.some(({ from: at }) => at === each.from));
    if (targets.length === 0)
      return { bytes: this.returnBytes, unknown: [tr`a call through a pointer in ${sourceName(from.name)}`] };
    const depths = targets.map((each) => this.#depth(each, entries.includes(each) ? [] : entries, chain));
    return {
      bytes: Math.max(...depths.map(({ bytes }) => bytes)),
      unknown: [...new Set(depths.flatMap(({ unknown }) => unknown))],
    };
  }

  /**
   * C code of the runtime calls the entries. C++ code calls virtual functions, or one whose address it loads. An
   * interrupt can contain code of the runtime.
   */
  #targets({ name }: AvrFunction, entries: readonly AvrFunction[]): readonly AvrFunction[] {
    if (entries.length > 0 && !name.startsWith('_Z') && !name.startsWith('__')) return [...entries, ...this.#relays()];
    const addresses = new Set([...this.#image.virtual, ...this.#loaded()]);
    const others = [...addresses].flatMap((at) => this.#byAddress.get(at) ?? []);
    return VECTOR.test(name) ? [...new Set([...entries, ...others])] : others;
  }

  #relays(): readonly AvrFunction[] {
    const { functions, relays = [] } = this.#image;
    return functions.filter(({ name }) => relays.includes(sourceName(name)));
  }

  /** Functions whose address some code holds in a pair of registers. */
  #loaded(): ReadonlySet<number> {
    if (this.#pointed !== null) return this.#pointed;
    const constants = this.#image.functions.flatMap((each) => [...this.own(each).constants]);
    this.#pointed = new Set(constants.filter((value) => this.#byAddress.has(value)));
    return this.#pointed;
  }

  /** The function at an address. One without a symbol ends where the next one begins. */
  #functionAt(at: number): AvrFunction {
    const known = this.#byAddress.get(at);
    if (known !== undefined) return known;
    const around = this.#image.functions.find(({ from, to }) => from <= at && at < to);
    const next = this.#image.functions.map(({ from }) => from).filter((from) => from > at);
    return { name: around?.name ?? `code at ${at * 2}`, from: at, to: around?.to ?? Math.min(...next, at + 64) };
  }
}
