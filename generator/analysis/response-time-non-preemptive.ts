/**
 * Response times under fixed priorities without preemption: the super-loop.
 *
 * w(q) = B_i + q·C_i + Σ_hp (⌊(w + J_j)/T_j⌋ + 1)·C_j,   R_i = max_q (J_i + w(q) − q·T_i + C_i),
 * B_i = max_lp (C_k − 1 ns), for every job q of the level-i busy period.
 *
 * R. I. Davis, A. Burns, R. J. Bril, J. J. Lukkien, "Controller Area Network (CAN) schedulability analysis: Refuted,
 * revisited and revised", Real-Time Systems 35, 2007, with a time unit of 1 ns. C includes the dispatcher's cost of a
 * job. Interrupts (releases, tick) preempt every job; their demand is added to w and to the job's own run.
 */
import { firstReason, unlessFixedPriority, unlessNonPreemptive, unlessOneCore } from './applicability.ts';
import { ceilDiv } from './arithmetic.ts';
import { closedDemandIn, type DemandTable, demandIn, demandTable, fixedPoint, type Rows } from './demand.ts';
import { formatNs, texName } from './format.ts';
import type { Judgement, Method, Step } from './method.ts';
import { type Response, type StepBudget, stepBudget, summarize } from './response.ts';
import { isSaturated, rivalsOf } from './response-time.ts';
import type { Entity, TaskSet } from './task-set.ts';

const UNIT_NS = 1;

/**
 * B of every entity: the longest job that may just have begun, of lower priority or in the background, less one unit,
 * and what the runtime itself can hold back. Unit: ns.
 */
export function nonPreemptiveBlockingNs(set: TaskSet): Float64Array {
  const blocking = new Float64Array(set.entities.length);
  let longest = 0;
  for (const task of set.background) longest = Math.max(longest, (task.costNs ?? 0) - UNIT_NS);
  for (let index = set.entities.length - 1; index >= 0; index -= 1) {
    blocking[index] = longest + set.overheads.blockingNs;
    longest = Math.max(longest, (set.entities[index] as Entity).costNs - UNIT_NS);
  }
  return blocking;
}

/** R of one entity. A super-loop has no levels to share, so ranks differ and all entities before it are more urgent. */
export function nonPreemptiveResponseOf(
  set: TaskSet,
  table: DemandTable,
  index: number,
  blockingNs: number,
  budget: StepBudget,
): Response {
  const self = set.entities[index] as Entity;
  const level: Rows = { from: 0, to: table.interrupts + index + 1, skip: -1 };
  if (isSaturated(table, level.to)) return { responseNs: null, job: 1, gaveUp: false };
  const busy = fixedPoint(self.costNs, budget, level.to, (time) => blockingNs + demandIn(table, level, time));
  if (busy === null) return { responseNs: null, job: 1, gaveUp: true };
  const jobs = ceilDiv(busy + self.jitterNs, self.periodNs);
  let [worst, worstJob, firstMiss, start] = [0, 1, 0, 0];
  for (let q = 0; q < jobs; q += 1) {
    const window = startOf(table, index, start, blockingNs + q * self.costNs, budget);
    const end = window === null ? null : endOf(table, window, self.costNs, budget);
    if (window === null || end === null) return { responseNs: null, job: firstMiss || q + 1, gaveUp: true };
    start = window;
    const response = self.jitterNs + end - q * self.periodNs;
    if (response > worst) [worst, worstJob] = [response, q + 1];
    if (response > self.deadlineNs && firstMiss === 0) firstMiss = q + 1;
  }
  return { responseNs: worst, job: firstMiss || worstJob, gaveUp: false };
}

/** w: when the job can begin, after what is before it, what arrives up to that very moment, and the interrupts. */
function startOf(table: DemandTable, index: number, from: number, baseNs: number, budget: StepBudget): number | null {
  const interrupts: Rows = { from: 0, to: table.interrupts, skip: -1 };
  const higher: Rows = { from: table.interrupts, to: table.interrupts + index, skip: -1 };
  return fixedPoint(
    from,
    budget,
    higher.to,
    (time) => baseNs + demandIn(table, interrupts, time) + closedDemandIn(table, higher, time),
  );
}

