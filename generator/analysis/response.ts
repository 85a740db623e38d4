/**
 * Shared by the response-time tests: the iteration over the jobs of a busy period, and the summary
 * of per-task results.
 */
import { formatBoundOf } from '../numbers/time.ts';
import { tr } from '../words/tr.ts';
import type { Failure, Judgement, Step, TaskResult, Verdict } from './method.ts';
import { failureKindOf, isBounded, policySteps, promiseNs } from './overrun.ts';
import { certainPart, type Entity, sharesRank, startsTogether, type TaskSet } from './task-set.ts';

export interface Response {
  /** R; null if it is unbounded, or the steps were exhausted. Unit: ns. */
  readonly responseNs: number | null;
  /** The job of the busy period with the longest response, from 1. */
  readonly job: number;
  /**
   * The end of that job's window, from the critical instant: the job's end, or without preemption
   * its start. Unit: ns.
   */
  readonly windowNs: number;
  readonly miss: Miss | null;
  /**
   * The utilization at this level exceeds 1, so some job misses its deadline, whether or not it was
   * found.
   */
  readonly overloaded: boolean;
}

/** No response time: the utilization exceeds 1, or the steps were exhausted. */
export const unanswered = (overloaded: boolean): Response => ({
  responseNs: null,
  job: 1,
  windowNs: 0,
  miss: null,
  overloaded,
});

/**
 * The first job of the busy period that violates a requirement: its deadline, or the limit of its
 * overrun policy (overrun.ts).
 */
export interface Miss {
  readonly job: number;
  /** The lateness of the job; null if the test did not follow it to its end. Unit: ns. */
  readonly latenessNs: number | null;
  /** As in `Failure`. */
  readonly least?: true;
}

/** The miss of a job with this response time; null if it meets its requirements. */
export function missOf(self: Entity, job: number, responseNs: number): Miss | null {
  const promise = promiseNs(self);
  return responseNs > promise ? { job, latenessNs: responseNs - promise } : null;
}

/**
 * A limit on elementary steps, so that every sketch gets an answer or a clear rejection in well
 * under a second.
 */
export interface StepBudget {
  /** False if the steps are exhausted. */
  spend(steps: number): boolean;
}

const MOST_STEPS = 20_000_000;

export function stepBudget(most = MOST_STEPS): StepBudget {
  let left = most;
  return {
    spend(steps) {
      left -= steps;
      return left > 0;
    },
  };
}

/**
 * One job of the busy period. Times count from the critical instant; infinity means above the
 * limit. Unit: ns.
 */
export interface JobWindow {
  readonly windowNs: number;
  readonly endNs: number;
}

/** The jobs of the level-i busy period, one after the other. */
export interface BusyPeriod {
  /**
   * The q-th job, from 0; null if the steps are exhausted. The end need not be computed above
   * `limitNs`.
   */
  job(q: number, limitNs: number): JobWindow | null;
  /** Whether the period ends before job q + 1 arrives. */
  endsAfter(q: number, endNs: number): boolean;
}

/**
 * R of one task. No job after those of the first hyperperiod can have a longer response time than
 * the job one hyperperiod earlier. The reason: while the load is at most 1, a window that is longer
 * by one hyperperiod has at most one hyperperiod more demand. So the iteration ends even at full
 * utilization, where the busy period is infinite.
 */
export function worstResponse(self: Entity, hyperperiodNs: number, period: BusyPeriod): Response {
  const jobs = hyperperiodNs / self.periodNs;
  let [worst, job, windowNs] = [0, 1, 0];
  let miss: Miss | null = null;
  for (let q = 0; q < jobs; q += 1) {
    const found = period.job(q, Number.MAX_SAFE_INTEGER);
    if (found === null || !Number.isFinite(found.endNs)) {
      return { responseNs: null, job: q + 1, windowNs: 0, miss, overloaded: false };
    }
    const response = self.jitterNs + found.endNs - q * self.periodNs;
    if (response > worst) [worst, job, windowNs] = [response, q + 1, found.windowNs];
    miss ??= missOf(self, q + 1, response);
    if (period.endsAfter(q, found.endNs)) break;
  }
  return { responseNs: worst, job, windowNs, miss, overloaded: false };
}

