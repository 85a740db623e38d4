/**
 * Budgets for tasks without measured execution times: a first guess, the same for all tasks. The
 * largest guess with which the sketch is admitted is used.
 */
import { Probe } from '../analysis/help/probe.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import { contextOf } from './context.ts';

/** The largest is tried first, because a budget that is too small is exceeded at once. */
const GUESSES_US = [5_000, 2_000, 1_000, 500, 200, 100, 50, 20];

/** A task with a short period gets less, but not less than this because of its period alone. */
const SHORT_US = 1_000;

/** Periods of the I/O budget of interrupts, the shortest first. */
const IO_PERIODS_US = [10_000, 20_000, 50_000, 100_000, 200_000];

export interface FirstBudgets {
  readonly sketch: Sketch;
  /** The guess, without the waits of a task. */
  readonly guessUs: number;
  readonly admitted: boolean;
}

/** @param waitsUs the time that a task is known to take at least, e.g. for its calls of `delay()` */
export function withFirstBudgets(sketch: Sketch, waitsUs: (task: Task) => number = () => 0): FirstBudgets {
  const probe = new Probe(contextOf(sketch, false));
  const periods = sketch.interrupts.length === 0 ? [0] : IO_PERIODS_US;
  const guessed = (guessUs: number, ioPeriodUs: number): Sketch => ({
    ...sketch,
    tasks: sketch.tasks.map((task) => ({ ...task, budgetUs: budgetOf(task, guessUs, waitsUs(task)) })),
    interrupts: sketch.interrupts.map((each) => withIoPeriod(each, ioPeriodUs)),
  });
  for (const guessUs of GUESSES_US) {
    for (const period of periods) {
      const next = guessed(guessUs, period);
      if (probe.admits(next)) return { sketch: next, guessUs, admitted: true };
    }
  }
  const [guessUs = 0] = GUESSES_US;
  return { sketch: guessed(guessUs, IO_PERIODS_US[1] ?? 0), guessUs, admitted: false };
}

/** At most a tenth of a long period, and half of a short one. A background task delays all others. */
function budgetOf({ periodUs }: Task, guessUs: number, waitsUs: number): number {
  if (periodUs === null) return waitsUs + Math.min(guessUs, SHORT_US);
  const most = Math.max(Math.min(SHORT_US, Math.floor(periodUs / 2)), Math.floor(periodUs / 10), 1);
  return waitsUs + Math.min(guessUs, most);
}

/** An interrupt with a budget of its own. Interrupts that share the sketch's I/O server do not change. */
function withIoPeriod(interrupt: Interrupt, ioPeriodUs: number): Interrupt {
  return interrupt.ioBudgetUs === null ? interrupt : { ...interrupt, ioPeriodUs };
}
