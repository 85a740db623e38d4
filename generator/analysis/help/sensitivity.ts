/**
 * Sensitivity: how far one parameter can change, with all others constant, such that the sketch is
 * still admitted; and by how much all budgets together can change. Exact bisection, to one µs or
 * one thousandth.
 *
 * S. Vestal, "Fixed-Priority Sensitivity Analysis for Linear Compute Time Models", IEEE TSE 20(4),
 * 1994; E. Bini, M. Di Natale, G. Buttazzo, "Sensitivity Analysis for Fixed-Priority Real-Time
 * Systems", Real-Time Systems 39, 2008.
 *
 * While the priority order stays the same, a longer period, a later deadline or a smaller budget
 * keeps a sketch schedulable (S. Baruah, A. Burns, "Sustainable Scheduling Analysis", RTSS 2006),
 * so bisection finds the limit. A period or deadline that passes another task's may change the
 * order. Each interval between two such values is searched separately, starting at the present
 * value, and the first limit is returned (with very many intervals, only the nearest are searched
 * separately). Beyond that limit a sketch may be admitted again. With offsets, and for some
 * multicore tests, even one interval can have several limits. The result is then a value with which
 * the sketch is admitted, while it is not admitted with one µs more.
 */
import { deadlineUsOf, type Sketch, type Task } from '../../sketch/model.ts';
import { nsOfUs, usOfNs } from '../../sketch/time.ts';
import { systemOf } from '../../system/system.ts';
import { MAX_TIME_NS } from '../arithmetic.ts';
import { withResourceBlocking } from '../sections.ts';
import type { TaskSet } from '../task-set.ts';
import type { Probe } from './probe.ts';
import type { TaskHelp } from './types.ts';

/** Longest time that can be analysed exactly. Unit: µs. */
const MOST_US = Math.floor(usOfNs(MAX_TIME_NS));
const LEAST_US = 1;
const PERMILLE = 1000;

type Member = 'budgetUs' | 'periodUs' | 'deadlineUs';

/** A parameter that can change, and the test of its values. */
interface Range {
  readonly present: number;
  /** The end of the range with the highest demand, and the other end. */
  readonly hard: number;
  readonly easy: number;
  /**
   * Values at which the task is still less urgent than another, while the value minus one makes it
   * more urgent.
   */
  readonly turns: readonly number[];
  admits(value: number): boolean;
}

/** The limits of one task. `admitted` and `responseNs` are those of the unchanged sketch. */
export function limitsOf(
  probe: Probe,
  sketch: Sketch,
  index: number,
  now: { readonly admitted: boolean; readonly responseNs: number | null },
): TaskHelp | null {
  const task = sketch.tasks[index];
  const deadlineUs = task === undefined ? null : deadlineUsOf(task);
  if (task === undefined || task.periodUs === null || task.budgetUs === null || deadlineUs === null) return null;
  const limit = (member: Member, present: number, hint: number | null): number | null =>
    limitOf(rangeOf(probe, sketch, index, member, present), now.admitted, hint);
  if (!now.admitted && isHopeless(probe, sketch, index)) return noLimits(index, deadlineUs, now.responseNs);
  const mostBudgetUs = limit('budgetUs', task.budgetUs, null);
  return {
    task: index,
    computed: true,
    mostBudgetUs,
    leastPeriodUs: limit('periodUs', task.periodUs, null),
    leastDeadlineUs: limit(
      'deadlineUs',
      deadlineUs,
      now.responseNs === null ? null : Math.ceil(usOfNs(now.responseNs)),
    ),
    budgetFactor: mostBudgetUs === null ? null : Math.floor((mostBudgetUs * PERMILLE) / task.budgetUs) / PERMILLE,
    slackNs: now.responseNs === null ? null : nsOfUs(deadlineUs) - now.responseNs,
  };
}

/**
 * Whether the sketch is not admitted even if the task's demand is minimal. Then no change of this
 * task alone helps. A task that holds resources may block more when it is less urgent, so this
 * shortcut does not apply to it.
 */
function isHopeless(probe: Probe, sketch: Sketch, index: number): boolean {
  if (sketch.resources.length > 0) return false;
  const least = { budgetUs: LEAST_US, periodUs: MOST_US, deadlineUs: MOST_US };
  return !probe.admits(withMembers(sketch, index, least));
}

function noLimits(task: number, deadlineUs: number, responseNs: number | null): TaskHelp {
  const slackNs = responseNs === null ? null : nsOfUs(deadlineUs) - responseNs;
  const none = { mostBudgetUs: null, leastPeriodUs: null, leastDeadlineUs: null, budgetFactor: null };
  return { task, computed: true, ...none, slackNs };
}

const withMembers = (sketch: Sketch, index: number, members: Partial<Pick<Task, Member>>): Sketch => ({
  ...sketch,
  tasks: sketch.tasks.map((task, i) => (i === index ? { ...task, ...members } : task)),
});

function rangeOf(probe: Probe, sketch: Sketch, index: number, member: Member, present: number): Range {
  const growing = member === 'budgetUs';
  return {
    present,
    hard: growing ? MOST_US : LEAST_US,
    easy: growing ? LEAST_US : MOST_US,
    turns: movesOrder(sketch, index, member) ? turnsOf(sketch, index) : [],
    admits: (value) => probe.admits(withMembers(sketch, index, { [member]: value })),
  };
}

/** Whether the policy orders tasks by this parameter. */
function movesOrder({ policy, tasks }: Sketch, index: number, member: Member): boolean {
  if (policy === 'fixed') return false;
  if (policy === 'rate-monotonic') return member === 'periodUs';
  return member === 'deadlineUs' || (member === 'periodUs' && tasks[index]?.deadlineUs === null);
}

