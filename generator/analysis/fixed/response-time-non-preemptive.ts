/**
 * Response times under fixed priorities without preemption: the super-loop.
 *
 *   w(q) = B_i + q·C_i + Σ_hp (⌊(w + J_j)/T_j⌋ + 1)·C_j,   R_i = max_q (J_i + w(q) − q·T_i + C_i),
 *   B_i = max_lp (C_k − 1 ns), for every job q of the level-i busy period.
 *
 * R. I. Davis, A. Burns, R. J. Bril, J. J. Lukkien, "Controller Area Network (CAN) schedulability
 * analysis: Refuted, revisited and revised", Real-Time Systems 35, 2007, with a time unit of 1 ns.
 * C includes the dispatcher's cost of a job. Interrupts (releases, tick) preempt every job, so w
 * and the job's own execution include their demand.
 */

import { formatExecution } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { firstReason, unlessFixedPriority, unlessNonPreemptive, unlessOneCore } from '../applicability.ts';
import { ceilDiv, floorDiv } from '../arithmetic.ts';
import {
  closedDemandIn,
  type DemandTable,
  demandIn,
  demandTable,
  fixedPoint,
  GrowingDemand,
  loadSign,
  ROWS_A_STEP,
  type Rows,
} from '../edf/demand.ts';
import { exactUs, formatComparison, formatReached } from '../format.ts';
import { type Contributor, termsOf, texResponse } from '../formula.ts';
import { type Judgement, type Method, type Step, withoutResponses } from '../method.ts';
import {
  type BusyPeriod,
  firstMiss,
  type Response,
  type StepBudget,
  stepBudget,
  summarize,
  worstResponse,
} from '../response.ts';
import { fromStart } from '../schedule-abstraction/from-start.ts';
import { formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';

const UNIT_NS = 1;

/**
 * B of every entity: the longest lower-priority or background job that may just have started, minus
 * one unit, and the blocking of the runtime itself. Unit: ns.
 */
function blockingOf(set: TaskSet): Float64Array {
  const blocking = new Float64Array(set.entities.length).fill(set.overheads.blockingNs);
  let longest = 0;
  for (const task of set.background) longest = Math.max(longest, (task.costNs ?? 0) - UNIT_NS);
  for (let index = set.entities.length - 1; index >= 0; index -= 1) {
    blocking[index] = longest + set.overheads.blockingNs;
    longest = Math.max(longest, (set.entities[index] as Entity).costNs - UNIT_NS);
  }
  return blocking;
}

/**
 * Lower bounds on the next entity's fixed points: its level includes this level and one more job of
 * this entity. With them, even the thousandth fixed point takes only one or two steps. Unit: ns.
 */
interface Reached {
  readonly blockingNs: number;
  readonly costNs: number;
  /**
   * Length of the level's busy period, and start of the entity's first job in it; infinite if they
   * were not found.
   */
  readonly busyNs: number;
  readonly startNs: number;
}

/**
 * Lower bounds on the fixed points of an entity from those of the level above; 0 if nothing is
 * known.
 */
function leastPoints(self: Entity, blockingNs: number, above: Reached | null) {
  if (above === null) return { busyNs: 0, startNs: 0 };
  const startMore = blockingNs + above.costNs - above.blockingNs;
  const busyNs = above.busyNs + blockingNs + self.costNs - above.blockingNs;
  const startNs = startMore < 0 ? 0 : above.startNs + startMore;
  return { busyNs: Number.isFinite(busyNs) ? busyNs : 0, startNs: Number.isFinite(startNs) ? startNs : 0 };
}

/** Sums that grow from level to level. */
interface Grown {
  readonly busy: GrowingDemand;
  readonly start: GrowingDemand;
}

/**
 * R of one entity. A super-loop has one level per task, so ranks are unique and all earlier
 * entities are more urgent.
 */
function responseOf(
  set: TaskSet,
  table: DemandTable,
  index: number,
  blockingNs: number,
  budget: StepBudget,
  grown: Grown = { busy: new GrowingDemand(table), start: new GrowingDemand(table) },
  above: Reached | null = null,
): { readonly response: Response; readonly reached: Reached } {
  const self = set.entities[index] as Entity;
  const level: Rows = { from: 0, to: table.interrupts + index + 1, skip: -1 };
  const hyperperiodNs = table.hyperperiodBefore[level.to]!;
  const overloaded = loadSign(table, level.to) > 0;
  const least = leastPoints(self, blockingNs, above);
  const busyNs = overloaded
    ? Number.POSITIVE_INFINITY
    : busyPeriod(table, level.to, Math.max(self.costNs, least.busyNs), blockingNs, budget, grown.busy);
  const jobs = Number.isFinite(busyNs) ? ceilDiv(busyNs + self.jitterNs, self.periodNs) : busyNs;
  let [start, firstStart] = [least.startNs, Number.POSITIVE_INFINITY];
  const period: BusyPeriod = {
    job(q, limitNs) {
      const baseNs = blockingNs + q * self.costNs;
      const window =
        q === 0 && !overloaded
          ? firstStartOf(grown.start, level.to - 1, start, baseNs, budget, limitNs)
          : startOf(table, index, start, baseNs, budget, limitNs);
      if (window === null || !Number.isFinite(window))
        return window === null ? null : { windowNs: window, endNs: window };
      start = window;
      if (q === 0) firstStart = window;
      const end = endOf(table, window, self.costNs, budget, limitNs);
      return end === null ? null : { windowNs: window, endNs: end };
    },
    endsAfter: (q) => q + 1 >= jobs,
  };
  const response = overloaded ? firstMiss(self, period) : worstResponse(self, hyperperiodNs, period);
  return { response, reached: { blockingNs, costNs: self.costNs, busyNs, startNs: firstStart } };
}

/** Length of the level's busy period; infinite if it does not end within a hyperperiod. */
function busyPeriod(
  table: DemandTable,
  rows: number,
  fromNs: number,
  blockingNs: number,
  budget: StepBudget,
  grown: GrowingDemand,
): number {
  const demand = (time: number) => blockingNs + grown.in(rows, time);
  // At full utilization with any blocking, the period never ends. The hyperperiod then bounds the
  // iteration.
  const limit = Math.min(table.hyperperiodBefore[rows]! + blockingNs, Number.MAX_SAFE_INTEGER);
  return fixedPoint(fromNs, budget, rows / ROWS_A_STEP, demand, limit) ?? Number.POSITIVE_INFINITY;
}

/** w of the first job, with the same result as `startOf`. */
function firstStartOf(
  grown: GrowingDemand,
  rows: number,
  fromNs: number,
  baseNs: number,
  budget: StepBudget,
  limitNs: number,
): number | null {
  return fixedPoint(fromNs, budget, rows / ROWS_A_STEP, (time) => baseNs + grown.in(rows, time + 1), limitNs);
}

const interruptRows = (table: DemandTable): Rows => ({ from: 0, to: table.interrupts, skip: -1 });

/**
 * w: when the job can start, after earlier work and all arrivals up to and including that moment.
 * An interrupt at the moment of the start goes first, and it may release a more urgent job.
 */
function startOf(
  table: DemandTable,
  index: number,
  from: number,
  baseNs: number,
  budget: StepBudget,
  limitNs: number,
): number | null {
  const before: Rows = { from: 0, to: table.interrupts + index, skip: -1 };
  return fixedPoint(from, budget, before.to, (time) => baseNs + closedDemandIn(table, before, time), limitNs);
}

/**
 * When a job that starts at `startNs` ends: its C, extended by the interrupts during its execution.
 */
export function endOf(
  table: DemandTable,
  startNs: number,
  costNs: number,
  budget: StepBudget,
  limitNs: number,
): number | null {
  const interrupts = interruptRows(table);
  const base = startNs - closedDemandIn(table, interrupts, startNs) + costNs;
  const demand = (time: number) => base + demandIn(table, interrupts, time);
  return fixedPoint(startNs + costNs, budget, table.interrupts, demand, limitNs);
}

function responsesOf(set: TaskSet): readonly Response[] {
  const budget = stepBudget();
  const table = demandTable(set);
  const blocking = blockingOf(set);
  const grown: Grown = { busy: new GrowingDemand(table), start: new GrowingDemand(table) };
  let above: Reached | null = null;
  return Array.from(blocking, (blockingNs, index) => {
    const { response, reached } = responseOf(set, table, index, blockingNs, budget, grown, above);
    above = reached;
    return response;
  });
}

/** The response of one entity alone. Background runs must have a bounded length. */
export const responseAt = (set: TaskSet, index: number): Response =>
  responseOf(set, demandTable(set), index, blockingOf(set)[index]!, stepBudget()).response;

function judge(set: TaskSet): Judgement {
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && set.entities.length > 0) return unboundedBy(set, endless.name);
  const blocking = blockingOf(set);
  const anyPhase = summarize(set, responsesOf, (entity, response) =>
    explainOne(set, entity, response, blocking[entity]!),
  );
  return fromStart(set, anyPhase);
}

