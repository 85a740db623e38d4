/**
 * The stacks of a built program: what its code can need, and what it has. Interrupts are included: those
 * that allow other interrupts add up, and of the others the deepest counts.
 */
import { readFile } from 'node:fs/promises';
import { type Board, usableFlashBytes } from '../../../generator/platform/board.ts';
import type { Policy } from '../../../generator/sketch/model.ts';
import type { MemoryUse, StackUse } from '../../contract/builds.ts';
import { readIntelHex } from '../devices/avr/intel-hex.ts';
import type { FirmwareImage } from '../devices/device.ts';
import { type CodeSymbol, type ElfSymbols, readElfSymbols, sourceName } from '../devices/elf-symbols.ts';
import { type AvrCore, avrCore } from './avr-core.ts';
import type { AvrFunction } from './avr-stack.ts';
import { interruptStackNeeds } from './interrupt-stack.ts';
import { DISPATCHER, type LeveledCode, levelStacks, RELAY, type StackOwner } from './level-stacks.ts';
import { type StackDepth, StackGraph } from './stack-graph.ts';

export interface StackQuestion {
  readonly firmware: FirmwareImage;
  readonly memory: MemoryUse;
  readonly board: Board;
  readonly owners: readonly StackOwner[];
  /** The policy by which a more urgent job runs on top of the running one, on one stack. Null: no job does. */
  readonly nestsBy: Policy | null;
  /** What the runtime and a context switch need of each task's own stack. */
  readonly reserveBytes: number;
  /** The number of interrupts in the sketch. */
  readonly interrupts: number;
}

/** What a context switch leaves on a task's stack beside a return address: 32 registers and the status register. */
const CONTEXT_BYTES = 33;
/** Addresses of data have bit 23 set. */
const DATA = 0x800000;
/** The first words of a table of virtual functions are no functions. */
const TABLE_HEAD_BYTES = 4;

/** Null: not known for this processor, or the program has no symbols. */
export async function programStacks(question: StackQuestion): Promise<readonly StackUse[] | null> {
  const { firmware, board, owners } = question;
  if (firmware.format !== 'intel-hex' || firmware.elf == null) return null;
  const elf = await readFile(firmware.elf);
  const symbols = readElfSymbols(elf);
  const hex = readIntelHex(await readFile(firmware.path, 'utf8'), usableFlashBytes(board));
  const code = new ProgramCode(hex.bytes, symbols, avrCore(board.flashBytes));
  if (code.main === null) return null;
  return owners.some(({ stackBytes }) => stackBytes > 0)
    ? [...ownStacks(question, code), interruptStack(question, code)]
    : [sharedStack(question, code)];
}

/** The code of all tasks runs on one stack: one job after the other in `main`, or each on top of the less urgent ones. */
function sharedStack({ memory, owners, nestsBy }: StackQuestion, code: ProgramCode): StackUse {
  const { all, deepest } = code.interrupts();
  const availableBytes = memory.ramAvailableBytes - memory.ramBytes;
  if (nestsBy === null) {
    const main = code.mainDepth();
    return {
      ...{ task: null, bytes: main.bytes + all.bytes, certainBytes: main.bytes + deepest, availableBytes },
      unknown: [...new Set([...main.unknown, ...all.unknown])],
    };
  }
  const { levels, unknown } = levelStacks(code, owners, nestsBy);
  const below = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ...{ task: null, bytes: below + all.bytes, certainBytes: below + deepest, availableBytes },
    unknown: [...new Set([...unknown, ...all.unknown])],
    levels: [...levels, { part: 'interrupts', tasks: [], bytes: all.bytes }],
  };
}

function ownStacks({ owners, reserveBytes }: StackQuestion, code: ProgramCode): readonly StackUse[] {
  return owners.map((owner) => {
    const { name, stackBytes } = owner;
    const depths = code.codeOf(ON_OWN_STACK, [owner]).map((entry) => code.graph.depth(entry));
    const bytes = Math.max(0, ...depths.map((depth) => depth.bytes));
    return {
      task: name,
      bytes: bytes + reserveBytes,
      certainBytes: bytes + CONTEXT_BYTES + code.core.returnBytes + code.core.rampzBytes,
      availableBytes: stackBytes,
      unknown: [...new Set(depths.flatMap(({ unknown }) => unknown))],
    };
  });
}

/**
 * Of the RAM that is left. An overflow overwrites variables of the runtime, and a burst of edges needs most of the
 * bound, so all of it is certain.
 */
