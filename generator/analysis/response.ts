/** What the response-time tests share: the walk over the jobs of a busy period, and the summary of per-task results. */
import { explainedLater } from './explained-later.ts';
import { formatBound } from './format.ts';
import type { Failure, Judgement, Step, TaskResult, Verdict } from './method.ts';
import { failureKindOf, isBounded, policySteps, promiseNs } from './overrun.ts';
import { certainPart, type Entity, sharesRank, startsTogether, type TaskSet } from './task-set.ts';

export interface Response {
  /** R; null when it is not bounded, or the steps ran out. Unit: ns. */
  readonly responseNs: number | null;
  /** The job of the busy period with the longest response, from 1. */
  readonly job: number;
  /** Where that job's window ends, from the critical instant: its end, without preemption its start. Unit: ns. */
  readonly windowNs: number;
  readonly miss: Miss | null;
  /** The level needs more than the whole processor: some job misses, whether or not it was found. */
  readonly overloaded: boolean;
}

/** No response: more than the processor is asked for, or the steps ran out. */
export const unanswered = (overloaded: boolean): Response => ({
  responseNs: null,
  job: 1,
  windowNs: 0,
  miss: null,
  overloaded,
});

/** The first job of the busy period that breaks its promise: its deadline, or what its overrun policy needs (overrun.ts). */
export interface Miss {
  readonly job: number;
  /** By how much; null: it was not followed to its end. Unit: ns. */
  readonly latenessNs: number | null;
}

/** The miss of a job with this response; null: it keeps its promise. */
export function missOf(self: Entity, job: number, responseNs: number): Miss | null {
  const promise = promiseNs(self);
  return responseNs > promise ? { job, latenessNs: responseNs - promise } : null;
}

