/**
 * Exact response times under EDF without preemption: a super-loop that runs the job with the next
 * deadline.
 *
 * The job of τ_i that arrives at a, due at d = a + D_i, starts at the least
 *
 *   w = B(d) + (n_i − 1)·C_i + Σ_{j≠i} min(⌊(w + J_j)/T_j⌋ + 1, n_j)·C_j + I⁺(w),
 *   n_j = ⌊(d + J_j − D_j)/T_j⌋ + 1,
 *
 * and R_i = max over d of (w + C_i − a). Interrupts also extend the job's own execution. B(d) is
 * the longest job due later, minus one unit.
 *
 * L. George, N. Rivierre, M. Spuri, "Preemptive and Non-Preemptive Real-Time Uniprocessor
 * Scheduling", INRIA RR-2966, 1996, section 4. X(d), the completion time of the work due by d if it
 * were preemptive, bounds w + C_i (see `worstOf`). So for each task a d is fully examined only if its
 * bound exceeds the longest response found so far.
 */
import { tr } from '../../words/tr.ts';
import { firstReason, unlessEdf, unlessNonPreemptive, unlessOneCore } from '../applicability.ts';
import { floorDiv } from '../arithmetic.ts';
import { endOf, unboundedBy } from '../fixed/response-time-non-preemptive.ts';
import { exactUs, formatComparison, formatReached, texName } from '../format.ts';
import type { Judgement, Method, Step } from '../method.ts';
import { type StepBudget, stepBudget, summarize } from '../response.ts';
import { fromStart } from '../schedule-abstraction/from-start.ts';
import { formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { nonPreemptiveBlocking, type StepFunction, valueAt } from './deadline-blocking.ts';
import { type Completions, completions } from './deadline-completion.ts';
import { type DeadlineTable, deadlineTable, firstDeadlineOf } from './deadline-table.ts';
import { closedDemandIn, fixedPoint, loadSign } from './demand.ts';
import { type DeadlineResponse, noResponse, responseOf, sinceRelease, whyNoResponse } from './response-time-edf.ts';

/** n_j: the jobs of every row that are due by d, without the analysed job. */
function jobsBefore({ firstNs, periodNs }: DeadlineTable, ownRow: number, dueNs: number): Float64Array {
  return firstNs.map((first, row) => {
    const since = dueNs - first;
    return since < 0 ? 0 : floorDiv(since, periodNs[row]!) + (row === ownRow ? 0 : 1);
  });
}

/** Cost of a row in rows of the demand table. */
const ROW_STEPS = 3;

/** w: when the job due at d can start, at or after its arrival; null if the steps are exhausted. */
function startOf(
  table: DeadlineTable,
  ownRow: number,
  dueNs: number,
  arrivalNs: number,
  blockingNs: number,
  budget: StepBudget,
): number | null {
  const { periodNs, costNs, jitterNs, firstNs, demand } = table;
  const jobs = jobsBefore(table, ownRow, dueNs);
  const interrupts = { from: 0, to: demand.interrupts, skip: -1 };
  const ahead = (time: number) => {
    let sum = blockingNs + closedDemandIn(demand, interrupts, time);
    for (let row = 0; row < firstNs.length && firstNs[row]! <= dueNs; row += 1) {
      const due = jobs[row]!;
      // The task's own earlier jobs have all arrived before.
      const come = row === ownRow ? due : floorDiv(time + jitterNs[row]!, periodNs[row]!) + 1;
      sum += Math.min(come, due) * costNs[row]!;
    }
    return sum;
  };
  return fixedPoint(Math.max(arrivalNs, 0), budget, ROW_STEPS * firstNs.length + demand.interrupts, ahead);
}

/** The inputs shared by the search of all tasks. */
interface Search {
  readonly table: DeadlineTable;
  readonly blocking: StepFunction;
  readonly found: Completions;
  /** Steps of X, in decreasing order of the end's distance to the deadline. */
  readonly order: Int32Array;
  readonly budget: StepBudget;
}

/** The response time of the row's job that is due at d; null if the steps are exhausted. */
function responseAt(self: Entity, row: number, dueNs: number, { table, blocking, budget }: Search) {
  const arrivalNs = dueNs - self.deadlineNs;
  if (!budget.spend(ROW_STEPS * table.periodNs.length)) return null;
  const start = startOf(table, row, dueNs, arrivalNs, valueAt(blocking, dueNs), budget);
  if (start === null || !Number.isFinite(start)) return null;
  const end = endOf(table.demand, start, self.costNs, budget, Number.MAX_SAFE_INTEGER);
  if (end === null || !Number.isFinite(end)) return null;
  return { ...responseOf(self, arrivalNs, end), windowNs: start };
}

/**
 * The worst response time of a row. On one step of X, the work due and the work that has arrived by
 * w do not change with d, so the earliest d, with the earliest arrival, has the longest response.
 * With preemption the job would complete by X(d). Without preemption, jobs that arrive during its
 * execution wait, so it completes no later. X is therefore an upper bound.
 */
function worstOf(self: Entity, row: number, search: Search): DeadlineResponse {
  const { dueNs, doneNs } = search.found;
  const firstNs = firstDeadlineOf(self);
  let worst = responseAt(self, row, firstNs, search);
  for (const step of search.order) {
    if (worst === null) break;
    const [due, done] = [dueNs[step]!, doneNs[step]!];
    if (done - due + self.deadlineNs <= worst.responseNs!) break;
    if (due <= firstNs) continue;
    const next = responseAt(self, row, due, search);
    if (next === null || next.responseNs! > worst.responseNs!) worst = next;
  }
  return worst ?? noResponse(false);
}

function responsesOf(set: TaskSet): readonly DeadlineResponse[] {
  const table = deadlineTable(set);
  if (loadSign(table.demand, table.demand.periodNs.length) > 0) return set.entities.map(() => noResponse(true));
  const budget = stepBudget();
  const blocking = nonPreemptiveBlocking(set);
  const found = completions(set, table, blocking, budget, false);
  if (found === null) return set.entities.map(() => noResponse(false));
  const lateness = (step: number) => found.doneNs[step]! - found.dueNs[step]!;
  const order = Int32Array.from(found.dueNs.keys()).sort((a, b) => lateness(b) - lateness(a));
  const search: Search = { table, blocking, found, order, budget };
  const responses: DeadlineResponse[] = [];
  table.entity.forEach((entity, row) => {
    responses[entity] = worstOf(set.entities[entity] as Entity, row, search);
  });
  return responses;
}

function judge(set: TaskSet): Judgement {
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && set.entities.length > 0) return unboundedBy(set, endless.name);
  const blocking = nonPreemptiveBlocking(set);
  return fromStart(
    set,
    summarize(set, responsesOf, (entity, response) => explainOne(set, blocking, entity, response)),
  );
}

