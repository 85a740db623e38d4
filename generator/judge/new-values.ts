/**
 * Times of a new task or interrupt with which the sketch stays admitted, found by a short search.
 * A new element must not be refused while some values of it are admitted.
 */
import { Probe } from '../analysis/help/probe.ts';
import { timeUnitUs } from '../platform/kernel.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import type { Us } from '../sketch/time.ts';
import { targetById } from '../targets/index.ts';
import { contextOf } from './context.ts';

const MS = 1_000;

/** In the order in which they are tried: round numbers, the shortest first. */
const PERIODS_US = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000].map((ms) => ms * MS);

/** A long period with a useful budget is better than a short period with a tiny one. */
const BUDGETS_US = [1_000, 100, 10];

/** Those that the kernel can represent. */
function budgetsUs({ target }: Sketch): readonly Us[] {
  const unitUs = timeUnitUs(targetById(target));
  return BUDGETS_US.filter((us) => us % unitUs === 0);
}

/** Limits the search on large sketches: number of candidates times number of tasks. */
const MOST_WORK = 2_500;

/** The task with the first values that are admitted, or unchanged if there are none. */
export function withAdmittedTask(sketch: Sketch, task: Task): Task {
  const candidates = placesOf(sketch).flatMap((core) =>
    budgetsUs(sketch).flatMap((budgetUs) => PERIODS_US.map((periodUs) => ({ ...task, periodUs, budgetUs, core }))),
  );
  const add = (each: Task): Sketch => ({ ...sketch, tasks: [...sketch.tasks, each] });
  return firstAdmitted(sketch, [task, ...candidates], add) ?? task;
}

/** Returns the interrupt with the first admitted values for the gap of its handler and the period of its I/O budget. */
export function withAdmittedInterrupt(sketch: Sketch, interrupt: Interrupt): Interrupt {
  const candidates = budgetsUs(sketch).flatMap((budgetUs) =>
    PERIODS_US.map((periodUs) => ({
      ...interrupt,
      handlerBudgetUs: budgetUs,
      handlerPeriodUs: periodUs,
      ioPeriodUs: periodUs,
    })),
  );
  const add = (each: Interrupt): Sketch => ({ ...sketch, interrupts: [...sketch.interrupts, each] });
  return firstAdmitted(sketch, [interrupt, ...candidates], add) ?? interrupt;
}

function firstAdmitted<E>(sketch: Sketch, candidates: readonly E[], add: (element: E) => Sketch): E | null {
  const probe = new Probe(contextOf(sketch, false));
  // No further element makes a refused sketch admitted.
  if (sketch.tasks.length > 0 && !probe.admits(sketch)) return null;
  return thinned(candidates, sketch.tasks.length).find((candidate) => probe.admits(add(candidate))) ?? null;
}

/** The first and the last candidate, and others between them as far as the work allows. */
function thinned<E>(candidates: readonly E[], tasks: number): readonly E[] {
  const most = Math.max(4, Math.floor(MOST_WORK / Math.max(1, tasks)));
  if (candidates.length <= most) return candidates;
  const step = (candidates.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => candidates[Math.round(i * step)]).filter((each) => each !== undefined);
}

/** The cores to try: the first one of each cluster, or none if all cores share one ready queue. */
function placesOf({ cores, clusterCores }: Sketch): readonly (number | null)[] {
  if (clusterCores === null || clusterCores >= cores) return [null];
  return Array.from({ length: Math.ceil(cores / clusterCores) }, (_, i) => i * clusterCores);
}