/** A limit on elementary steps, so that every sketch gets an answer or a clear refusal in well under a second. */
export interface StepBudget {
  /** False when the budget is used up. */
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

/** One job of the busy period; times from the critical instant. Infinite: above the limit. Unit: ns. */
export interface JobWindow {
  readonly windowNs: number;
  readonly endNs: number;
}

/** The jobs of the level-i busy period, one after the other. */
export interface BusyPeriod {
  /** The q-th job, from 0; null when the steps run out. Ends above `limitNs` need not be found. */
  job(q: number, limitNs: number): JobWindow | null;
  /** Whether the period ends before the job after the q-th arrives. */
  endsAfter(q: number, endNs: number): boolean;
}

/**
 * R of one task. No job after the hyperperiod's can respond later than the one a hyperperiod before: while the load is at
 * most 1 the demand of a window that is longer by a hyperperiod is larger by at most a hyperperiod. So a full processor,
 * whose busy period never ends, has an answer too.
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

/** Above full load responses grow for ever: the first job that misses is all there is to find. */
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

/** How a test computes the responses of the entities of any set. */
export type ResponseTest<R extends Response = Response> = (set: TaskSet) => readonly R[];

/** What a test knows more than the others do, so that also its "no" says more. */
export interface Knowledge {
  /** Tasks of one level are served first come, first served; else each is counted as more urgent for the others. */
  readonly equals?: 'first-come';
  /** Tasks are released at their offsets; else at any time. */
  readonly phases?: 'given';
}

/**
 * Combines the tasks' responses into a judgement. "unschedulable" needs a proof: a deadline that is also missed without what
 * is only an upper bound (overheads, budgets of interrupts, waiting among equals), and no offsets that may keep the
 * tasks from ever being released together. The failure that is then named is one of those that are proven.
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
  const judged = {
    verdict,
    value: null,
    bound: null,
    margin: marginOf(set, tasks),
    tasks,
    failure: late ? failureOf(set, proof ?? responses.map(({ miss }) => miss), knows) : null,
  };
  return explainedLater(judged, () => [
    ...responses.map((response, entity) => explainOne(entity, response)),
    ...policySteps(set, responses),
    closing(set, tasks, knows),
  ]);
}

/** The verdict that `summarize` gives, without words. */
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

/** The misses that are proven, by entity, each with the lateness that the bound gives it; null: none is. */
function provenOf(
  set: TaskSet,
  responses: readonly Response[],
  test: ResponseTest,
  knows: Knowledge,
): readonly (Miss | null)[] | null {
  if (knows.phases !== 'given' && !startsTogether(set)) return null;
  const edf = set.policy === 'edf';
  // Whether a section that is in the way can be begun in time depends on more than is known.
  if (edf && set.sections.some(({ lengthNs }) => lengthNs > 0)) return null;
  const known = (entity: number) => edf || knows.equals === 'first-come' || !sharesRank(set, entity);
  const certain = certainPart(set);
  const found = certain === set ? responses : test(certain);
  const last = edf ? found.length : firstLossy(set, found);
  const misses = found.map(({ miss, responseNs }, entity) => {
    if (miss === null || entity > last || !known(entity)) return null;
    if (!isLoss(set.entities[entity] as Entity, responseNs)) return null;
    const bound = responses[entity]?.miss ?? null;
    return bound?.job === miss.job ? bound : miss;
  });
  return misses.some((miss) => miss !== null) ? misses : null;
}

/** The most urgent task that gives up releases or its priority: those below it may then be in time. */
function firstLossy({ entities }: TaskSet, responses: readonly Response[]): number {
  const index = responses.findIndex(
    ({ miss }, entity) => miss !== null && failureKindOf(entities[entity] as Entity) !== 'deadline',
  );
  return index === -1 ? responses.length : index;
}

/** Whether a miss loses something for sure: a task that is demoted may still be in time. */
const isLoss = (entity: Entity, responseNs: number | null): boolean =>
  failureKindOf(entity) !== 'demotion' || responseNs === null || responseNs > entity.deadlineNs;

/** The least (D − R)/D, with less than D where the overrun policy needs it; negative when it fails; null: some R has no bound. */
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

/** Of all jobs that miss the one that had to end first. */
function failureOf(set: TaskSet, misses: readonly (Miss | null)[], { phases }: Knowledge): Failure | null {
  let first: Failure | null = null;
  misses.forEach((miss, entity) => {
    if (miss === null) return;
    const self = set.entities[entity] as Entity;
    const deadlineAtNs = (phases === 'given' ? self.offsetNs : 0) + (miss.job - 1) * self.periodNs + promiseNs(self);
    if (first === null || deadlineAtNs < first.deadlineAtNs) {
      first = { kind: failureKindOf(self), entity, job: miss.job, deadlineAtNs, latenessNs: miss.latenessNs };
    }
  });
  return first;
}

function closing(set: TaskSet, tasks: readonly TaskResult[], { phases }: Knowledge): Step {
  if (tasks.length === 0) return { text: 'There is no task with a deadline: nothing can be late.' };
  const failing = tasks.filter((task) => task.meetsDeadline === false);
  if (failing.length > 0) {
    const lossy = failing.every(({ entity, responseNs }) => {
      const self = set.entities[entity] as Entity;
      return isBounded(self) && responseNs !== null && responseNs <= self.deadlineNs;
    });
    const names = failing.slice(0, 3).map((task) => `"${(set.entities[task.entity] as Entity).name}"`);
    const others = failing.length > 3 ? ` and ${failing.length - 3} more` : '';
    return {
      text:
        `${names.join(', ')}${others} ${lossy ? 'can end after a release that it holds up' : 'can be late'}.` +
        (phases === 'given' || startsTogether(set)
          ? ''
          : ' The offsets may keep this from happening; the bound assumes that all are released together.'),
    };
  }
  if (tasks.some((task) => task.meetsDeadline === null)) return { text: 'No answer within the limit of steps.' };
  const tightest = tasks.reduce((a, b) => (ratio(b) > ratio(a) ? b : a));
  const { name } = set.entities[tightest.entity] as Entity;
  return {
    text: `Every R ≤ D. Tightest: ${name}, R ${formatBound(tightest.responseNs ?? 0, tightest.deadlineNs, 'of D')}.`,
  };
}

const ratio = (task: TaskResult): number => (task.responseNs ?? 0) / task.deadlineNs;
