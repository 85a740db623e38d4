/**
 * B(t), the blocking of the work that is due by t under EDF, as a step function.
 *
 * A job that is due after t can block this work only if it started before the busy period. If the
 * first deadline D − J of its task is at or before t, that job or the next one is part of the work
 * due by t. So wherever B decreases, the work due increases by at least as much, and their sum
 * never decreases with t.
 */

import { type CriticalSection, overdraftsNs } from '../sections.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { firstDeadlineOf } from './deadline-table.ts';

/**
 * A non-negative step function of time: `valueNs[k]` from `fromNs[k]` until `fromNs[k + 1]`,
 * exclusive. `fromNs[0]` is −∞.
 */
export interface StepFunction {
  readonly fromNs: Float64Array;
  readonly valueNs: Float64Array;
  readonly mostNs: number;
}

export function valueAt({ fromNs, valueNs }: StepFunction, timeNs: number): number {
  let [low, high] = [0, fromNs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fromNs[middle]! <= timeNs) low = middle;
    else high = middle;
  }
  return valueNs[low]!;
}

const ALWAYS = Number.NEGATIVE_INFINITY;

/** A source of blocking, from one time until another, exclusive. */
interface Obstacle {
  readonly fromNs: number;
  readonly untilNs: number;
  readonly lengthNs: number;
}

/** Combines the obstacles at each time. O(n²), where n is the number of critical sections. */
function stepsOf(obstacles: readonly Obstacle[], alwaysNs: number, combine: (a: number, b: number) => number) {
  const edges = [ALWAYS, ...obstacles.flatMap(({ fromNs, untilNs }) => [fromNs, untilNs]).sort((a, b) => a - b)];
  const fromNs = Float64Array.from(edges.filter((time, index) => time !== edges[index - 1]));
  const valueNs = fromNs.map((time) =>
    obstacles.reduce((sum, o) => (o.fromNs <= time && time < o.untilNs ? combine(sum, o.lengthNs) : sum), 0),
  );
  return finished(fromNs, valueNs, alwaysNs);
}

function finished(fromNs: Float64Array, valueNs: Float64Array, alwaysNs: number): StepFunction {
  const all = valueNs.map((value) => value + alwaysNs);
  return { fromNs, valueNs: all, mostNs: all.reduce((most, value) => Math.max(most, value), 0) };
}

const UNIT_NS = 1;

/**
 * Blocking without preemption: the longest job that has just started and is due later, minus one
 * unit, or a background run; and the runtime itself. L. George, N. Rivierre, M. Spuri, "Preemptive
 * and Non-Preemptive Real-Time Uniprocessor Scheduling", INRIA RR-2966, 1996.
 */
export function nonPreemptiveBlocking({ entities, background, overheads }: TaskSet): StepFunction {
  let longest = background.reduce((most, { costNs }) => Math.max(most, (costNs ?? 0) - UNIT_NS), 0);
  const edges: number[] = [];
  const values: number[] = [];
  const mark = (timeNs: number) => {
    if (edges.at(-1) === timeNs) return;
    edges.push(timeNs);
    values.push(longest);
  };
  for (const entity of [...entities].sort((a, b) => firstDeadlineOf(b) - firstDeadlineOf(a))) {
    mark(firstDeadlineOf(entity));
    longest = Math.max(longest, entity.costNs - UNIT_NS);
  }
  mark(ALWAYS);
  return finished(Float64Array.from(edges.reverse()), Float64Array.from(values.reverse()), overheads.blockingNs);
}

/**
 * Blocking with preemption: a critical section of a job that is due later, with a ceiling that
 * blocks some job due by t. Under the stack resource policy (T. P. Baker, Real-Time Systems 3,
 * 1991) at most one section blocks. S. K. Baruah, "Resource Sharing in EDF-Scheduled Systems: A
 * Closer Look", RTSS 2006.
 *
 * The overdrafts of tasks in their sections are added, as under fixed priorities
 * (`withResourceBlocking`).
 *
 * The preemption levels of the policy are relative deadlines. If jitter can make the job with the
 * lower level more urgent than another, the policy does not guarantee a single block; then the
 * longest section of every task counts.
 */
export function preemptiveBlocking(set: TaskSet): StepFunction {
  const blockingNs =
    set.overheads.blockingNs + overdraftsNs(set.sections.filter(({ holder }) => isEntity(set, holder)));
  if (set.sections.length === 0) return stepsOf([], blockingNs, Math.max);
  const obstacles = set.sections.map((section) => obstacleOf(set, section));
  if (levelsHold(set)) return stepsOf(obstacles, blockingNs, Math.max);
  const longest = new Map<number, Obstacle>();
  obstacles.forEach((obstacle, index) => {
    const { holder } = set.sections[index] as CriticalSection;
    const other = longest.get(holder) ?? obstacle;
    longest.set(holder, {
      fromNs: Math.min(obstacle.fromNs, other.fromNs),
      untilNs: Math.max(obstacle.untilNs, other.untilNs),
      lengthNs: Math.max(obstacle.lengthNs, other.lengthNs),
    });
  });
  return stepsOf([...longest.values()], blockingNs, (a, b) => a + b);
}

const isEntity = ({ entities }: TaskSet, holder: number): boolean =>
  entities.some(({ kind, source }) => kind === 'task' && source === holder);

function obstacleOf({ entities }: TaskSet, { holder, ceiling, blockingNs: lengthNs }: CriticalSection): Obstacle {
  const held = entities.find(({ kind, source }) => kind === 'task' && source === holder);
  const reached = entities.filter((entity) => entity !== held && entity.rank >= ceiling);
  return {
    fromNs: reached.reduce((least, entity) => Math.min(least, firstDeadlineOf(entity)), Number.POSITIVE_INFINITY),
    // If a section is longer than its job, the sum of blocking and work could decrease, so the
    // section counts at all times.
    untilNs: held === undefined || lengthNs > held.costNs ? Number.POSITIVE_INFINITY : firstDeadlineOf(held),
    lengthNs,
  };
}

/**
 * Whether a job released later can be more urgent than an earlier one only if its task has a higher
 * preemption level.
 */
function levelsHold({ entities }: TaskSet): boolean {
  const inverted = (low: Entity, high: Entity) =>
    low !== high && high.deadlineNs <= low.deadlineNs && low.deadlineNs < high.deadlineNs + low.jitterNs;
  const late = entities.filter(({ jitterNs }) => jitterNs > 0);
  return !late.some((low) => entities.some((high) => inverted(low, high)));
}
