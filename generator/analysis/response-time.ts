/**
 * Exact response times under fixed priorities with preemption.
 *
 * w(q) = (q+1)·C_i + B_i + Σ_hp ⌈(w + J_j)/T_j⌉·C_j + interrupts,   R_i = max_q (J_i + w(q) − q·T_i)
 *
 * M. Joseph, P. Pandya 1986; N. Audsley et al. 1993; every job of the level-i busy period for D > T or R > T after
 * J. Lehoczky 1990, with release jitter after K. Tindell 1994. R counts from the arrival, jitter included. Exact for
 * sporadic tasks and for periodic ones released together; with offsets it is a safe bound.
 */
import { firstReason, unlessFixedPriority, unlessOneCore, unlessPreemptive } from './applicability.ts';
import { type DemandTable, demandIn, demandTable, fixedPoint, type Rows } from './demand.ts';
import { formatNs, texName } from './format.ts';
import type { Judgement, Method, Step } from './method.ts';
import { type Response, type StepBudget, stepBudget, summarize } from './response.ts';
import type { Entity, InterruptLoad, TaskSet } from './task-set.ts';

/** R of one entity among those at or above its rank. Ties at the same rank interfere (first come, first served). */
export function responseOf(set: TaskSet, table: DemandTable, index: number, budget: StepBudget): Response {
  const self = set.entities[index] as Entity;
  const rows: Rows = { from: 0, to: table.levelEnd[index] as number, skip: table.interrupts + index };
  if (isSaturated(table, rows.to)) return { responseNs: null, job: 1, gaveUp: false };
  const blockingNs = self.resourceBlockingNs + set.overheads.blockingNs;
  let [worst, worstJob, firstMiss, window] = [0, 1, 0, 0];
  for (let q = 0; ; q += 1) {
    const base = (q + 1) * self.costNs + blockingNs;
    const end = fixedPoint(window + self.costNs, budget, rows.to, (time) => base + demandIn(table, rows, time));
    if (end === null) return { responseNs: null, job: firstMiss || q + 1, gaveUp: true };
    window = end;
    const response = self.jitterNs + window - q * self.periodNs;
    if (response > worst) [worst, worstJob] = [response, q + 1];
    if (response > self.deadlineNs && firstMiss === 0) firstMiss = q + 1;
    if (window <= (q + 1) * self.periodNs - self.jitterNs) break;
  }
  return { responseNs: worst, job: firstMiss || worstJob, gaveUp: false };
}

/**
 * Whether a level can never become idle: ΣC/T > 1 over the rows before `end`. Within rounding of 1 the iteration
 * itself decides, bounded by the step budget.
 */
export function isSaturated(table: DemandTable, end: number): boolean {
  return (table.utilizationBefore[end] as number) > 1 + 1e-9;
}

function judge(set: TaskSet): Judgement {
  const budget = stepBudget();
  const table = demandTable(set);
  const responses = set.entities.map((_, index) => responseOf(set, table, index, budget));
  return summarize(set, responses, (entity, response) => explainOne(set, entity, response));
}

/** The entities at or above the rank of one, without itself. */
export function rivalsOf(set: TaskSet, index: number): Rivals {
  const { rank } = set.entities[index] as Entity;
  const named: Entity[] = [];
  let count = 0;
  for (let at = 0; at < set.entities.length; at += 1) {
    const other = set.entities[at] as Entity;
    if (other.rank > rank) break;
    if (at === index) continue;
    count += 1;
    if (named.length < SHOWN_TERMS) named.push(other);
  }
  return { named, count };
}

/** Those that an explanation names, and how many there are in all. */
export interface Rivals {
  readonly named: readonly Entity[];
  readonly count: number;
}

export const SHOWN_TERMS = 6;

function explainOne(set: TaskSet, index: number, response: Response): Step {
  const self = set.entities[index] as Entity;
  const { responseNs } = response;
  if (responseNs === null) {
    const why = response.gaveUp
      ? 'no bound was found within the limit of steps'
      : 'the tasks at and above it need more than the whole processor';
    return { text: `R(${self.name}): ${why}.` };
  }
  const verdict = responseNs <= self.deadlineNs ? '≤' : '>';
  const rivals = rivalsOf(set, index);
  return {
    text:
      `R(${self.name}) = ${formatNs(responseNs)} ${verdict} D = ${formatNs(self.deadlineNs)}` +
      (rivals.count === 0
        ? ': nothing is above it.'
        : `: its own ${formatNs(self.costNs)} and what ${rivals.count} more urgent take in that time.`),
    tex: formulaOf(set, self, rivals, responseNs, verdict === '≤'),
  };
}

function formulaOf(set: TaskSet, self: Entity, rivals: Rivals, responseNs: number, holds: boolean): string {
  const us = (ns: number) => String(ns / 1000);
  const window = responseNs - self.jitterNs;
  const load: readonly InterruptLoad[] = set.interruptLoad;
  const terms = [...rivals.named, ...load].slice(0, SHOWN_TERMS).map((other) => {
    const shift = other.jitterNs > 0 ? ` + ${us(other.jitterNs)}` : '';
    return `\\left\\lceil\\frac{${us(window)}${shift}}{${us(other.periodNs)}}\\right\\rceil ${us(other.costNs)}`;
  });
  const more = rivals.count + load.length > SHOWN_TERMS ? ' + \\cdots' : '';
  const blocking = self.resourceBlockingNs + set.overheads.blockingNs;
  const head = [us(self.costNs), ...(blocking > 0 ? [us(blocking)] : []), ...terms].join(' + ');
  const compare = holds ? '\\le' : '>';
  return `R_{${texName(self.name)}} = ${head}${more} = ${us(responseNs)}\\,\\text{µs} ${compare} ${us(self.deadlineNs)}\\,\\text{µs}`;
}

export const responseTime: Method = {
  id: 'response-time',
  label: 'Response-time analysis',
  reference: 'Joseph, Pandya 1986; Audsley et al. 1993; Lehoczky 1990',
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority),
  judge,
};
