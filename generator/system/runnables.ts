/** Runnables execute jobs: the tasks of a sketch, and the handlers of its interrupts. */
import {
  deadlineUsOf,
  type ExhaustionPolicy,
  type Interrupt,
  type OverrunPolicy,
  type Sketch,
  TASK_DEFAULTS,
  type Task,
  type TaskKind,
} from '../sketch/model.ts';
import { type Ns, nsOfUs, nsOrNull } from '../sketch/time.ts';

/**
 * A task, or the handler of an interrupt. A handler is a sporadic task on its Main VCPU (C_h, T_h):
 * a sporadic server counts as a periodic task (Sprunt, Sha, Lehoczky 1989). Its deadline is its
 * period, and it has the name of its interrupt.
 */
export interface Runnable {
  /** Index in `System.runnables`. Generated tables, telemetry and charts use the same number. */
  readonly index: number;
  readonly element: 'task' | 'interrupt';
  /** Index in `sketch.tasks` or `sketch.interrupts`. */
  readonly source: number;
  readonly name: string;
  readonly kind: TaskKind;
  /** T; null for a background task. */
  readonly periodNs: Ns | null;
  /** C as declared; null for a background task without a budget. */
  readonly budgetNs: Ns | null;
  /** D, which is T if the sketch gives no deadline; null for a background task. */
  readonly deadlineNs: Ns | null;
  /** φ. */
  readonly offsetNs: Ns;
  /** J. */
  readonly jitterNs: Ns;
  /**
   * Priority under the policy `fixed`; null ranks after all tasks that have one. Handlers have no
   * user-assigned priority and rank first.
   */
  readonly priority: number | null;
  /**
   * Position in the order of the policy; 0 is the most urgent. Ranks are unique, and background
   * tasks have the last ones.
   */
  readonly rank: number;
  readonly core: number | null;
  readonly affinity: readonly number[];
  readonly overrun: OverrunPolicy;
  readonly catchUpLimit: number;
  readonly exhaustion: ExhaustionPolicy;
}

/**
 * Whether the deadline is not the next release, which would find the job unfinished. A runtime that
 * tells a miss at once watches such a deadline itself.
 */
export const hasOwnDeadline = (
  { periodNs, deadlineNs }: Pick<Runnable, 'periodNs' | 'deadlineNs'>,
  periodic: boolean,
): boolean => deadlineNs !== null && !(periodic && deadlineNs === periodNs);

/** A handler of an interrupt always has a budget and a period. */
export interface Handler extends Runnable {
  readonly periodNs: Ns;
  readonly budgetNs: Ns;
}

export type Unranked = Omit<Runnable, 'rank'>;

/** Whether the interrupt has a handler job. Otherwise it has only a bottom half. */
const hasHandler = ({ handlerBudgetUs }: Interrupt): boolean => handlerBudgetUs > 0;

function runnableOfTask(task: Task, index: number): Unranked {
  const timed = task.kind !== 'background';
  const { name, kind, priority, core, affinity, overrun, catchUpLimit, exhaustion } = task;
  return {
    index,
    element: 'task',
    source: index,
    name,
    kind,
    periodNs: timed ? nsOrNull(task.periodUs) : null,
    budgetNs: nsOrNull(task.budgetUs),
    deadlineNs: timed ? nsOrNull(deadlineUsOf(task)) : null,
    offsetNs: nsOfUs(task.offsetUs),
    jitterNs: nsOfUs(task.jitterUs),
    priority,
    core,
    affinity,
    overrun,
    catchUpLimit,
    exhaustion,
  };
}

function runnableOfHandler(
  { name, handlerPeriodUs, handlerBudgetUs, handlerExhaustion }: Interrupt,
  index: number,
  source: number,
): Unranked {
  const periodNs = nsOfUs(handlerPeriodUs);
  const { overrun, catchUpLimit } = TASK_DEFAULTS;
  return {
    index,
    element: 'interrupt',
    source,
    name,
    kind: 'sporadic',
    periodNs,
    budgetNs: nsOfUs(handlerBudgetUs),
    deadlineNs: periodNs,
    offsetNs: 0,
    jitterNs: 0,
    priority: Number.MAX_SAFE_INTEGER,
    core: 0,
    affinity: [],
    overrun,
    catchUpLimit,
    exhaustion: handlerExhaustion,
  };
}

/** The tasks in sketch order, then the handlers in the order of their interrupts. */
export function unrankedOf({ tasks, interrupts }: Pick<Sketch, 'tasks' | 'interrupts'>): Unranked[] {
  const handlers = interrupts.flatMap((interrupt, source) => (hasHandler(interrupt) ? [{ interrupt, source }] : []));
  return [
    ...tasks.map(runnableOfTask),
    ...handlers.map(({ interrupt, source }, order) => runnableOfHandler(interrupt, tasks.length + order, source)),
  ];
}
