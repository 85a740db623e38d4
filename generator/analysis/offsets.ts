/**
 * Exact test for tasks with offsets: examines the whole pattern of arrivals that the offsets
 * repeat.
 *
 * From the last offset on, arrivals repeat with the hyperperiod H (J. Y.-T. Leung, M. L. Merrill,
 * "A Note on Preemptive Scheduling of Periodic, Real-Time Tasks", Information Processing Letters
 * 11(3), 1980). A late job belongs to a busy period, which starts with an arrival b. The test
 * therefore examines each arrival b from 0 to max φ + H with the arrivals that follow it:
 *
 *   fixed priorities: f_q = least t with b + B_i + (own jobs of [b, r_q])·C_i + Σ_hp (jobs of [b, t))·C_j + I(t − b) ≤ t,
 *   R_i = max over b and q of (f_q − r_q). N. C. Audsley, YCS 164, University of York, 1991;
 *   earliest deadline first: Σ (jobs of [b, d] that are due by d)·C_j + B(d − b) + I(d − b) ≤ d − b at every deadline d
 *   of the busy period. S. K. Baruah, L. E. Rosier, R. R. Howell, Real-Time Systems 2, 1990, lemma 3.4.
 *
 * The test is exact with preemption, because an early completion delays no other job. Without
 * preemption it could, so the test does not apply there. Tasks of one level count as more urgent
 * than each other. Overheads and interrupts may occur at any time, as in every other test.
 */

import { formatInstant } from '../numbers/time.ts';
import { tr } from '../words/tr.ts';
import { firstReason, unlessOneCore, unlessPreemptive, unlessSporadicServers } from './applicability.ts';
import { hyperperiodOf, MAX_TIME_NS } from './arithmetic.ts';
import { preemptiveBlocking, valueAt } from './edf/deadline-blocking.ts';
import { type DemandTable, demandIn, demandTable, loadSign } from './edf/demand.ts';
import { exactUs, formatComparison, texName } from './format.ts';
import { type Failure, type Judgement, type Method, type Step, withoutResponses } from './method.ts';
import { byDeadlineAlone } from './overrun.ts';
import { missOf, type Response, type StepBudget, stepBudget, summarize, unanswered } from './response.ts';
import { RowHeap } from './row-heap.ts';
import { formula } from './symbols.ts';
import { certainPart, type Entity, startsTogether, type TaskSet } from './task-set.ts';

/**
 * Step limit for the whole pattern. Longer patterns are rejected, because the window repeats the
 * test while the user drags a slider.
 */
const MOST_STEPS = 1_000_000;

/** Arrivals in time order, to the end of the pattern and two hyperperiods beyond it. */
interface Pattern {
  readonly atNs: Float64Array;
  /** Index of the entity. */
  readonly entity: Int32Array;
  readonly hyperperiodNs: number;
  /** max φ + H. A busy period that starts later is a repetition of an earlier one. */
  readonly endNs: number;
  readonly untilNs: number;
}

/** null if the pattern is too long. */
function patternOf({ entities }: TaskSet, budget: StepBudget): Pattern | null {
  const latest = entities.reduce((most, { offsetNs }) => Math.max(most, offsetNs), 0);
  const hyperperiodNs = hyperperiodOf(entities.map(({ periodNs }) => periodNs));
  const untilNs = latest + 3 * hyperperiodNs;
  const count = entities.reduce((sum, { periodNs }) => sum + Math.ceil(untilNs / periodNs), 0);
  if (untilNs > MAX_TIME_NS || !budget.spend(SORT_STEPS * count)) return null;
  const [atNs, entity] = [new Float64Array(count), new Int32Array(count)];
  const next = new RowHeap(entities.length);
  for (const [index, { offsetNs }] of entities.entries()) next.push(index, offsetNs);
  let jobs = 0;
  for (; next.least < untilNs; jobs += 1) {
    const at = next.least;
    const index = next.pop();
    atNs[jobs] = at;
    entity[jobs] = index;
    next.push(index, at + (entities[index] as Entity).periodNs);
  }
  return {
    atNs: atNs.subarray(0, jobs),
    entity: entity.subarray(0, jobs),
    hyperperiodNs,
    endNs: latest + hyperperiodNs,
    untilNs,
  };
}

const SORT_STEPS = 16;