/**
 * Above full utilization response times grow without bound, so only the first job that misses is
 * searched.
 */
export function firstMiss(self: Entity, period: BusyPeriod): Response {
  const none = { responseNs: null, windowNs: 0, overloaded: true };
  for (let q = 0; ; q += 1) {
    const due = q * self.periodNs - self.jitterNs + promiseNs(self);
    const found = period.job(q, Math.max(due, 0));
    if (found === null) return { ...none, job: q + 1, miss: null };
    if (found.endNs > due) {
      const latenessNs = Number.isFinite(found.endNs) ? found.endNs - due : null;
      return { ...none, job: q + 1, miss: { job: q + 1, latenessNs } };
    }
  }
}

/** A function that computes the response times of the entities of any set. */
export type ResponseTest<R extends Response = Response> = (set: TaskSet) => readonly R[];

/**
 * Properties that a test models more precisely than the others, which make its negative results
 * stronger.
 */
export interface Knowledge {
  /**
   * Tasks of one level run first come, first served. Undefined: each counts as more urgent than the
   * others.
   */
  readonly equals?: 'first-come';
  /** Tasks are released at their offsets. Undefined: at any time. */
  readonly phases?: 'given';
}

/**
 * Combines the tasks' response times into a judgement. "unschedulable" needs a proof. The deadline
 * must be missed even without the pure upper bounds: overheads, budgets of interrupts, and
 * interference among tasks of equal priority. And there must be no offsets that could prevent a
 * common release of all tasks. The named failure is one of the proven ones.
 */
export function summarize<R extends Response>(
  set: TaskSet,
  test: ResponseTest<R>,
  explainOne: (entity: number, response: R) => Step,
  knows: Knowledge = {},
): Judgement {
  const responses = test(set);
  const tasks = responses.map((response, entity): TaskResult => {
    const { deadlineNs } = set.entities[entity] as Entity;
    return { entity, responseNs: response.responseNs, deadlineNs, meetsDeadline: meets(response) };
  });
  const late = tasks.some((task) => task.meetsDeadline === false);
  const { verdict, proof } = decisionOf(set, responses, test, knows);
  return {
    verdict,
    value: null,
    bound: null,
    margin: marginOf(set, tasks),
    tasks,
    failure: late ? failureOf(set, proof ?? responses.map(({ miss }) => miss), knows) : null,
    explanation: () => [
      ...responses.map((response, entity) => explainOne(entity, response)),
      ...policySteps(set, responses),
      closing(set, tasks, knows),
    ],
  };
}

/** The verdict of `summarize`, without words. */
export const decideBy = (set: TaskSet, test: ResponseTest, knows: Knowledge = {}): Verdict =>
  decisionOf(set, test(set), test, knows).verdict;

interface Decision {
  readonly verdict: Verdict;
  readonly proof: readonly (Miss | null)[] | null;
}

function decisionOf(set: TaskSet, responses: readonly Response[], test: ResponseTest, knows: Knowledge): Decision {
  if (responses.some(({ overloaded }) => overloaded)) return { verdict: 'unschedulable', proof: null };
  const met = responses.map(meets);
  if (!met.includes(false)) return { verdict: met.includes(null) ? 'unknown' : 'schedulable', proof: null };
  const proof = provenOf(set, responses, test, knows);
  return { verdict: proof === null ? 'unknown' : 'unschedulable', proof };
}

function meets({ responseNs, miss, overloaded }: Response): boolean | null {
  if (miss !== null || overloaded) return false;
  return responseNs === null ? null : true;
}

/**
 * The proven misses by entity, each with the lateness that the bound gives; null if none is proven.
 */
