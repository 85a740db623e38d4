/**
 * What a `stack` event tells of a thread's stack: two numbers in the one value that an event has. And whose stack it is:
 * tasks keep their index; behind them come the kernel's two threads.
 */

/** Both numbers are below it. */
export const STACK_LIMIT = 2 ** 24;

export interface StackUse {
  readonly sizeBytes: number;
  /** Bytes that have never been used since the program's start. */
  readonly unusedBytes: number;
}

export function stackValue({ sizeBytes, unusedBytes }: StackUse): number {
  return sizeBytes * STACK_LIMIT + unusedBytes;
}

export function stackOf(value: number): StackUse {
  return { sizeBytes: Math.floor(value / STACK_LIMIT), unusedBytes: value % STACK_LIMIT };
}

/** The threads that come behind a program's tasks, in the order of their indices, by names that no task is likely to have. */
export const THREADS_BEHIND_TASKS = ['(manager)', '(idle)'] as const;
