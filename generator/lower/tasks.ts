/** Tasks, and the handlers of interrupts, which are sporadic tasks. */
import type { Identifiers } from '../sketch/identifiers.ts';
import { deadlineUsOf, type Interrupt, type Sketch, TASK_DEFAULTS, type Task } from '../sketch/model.ts';
import type { Board, InterruptOverheads, ThreadMemory } from '../sketch/platform.ts';
import { identifierOf } from './names.ts';
import type { LoweredTask, Runnable, UserText } from './program.ts';
import { ranksOf } from './ranks.ts';
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
export function ticksAt(path: readonly PropertyKey[], us: number, { board, reporter }: Surroundings): number {
  const found = toTicks(us, board.timerHz);
  if (found.ok) return found.ticks;
  reporter.report(path, found.reason);
  return 0;
}

/** As `ticksAt`, of the period of a budget that has a server. */
export function serverTicksAt(path: readonly PropertyKey[], us: number, surroundings: Surroundings): number {
  const longest = longestUs(surroundings.board.timerHz, MAX_SERVER_TICKS);
  if (us <= longest) return ticksAt(path, us, surroundings);
  const text = `${us} µs are too long for a budget to be kept in. Choose at most ${longest} µs.`;
  surroundings.reporter.report(path, text);
  return 0;
}

/** All that run jobs: the sketch's tasks, then the handlers of its interrupts in their order. */
export function lowerTasks(sketch: Sketch, surroundings: Surroundings): LoweredTask[] {
  const ranks = ranksOf(sketch.tasks, sketch.policy, sketch.interrupts);
  const unranked = [
    ...sketch.tasks.map((task, index) => lowerTask(task, index, surroundings)),
    ...sketch.interrupts.flatMap((interrupt, index) => lowerHandler(interrupt, index, surroundings)),
  ];
  return unranked.map((task, index) => ({ ...task, rank: ranks[index] ?? 0 }));
}

type Unranked = Omit<LoweredTask, 'rank'>;

function lowerTask(task: Task, index: number, surroundings: Surroundings): Unranked {
  const ticks = (member: 'periodUs' | 'budgetUs' | 'deadlineUs' | 'offsetUs', us: number | null): number =>
    task.kind === 'background' || us === null ? 0 : ticksAt(['tasks', index, member], us, surroundings);
  const periodTicks = (): number =>
    surroundings.enforced && task.kind !== 'background' && task.periodUs !== null && task.budgetUs !== null
      ? serverTicksAt(['tasks', index, 'periodUs'], task.periodUs, surroundings)
      : ticks('periodUs', task.periodUs);
  const text = (member: CodeMember): UserText => ({
    text: task[member],
    origin: originOf('task', task.name, member),
  });
  return {
    name: task.name,
    identifier: identifierOf(surroundings.names, task.name),
    element: 'task',
    kind: task.kind,
    periodTicks: periodTicks(),
    budgetTicks: ticks('budgetUs', task.budgetUs),
    // Without one of its own D = T, which has been reported already if it does not fit.
    deadlineTicks:
      task.deadlineUs === null
        ? quietTicks(deadlineUsOf(task), surroundings.board)
        : ticks('deadlineUs', task.deadlineUs),
    offsetTicks: ticks('offsetUs', task.offsetUs),
    overrun: task.overrun,
    catchUpLimit: task.catchUpLimit,
    exhaustion: task.exhaustion,
    stackBytes: surroundings.threads === null ? 0 : (task.stackBytes ?? surroundings.threads.stackBytes),
    setup: text('setup'),
    body: text('body'),
    deadlineHandler: text('deadlineHandler'),
    budgetHandler: text('budgetHandler'),
  };
}

function quietTicks(us: number | null, board: Board): number {
  const found = us === null ? null : toTicks(us, board.timerHz);
  return found?.ok ? found.ticks : 0;
}

/** Nothing when the bottom half is all that the interrupt has. */
function lowerHandler(interrupt: Interrupt, index: number, surroundings: Surroundings): Unranked[] {
  if (interrupt.handlerBudgetUs === 0) return [];
  const toPeriod = surroundings.enforced ? serverTicksAt : ticksAt;
  const period = toPeriod(['interrupts', index, 'handlerPeriodUs'], interrupt.handlerPeriodUs, surroundings);
  const none = { text: '', origin: originOf('interrupt', interrupt.name, 'setup') };
  const { overrun, catchUpLimit, exhaustion } = TASK_DEFAULTS;
  return [
    {
      name: interrupt.name,
      identifier: identifierOf(surroundings.names, interrupt.name),
      element: 'interrupt',
      kind: 'sporadic',
      periodTicks: period,
      budgetTicks: ticksAt(['interrupts', index, 'handlerBudgetUs'], interrupt.handlerBudgetUs, surroundings),
      deadlineTicks: period,
      offsetTicks: 0,
      overrun,
      catchUpLimit,
      exhaustion,
      stackBytes: surroundings.threads?.stackBytes ?? 0,
      setup: none,
      body: { text: interrupt.body, origin: originOf('interrupt', interrupt.name, 'body') },
      deadlineHandler: none,
      budgetHandler: none,
    },
  ];
}