/**
 * From the periods or deadlines of all other tasks. Among equal values the task that comes first in
 * the sketch is more urgent.
 */
function turnsOf(sketch: Sketch, index: number): number[] {
  const { policy, tasks } = sketch;
  const handlers = systemOf(sketch).runnables.filter(({ element }) => element === 'interrupt');
  const key = policy === 'rate-monotonic' ? (task: Task) => task.periodUs : deadlineUsOf;
  const turns = [
    ...tasks.flatMap((task, i) => (i === index ? [] : (turnAt(key(task), i < index) ?? []))),
    ...handlers.flatMap(({ periodNs }) => (periodNs === null ? [] : (turnAt(usOfNs(periodNs), false) ?? []))),
  ];
  return [...new Set(turns)];
}

const turnAt = (us: number | null, first: boolean): number | null => (us === null ? null : first ? us : us + 1);

/** The limit nearest to the present value; null if no value is admitted. */
function limitOf(range: Range, admitted: boolean, hint: number | null): number | null {
  if (hint !== null && admitted && isLimit(range, hint)) return hint;
  const to = admitted ? range.hard : range.easy;
  let from = range.present;
  for (const end of endsBetween(range, from, to)) {
    // Within an interval, the hard end decides when searching towards it, and the easy end when
    // searching back.
    if (range.admits(end) !== admitted) return boundary(range, from, end, admitted);
    from = end;
  }
  return admitted ? to : null;
}

/**
 * Whether a value is admitted and the next harder one is not, with no change of order between the
 * present value and it.
 */
function isLimit({ present, hard, turns, admits }: Range, value: number): boolean {
  const step = Math.sign(hard - present);
  if (step === 0 || Math.sign(value - present) === -step || value === hard) return false;
  const passes = (turn: number) => (turn - present) * step >= -1 && (value + step - turn) * step >= -1;
  return !turns.some(passes) && admits(value) && !admits(value + step);
}

/** With more intervals than this, the rest is treated as one interval. */
const MOST_STRETCHES = 40;

/**
 * When searching upwards to easier values, the search stops at each of these multiples of the
 * present value. At full load a test can reach its step limit for the largest times, although the
 * limit is far below them.
 */
const MULTIPLE = 16;

/** The far ends of the intervals from one value to another, in that order. The last one is `to`. */
function endsBetween(range: Range, from: number, to: number): number[] {
  const { hard } = range;
  if (from === to) return [];
  const step = Math.sign(to - from);
  const turns = to === hard || step < 0 ? range.turns : [...range.turns, ...multiplesOf(from, to)];
  // Towards harder values an interval ends at the turn itself, towards easier values just before
  // it.
  const ends = to === hard ? turns : turns.map((turn) => turn - 1);
  const inside = ends.filter((value) => (value - from) * step > 0 && (to - value) * step > 0);
  return [...inside.sort((a, b) => (a - b) * step).slice(0, MOST_STRETCHES), to];
}

function multiplesOf(from: number, to: number): number[] {
  const found: number[] = [];
  for (let value = from * MULTIPLE; value < to; value *= MULTIPLE) found.push(value);
  return found;
}

/**
 * Bisects between `from`, with the result `admitted`, and `to`, with the opposite result. Returns
 * the admitted value at the boundary.
 */
function boundary({ admits }: Range, from: number, to: number, admitted: boolean): number {
  let [same, other] = [from, to];
  while (Math.abs(other - same) > 1) {
    const middle = Math.floor((same + other) / 2);
    if (admits(middle) === admitted) same = middle;
    else other = middle;
  }
  return admitted ? same : other;
}

/**
 * The largest factor on the budgets and critical sections of all tasks and handlers, as for a
 * slower or faster processor. I/O budgets and overheads stay the same. Rounded down to 1/1000; null
 * if no factor is admitted.
 */
export function scaleOf(probe: Probe, sketch: Sketch): number | null {
  const set = probe.build(sketch);
  const utilization = set.entities.reduce((sum, entity) => sum + entity.budgetNs / entity.periodNs, 0);
  if (set.refusal !== null || utilization === 0) return null;
  const holds = (permille: number) => probe.holds(scaled(set, permille));
  let [low, high] = [0, Math.ceil((PERMILLE * set.cores) / utilization) + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low === 0 ? null : low / PERMILLE;
}

/** Exact, because budgets and sections are whole µs and therefore whole multiples of 1000 ns. */
function scaled(set: TaskSet, permille: number): TaskSet {
  const times = (ns: number) => (ns / PERMILLE) * permille;
  const entities = set.entities.map((entity) => {
    const budgetNs = times(entity.budgetNs);
    return { ...entity, budgetNs, costNs: entity.costNs - entity.budgetNs + budgetNs };
  });
  const sections = set.sections.map((section) => {
    const lengthNs = times(section.lengthNs);
    const blockingNs = section.blockingNs - section.lengthNs + lengthNs;
    return { ...section, lengthNs, blockingNs, overdraftNs: section.overdraftNs > 0 ? blockingNs : 0 };
  });
  return {
    ...set,
    entities: withResourceBlocking(entities, sections),
    sections,
    background: set.background.map((task) => {
      if (task.budgetNs === null || task.costNs === null) return task;
      const budgetNs = times(task.budgetNs);
      return { ...task, budgetNs, costNs: task.costNs - task.budgetNs + budgetNs };
    }),
  };
}
