/**
 * The stacks of a built program: what its code can need, and what it has. Interrupts are included: those
 * that allow other interrupts add up, and of the others the deepest counts.
 */
import { readFile } from 'node:fs/promises';
import { type Board, usableFlashBytes } from '../../../generator/platform/board.ts';
import type { MemoryUse, StackUse } from '../../contract/builds.ts';
import { readIntelHex } from '../devices/avr/intel-hex.ts';
import type { FirmwareImage } from '../devices/device.ts';
import { type CodeSymbol, type ElfSymbols, readElfSymbols, sourceName } from '../devices/elf-symbols.ts';
import type { AvrFunction } from './avr-stack.ts';
import { interruptStackNeeds } from './interrupt-stack.ts';
import { type StackDepth, StackGraph } from './stack-graph.ts';

/** A task of the program, as its code and its stack are named. */
export interface StackOwner {
  readonly name: string;
  /** The namespace of its code without the prefix. */
  readonly identifier: string;
  /** The size of its own stack. 0: all code runs on one stack. */
  readonly stackBytes: number;
}

export interface StackQuestion {
  readonly firmware: FirmwareImage;
  readonly memory: MemoryUse;
  readonly board: Board;
  readonly owners: readonly StackOwner[];
  /** Whether a more urgent job runs on top of the running one, on one stack. */
  readonly nests: boolean;
  /** What the runtime and a context switch need of each task's own stack. */
  readonly reserveBytes: number;
  /** The number of interrupts in the sketch. */
  readonly interrupts: number;
}

/** A larger flash has return addresses of three bytes. */
const MOST_FLASH_BYTES = 128 * 1024;
/** What a context switch leaves on a task's stack: 32 registers, the status register and a return address. */
const CONTEXT_BYTES = 35;
/** Addresses of data have bit 23 set. */
const DATA = 0x800000;
/** The first words of a table of virtual functions are no functions. */
const TABLE_HEAD_BYTES = 4;

/** Null: not known for this processor, or the program has no symbols. */
export async function programStacks(question: StackQuestion): Promise<readonly StackUse[] | null> {
  const { firmware, board, owners } = question;
  if (firmware.format !== 'intel-hex' || firmware.elf == null || board.flashBytes > MOST_FLASH_BYTES) return null;
  const elf = await readFile(firmware.elf);
  const symbols = readElfSymbols(elf);
  const hex = readIntelHex(await readFile(firmware.path, 'utf8'), usableFlashBytes(board));
  const code = new ProgramCode(hex.bytes, symbols);
  if (code.main === null) return null;
  return owners.some(({ stackBytes }) => stackBytes > 0)
    ? [...ownStacks(question, code), interruptStack(question, code)]
    : [sharedStack(question, code)];
}

/**
 * The code of all tasks runs on one stack, above that of `main`: one job after the other, or each on top of
 * the less urgent ones.
 */
function sharedStack({ memory, owners, nests }: StackQuestion, code: ProgramCode): StackUse {
  const main = code.mainDepth();
  const { all, deepest } = code.interrupts();
  const levels = nests ? code.levelsBytes(owners) : 0;
  return {
    task: null,
    bytes: main.bytes + levels + all.bytes,
    certainBytes: main.bytes + deepest,
    availableBytes: memory.ramAvailableBytes - memory.ramBytes,
    unknown: [...new Set([...main.unknown, ...all.unknown])],
  };
}

function ownStacks({ owners, reserveBytes }: StackQuestion, code: ProgramCode): readonly StackUse[] {
  return owners.map(({ name, identifier, stackBytes }) => {
    const depths = code.entriesOf(identifier).map((entry) => code.graph.depth(entry));
    const bytes = Math.max(0, ...depths.map((depth) => depth.bytes));
    return {
      task: name,
      bytes: bytes + reserveBytes,
      certainBytes: bytes + CONTEXT_BYTES,
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

/** A task's context stays on its stack, and the kernel runs on the stack of interrupts. */
const LEAVING = ['pl_kernel_yield'];

const toWords = ({ name, from, to }: CodeSymbol): AvrFunction => ({ name, from: from >> 1, to: to >> 1 });

class ProgramCode {
  readonly graph: StackGraph;
  readonly main: AvrFunction | null;
  readonly #functions: readonly AvrFunction[];

  constructor(bytes: Uint8Array, symbols: ElfSymbols) {
    const flash = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    this.#functions = symbols.routines.map(toWords);
    this.main = this.#functions.find(({ name }) => name === 'main') ?? null;
    this.graph = new StackGraph({
      flash,
      functions: this.#functions,
      virtual: virtualFunctions(bytes, symbols),
      leaving: LEAVING,
    });
  }

  /** The functions of a task that the runtime calls on the task's stack. Setup code runs before the kernel starts. */
  entriesOf(identifier: string): readonly AvrFunction[] {
    const prefix = `task_${identifier}::pl_`;
    return this.#functions.filter(({ name }) => {
      const named = sourceName(name);
      return named.startsWith(prefix) && named !== `${prefix}setup`;
    });
  }

  interruptStack(interrupts: number): StackDepth {
    return interruptStackNeeds(this.graph, this.#functions, interrupts);
  }

  mainDepth(): StackDepth {
    const entries = this.#functions.filter(({ name }) => /^(?:task|interrupt)_.*::pl_/.test(sourceName(name)));
    return this.main === null ? { bytes: 0, unknown: [] } : this.graph.depth(this.main, entries);
  }

  /**
   * A job of each task on top of the others: the interrupt and the dispatcher below it, and its own calls. The deepest
   * path of an interrupt with the deepest body, less that body, is no less than the path to the dispatcher.
   */
  levelsBytes(owners: readonly StackOwner[]): number {
    const entries = owners.map(({ identifier }) => this.entriesOf(identifier));
    const bodies = entries.map((some) => Math.max(0, ...some.map((entry) => this.graph.depth(entry).bytes)));
    const routines = this.#functions.filter(({ name }) => /^__vector_\d+$/.test(name));
    const deepest = Math.max(0, ...routines.map((each) => this.graph.depth(each, entries.flat()).bytes));
    const below = Math.max(0, deepest - Math.max(0, ...bodies));
    return bodies.reduce((sum, bytes) => sum + below + bytes, 0);
  }

  /** `all`: every interrupt that allows others, and one that does not. `deepest`: the deepest one alone. */
  interrupts(): { readonly all: StackDepth; readonly deepest: number } {
    const routines = this.#functions.filter(({ name }) => /^__vector_\d+$/.test(name));
    const depths = routines.map((each) => ({ ...this.graph.depth(each), nests: this.graph.allowsInterrupts(each) }));
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
