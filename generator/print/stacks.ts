/** Stacks of the threads, if tasks have their own stacks. */
import { type Code, c, EMPTY, initializers, stack } from '../emit/code.ts';
import { type Identifier, identifier } from '../emit/identifier.ts';
import { integerLiteral } from '../emit/literal.ts';
import type { Program } from '../lower/program.ts';
import { ownName } from './own-names.ts';
import { byRank } from './tasks.ts';

interface Stack {
  readonly name: Identifier;
  readonly bytes: number;
}

/** In the order of the task table, followed by the manager's and the idle thread's stack. */
function stacksOf({ tasks, threads }: Program): Stack[] {
  if (threads === null) return [];
  return [
    ...byRank(tasks).map(({ task }) => ({ name: ownName('stack', task.identifier), bytes: task.stackBytes })),
    { name: identifier('pl_manager_stack'), bytes: threads.managerStackBytes },
    { name: identifier('pl_idle_stack'), bytes: threads.idleStackBytes },
  ];
}

export function stackTable(program: Program): Code {
  const stacks = stacksOf(program);
  if (stacks.length === 0) return EMPTY;
  const row = ({ name }: Stack) => c`{ .base = ${name}, .units = sizeof ${name} / sizeof(pl_stack_unit_t) }`;
  return c`
    ${stack(stacks.map(({ name, bytes }) => c`PL_STACK(${name}, ${integerLiteral(bytes)});`))}
    const pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {
      ${initializers(stacks.map(row))}
    };
  `;
}
