/** Tasks, and the handlers of interrupts, which are sporadic tasks. */

import type { Board } from '../platform/board.ts';
import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities, ThreadMemory } from '../platform/kernel.ts';
import type { InterruptOverheads } from '../platform/overheads.ts';
import { isProvisional } from '../sketch/budgets/budget-from.ts';
import type { Identifiers } from '../sketch/identifiers.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import type { Ticks, Us } from '../sketch/time.ts';
import type { Runnable } from '../system/runnables.ts';
import { systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
import { identifierOf } from './names.ts';
import type { LoweredTask, UserText } from './program.ts';
import type { Reporter } from './reporter.ts';
import { longestUs, MAX_SERVER_TICKS, toTicks } from './ticks.ts';

/** The context for making tables. */
export interface Surroundings {
  readonly board: Board;
  readonly capabilities: Capabilities;
  readonly threads: ThreadMemory | null;
  /** Whether servers enforce the budgets of tasks. */
  readonly enforced: boolean;
  /** Overheads of interrupts; null: not measured. */
  readonly overheads: InterruptOverheads | null;
  readonly names: Identifiers;
  readonly reporter: Reporter;
}

type CodeMember = 'body' | 'setup' | 'deadlineHandler' | 'budgetHandler';

/** The file name under which the compiler reports a piece of code. */
export function originOf(element: Runnable['element'], name: string, member: CodeMember): string {
  return `${element}:${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))}/${member}`;
}

/** The time in ticks; 0, with a report, if the board's timer cannot hold it. */
export function ticksAt(path: readonly PropertyKey[], us: Us, { board, reporter }: Surroundings): Ticks {
  const found = toTicks(us, board.timerHz);
  if (found.ok) return found.ticks;
  reporter.report(path, found.reason);
  return 0;
}

/** The same as `ticksAt`, for the period of a budget with a server. */
export function serverTicksAt(path: readonly PropertyKey[], us: Us, surroundings: Surroundings): Ticks {
  const longest = longestUs(surroundings.board.timerHz, MAX_SERVER_TICKS);
  if (us <= longest) return ticksAt(path, us, surroundings);
  const text = tr`${us} µs are too long for the period of a budget. Choose at most ${longest} µs.`;
  surroundings.reporter.report(path, text);
  return 0;
}

/** A time of the sketch, and its member in the file. */
interface Given {
  readonly member: string;
  readonly us: Us | null;
}

/** In the sketch's own unit, which is exact for any length. */
interface GivenTimes {
  readonly period: Given;
  readonly budget: Given;
  /** null: D = T. */
  readonly deadline: Given;
  readonly offset: Given;
}

const taskTimes = (sketch: Sketch, task: Task): GivenTimes => {
  const { kind, periodUs, deadlineUs, offsetUs } = task;
  // A job that is to be measured may take the whole period.
  const budgetUs = isProvisional(sketch, task) ? periodUs : task.budgetUs;
  const given = (member: string, us: Us | null): Given => ({ member, us: kind === 'background' ? null : us });
  return {
    period: given('periodUs', periodUs),
    budget: given('budgetUs', budgetUs),
    deadline: given('deadlineUs', deadlineUs),
    offset: given('offsetUs', offsetUs),
  };
};

const NOT_GIVEN: Given = { member: '', us: null };

const handlerTimes = (sketch: Sketch, interrupt: Interrupt): GivenTimes => ({
  period: { member: 'handlerPeriodUs', us: interrupt.handlerPeriodUs },
  budget: {
    member: 'handlerBudgetUs',
    us: isProvisional(sketch, interrupt) ? interrupt.handlerPeriodUs : interrupt.handlerBudgetUs,
  },
  deadline: NOT_GIVEN,
  offset: NOT_GIVEN,
});

/** All runnables, in the order of `System.runnables`. */
export function lowerTasks(sketch: Sketch, surroundings: Surroundings): LoweredTask[] {
  return systemOf(sketch).runnables.map((runnable) => {
    const { element, source } = runnable;
    if (element === 'task') {
      const task = sketch.tasks[source] as Task;
      const common = commonOf(runnable, ['tasks', source], taskTimes(sketch, task), surroundings);
      const text = (member: CodeMember): UserText => ({
        text: task[member],
        origin: originOf(element, task.name, member),
      });
      return {
        ...common,
        stackBytes: surroundings.threads === null ? 0 : (task.stackBytes ?? surroundings.threads.stackBytes),
        setup: text('setup'),
        body: text('body'),
        deadlineHandler: text('deadlineHandler'),
        budgetHandler: text('budgetHandler'),
      };
    }
    const interrupt = sketch.interrupts[source] as Interrupt;
    const none = { text: '', origin: originOf(element, interrupt.name, 'setup') };
    return {
      ...commonOf(runnable, ['interrupts', source], handlerTimes(sketch, interrupt), surroundings),
      stackBytes: surroundings.threads?.stackBytes ?? 0,
      setup: none,
      body: { text: interrupt.body, origin: originOf(element, interrupt.name, 'body') },
      deadlineHandler: none,
      budgetHandler: none,
    };
  });
}

function commonOf(
  runnable: Runnable,
  path: readonly PropertyKey[],
  { period, budget, deadline, offset }: GivenTimes,
  surroundings: Surroundings,
): Omit<LoweredTask, CodeMember | 'stackBytes'> {
  const { name, element, kind, rank, overrun, catchUpLimit } = runnable;
  const { enforced, board, names, capabilities } = surroundings;
  const ticks = ({ member, us }: Given, toTicksAt = ticksAt): Ticks =>
    us === null ? 0 : toTicksAt([...path, member], us, surroundings);
  return {
    name,
    identifier: identifierOf(names, name),
    element,
    kind,
    periodTicks: ticks(period, enforced && budget.us !== null ? serverTicksAt : ticksAt),
    budgetTicks: ticks(budget),
    // The default is D = T. If T does not fit, that is already reported.
    deadlineTicks: deadline.us === null ? quietTicks(period.us, board) : ticks(deadline),
    offsetTicks: ticks(offset),
    rank,
    overrun,
    catchUpLimit,
    exhaustion: exhaustionOn(capabilities, runnable),
  };
}

function quietTicks(us: Us | null, board: Board): Ticks {
  const found = us === null ? null : toTicks(us, board.timerHz);
  return found?.ok ? found.ticks : 0;
}