function provenOf(
  set: TaskSet,
  responses: readonly Response[],
  test: ResponseTest,
  knows: Knowledge,
): readonly (Miss | null)[] | null {
  if (knows.phases !== 'given' && !startsTogether(set)) return null;
  const edf = set.policy === 'edf';
  // Under EDF it is unknown whether a blocking section can start in time.
  if (edf && set.sections.some(({ lengthNs }) => lengthNs > 0)) return null;
  const known = (entity: number) => edf || knows.equals === 'first-come' || !sharesRank(set, entity);
  const certain = certainPart(set);
  const found = certain === set ? responses : test(certain);
  const last = edf ? found.length : firstLossy(set, found);
  const misses = found.map(({ miss, responseNs }, entity) => {
    if (miss === null || entity > last || !known(entity)) return null;
    if (!isLoss(set.entities[entity] as Entity, responseNs)) return null;
    const bound = responses[entity]?.miss ?? null;
    if (bound?.job === miss.job) return bound;
    return certain === set ? miss : { ...miss, least: true as const };
  });
  return misses.some((miss) => miss !== null) ? misses : null;
}

/**
 * The most urgent task that drops releases or loses its priority: lower tasks may then meet their
 * deadlines.
 */
function firstLossy({ entities }: TaskSet, responses: readonly Response[]): number {
  const index = responses.findIndex(
    ({ miss }, entity) => miss !== null && failureKindOf(entities[entity] as Entity) !== 'deadline',
  );
  return index === -1 ? responses.length : index;
}

/** Whether a miss certainly loses something: a demoted task may still meet its deadline. */
const isLoss = (entity: Entity, responseNs: number | null): boolean =>
  failureKindOf(entity) !== 'demotion' || responseNs === null || responseNs > entity.deadlineNs;

/**
 * The smallest (D − R)/D, with the overrun policy's limit in place of D if it is smaller. Negative
 * if the test fails; null if some R is unbounded.
 */
export function marginOf({ entities }: TaskSet, tasks: readonly TaskResult[]): number | null {
  let least: number | null = null;
  for (const task of tasks) {
    if (task.responseNs === null) return null;
    const promise = promiseNs(entities[task.entity] as Entity);
    const margin = (promise - task.responseNs) / promise;
    if (least === null || margin < least) least = margin;
  }
  return least;
}

/** The job with the earliest deadline among all jobs that miss theirs. */
function failureOf(set: TaskSet, misses: readonly (Miss | null)[], { phases }: Knowledge): Failure | null {
  let first: Failure | null = null;
  misses.forEach((miss, entity) => {
    if (miss === null) return;
    const self = set.entities[entity] as Entity;
    const deadlineAtNs = (phases === 'given' ? self.offsetNs : 0) + (miss.job - 1) * self.periodNs + promiseNs(self);
    if (first === null || deadlineAtNs < first.deadlineAtNs) {
      first = {
        kind: failureKindOf(self),
        entity,
        job: miss.job,
        deadlineAtNs,
        latenessNs: miss.latenessNs,
        ...(miss.least ? { least: miss.least } : {}),
      };
    }
  });
  return first;
}

function closing(set: TaskSet, tasks: readonly TaskResult[], { phases }: Knowledge): Step {
  if (tasks.length === 0) return { text: tr`No task has a deadline, so no job can be late.` };
  const failing = tasks.filter((task) => task.meetsDeadline === false);
  if (failing.length > 0) {
    const lossy = failing.every(({ entity, responseNs }) => {
      const self = set.entities[entity] as Entity;
      return isBounded(self) && responseNs !== null && responseNs <= self.deadlineNs;
    });
    const names = failing.slice(0, 3).map((task) => `"${(set.entities[task.entity] as Entity).name}"`);
    const list = failing.length > 3 ? tr`${names.join(', ')} and ${failing.length - 3} more` : names.join(', ');
    return {
      text:
        (lossy ? tr`${list} can end after a release that its overrun policy then drops.` : tr`${list} can be late.`) +
        (phases === 'given' || startsTogether(set)
          ? ''
          : tr` The offsets may prevent this; the bound assumes that all tasks are released together.`),
    };
  }
  if (tasks.some((task) => task.meetsDeadline === null)) return { text: tr`The test reached its step limit.` };
  const tightest = tasks.reduce((a, b) => (ratio(b) > ratio(a) ? b : a));
  const { name } = set.entities[tightest.entity] as Entity;
  return {
    text: tr`Every R ≤ D. Tightest: ${name}, R ${formatBoundOf(tightest.responseNs ?? 0, tightest.deadlineNs, tr`of D`)}.`,
  };
}

const ratio = (task: TaskResult): number => (task.responseNs ?? 0) / task.deadlineNs;
