/** Tasks, including handlers of interrupts: their code and the runtime's table. */
import { type Code, c, EMPTY, initializers, stack } from '../emit/code.ts';
import { type Identifier, identifier } from '../emit/identifier.ts';
import { integerLiteral } from '../emit/literal.ts';
import type { LoweredTask, Program } from '../lower/program.ts';
import type { ExhaustionPolicy, OverrunPolicy, TaskKind } from '../sketch/model.ts';
import { accessOf, handlerAccessOf } from './access.ts';
import { type Features, isStopped, keepsBacklog, usesBudgetHandler } from './config.ts';
import { ownName } from './own-names.ts';
import { codeSection, isEmpty, namespaceOf, type TextFunction } from './user-code.ts';

const KINDS: Readonly<Record<TaskKind, string>> = {
  periodic: 'PL_PERIODIC',
  sporadic: 'PL_SPORADIC',
  background: 'PL_BACKGROUND',
};

const OVERRUNS: Readonly<Record<OverrunPolicy, string>> = {
  skip: 'PL_OVERRUN_SKIP',
  'catch-up': 'PL_OVERRUN_CATCH_UP',
  stop: 'PL_OVERRUN_STOP',
  demote: 'PL_OVERRUN_DEMOTE',
};

const EXHAUSTIONS: Readonly<Record<ExhaustionPolicy, string>> = {
  background: 'PL_EXHAUSTION_BACKGROUND',
  wait: 'PL_EXHAUSTION_WAIT',
  stop: 'PL_EXHAUSTION_STOP',
};

const BODY = 'pl_body';
const SETUP = 'pl_setup';
const DEADLINE_HANDLER = 'pl_deadline_handler';
const BUDGET_HANDLER = 'pl_budget_handler';

function backlogOf(task: LoweredTask): Identifier {
  return ownName('backlog', task.identifier);
}

/**
 * The task's code. Where jobs are preempted, its handlers run in the middle of a job, so they cannot
 * use channels or resources.
 */
export function taskSection(task: LoweredTask, program: Program, { preemptive }: Features): Code {
  const setup: TextFunction[] = isEmpty(task.setup) ? [] : [{ name: SETUP, text: task.setup }];
  const handlers: TextFunction[] = [
    { name: DEADLINE_HANDLER, text: task.deadlineHandler },
    { name: BUDGET_HANDLER, text: task.budgetHandler },
  ].filter(({ text }) => !isEmpty(text));
  const body: TextFunction = { name: BODY, text: task.body };
  const access = accessOf(task, program);
  return codeSection(
    task,
    preemptive
      ? [
          { access: handlerAccessOf(task, program), functions: handlers },
          { access, functions: [...setup, body] },
        ]
      : [{ access, functions: [...setup, ...handlers, body] }],
  );
}

/** In the order of the runtime's table, most urgent first. Indices are in sketch order. */
export function byRank(tasks: readonly LoweredTask[]): { task: LoweredTask; index: number }[] {
  return tasks.map((task, index) => ({ task, index })).sort((a, b) => a.task.rank - b.task.rank);
}

/**
 * Functions that release a sporadic task. Every task, the prelude and its interrupt routines can
 * call them.
 */
export function triggers(tasks: readonly LoweredTask[]): Code {
  return stack(
    byRank(tasks).map(({ task }, position) =>
      task.kind !== 'sporadic' || task.element !== 'task'
        ? EMPTY
        : c`
            static inline bool ${identifier(`${task.identifier}_trigger`)}(void)
            {
              return pl_task_trigger(${integerLiteral(position)});
            }
          `,
    ),
  );
}

function functionOf(task: LoweredTask, name: string, present: boolean): Code {
  return present ? c`${namespaceOf(task)}::${identifier(name)}` : c`nullptr`;
}

/** The members of the table that some programs lack. */
interface Columns {
  readonly hasBudgetHandler: boolean;
  readonly hasExhaustion: boolean;
}

function tableEntry(task: LoweredTask, index: number, { hasBudgetHandler, hasExhaustion }: Columns): Code {
  const timed = task.kind !== 'background';
  const kept = keepsBacklog(task);
  const budgetHandler = functionOf(task, BUDGET_HANDLER, !isEmpty(task.budgetHandler));
  return c`
    {
      .period = ${integerLiteral(task.periodTicks)},
      .offset = ${integerLiteral(task.offsetTicks)},
      .deadline = ${timed ? integerLiteral(task.deadlineTicks) : identifier('PL_NONE')},
      .budget = ${timed ? integerLiteral(task.budgetTicks) : identifier('PL_NONE')},
      .body = ${functionOf(task, BODY, true)},
      .setup = ${functionOf(task, SETUP, !isEmpty(task.setup))},
      .deadline_handler = ${functionOf(task, DEADLINE_HANDLER, !isEmpty(task.deadlineHandler))},
      ${hasBudgetHandler ? c`.budget_handler = ${budgetHandler},` : EMPTY}
      .backlog = ${kept ? backlogOf(task) : c`nullptr`},
      .kind = ${identifier(KINDS[task.kind])},
      .overrun = ${identifier(OVERRUNS[task.overrun])},
      .catch_up_limit = ${integerLiteral(kept ? task.catchUpLimit : 0)},
      .priority = ${integerLiteral(Math.max(0, 255 - task.rank))},
      .id = ${integerLiteral(index)},
      ${hasExhaustion ? c`.exhaustion = ${identifier(EXHAUSTIONS[task.exhaustion])},` : EMPTY}
    }
  `;
}

/** The runtime's task table, most urgent first. */
export function taskTable(tasks: readonly LoweredTask[], { taskStacks }: Features): Code {
  const backlogs = tasks
    .filter(keepsBacklog)
    .map((task) => c`static pl_tick_t ${backlogOf(task)}[${integerLiteral(task.catchUpLimit)}];`);
  const columns = {
    hasBudgetHandler: tasks.some(usesBudgetHandler),
    hasExhaustion: taskStacks || tasks.some(isStopped),
  };
  const entries = byRank(tasks).map(({ task, index }) => tableEntry(task, index, columns));
  return c`
    ${stack(backlogs)}
    const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
      ${initializers(entries)}
    };
  `;
}
