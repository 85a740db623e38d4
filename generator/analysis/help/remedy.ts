/**
 * The cheapest remedy of a sketch that is not admitted: the one parameter of one task that needs the
 * smallest relative change.
 */
import { deadlineUsOf, type Sketch, type Task } from '../../sketch/model.ts';
import type { AdmissionContext } from '../admission.ts';
import { Probe } from './probe.ts';
import { limitsOf } from './sensitivity.ts';

export const REMEDY_MEMBERS = ['budgetUs', 'periodUs', 'deadlineUs'] as const;
export type RemedyMember = (typeof REMEDY_MEMBERS)[number];

export interface Remedy {
  /** Index in `sketch.tasks`. */
  readonly task: number;
  readonly name: string;
  readonly member: RemedyMember;
  readonly presentUs: number;
  /** With this value the sketch is admitted. */
  readonly valueUs: number;
}

export interface RemedyOptions {
  /** The parameters that may change. A measured budget, for example, is a fact. Default: all. */
  readonly members?: readonly RemedyMember[];
  /** Called before each task. Return true to skip the remaining tasks. */
  readonly enough?: () => boolean;
}

const LIMITS = {
  budgetUs: 'mostBudgetUs',
  periodUs: 'leastPeriodUs',
  deadlineUs: 'leastDeadlineUs',
} as const;

/**
 * null: the sketch is admitted, or no change of one parameter is enough.
 *
 * A shorter deadline can be a remedy, too, because it raises the task's priority. The tests for
 * several cores are only sufficient, so a sketch can be admitted with a deadline and refused with a
 * later one.
 */
export function cheapestRemedy(
  sketch: Sketch,
  context: AdmissionContext,
  { members = REMEDY_MEMBERS, enough = () => false }: RemedyOptions = {},
): Remedy | null {
  const probe = new Probe(context);
  if (probe.admits(sketch)) return null;
  let best: Remedy | null = null;
  for (const [index, task] of sketch.tasks.entries()) {
    if (enough()) break;
    const limits = limitsOf(probe, sketch, index, { admitted: false, responseNs: null });
    if (limits === null) continue;
    const present = { budgetUs: task.budgetUs ?? 0, periodUs: task.periodUs ?? 0, deadlineUs: deadlineUsOf(task) ?? 0 };
    for (const member of members) {
      const limit = limits[LIMITS[member]];
      // A budget of 0 is no remedy: the task could do nothing.
      if (limit === null || limit < 1 || present[member] < 1) continue;
      const valueUs = legible(probe, sketch, index, member, limit);
      best = cheaper(best, { task: index, name: task.name, member, presentUs: present[member], valueUs });
    }
    if (!members.includes('deadlineUs')) continue;
    const valueUs = shorterDeadline(probe, sketch, index);
    if (valueUs === null) continue;
    best = cheaper(best, {
      task: index,
      name: task.name,
      member: 'deadlineUs',
      presentUs: present.deadlineUs,
      valueUs,
    });
  }
  return best;
}

const cheaper = (best: Remedy | null, found: Remedy): Remedy =>
  best === null || costOf(found) < costOf(best) ? found : best;

/** Whether a remedy is a shorter deadline, which raises the task's priority. */
export const isShorterDeadline = ({ member, presentUs, valueUs }: Pick<Remedy, 'member' | 'presentUs' | 'valueUs'>) =>
  member === 'deadlineUs' && valueUs < presentUs;

const costOf = ({ presentUs, valueUs }: Remedy): number => Math.abs(Math.log(valueUs / presentUs));

/** The deadlines that are tried: this many, each the same ratio shorter than the one before. */
const SHORTER_STEPS = 32;
/** The shortest deadline that is tried, as a share of the present one. */
const SHORTEST = 1 / 8;

/**
 * A deadline below the present one with which the sketch is admitted; null if none was found. One
 * core under EDF has none, because a later deadline never refuses there.
 */
function shorterDeadline(probe: Probe, sketch: Sketch, index: number): number | null {
  const task = sketch.tasks[index] as Task;
  const presentUs = deadlineUsOf(task) ?? 0;
  const isOrderedByDeadline = sketch.policy === 'edf' || sketch.policy === 'deadline-monotonic';
  if (!isOrderedByDeadline || sketch.cores === 1) return null;
  const admits = (deadlineUs: number) =>
    probe.admits(remedied(sketch, { task: index, member: 'deadlineUs', valueUs: deadlineUs }));
  let refused = presentUs;
  for (const tried of shorterThan(sketch, index, presentUs)) {
    if (admits(tried)) return legible(probe, sketch, index, 'shorter', longest(tried, refused, admits));
    refused = tried;
  }
  return null;
}

