/**
 * What can be in the way of the work that is due by t under earliest deadline first, B(t): a step function.
 *
 * A job that is due later than t can be in the way only if it began before the busy period. If its task's first deadline D − J is
 * at or before t, then that job or the next is part of the work that is due. So where B falls the work that is due grows by at
 * least as much, and their sum never falls with t.
 */

import { type CriticalSection, overdraftsNs } from '../sections.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { firstDeadlineOf } from './deadline-table.ts';

/** A non-negative step function of time: `valueNs[k]` from `fromNs[k]` to before `fromNs[k + 1]`; `fromNs[0]` is −∞. */
export interface StepFunction {
  readonly fromNs: Float64Array;
  readonly valueNs: Float64Array;
  readonly mostNs: number;
}

export function valueAt({ fromNs, valueNs }: StepFunction, timeNs: number): number {
  let [low, high] = [0, fromNs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((fromNs[middle] as number) <= timeNs) low = middle;
    else high = middle;
  }
  return valueNs[low] as number;
}

const ALWAYS = Number.NEGATIVE_INFINITY;

/** In the way from one time to before another. */
interface Obstacle {
  readonly fromNs: number;
  readonly untilNs: number;
  readonly lengthNs: number;
}

/** What the obstacles of each time come to. O(n²): there are as many as critical sections. */
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
 * Without preemption: the longest job that has just begun and is due later, less one unit, or a run of the background; and the
 * runtime itself. L. George, N. Rivierre, M. Spuri, "Preemptive and Non-Preemptive Real-Time Uniprocessor Scheduling", INRIA
 * RR-2966, 1996.
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
 * With preemption: a critical section of a job that is due later, whose ceiling holds off some job that is due by t. Under the
 * stack resource policy (T. P. Baker, Real-Time Systems 3, 1991) there is one at most. S. K. Baruah, "Resource Sharing in
 * EDF-Scheduled Systems: A Closer Look", RTSS 2006.
 *
 * What tasks overdraw their budgets by in their sections comes on top, as with fixed priorities (`withResourceBlocking`).
 *
 * The policy's levels are relative deadlines. Where jitter can make a job of a lower level the more urgent one of two, the policy
 * no longer promises that; then the longest section of every task counts.
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
    // A section longer than its job would leave the sum of blocking and work to fall.
    untilNs: held === undefined || lengthNs > held.costNs ? Number.POSITIVE_INFINITY : firstDeadlineOf(held),
    lengthNs,
  };
}

/** Whether of two jobs the one released later is the more urgent only if its task's level is higher. */
function levelsHold({ entities }: TaskSet): boolean {
  const inverted = (low: Entity, high: Entity) =>
    low !== high && high.deadlineNs <= low.deadlineNs && low.deadlineNs < high.deadlineNs + low.jitterNs;
  const late = entities.filter(({ jitterNs }) => jitterNs > 0);
  return !late.some((low) => entities.some((high) => inverted(low, high)));
}
