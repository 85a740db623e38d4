/** Tasks, and the handlers of interrupts, which are sporadic tasks. */

import type { Board } from '../platform/board.ts';
import type { ThreadMemory } from '../platform/kernel.ts';
import type { InterruptOverheads } from '../platform/overheads.ts';
import type { Identifiers } from '../sketch/identifiers.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import type { Ticks, Us } from '../sketch/time.ts';
import type { Runnable } from '../system/runnables.ts';
import { systemOf } from '../system/system.ts';
import { identifierOf } from './names.ts';
import type { LoweredTask, UserText } from './program.ts';
import type { Reporter } from './reporter.ts';
import { longestUs, MAX_SERVER_TICKS, toTicks } from './ticks.ts';

/** What tables are made with. */
export interface Surroundings {
  readonly board: Board;
  readonly threads: ThreadMemory | null;
  /** Whether a task's budget has a server. */
  readonly enforced: boolean;
  /** What the runtime takes for interrupts; null: not measured. */
  readonly overheads: InterruptOverheads | null;
  readonly names: Identifiers;
  readonly reporter: Reporter;
}

type CodeMember = 'body' | 'setup' | 'deadlineHandler' | 'budgetHandler';

/** The name under which the compiler reports a piece of code. */
export function originOf(element: Runnable['element'], name: string, member: CodeMember): string {
  return `${element}:${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))}/${member}`;
}

/** In ticks; 0, and a report, when the board's timer cannot hold it. */
export function ticksAt(path: readonly PropertyKey[], us: Us, { board, reporter }: Surroundings): Ticks {
  const found = toTicks(us, board.timerHz);
  if (found.ok) return found.ticks;
  reporter.report(path, found.reason);
  return 0;
}

/** As `ticksAt`, of the period of a budget that has a server. */
export function serverTicksAt(path: readonly PropertyKey[], us: Us, surroundings: Surroundings): Ticks {
  const longest = longestUs(surroundings.board.timerHz, MAX_SERVER_TICKS);
  if (us <= longest) return ticksAt(path, us, surroundings);
  const text = `${us} µs are too long for a budget to be kept in. Choose at most ${longest} µs.`;
  surroundings.reporter.report(path, text);
  return 0;
}

/** A time as the sketch gives it, and the member of the file that holds it. */
interface Given {
  readonly member: string;
  readonly us: Us | null;
}

/** In the sketch's own unit: these are exact however long they are. */
interface GivenTimes {
  readonly period: Given;
  readonly budget: Given;
  /** null: D = T. */
  readonly deadline: Given;
  readonly offset: Given;
}

const taskTimes = ({ kind, periodUs, budgetUs, deadlineUs, offsetUs }: Task): GivenTimes => {
  const given = (member: string, us: Us | null): Given => ({ member, us: kind === 'background' ? null : us });
  return {
    period: given('periodUs', periodUs),
    budget: given('budgetUs', budgetUs),
    deadline: given('deadlineUs', deadlineUs),
    offset: given('offsetUs', offsetUs),
  };
};

const NOT_GIVEN: Given = { member: '', us: null };

const handlerTimes = ({ handlerPeriodUs, handlerBudgetUs }: Interrupt): GivenTimes => ({
  period: { member: 'handlerPeriodUs', us: handlerPeriodUs },
  budget: { member: 'handlerBudgetUs', us: handlerBudgetUs },
  deadline: NOT_GIVEN,
  offset: NOT_GIVEN,
});

/** All that run jobs, in the order of `System.runnables`. */
export function lowerTasks(sketch: Sketch, surroundings: Surroundings): LoweredTask[] {
  return systemOf(sketch).runnables.map((runnable) => {
    const { element, source } = runnable;
    if (element === 'task') {
      const task = sketch.tasks[source] as Task;
      const common = commonOf(runnable, ['tasks', source], taskTimes(task), surroundings);
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
      ...commonOf(runnable, ['interrupts', source], handlerTimes(interrupt), surroundings),
      stackBytes: surroundings.threads?.stackBytes ?? 0,
      setup: none,
      body: { text: interrupt.body, origin: originOf(element, interrupt.name, 'body') },
      deadlineHandler: none,
      budgetHandler: none,
    };
  });
}

function commonOf(
  { name, element, kind, rank, overrun, catchUpLimit, exhaustion }: Runnable,
  path: readonly PropertyKey[],
  { period, budget, deadline, offset }: GivenTimes,
  surroundings: Surroundings,
): Omit<LoweredTask, CodeMember | 'stackBytes'> {
  const { enforced, board, names } = surroundings;
  const ticks = ({ member, us }: Given, toTicksAt = ticksAt): Ticks =>
    us === null ? 0 : toTicksAt([...path, member], us, surroundings);
  return {
    name,
    identifier: identifierOf(names, name),
    element,
    kind,
    periodTicks: ticks(period, enforced && budget.us !== null ? serverTicksAt : ticksAt),
    budgetTicks: ticks(budget),
    // Without one of its own D = T, which has been reported already if it does not fit.
    deadlineTicks: deadline.us === null ? quietTicks(period.us, board) : ticks(deadline),
    offsetTicks: ticks(offset),
    rank,
    overrun,
    catchUpLimit,
    exhaustion,
  };
}

function quietTicks(us: Us | null, board: Board): Ticks {
  const found = us === null ? null : toTicks(us, board.timerHz);
  return found?.ok ? found.ticks : 0;
}