function interruptStack({ memory, interrupts }: StackQuestion, code: ProgramCode): StackUse {
  const availableBytes = memory.ramAvailableBytes - memory.ramBytes;
  const { bytes, unknown } = code.interruptStack(interrupts);
  return { task: null, bytes, certainBytes: bytes, availableBytes, unknown: [...unknown] };
}

/** A task's context stays on its stack, and the kernel runs on the stack of interrupts. A job has a level of its own. */
const LEAVING = ['pl_kernel_yield', DISPATCHER];
/** What the runtime calls on the task's stack. Setup code runs before the kernel starts. */
const ON_OWN_STACK = ['pl_body', 'pl_deadline_handler', 'pl_budget_handler'];
const ANY_CODE = /^(?:task|interrupt)_.*::(pl_\w+)$/;

const toWords = ({ name, from, to }: CodeSymbol): AvrFunction => ({ name, from: from >> 1, to: to >> 1 });

class ProgramCode implements LeveledCode {
  readonly core: AvrCore;
  readonly graph: StackGraph;
  readonly main: AvrFunction | null;
  readonly dispatcher: AvrFunction | null;
  readonly vectors: readonly AvrFunction[];
  readonly #functions: readonly AvrFunction[];

  constructor(bytes: Uint8Array, symbols: ElfSymbols, core: AvrCore) {
    this.core = core;
    const flash = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    this.#functions = symbols.routines.map(toWords);
    const named = (wanted: string) => this.#functions.find(({ name }) => sourceName(name) === wanted) ?? null;
    this.main = named('main');
    this.dispatcher = named(DISPATCHER);
    this.vectors = this.#functions.filter(({ name }) => /^__vector_\d+$/.test(name));
    this.graph = new StackGraph({
      returnBytes: core.returnBytes,
      flash,
      functions: this.#functions,
      virtual: virtualFunctions(bytes, symbols),
      leaving: LEAVING,
      relays: [RELAY],
    });
  }

  /** The compiler keeps one of several functions with the same code. So an element without one has any of them. */
  codeOf(names: readonly string[], owners?: readonly StackOwner[]): readonly AvrFunction[] {
    const all = this.#functions.filter(({ name }) => names.includes(ANY_CODE.exec(sourceName(name))?.[1] ?? ''));
    if (owners === undefined) return all;
    const found = owners.map(({ element, identifier }) => {
      const prefix = `${element}_${identifier}::`;
      return all.filter(({ name }) => sourceName(name).startsWith(prefix));
    });
    return found.some(({ length }) => length === 0) ? all : found.flat();
  }

  interruptStack(interrupts: number): StackDepth {
    return interruptStackNeeds(this.graph, this.#functions, interrupts, this.core);
  }

  /** Of a program in which one job runs after the other. */
  mainDepth(): StackDepth {
    const entries = this.#functions.filter(({ name }) => ANY_CODE.test(sourceName(name)));
    return this.main === null ? { bytes: 0, unknown: [] } : this.graph.depth(this.main, entries);
  }

  /** `all`: every interrupt that allows others, and one that does not. `deepest`: the deepest one alone. */
  interrupts(): { readonly all: StackDepth; readonly deepest: number } {
    const entries = this.codeOf(['pl_bottom_half']);
    const depths = this.vectors.map((each) => ({
      ...this.graph.depth(each, entries),
      nests: this.graph.allowsInterrupts(each),
    }));
    const deepestOf = (some: readonly StackDepth[]) => Math.max(0, ...some.map(({ bytes }) => bytes));
    const nesting = depths.filter(({ nests }) => nests).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      all: {
        bytes: nesting + deepestOf(depths.filter(({ nests }) => !nests)),
        unknown: depths.flatMap(({ unknown }) => unknown),
      },
      deepest: deepestOf(depths),
    };
  }
}

/** Word addresses in the tables of virtual functions, whose first values are in flash. */
function virtualFunctions(flash: Uint8Array, symbols: ElfSymbols): ReadonlySet<number> {
  const start = symbols.valueOf('__data_start');
  const image = symbols.valueOf('__data_load_start');
  const found = new Set<number>();
  if (start === undefined || image === undefined) return found;
  for (const { name, from, to } of symbols.objects) {
    if (!name.startsWith('_ZTV') || from < DATA) continue;
    for (let at = from - start + image + TABLE_HEAD_BYTES; at + 1 < to - start + image; at += 2)
      found.add((flash[at] ?? 0) | ((flash[at + 1] ?? 0) << 8));
  }
  return found;
}