/** When a job that begins at `startNs` ends: its C, stretched by the interrupts that come while it runs. */
function endOf(table: DemandTable, startNs: number, costNs: number, budget: StepBudget): number | null {
  const interrupts: Rows = { from: 0, to: table.interrupts, skip: -1 };
  const base = startNs - demandIn(table, interrupts, startNs) + costNs;
  return fixedPoint(startNs + costNs, budget, table.interrupts, (time) => base + demandIn(table, interrupts, time));
}

function judge(set: TaskSet): Judgement {
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && set.entities.length > 0) return unboundedBy(set, endless.name);
  const budget = stepBudget();
  const table = demandTable(set);
  const blocking = nonPreemptiveBlockingNs(set);
  const responses = set.entities.map((_, index) =>
    nonPreemptiveResponseOf(set, table, index, blocking[index] as number, budget),
  );
  return summarize(set, responses, (entity, response) => explainOne(set, entity, response, blocking[entity] as number));
}

function unboundedBy(set: TaskSet, background: string): Judgement {
  return {
    verdict: 'unknown',
    value: null,
    bound: null,
    margin: null,
    tasks: set.entities.map(({ deadlineNs }, entity) => ({
      entity,
      responseNs: null,
      deadlineNs,
      meetsDeadline: null,
    })),
    failure: null,
    explanation: [
      {
        text:
          `Background task "${background}" has no budget. Without preemption one run of it holds every task off, so no ` +
          'response can be bounded: give it a budget, the longest time that one run takes.',
      },
    ],
  };
}

function explainOne(set: TaskSet, index: number, response: Response, blocking: number): Step {
  const self = set.entities[index] as Entity;
  if (response.responseNs === null) {
    const why = response.gaveUp
      ? 'no bound was found within the limit of steps'
      : 'it and the more urgent tasks need more than the whole processor';
    return { text: `R(${self.name}): ${why}.` };
  }
  const holds = response.responseNs <= self.deadlineNs;
  const compare = holds ? '≤' : '>';
  return {
    text:
      `R(${self.name}) = ${formatNs(response.responseNs)} ${compare} D = ${formatNs(self.deadlineNs)}: it may wait ` +
      `${formatNs(blocking)} for a job that has just begun, then for the more urgent ones, then takes ${formatNs(self.costNs)}.`,
    tex: formulaOf(set, index, response.responseNs, blocking, holds),
  };
}

function formulaOf(set: TaskSet, index: number, responseNs: number, blockingNs: number, holds: boolean): string {
  const self = set.entities[index] as Entity;
  const us = (ns: number) => String(ns / 1000);
  const higher = rivalsOf(set, index);
  const terms = higher.named.map((other) => {
    const shift = other.jitterNs > 0 ? ` + ${us(other.jitterNs)}` : '';
    return `\\left(\\left\\lfloor\\frac{w${shift}}{${us(other.periodNs)}}\\right\\rfloor + 1\\right) ${us(other.costNs)}`;
  });
  const more = higher.count > higher.named.length ? ' + \\cdots' : '';
  const interrupts = set.interruptLoad.length > 0 ? ' + I(w)' : '';
  const head = [us(blockingNs), ...terms].join(' + ');
  const compare = holds ? '\\le' : '>';
  return (
    `w = ${head}${more}${interrupts}, \\quad R_{${texName(self.name)}} = w + ${us(self.costNs)} = ` +
    `${us(responseNs)}\\,\\text{µs} ${compare} ${us(self.deadlineNs)}\\,\\text{µs}`
  );
}

export const responseTimeNonPreemptive: Method = {
  id: 'response-time-non-preemptive',
  label: 'Non-preemptive response-time analysis',
  reference: 'Davis, Burns, Bril, Lukkien 2007',
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessNonPreemptive, unlessFixedPriority),
  judge,
};
