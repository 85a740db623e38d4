/**
 * Exact response times under EDF with preemption.
 *
 * R_i = max over d ≥ D_i − J_i of (X(d) − (d − D_i)), where X(d) is the completion time of the work
 * due by d (deadline-completion.ts). A job of τ_i due at d arrives at a = d − D_i. X changes only
 * at d = first_j + k·T_j, so only these d and D_i − J_i are examined.
 *
 * M. Spuri, "Analysis of Deadline Scheduled Real-Time Systems", INRIA RR-2772, 1996, with jitter.
 * One pass covers all tasks, instead of one pass per task. Jobs with equal deadlines count as more
 * urgent. Interrupts I(t) and blocking B(d) are as in the processor-demand test.
 */

import { formatInstant } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { firstReason, unlessEdf, unlessOneCore, unlessPreemptive, unlessSporadicServers } from '../applicability.ts';
import { ceilDiv, floorDiv } from '../arithmetic.ts';
import { exactUs, formatComparison, texName } from '../format.ts';
import type { Judgement, Method, Step } from '../method.ts';
import { missOf, type Response, stepBudget, summarize, unanswered } from '../response.ts';
import { formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { preemptiveBlocking, type StepFunction, valueAt } from './deadline-blocking.ts';
import { type Completions, completions, stepOf } from './deadline-completion.ts';
import { type DeadlineTable, deadlineTable, firstDeadlineOf } from './deadline-table.ts';
import { loadSign } from './demand.ts';

/** Includes the job's arrival after the critical instant, which is at least −J. Unit: ns. */
export interface DeadlineResponse extends Response {
  readonly arrivalNs: number;
}

export const noResponse = (overloaded: boolean): DeadlineResponse => ({ ...unanswered(overloaded), arrivalNs: 0 });

/** The response time of a job that arrives at `arrivalNs` and completes at `doneNs`. */
export function responseOf(self: Entity, arrivalNs: number, doneNs: number): DeadlineResponse {
  const responseNs = doneNs - arrivalNs;
  const job = floorDiv(arrivalNs + self.jitterNs, self.periodNs) + 1;
  const miss = missOf(self, job, responseNs);
  return { responseNs, job, windowNs: doneNs, miss, overloaded: false, arrivalNs };
}

/** For each step of X, the index of the step with the largest X(d) − d at its start, from this step on. */
function latestFrom({ dueNs, doneNs }: Completions): Int32Array {
  const best = new Int32Array(dueNs.length);
  const lateness = (index: number) => doneNs[index]! - dueNs[index]!;
  for (let index = dueNs.length - 1; index >= 0; index -= 1) {
    const next = best[index + 1];
    best[index] = next === undefined || lateness(index) >= lateness(next) ? index : next;
  }
  return best;
}

/**
 * About ten milliseconds for 100 tasks. Near full utilization the busy period can be longer than
 * this limit allows. The processor-demand test, which examines few deadlines, then gives the
 * verdict.
 */
const stepsFor = (tasks: number): number => 1_000_000 + 15_000 * tasks;

function responsesOf(set: TaskSet): readonly DeadlineResponse[] {
  const table = deadlineTable(set);
  if (loadSign(table.demand, table.demand.periodNs.length) > 0) return set.entities.map(() => noResponse(true));
  const found = completions(set, table, preemptiveBlocking(set), stepBudget(stepsFor(set.entities.length)), true);
  if (found === null) return set.entities.map(() => noResponse(false));
  const best = latestFrom(found);
  return set.entities.map((self) => {
    const step = stepOf(found, firstDeadlineOf(self));
    const first = responseOf(self, -self.jitterNs, found.doneNs[step]!);
    const later = best[step + 1];
    if (later === undefined) return first;
    const other = responseOf(self, found.dueNs[later]! - self.deadlineNs, found.doneNs[later]!);
    return other.responseNs! > first.responseNs! ? other : first;
  });
}

function judge(set: TaskSet): Judgement {
  const shown: Shown = { table: deadlineTable(set), blocking: preemptiveBlocking(set) };
  return summarize(set, responsesOf, (entity, response) => explainOne(set, shown, entity, response));
}

interface Shown {
  readonly table: DeadlineTable;
  readonly blocking: StepFunction;
}

/** Describes when the worst job arrives. */
export const sinceRelease = (arrivalNs: number): string =>
  arrivalNs > 0
    ? tr`${formatInstant(arrivalNs)} after the common release of all others`
    : tr`at the common release of all tasks`;

export function whyNoResponse({ overloaded }: Response): string {
  return overloaded ? tr`the tasks need more than the whole processor` : tr`no bound was found within the step limit`;
}

function explainOne(set: TaskSet, shown: Shown, index: number, response: DeadlineResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, arrivalNs, windowNs } = response;
  if (responseNs === null) return { text: `R(${self.name}): ${whyNoResponse(response)}.` };
  const { response: value, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  return {
    text: tr`R(${self.name}) = ${value} ${sign} D = ${limit}: the worst job arrives ${sinceRelease(arrivalNs)}; the work due by its deadline completes at ${formatInstant(windowNs)}.`,
    tex: formulaOf(shown, self, response, responseNs),
    numbers: { R: responseNs, D: self.deadlineNs, a: arrivalNs, X: windowNs },
  };
}

/** Further terms are combined into one number. */
const SHOWN_TERMS = 7;

function formulaOf({ table, blocking }: Shown, self: Entity, response: DeadlineResponse, responseNs: number): string {
  const { arrivalNs: a, windowNs: X } = response;
  const due = a + self.deadlineNs;
  const blocked = valueAt(blocking, due);
  const terms = blocked > 0 ? [exactUs(blocked)] : [];
  let rest = X - blocked;
  for (let row = 0; row < SHOWN_TERMS && (table.firstNs[row] ?? Number.POSITIVE_INFINITY) <= due; row += 1) {
    const [period, cost] = [table.periodNs[row]!, table.costNs[row]!];
    const come = ceilDiv(X + table.jitterNs[row]!, period);
    const jobs = floorDiv(due - table.firstNs[row]!, period) + 1;
    terms.push(`\\min(${come}, ${jobs}) \\cdot ${exactUs(cost)}`);
    rest -= Math.min(come, jobs) * cost;
  }
  if (rest > 0) terms.push(`\\underbrace{${exactUs(rest)}}_{\\text{${restOf(table, due)}}}`);
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  const shift = a < 0 ? `+ ${exactUs(-a)}` : `- ${exactUs(a)}`;
  return (
    `X(${exactUs(due)}) = ${terms.join(' + ')} = ${exactUs(X)}, \\quad R_{${texName(self.name)}} = ${exactUs(X)} ${shift}` +
    ` = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`
  );
}

/** The value of the omitted terms. */
function restOf({ firstNs, demand }: DeadlineTable, dueNs: number): string {
  const more = (firstNs[SHOWN_TERMS] ?? Number.POSITIVE_INFINITY) <= dueNs ? [tr`other tasks`] : [];
  return [...more, ...(demand.interrupts > 0 ? [tr`interrupts`] : [])].join(', ');
}

export const responseTimeEdf: Method = {
  id: 'response-time-edf',
  get label() {
    return tr`Response-time analysis (EDF)`;
  },
  get phrase() {
    return tr`response-time analysis (EDF)`;
  },
  reference: 'Spuri 1996',
  formula: formula(
    'X(d) = B(d) + \\sum_j \\min\\left(\\left\\lceil\\frac{X(d) + J_j}{T_j}\\right\\rceil, n_j(d)\\right) C_j + I, \\quad R_i = \\max_d \\left(X(d) - (d - D_i)\\right) \\le D_i',
    ['R', 'D', 'C', 'T', 'J', 'I', 'i'],
    [
      ['X(d)', () => tr`time at which the work that is due by d is done`],
      ['d', () => tr`when the job is due, from the critical instant`],
      ['B(d)', () => tr`longest blocking of a job due by d, by one due later`],
      ['j', () => tr`each task, with i itself`],
      ['n_j(d)', () => tr`jobs of j that are due by d`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessPreemptive, unlessSporadicServers),
  judge,
};
