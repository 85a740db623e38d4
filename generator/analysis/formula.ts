/**
 * Response-time equations in TeX with the numbers of a sketch. Times are in µs, exact to the
 * nanosecond.
 */
import { tr } from '../words/tr.ts';
import { exactUs, texName } from './format.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** A source of interference: an entity or a row of the interrupt load. */
export interface Contributor {
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
}

/** Further terms are combined into one number. */
const SHOWN_TERMS = 6;

/** The rivals that an explanation names, and the number of all rivals. */
export interface Rivals {
  readonly named: readonly Entity[];
  readonly count: number;
}

/** The other entities with at least the priority of one entity. */
export function rivalsOf({ entities }: TaskSet, index: number): Rivals {
  const end = levelEndOf(entities, index);
  const named: Entity[] = [];
  for (let at = 0; at < end && named.length < SHOWN_TERMS; at += 1) {
    if (at !== index) named.push(entities[at] as Entity);
  }
  return { named, count: end - 1 };
}

/** Index after the last entity of a rank. Entities are in order of rank. */
function levelEndOf(entities: readonly Entity[], index: number): number {
  const { rank } = entities[index] as Entity;
  let [low, high] = [index + 1, entities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entities[middle] as Entity).rank <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The terms of the first rivals, and one number for the rest of the sum: further rivals,
 * interrupts, the runtime.
 *
 * @param totalNs sum of all terms
 * @param term one rival's term in TeX
 * @param amountOf the value of that term
 */
export function termsOf(
  set: TaskSet,
  index: number,
  totalNs: number,
  term: (rival: Contributor) => string,
  amountOf: (rival: Contributor) => number,
): string[] {
  const { named, count } = rivalsOf(set, index);
  const rest = named.reduce((left, rival) => left - amountOf(rival), totalNs);
  const more = count - named.length;
  const what = [...(more > 0 ? [tr`${more} more`] : []), ...(set.interruptLoad.length > 0 ? [tr`interrupts`] : [])];
  const terms = named.map(term);
  return rest === 0 || what.length === 0
    ? terms
    : [...terms, `\\underbrace{${exactUs(rest)}}_{\\text{${what.join(', ')}}}`];
}

export interface Worked {
  /** The right-hand side of the window's equation. */
  readonly sum: string;
  readonly windowNs: number;
  /** From 1. */
  readonly job: number;
  /**
   * The time after the window: without preemption, the job's own execution, including interrupts.
   */
  readonly addNs: number;
  readonly responseNs: number;
}

/** "w = … = 20 µs, R = J + w − q·T + C = …". Parts that are zero are omitted. */
export function texResponse(self: Entity, { sum, windowNs, job, addNs, responseNs }: Worked): string {
  const q = job - 1;
  const parts = [
    ...(self.jitterNs > 0 ? [`${exactUs(self.jitterNs)} + `] : []),
    exactUs(windowNs),
    ...(q > 0 ? [` - ${q} \\cdot ${exactUs(self.periodNs)}`] : []),
    ...(addNs > 0 ? [` + ${exactUs(addNs)}`] : []),
  ];
  const window = `w${q > 0 ? `(${q})` : ''} = ${sum} = ${exactUs(windowNs)}`;
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  const response = `R_{${texName(self.name)}} = ${parts.join('')} = ${exactUs(responseNs)}\\,\\text{µs}`;
  return `${window}, \\quad ${response} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`;
}
