/**
 * Tasks: their code, each in a namespace of its own, and the runtime's table.
 *
 * All code of a sketch is one translation unit, because the prelude's variables and functions are shared by all tasks. So
 * that a body with a brace too few or too many cannot reach into the next task's, such text is found beforehand, and an
 * error at its place in the body is printed instead of it.
 */
import { findImbalance } from '../../emit/balance.ts';
import { type Code, c, EMPTY, errorAt, initializers, sections, stack, userCode } from '../../emit/code.ts';
import { type Identifier, identifier } from '../../emit/identifier.ts';
import { integerLiteral, stringLiteral } from '../../emit/literal.ts';
import type { LoweredChannel, LoweredTask, UserText } from '../../lower/program.ts';
import type { OverrunPolicy, TaskKind } from '../../sketch/model.ts';
import { channelAccess } from './channels.ts';
import { keepsBacklog } from './config.ts';

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

/** The user's text in its place, or the error that it is. */
export function printText(text: UserText, closing: Code = EMPTY): Code {
  const origin = stringLiteral(text.origin);
  const imbalance = findImbalance(text.text);
  if (imbalance === null) return userCode(text.text, origin, closing);
  return stack([errorAt(stringLiteral(imbalance.message), origin, imbalance.line), closing]);
}

function isEmpty(text: UserText): boolean {
  return text.text.trim() === '';
}

function textFunction(name: string, text: UserText): Code {
  return c`
    static void ${identifier(name)}(void)
    {
    ${printText(text, c`}`)}
  `;
}

const BODY = 'pl_body';
const SETUP = 'pl_setup';
const DEADLINE_HANDLER = 'pl_deadline_handler';

function namespaceOf(task: LoweredTask): Identifier {
  return identifier(`task_${task.identifier}`);
}

function backlogOf(task: LoweredTask): Identifier {
  return identifier(`pl_backlog_${task.identifier}`);
}

/** Macros that a text defines or undefines, as far as their directives are written on one line. */
function macrosOf(texts: readonly UserText[]): string[] {
  const names = texts.flatMap(({ text }) =>
    [...text.matchAll(/^[ \t]*(?:#|%:)[ \t]*(?:define|undef)[ \t]+([A-Za-z_]\w*)/gm)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** A macro of a task's code holds to the end of that code: the next task, and the tables, do not see it. */
function contained(texts: readonly UserText[], code: Code): Code {
  const each = (action: string) =>
    stack(macrosOf(texts).map((name) => c`#pragma ${identifier(`${action}_macro`)}(${stringLiteral(name)})`));
  return sections([each('push'), code, each('pop')]);
}

/** The task's code. `index` is its place in the drawing. */
export function taskSection(task: LoweredTask, index: number, channels: readonly LoweredChannel[]): Code {
  const access = channelAccess(channels, task, index);
  const functions = sections([
    access.before,
    isEmpty(task.setup) ? EMPTY : textFunction(SETUP, task.setup),
    isEmpty(task.deadlineHandler) ? EMPTY : textFunction(DEADLINE_HANDLER, task.deadlineHandler),
    textFunction(BODY, task.body),
    access.after,
  ]);
  return contained(
    [task.setup, task.deadlineHandler, task.body],
    c`
      namespace ${namespaceOf(task)} {
      ${functions}
      }
    `,
  );
}

function byRank(tasks: readonly LoweredTask[]): { task: LoweredTask; index: number }[] {
  return tasks.map((task, index) => ({ task, index })).sort((a, b) => a.task.rank - b.task.rank);
}

/** Functions that release a sporadic task, for every task, the prelude and its interrupt routines. */
export function triggers(tasks: readonly LoweredTask[]): Code {
  return stack(
    byRank(tasks).map(({ task }, position) =>
      task.kind !== 'sporadic'
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

function tableEntry(task: LoweredTask, index: number): Code {
  const timed = task.kind !== 'background';
  const kept = keepsBacklog(task);
  return c`
    {
      .period = ${integerLiteral(task.periodTicks)},
      .offset = ${integerLiteral(task.offsetTicks)},
      .deadline = ${timed ? integerLiteral(task.deadlineTicks) : identifier('PL_NONE')},
      .budget = ${timed ? integerLiteral(task.budgetTicks) : identifier('PL_NONE')},
      .body = ${functionOf(task, BODY, true)},
      .setup = ${functionOf(task, SETUP, !isEmpty(task.setup))},
      .deadline_handler = ${functionOf(task, DEADLINE_HANDLER, !isEmpty(task.deadlineHandler))},
      .backlog = ${kept ? backlogOf(task) : c`nullptr`},
      .kind = ${identifier(KINDS[task.kind])},
      .overrun = ${identifier(OVERRUNS[task.overrun])},
      .catch_up_limit = ${integerLiteral(kept ? task.catchUpLimit : 0)},
      .priority = ${integerLiteral(Math.max(0, 255 - task.rank))},
      .id = ${integerLiteral(index)},
    }
  `;
}

/** The runtime's task table, the most urgent first. */
export function taskTable(tasks: readonly LoweredTask[]): Code {
  const backlogs = tasks
    .filter(keepsBacklog)
    .map((task) => c`static pl_tick_t ${backlogOf(task)}[${integerLiteral(task.catchUpLimit)}];`);
  return c`
    ${stack(backlogs)}
    const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
      ${initializers(byRank(tasks).map(({ task, index }) => tableEntry(task, index)))}
    };
  `;
}