function explainOne(set: TaskSet, blocking: StepFunction, index: number, response: DeadlineResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, arrivalNs, windowNs } = response;
  if (responseNs === null) return { text: `R(${self.name}): ${whyNoResponse(response)}.` };
  const { response: shown, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  const due = arrivalNs + self.deadlineNs;
  const blockedNs = valueAt(blocking, due);
  const ran = arrivalNs + responseNs - windowNs;
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  const shift = arrivalNs < 0 ? `+ ${exactUs(-arrivalNs)}` : `- ${exactUs(arrivalNs)}`;
  return {
    text:
      tr`R(${self.name}) = ${shown} ${sign} D = ${limit}: the worst job arrives ${sinceRelease(arrivalNs)}. ` +
      (blockedNs > 0
        ? tr`It waits ${formatReached(blockedNs)} for a job that has just started, and for all jobs that are due before it, and starts at ${formatReached(windowNs)}.`
        : tr`It waits for all jobs that are due before it, and starts at ${formatReached(windowNs)}.`),
    tex:
      `w = ${exactUs(blockedNs)} + ${exactUs(windowNs - blockedNs)} = ${exactUs(windowNs)}, \\quad R_{${texName(self.name)}} = ` +
      `${exactUs(windowNs)} + ${exactUs(ran)} ${shift} = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: self.deadlineNs, a: arrivalNs, w: windowNs, B: blockedNs },
  };
}

export const responseTimeEdfNonPreemptive: Method = {
  id: 'response-time-edf-non-preemptive',
  get label() {
    return tr`Response-time analysis (non-preemptive EDF)`;
  },
  get phrase() {
    return tr`response-time analysis (non-preemptive EDF)`;
  },
  reference: 'George, Rivierre, Spuri 1996',
  formula: formula(
    'w = B(d) + (n_i - 1)\\,C_i + \\sum_j \\min\\left(\\left\\lfloor\\frac{w + J_j}{T_j}\\right\\rfloor + 1, n_j\\right) C_j + I, \\quad R_i = \\max_d \\left(w + C_i - (d - D_i)\\right) \\le D_i',
    ['R', 'D', 'C', 'T', 'J', 'I', 'i'],
    [
      ['w', () => tr`time from the critical instant until the job starts`],
      ['d', () => tr`when the job is due, from the critical instant`],
      ['B(d)', () => tr`longest job that is due after d and has just started`],
      ['j', () => tr`each other task`],
      ['n_j', () => tr`jobs of j that are due by d`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessNonPreemptive),
  judge,
};
