/**
 * Exact response times under earliest deadline first without preemption: a super-loop that takes the job with the next deadline.
 *
 * The job of τ_i that arrives at a, due at d = a + D_i, begins at the least
 * w = B(d) + (n_i − 1)·C_i + Σ_{j≠i} min(⌊(w + J_j)/T_j⌋ + 1, n_j)·C_j + I⁺(w),   n_j = ⌊(d + J_j − D_j)/T_j⌋ + 1,
 * and R_i = max over d of (w + C_i − a); interrupts stretch its own run, too. B(d): the longest job due later, less one unit.
 *
 * L. George, N. Rivierre, M. Spuri, "Preemptive and Non-Preemptive Real-Time Uniprocessor Scheduling", INRIA RR-2966, 1996,
 * section 4. X(d), when all that is due by d would be done with preemption among it, bounds w + C_i (see below); so of
 * each task only those d are looked at in full whose bound is above what was found.
 */
import { firstReason, unlessEdf, unlessNonPreemptive, unlessOneCore } from './applicability.ts';
import { floorDiv } from './arithmetic.ts';
import { nonPreemptiveBlocking, type StepFunction, valueAt } from './deadline-blocking.ts';
import { type Completions, completions } from './deadline-completion.ts';
import { type DeadlineTable, deadlineTable, firstDeadlineOf } from './deadline-table.ts';
import { closedDemandIn, fixedPoint, loadSign } from './demand.ts';
import { exactUs, formatComparison, formatNs, texName } from './format.ts';
import type { Judgement, Method, Step } from './method.ts';
import { type StepBudget, stepBudget, summarize } from './response.ts';
import { type DeadlineResponse, noResponse, responseOf, sinceRelease, whyNoResponse } from './response-time-edf.ts';
import { endOf, unboundedBy } from './response-time-non-preemptive.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** Jobs of every row that are due by d: n_j, and one less of the job itself. */
function jobsBefore({ firstNs, periodNs }: DeadlineTable, ownRow: number, dueNs: number): Float64Array {
  return firstNs.map((first, row) => {
    const since = dueNs - first;
    return since < 0 ? 0 : floorDiv(since, periodNs[row] as number) + (row === ownRow ? 0 : 1);
  });
}

/** w: when the job due at d can begin; null when the steps run out. */
function startOf(
  table: DeadlineTable,
  ownRow: number,
  dueNs: number,
  blockingNs: number,
  budget: StepBudget,
): number | null {
  const { periodNs, costNs, jitterNs, firstNs, demand } = table;
  const jobs = jobsBefore(table, ownRow, dueNs);
  const interrupts = { from: 0, to: demand.interrupts, skip: -1 };
  const ahead = (time: number) => {
    let sum = blockingNs + closedDemandIn(demand, interrupts, time);
    for (let row = 0; row < firstNs.length && (firstNs[row] as number) <= dueNs; row += 1) {
      const due = jobs[row] as number;
      // Its own earlier jobs have all come before it.
      const come = row === ownRow ? due : floorDiv(time + (jitterNs[row] as number), periodNs[row] as number) + 1;
      sum += Math.min(come, due) * (costNs[row] as number);
    }
    return sum;
  };
  return fixedPoint(0, budget, firstNs.length + demand.interrupts, ahead);
}

function worstOf(
  set: TaskSet,
  table: DeadlineTable,
  row: number,
  blocking: StepFunction,
  { dueNs, doneNs }: Completions,
  order: Int32Array,
  budget: StepBudget,
): DeadlineResponse {
  const self = set.entities[table.entity[row] as number] as Entity;
  let worst = responseOf(self, 0, 0);
  for (const index of order) {
    const [due, done] = [dueNs[index] as number, doneNs[index] as number];
    const arrival = due - self.deadlineNs;
    // Preemptively, this job would be done by `done`. Without, what comes while it runs waits: it is done no later.
    if (done - arrival <= (worst.responseNs ?? 0)) break;
    if (due < firstDeadlineOf(self)) continue;
    const start = startOf(table, row, due, valueAt(blocking, due), budget);
    if (start === null || !Number.isFinite(start)) return noResponse(false);
    // It begins a busy period of its own, which is that of an earlier deadline.
    if (start < arrival) continue;
    const end = endOf(table.demand, start, self.costNs, budget, Number.MAX_SAFE_INTEGER);
    if (end === null || !Number.isFinite(end)) return noResponse(false);
    if (end - arrival > (worst.responseNs ?? 0)) worst = { ...responseOf(self, arrival, end), windowNs: start };
  }
  return worst;
}

function responsesOf(set: TaskSet): readonly DeadlineResponse[] {
  const table = deadlineTable(set);
  if (loadSign(table.demand, table.demand.periodNs.length) > 0) return set.entities.map(() => noResponse(true));
  const budget = stepBudget();
  const blocking = nonPreemptiveBlocking(set);
  const found = completions(set, table, blocking, budget, false);
  if (found === null) return set.entities.map(() => noResponse(false));
  const lateness = (index: number) => (found.doneNs[index] as number) - (found.dueNs[index] as number);
  const order = Int32Array.from(found.dueNs.keys()).sort((a, b) => lateness(b) - lateness(a));
  const responses: DeadlineResponse[] = [];
  table.entity.forEach((entity, row) => {
    responses[entity] = worstOf(set, table, row, blocking, found, order, budget);
  });
  return responses;
}

function judge(set: TaskSet): Judgement {
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && set.entities.length > 0) return unboundedBy(set, endless.name);
  return summarize(set, responsesOf, (entity, response) => explainOne(set, entity, response));
}

function explainOne(set: TaskSet, index: number, response: DeadlineResponse): Step {
  const self = set.entities[index] as Entity;
  const { responseNs, arrivalNs, windowNs } = response;
  if (responseNs === null) return { text: `R(${self.name}): ${whyNoResponse(response)}.` };
  const { response: shown, sign, limit } = formatComparison(responseNs, self.deadlineNs);
  const due = arrivalNs + self.deadlineNs;
  const blockedNs = valueAt(nonPreemptiveBlocking(set), due);
  const ran = arrivalNs + responseNs - windowNs;
  const compare = responseNs <= self.deadlineNs ? '\\le' : '>';
  const shift = arrivalNs < 0 ? `+ ${exactUs(-arrivalNs)}` : `- ${exactUs(arrivalNs)}`;
  return {
    text:
      `R(${self.name}) = ${shown} ${sign} D = ${limit}: the worst job arrives ${sinceRelease(arrivalNs)}. It waits ` +
      `${blockedNs > 0 ? `${formatNs(blockedNs)} for a job that has just begun, and ` : ''}for all that is due before it, and begins at ${formatNs(windowNs)}.`,
    tex:
      `w = ${exactUs(blockedNs)} + ${exactUs(windowNs - blockedNs)} = ${exactUs(windowNs)}, \\quad R_{${texName(self.name)}} = ` +
      `${exactUs(windowNs)} + ${exactUs(ran)} ${shift} = ${exactUs(responseNs)} ${compare} ${exactUs(self.deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: self.deadlineNs, a: arrivalNs, w: windowNs, B: blockedNs },
  };
}

export const responseTimeEdfNonPreemptive: Method = {
  id: 'response-time-edf-non-preemptive',
  label: 'Response-time analysis (non-preemptive EDF)',
  phrase: 'response-time analysis (non-preemptive EDF)',
  reference: 'George, Rivierre, Spuri 1996',
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessEdf, unlessNonPreemptive),
  judge,
};