export function unboundedBy(set: TaskSet, background: string): Judgement {
  return {
    verdict: 'unknown',
    value: null,
    bound: null,
    margin: null,
    tasks: withoutResponses(set, () => null),
    failure: null,
    explanation: [
      {
        text: tr`Background task "${background}" has no budget. Without preemption one run of it blocks every task, so no response time is bounded: give it a budget, the longest time of one run.`,
      },
    ],
  };
}

function explainOne(set: TaskSet, index: number, response: Response, blockingNs: number): Step {
  const self = set.entities[index] as Entity;
  if (response.responseNs === null) {
    const why = response.overloaded
      ? tr`it and the more urgent tasks need more than the whole processor`
      : tr`no bound was found within the step limit`;
    return { text: `R(${self.name}): ${why}.` };
  }
  const { response: shown, sign, limit } = formatComparison(response.responseNs, self.deadlineNs);
  const which = response.job > 1 ? tr` Its job ${response.job} has the longest response.` : '';
  return {
    text: tr`R(${self.name}) = ${shown} ${sign} D = ${limit}: it may wait ${formatReached(blockingNs)} for a job that has just started, then for more urgent jobs, then runs for ${formatExecution(self.costNs, self.budgetNs, true)}.${which}`,
    tex: formulaOf(set, index, response, response.responseNs, blockingNs),
    numbers: { R: response.responseNs, D: self.deadlineNs, w: response.windowNs, q: response.job - 1, B: blockingNs },
  };
}

