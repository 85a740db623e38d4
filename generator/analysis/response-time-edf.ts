/**
 * Exact response times under earliest deadline first with preemption.
 *
 * R_i = max over d ≥ D_i − J_i of (X(d) − (d − D_i)), X(d) being when all that is due by d is done (deadline-completion.ts); a
 * job of τ_i due at d arrives at a = d − D_i. X changes only at d = first_j + k·T_j, so it is enough to look there, and at D_i − J_i.
 *
 * M. Spuri, "Analysis of Deadline Scheduled Real-Time Systems", INRIA RR-2772, 1996, with jitter; one walk for all tasks instead
 * of one for each. Equal deadlines count as more urgent. Interrupts I(t) and blocking B(d) as in the processor-demand test.
 */
import { firstReason, unlessEdf, unlessOneCore, unlessPreemptive } from './applicability.ts';
import { ceilDiv, floorDiv } from './arithmetic.ts';
import { preemptiveBlocking, valueAt } from './deadline-blocking.ts';
import { type Completions, completions, stepOf } from './deadline-completion.ts';
import { deadlineTable, firstDeadlineOf } from './deadline-table.ts';
import { loadSign } from './demand.ts';
import { exactUs, formatComparison, formatNs, shorten, texName } from './format.ts';
import type { Judgement, Method, Step } from './method.ts';
import { type Response, stepBudget, summarize } from './response.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** With the job's arrival after the critical instant, at least −J. Unit: ns. */
export interface DeadlineResponse extends Response {
  readonly arrivalNs: number;
}

/** No response: more than the processor is asked for, or the steps ran out. */
export const noResponse = (overloaded: boolean): DeadlineResponse => ({
  responseNs: null,
  job: 1,
  windowNs: 0,
  miss: null,
  overloaded,
  arrivalNs: 0,
});

/** The response of a job of a task that arrives at `arrivalNs` and is done at `doneNs`. */
export function responseOf(self: Entity, arrivalNs: number, doneNs: number): DeadlineResponse {
  const responseNs = doneNs - arrivalNs;
  const job = floorDiv(arrivalNs + self.jitterNs, self.periodNs) + 1;
  const miss = responseNs > self.deadlineNs ? { job, latenessNs: responseNs - self.deadlineNs } : null;
  return { responseNs, job, windowNs: doneNs, miss, overloaded: false, arrivalNs };
}

/** Of each step of X the one from it on at whose beginning X(d) − d is the largest, as an index. */
function latestFrom({ dueNs, doneNs }: Completions): Int32Array {
  const best = new Int32Array(dueNs.length);
  const lateness = (index: number) => (doneNs[index] as number) - (dueNs[index] as number);
  for (let index = dueNs.length - 1; index >= 0; index -= 1) {
    const next = best[index + 1];
    best[index] = next === undefined || lateness(index) >= lateness(next) ? index : next;
  }
  return best;
}

function responsesOf(set: TaskSet): readonly DeadlineResponse[] {
  const table = deadlineTable(set);
  if (loadSign(table.demand, table.demand.periodNs.length) > 0) return set.entities.map(() => noResponse(true));
  const found = completions(set, table, preemptiveBlocking(set), stepBudget(), true);
  if (found === null) return set.entities.map(() => noResponse(false));
  const best = latestFrom(found);
  return set.entities.map((self) => {
    const step = stepOf(found, firstDeadlineOf(self));
    const first = responseOf(self, -self.jitterNs, found.doneNs[step] as number);
    const later = best[step + 1];
    if (later === undefined) return first;
    const other = responseOf(self, (found.dueNs[later] as number) - self.deadlineNs, found.doneNs[later] as number);
    return (other.responseNs as number) > (first.responseNs as number) ? other : first;
  });
}

const judge = (set: TaskSet): Judgement =>
  summarize(set, responsesOf, (entity, response) => explainOne(set, entity, response));

/** When the worst job arrives, in words. */
export const sinceRelease = (arrivalNs: number): string =>
  arrivalNs > 0 ? `${formatNs(arrivalNs)} after all others are released together` : 'when all are released together';

export function whyNoResponse({ overloaded }: Response): string {
  return overloaded ? 'the tasks need more than the whole processor' : 'no bound was found within the limit of steps';
}

function explainOne(set: TaskSet, index: number, response: DeadlineResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, arrivalNs, windowNs } = response;
  if (responseNs === null) return { text: `R(${self.name}): ${whyNoResponse(response)}.` };
  const { response: shown, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  return {
    text:
      `R(${self.name}) = ${shown} ${sign} D = ${limit}: the worst job arrives ${sinceRelease(arrivalNs)}; ` +
      `what is due by its deadline is done at ${formatNs(windowNs)}.`,
    tex: formulaOf(set, self, response, responseNs),
    numbers: { R: responseNs, D: self.deadlineNs, a: arrivalNs, X: windowNs },
  };
}

function formulaOf(set: TaskSet, self: Entity, response: DeadlineResponse, responseNs: number): string {
  const { arrivalNs: a, windowNs: X } = response;
  const due = a + self.deadlineNs;
  const rivals = set.entities.filter((other) => firstDeadlineOf(other) <= due);
  const terms = rivals.map((other) => {
    const released = ceilDiv(X + other.jitterNs, other.periodNs);
    const dueJobs = floorDiv(due - firstDeadlineOf(other), other.periodNs) + 1;
    return {
      tex: `\\min(${released}, ${dueJobs}) \\cdot ${exactUs(other.costNs)}`,
      amount: Math.min(released, dueJobs) * other.costNs,
    };
  });
  const blocked = valueAt(preemptiveBlocking(set), due);
  const rest = X - blocked - terms.reduce((sum, { amount }) => sum + amount, 0);
  const sum = [
    ...(blocked > 0 ? [exactUs(blocked)] : []),
    shorten(
      terms.map(({ tex }) => tex),
      ' + ',
    ),
    ...(rest > 0 ? [`\\underbrace{${exactUs(rest)}}_{\\text{interrupts}}`] : []),
  ].join(' + ');
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  const shift = a < 0 ? `+ ${exactUs(-a)}` : `- ${exactUs(a)}`;
  return (
    `X(${exactUs(due)}) = ${sum} = ${exactUs(X)}, \\quad R_{${texName(self.name)}} = ${exactUs(X)} ${shift}` +
    ` = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`
  );
}

export const responseTimeEdf: Method = {
  id: 'response-time-edf',
  label: 'Response-time analysis (EDF)',
  phrase: 'response-time analysis (EDF)',
  reference: 'Spuri 1996',
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessPreemptive),
  judge,
};
