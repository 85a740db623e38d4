/**
 * The data of a `stack` event: two numbers in the event's single value. Tasks have their own index;
 * the kernel's two threads come after them.
 */

/** Both numbers are below this limit. */
export const STACK_LIMIT = 2 ** 24;

export interface StackUse {
  readonly sizeBytes: number;
  /** Bytes that were never used since the program's start. */
  readonly unusedBytes: number;
}

export function stackValue({ sizeBytes, unusedBytes }: StackUse): number {
  return sizeBytes * STACK_LIMIT + unusedBytes;
}

export function stackOf(value: number): StackUse {
  return { sizeBytes: Math.floor(value / STACK_LIMIT), unusedBytes: value % STACK_LIMIT };
}

/**
 * The threads after a program's tasks, in the order of their indices, with names that no task is
 * likely to have.
 */
export const THREADS_BEHIND_TASKS = ['(manager)', '(idle)'] as const;