function formulaOf(
  set: TaskSet,
  index: number,
  { job, windowNs }: Response,
  responseNs: number,
  blockingNs: number,
): string {
  const self = set.entities[index] as Entity;
  const q = job - 1;
  const term = ({ periodNs, costNs, jitterNs }: Contributor) => {
    const shift = jitterNs > 0 ? ` + ${exactUs(jitterNs)}` : '';
    return `\\left(\\left\\lfloor\\frac{${exactUs(windowNs)}${shift}}{${exactUs(periodNs)}}\\right\\rfloor + 1\\right) \\cdot ${exactUs(costNs)}`;
  };
  const known = blockingNs + q * self.costNs;
  const sum = [
    exactUs(blockingNs),
    ...(q > 0 ? [`${q} \\cdot ${exactUs(self.costNs)}`] : []),
    ...termsOf(
      set,
      index,
      windowNs - known,
      term,
      ({ periodNs, costNs, jitterNs }) => (floorDiv(windowNs + jitterNs, periodNs) + 1) * costNs,
    ),
  ].join(' + ');
  const addNs = responseNs - self.jitterNs - windowNs + q * self.periodNs;
  return texResponse(self, { sum, windowNs, job, addNs, responseNs });
}

export const responseTimeNonPreemptive: Method = {
  id: 'response-time-non-preemptive',
  get label() {
    return tr`Non-preemptive response-time analysis`;
  },
  get phrase() {
    return tr`non-preemptive response-time analysis`;
  },
  reference: 'Davis, Burns, Bril, Lukkien 2007',
  formula: formula(
    'w(q) = B_i + q\\,C_i + \\sum_j \\left(\\left\\lfloor\\frac{w(q) + J_j}{T_j}\\right\\rfloor + 1\\right) C_j + I, \\quad R_i = \\max_q \\left(J_i + w(q) - q\\,T_i + C_i\\right) \\le D_i',
    ['R', 'D', 'C', 'B', 'T', 'J', 'I', 'i', 'j'],
    [
      ['w(q)', () => tr`time from the critical instant until the job q starts`],
      ['q', () => tr`jobs of the same task that came before, while the processor was busy`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessNonPreemptive, unlessFixedPriority),
  judge,
};