/** The arrivals of a subset of the entities. */
function only(pattern: Pattern, member: (entity: number) => boolean): Pattern {
  const [atNs, entity] = [pattern.atNs.slice(), pattern.entity.slice()];
  let kept = 0;
  for (let job = 0; job < entity.length; job += 1) {
    if (!member(entity[job]!)) continue;
    atNs[kept] = atNs[job]!;
    entity[kept] = entity[job]!;
    kept += 1;
  }
  return { ...pattern, atNs: atNs.subarray(0, kept), entity: entity.subarray(0, kept) };
}

interface OffsetResponse extends Response {
  /** The job's release, and the start of its level-i busy period. Unit: ns, from the start. */
  readonly releasedNs: number;
  readonly busyNs: number;
}

const noResponse = (overloaded: boolean): OffsetResponse => ({ ...unanswered(overloaded), releasedNs: 0, busyNs: 0 });

function responseTo(self: Entity, busyNs: number, releasedNs: number, doneNs: number): OffsetResponse {
  const responseNs = doneNs - releasedNs;
  const job = Math.round((releasedNs - self.offsetNs) / self.periodNs) + 1;
  const miss = missOf(self, job, responseNs);
  return { responseNs, job, windowNs: doneNs, miss, overloaded: false, releasedNs, busyNs };
}

/**
 * A busy period that starts with an arrival. Its end grows with the added work, which in turn adds
 * the arrivals before that end.
 */
class Busy {
  readonly startNs: number;
  endNs: number;
  readonly #set: TaskSet;
  readonly #table: DemandTable;
  readonly #pattern: Pattern;
  readonly #budget: StepBudget;
  #next: number;
  #interruptsNs = 0;

  /** @param next index of the first arrival of the pattern at or after the start */
  constructor(set: TaskSet, table: DemandTable, pattern: Pattern, startNs: number, next: number, budget: StepBudget) {
    this.startNs = startNs;
    this.endNs = startNs;
    this.#set = set;
    this.#table = table;
    this.#pattern = pattern;
    this.#next = next;
    this.#budget = budget;
  }

