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

/** `534 of 2048 B`. */
export const formatBytesOf = (used: number, limit: number): string => tr`${used} of ${limit} B`;