/**
 * Deadlines to try, longest first: a series of equal ratios, and the deadlines just below those of
 * the other tasks, where the order changes.
 */
function shorterThan(sketch: Sketch, index: number, presentUs: number): number[] {
  const least = Math.max(1, sketch.tasks[index]?.budgetUs ?? 1, Math.ceil(presentUs * SHORTEST));
  const ratio = SHORTEST ** (1 / SHORTER_STEPS);
  const series = Array.from({ length: SHORTER_STEPS }, (_, step) => Math.round(presentUs * ratio ** (step + 1)));
  const turns = sketch.tasks.flatMap((task) => {
    const deadlineUs = deadlineUsOf(task);
    return deadlineUs === null ? [] : [deadlineUs, deadlineUs - 1];
  });
  const inside = [...new Set([presentUs - 1, ...series, ...turns])].filter((us) => us >= least && us < presentUs);
  return inside.sort((a, b) => b - a).slice(0, 2 * SHORTER_STEPS);
}

/** Finds the longest admitted value between an admitted and a refused value by bisection. */
function longest(admitted: number, refused: number, admits: (us: number) => boolean): number {
  let [low, high] = [admitted, refused];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (admits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const DIGITS = 2;

/** The limit in the kernel's unit, rounded to two digits, away from it, if that is admitted, too. Deadlines have no unit. */
function legible(probe: Probe, sketch: Sketch, index: number, kind: RemedyMember | 'shorter', limit: number): number {
  const member = kind === 'shorter' ? 'deadlineUs' : kind;
  const isMost = kind === 'budgetUs' || kind === 'shorter';
  const unitUs = member === 'deadlineUs' ? 1 : probe.timeUnitUs;
  const roundedTo = (step: number) => (isMost ? Math.floor(limit / step) : Math.ceil(limit / step)) * step;
  const digits = roundedTo(Math.max(unitUs, 10 ** Math.max(0, String(limit).length - DIGITS)));
  const isAdmitted = (us: number) => us > 0 && probe.admits(remedied(sketch, { task: index, member, valueUs: us }));
  return [digits, roundedTo(unitUs)].find(isAdmitted) ?? limit;
}

/** The sketch with the change. */
export function remedied(
  sketch: Sketch,
  { task, member, valueUs }: Pick<Remedy, 'task' | 'member' | 'valueUs'>,
): Sketch {
  const tasks = sketch.tasks.map((each, index) => (index === task ? { ...each, [member]: valueUs } : each));
  return { ...sketch, tasks };
}

/** Budgets that were measured, by the name of the task. Unit: µs. */
export type MeasuredBudgets = Readonly<Record<string, number>>;

/** The sketch with each budget that is smaller than the measured one raised to it. */
export function withMeasured(sketch: Sketch, measured: MeasuredBudgets): Sketch {
  const tasks = sketch.tasks.map((task) => {
    const us = measured[task.name];
    return us === undefined || task.budgetUs === null || us <= task.budgetUs ? task : { ...task, budgetUs: us };
  });
  return { ...sketch, tasks };
}

/** What to change so that the program meets its deadlines if its jobs take the measured times. */
export interface MeasuredRemedy {
  /** Tasks with a budget below their measured time, with a budget from the measured time. */
  readonly budgets: readonly { readonly name: string; readonly budgetUs: number }[];
  /** null: none is needed once the budgets are right, or none is enough. */
  readonly remedy: Remedy | null;
  /** Whether the changes together are admitted. */
  readonly enough: boolean;
}

/** Measured times are facts, so only periods and deadlines change. */
export function measuredRemedy(
  sketch: Sketch,
  context: AdmissionContext,
  measured: MeasuredBudgets,
  options: Pick<RemedyOptions, 'enough'> = {},
): MeasuredRemedy {
  const honest = withMeasured(sketch, measured);
  const budgets = honest.tasks.flatMap(({ name, budgetUs }, index) =>
    budgetUs === null || budgetUs === sketch.tasks[index]?.budgetUs ? [] : [{ name, budgetUs }],
  );
  if (new Probe(context).admits(honest)) return { budgets, remedy: null, enough: true };
  const remedy = cheapestRemedy(honest, context, { ...options, members: ['periodUs', 'deadlineUs'] });
  return { budgets, remedy, enough: remedy !== null };
}