  /**
   * Adds work and all arrivals before the new end. False if the steps or the pattern are exhausted.
   */
  add(workNs: number): boolean {
    const { atNs, entity, untilNs } = this.#pattern;
    this.endNs += workNs;
    for (;;) {
      for (let at = atNs[this.#next]; at !== undefined && (at < this.endNs || at === this.startNs); ) {
        if (!this.#budget.spend(JOB_STEPS)) return false;
        this.endNs += (this.#set.entities[entity[this.#next]!] as Entity).costNs;
        this.#next += 1;
        at = atNs[this.#next];
      }
      if (this.endNs > untilNs) return false;
      if (!this.#interrupt()) return true;
    }
  }

  /** Adds the interrupts up to the end. Returns whether the end moved. */
  #interrupt(): boolean {
    const { interrupts } = this.#table;
    if (interrupts === 0) return false;
    this.#budget.spend(interrupts);
    const all = demandIn(this.#table, { from: 0, to: interrupts, skip: -1 }, this.endNs - this.startNs);
    const more = all - this.#interruptsNs;
    this.#interruptsNs = all;
    this.endNs += more;
    return more > 0;
  }
}

const JOB_STEPS = 4;

/**
 * R of one entity below the arrivals of all more urgent entities; null if the steps are exhausted.
 */
function responseOf(set: TaskSet, table: DemandTable, index: number, above: Pattern, budget: StepBudget) {
  const self = set.entities[index] as Entity;
  const blockingNs = self.resourceBlockingNs + set.overheads.blockingNs;
  const disturbed = blockingNs > 0 || table.interrupts > 0;
  let worst = responseTo(self, 0, self.offsetNs, self.offsetNs);
  let miss: Response['miss'] = null;
  let [next, own] = [0, self.offsetNs];
  for (;;) {
    const start = Math.min(above.atNs[next] ?? Number.POSITIVE_INFINITY, own);
    if (start >= above.endNs) return { ...worst, miss };
    const busy = new Busy(set, table, above, start, next, budget);
    if (!busy.add(blockingNs)) return null;
    // An arrival one hyperperiod later in the same busy period has no longer response time.
    const last = Math.max(start + above.hyperperiodNs, above.endNs);
    for (let released = own; released < last; released += self.periodNs) {
      if (released >= busy.endNs && released !== start) break;
      if (!busy.add(self.costNs)) return null;
      const found = responseTo(self, start, released, busy.endNs);
      if (found.responseNs! > worst.responseNs!) worst = found;
      if (found.miss !== null && (miss === null || found.miss.job < miss.job)) miss = found.miss;
    }
    // Without blocking and interrupts, no other busy period starts before this one ends.
    const resume = disturbed ? start + 1 : Math.max(busy.endNs, start + 1);
    while ((above.atNs[next] ?? Number.POSITIVE_INFINITY) < resume) next += 1;
    while (own < resume) own += self.periodNs;
  }
}

function responsesOf(set: TaskSet): readonly OffsetResponse[] {
  const table = demandTable(set);
  const budget = stepBudget(MOST_STEPS);
  const pattern = patternOf(set, budget);
  return set.entities.map((self, index) => {
    if (loadSign(table, table.levelEnd[index]!) > 0) return noResponse(true);
    if (pattern === null || !budget.spend(pattern.atNs.length)) return noResponse(false);
    const above = only(pattern, (other) => other !== index && (set.entities[other] as Entity).rank <= self.rank);
    return responseOf(set, table, index, above, budget) ?? noResponse(false);
  });
}

/**
 * A failure under EDF: the deadline, and the start of the busy period. Unit: ns, from the start.
 */
interface DeadlineFailure {
  readonly entity: number;
  readonly releasedNs: number;
  readonly dueNs: number;
  readonly busyNs: number;
  readonly neededNs: number;
}

/** The first deadline that fails; undefined: none; null: the steps were exhausted. */
function deadlineFailure(set: TaskSet): DeadlineFailure | undefined | null {
  const table = demandTable(set);
  const budget = stepBudget(MOST_STEPS);
  const pattern = patternOf(set, budget);
  if (pattern === null) return null;
  const blocking = preemptiveBlocking(set);
  let first: DeadlineFailure | undefined;
  for (let next = 0; pattern.atNs[next]! < pattern.endNs; next += 1) {
    const start = pattern.atNs[next]!;
    if (start === pattern.atNs[next - 1]) continue;
    const busy = new Busy(set, table, pattern, start, next, budget);
    if (!busy.add(blocking.mostNs)) return null;
    const due = dueWithin(set, pattern, next, busy.endNs);
    if (!budget.spend(SORT_STEPS * due.length + due.length * table.interrupts)) return null;
    let work = 0;
    for (const { entity, releasedNs, dueNs } of due) {
      work += (set.entities[entity] as Entity).costNs;
      const length = dueNs - start;
      const interrupts = demandIn(table, { from: 0, to: table.interrupts, skip: -1 }, length);
      const needed = work + valueAt(blocking, length) + interrupts;
      if (needed <= length) continue;
      if (first === undefined || dueNs < first.dueNs) {
        first = { entity, releasedNs, dueNs, busyNs: start, neededNs: needed };
      }
      break;
    }
  }
  return first;
}

/** The jobs that arrive from an arrival on and are due before a time, in deadline order. */
function dueWithin({ entities }: TaskSet, { atNs, entity }: Pattern, from: number, endNs: number) {
  const due: { entity: number; releasedNs: number; dueNs: number }[] = [];
  for (let job = from; (atNs[job] ?? Number.POSITIVE_INFINITY) < endNs; job += 1) {
    const [releasedNs, index] = [atNs[job]!, entity[job]!];
    const dueNs = releasedNs + (entities[index] as Entity).deadlineNs;
    if (dueNs < endNs) due.push({ entity: index, releasedNs, dueNs });
  }
  return due.sort((a, b) => a.dueNs - b.dueNs);
}

function judgeDeadlines(set: TaskSet): Judgement {
  const failure = deadlineFailure(set);
  const late = failure !== undefined && failure !== null;
  const verdict = !late ? (failure === null ? 'unknown' : 'schedulable') : isProof(set) ? 'unschedulable' : 'unknown';
  return {
    verdict,
    value: null,
    bound: null,
    margin: null,
    tasks: withoutResponses(set, (entity) =>
      verdict === 'schedulable' ? true : late && failure.entity === entity ? false : null,
    ),
    failure: late ? failureOf(set, failure) : null,
    explanation: [deadlineStep(set, failure)],
  };
}

function isProof(set: TaskSet): boolean {
  if (set.sections.some(({ lengthNs }) => lengthNs > 0)) return false;
  const found = deadlineFailure(certainPart(set));
  return found !== undefined && found !== null;
}

function failureOf({ entities }: TaskSet, { entity, releasedNs, dueNs, busyNs, neededNs }: DeadlineFailure): Failure {
  const { offsetNs, periodNs } = entities[entity] as Entity;
  return {
    kind: 'deadline',
    entity,
    job: Math.round((releasedNs - offsetNs) / periodNs) + 1,
    deadlineAtNs: dueNs,
    latenessNs: neededNs - (dueNs - busyNs),
  };
}

const tooLong = () => tr`The hyperperiod is too long to examine every arrival. Harmonic periods make it shorter.`;

function deadlineStep({ entities }: TaskSet, failure: DeadlineFailure | undefined | null): Step {
  if (failure === null) return { text: tooLong() };
  if (failure === undefined)
    return { text: tr`With the given offsets, the demand from every arrival on fits before each deadline.` };
  const { entity, busyNs, dueNs, neededNs } = failure;
  return {
    text: tr`Work of ${formatInstant(neededNs)} from ${formatInstant(busyNs)} on is due by ${formatInstant(dueNs)}, the deadline of "${entities[entity]?.name ?? ''}": more than the ${formatInstant(dueNs - busyNs)} available.`,
    tex: `${exactUs(neededNs)} > ${exactUs(dueNs)} - ${exactUs(busyNs)} = ${exactUs(dueNs - busyNs)}\\,\\text{µs}`,
    numbers: { b: busyNs, d: dueNs, h: neededNs },
  };
}

function judge(set: TaskSet): Judgement {
  if (set.policy === 'edf') return byDeadlineAlone(set, judgeDeadlines(set));
  return summarize(set, responsesOf, (entity, response) => explainOne(set, entity, response), { phases: 'given' });
}

function explainOne(set: TaskSet, index: number, response: OffsetResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, releasedNs, busyNs, windowNs, job } = response;
  if (responseNs === null) {
    const why = response.overloaded ? tr`the tasks at and above it need more than the whole processor.` : tooLong();
    return { text: `R(${self.name}): ${why}` };
  }
  const { response: shown, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  return {
    text: tr`R(${self.name}) = ${shown} ${sign} D = ${limit}: job ${job} has the longest response. It is released at ${formatInstant(releasedNs)}; its busy period starts at ${formatInstant(busyNs)}, and it ends at ${formatInstant(windowNs)}.`,
    tex: `R_{${texName(self.name)}} = ${exactUs(windowNs)} - ${exactUs(releasedNs)} = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: self.deadlineNs, r: releasedNs, b: busyNs, f: windowNs },
  };
}

function unlessGivenPhases(set: TaskSet): string | null {
  const free = set.entities.find((entity) => !entity.periodic || entity.jitterNs > 0);
  if (free !== undefined) {
    return free.periodic
      ? tr`"${free.name}" has release jitter, so offsets cannot separate other tasks from it.`
      : tr`"${free.name}" has no fixed arrival times, so offsets cannot separate other tasks from it.`;
  }
  return startsTogether(set) ? tr`No task has an offset, so the exact test for a common release applies.` : null;
}

export const offsets: Method = {
  id: 'offsets',
  get label() {
    return tr`Offsets, over the whole hyperperiod`;
  },
  get phrase() {
    return tr`the offsets over the whole hyperperiod`;
  },
  reference: 'Leung, Merrill 1980; Audsley 1991; Baruah, Rosier, Howell 1990',
  formula: formula(
    'W(b, d) + B + I \\le d - b, \\quad R_i = \\max_{b,q} \\left(f_{i,q} - r_{i,q}\\right) \\le D_i',
    ['R', 'D', 'B', 'I', 'i'],
    [
      ['W(b, d)', () => tr`work of the jobs that are released from b on and due by d`],
      ['b', () => tr`each arrival at which a busy time of the processor can start`],
      ['d', () => tr`each time at which a job is due`],
      ['q', () => tr`each job of the task`],
      ['f_{i,q}', () => tr`end of the job q`],
      ['r_{i,q}', () => tr`arrival of the job q`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  phases: 'given',
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessSporadicServers, unlessGivenPhases),
  judge,
};
