/** Messages about stacks that are too small, or may be. */
import { quote } from '../../../generator/sketch/problem.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { Diagnostic, StackUse } from '../../contract/builds.ts';

/** Why the program must not be written into a real board, which does not notice an overflow. Null: nothing. */
export function stackRefusal(stacks: readonly StackUse[]): string | null {
  const short = stacks.find(({ certainBytes, availableBytes }) => certainBytes > availableBytes);
  return short === undefined ? null : lackWords(short, stacks);
}

/** A warning for each stack that may not suffice. */
export function stackWarnings(stacks: readonly StackUse[]): Diagnostic[] {
  return stacks
    .filter(({ bytes, availableBytes }) => bytes > availableBytes)
    .map((stack) => ({
      severity: 'warning',
      message: stack.certainBytes > stack.availableBytes ? lackWords(stack, stacks) : doubtWords(stack),
      element: stack.task === null ? null : { kind: 'task', name: stack.task },
      member: stack.task === null ? null : 'stackBytes',
      ...{ line: null, column: null, file: null },
    }));
}

function lackWords(stack: StackUse, all: readonly StackUse[]): string {
  const { task, bytes, certainBytes, availableBytes, levels = [] } = stack;
  const jobs = levels.filter(({ part }) => part === 'jobs').length;
  if (jobs > 1)
    return tr`The variables leave ${availableBytes} bytes of RAM for the stack, and the code needs ${certainBytes}: ${jobs} jobs can be on it, each on top of the one that it interrupts. Use fewer tasks, make arrays smaller, or choose the super-loop, which runs one job after the other.`;
  if (task === null)
    return all.length > 1
      ? tr`The variables and the stacks of tasks leave ${availableBytes} bytes of RAM for the stack of interrupts, and the code needs ${certainBytes}. Make the stacks of tasks or arrays smaller.`
      : tr`The variables leave ${availableBytes} bytes of RAM for the stack, and the code needs ${certainBytes}. Make arrays smaller, or keep constant tables in flash with PROGMEM.`;
  return tr`The stack of task ${quote(task)} has ${availableBytes} bytes, and its code needs ${certainBytes}. Set its stack to ${bytes} bytes or more.`;
}

function doubtWords({ task, bytes, availableBytes }: StackUse): string {
  return task === null
    ? tr`The variables leave ${availableBytes} bytes of RAM for the stack. With all interrupts at once, the code can need ${bytes}.`
    : tr`The stack of task ${quote(task)} has ${availableBytes} bytes, and with the runtime its code can need ${bytes}.`;
}
