/**
 * How memory is named and written, the same in the window and on the command line. RAM has two figures,
 * which do not contain the same parts, so each always has its own name.
 */
import { tr } from '../words/tr.ts';

export interface MemoryWords {
  readonly label: string;
  /** What the figure contains. */
  readonly hint: string;
}

export const ESTIMATED_RAM: MemoryWords = {
  get label() {
    return tr`Estimated RAM`;
  },
  get hint() {
    return tr`Computed before a build: runtime, tasks, channels and stacks, without libraries and the variables of your own code`;
  },
};

export const BUILT_RAM: MemoryWords = {
  get label() {
    return tr`RAM of the build`;
  },
  get hint() {
    return tr`Counted by the compiler: all variables of the program, without the main stack and the heap`;
  },
};

export const BUILT_FLASH: MemoryWords = {
  get label() {
    return tr`Flash of the build`;
  },
  get hint() {
    return tr`Counted by the compiler: code, constants and initial values`;
  },
};

export const ESTIMATED_FLASH: MemoryWords = {
  get label() {
    return tr`Estimated flash`;
  },
  get hint() {
    return tr`About: the runtime and short tasks, without libraries`;
  },
};

/** A stack of a built program. */
export interface StackFigures {
  /** Null: all code runs on one stack. */
  readonly task: string | null;
  readonly bytes: number;
  readonly availableBytes: number;
  /** Why the figure can be too low. */
  readonly unknown: readonly string[];
}

/**
 * `Stack of task "a": at most 120 of 224 B`.
 *
 * @param format the window groups digits
 */
export function stackWords({ task, bytes, availableBytes, unknown }: StackFigures, format = formatBytesOf): string {
  const name = task === null ? tr`Stack` : tr`Stack of task "${task}"`;
  const figures = format(bytes, availableBytes);
  return unknown.length === 0 ? tr`${name}: at most ${figures}` : tr`${name}: ${figures} without ${unknown.join(', ')}`;
}

/** A part of the one stack on which jobs preempt each other. */
export interface LevelFigures {
  readonly part: 'main' | 'jobs' | 'handlers' | 'interrupts';
  readonly tasks: readonly string[];
  readonly bytes: number;
}

/**
 * `From the bottom: main 88 B, task "b" or "c" 151 B, task "a" 182 B, interrupts 320 B`. Null: there are no levels.
 */
export function levelWords({ levels = [] }: { readonly levels?: readonly LevelFigures[] | undefined }): string | null {
  if (levels.length === 0) return null;
  const parts = levels.map((level) => tr`${partWords(level)} ${level.bytes} B`);
  return tr`From the bottom of the stack: ${parts.join(', ')}`;
}

function partWords({ part, tasks }: LevelFigures): string {
  if (part === 'main') return tr`setup and idling`;
  if (part === 'handlers') return tr`handlers`;
  if (part === 'interrupts') return tr`interrupts`;
  return tasks.map((name) => `"${name}"`).join(tr` or `);
}

/** Where the figure of the one stack is from, on which jobs preempt each other. Null: they do not. */
export function levelSource(fit: {
  readonly levels: readonly unknown[];
  readonly stackIsBuilt: boolean;
}): string | null {
  if (fit.levels.length === 0) return null;
  return fit.stackIsBuilt
    ? tr`The stack has a job of each level on it, with the figures of the last build`
    : tr`The stack has a job of each level on it, estimated; a build finds what each level needs`;
}

/** `534 of 2048 B`. */
export const formatBytesOf = (used: number, limit: number): string => tr`${used} of ${limit} B`;
