/**
 * Exact response times under fixed priorities with preemption.
 *
 *   w(q) = (q+1)·C_i + B_i + Σ_hp ⌈(w + J_j)/T_j⌉·C_j + interrupts,   R_i = max_q (J_i + w(q) − q·T_i)
 *
 * M. Joseph, P. Pandya 1986; N. Audsley et al. 1993. For D > T or R > T, all jobs of the level-i
 * busy period count, after J. Lehoczky 1990; release jitter after K. Tindell 1994. R counts from
 * the arrival and includes jitter. The test is exact for sporadic tasks and for periodic tasks
 * released together. With offsets it is a safe bound.
 *
 * An I/O VCPU that competes by its rate interferes with tasks of equal or longer periods, by
 * its maximum demand in w (vcpuDemandNs). Only its top half interferes with the other tasks.
 */

import { formatExecution, formatInstant } from '../../numbers/time.ts';
import { tr, trCount } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessSporadicServers,
} from '../applicability.ts';
import { ceilDiv, leastCommonMultiple } from '../arithmetic.ts';
import {
  type DemandTable,
  demandIn,
  demandTable,
  fixedPoint,
  GrowingDemand,
  loadSign,
  ROWS_A_STEP,
  type Rows,
} from '../edf/demand.ts';
import { exactUs, formatComparison } from '../format.ts';
import { type Contributor, rivalsOf, termsOf, texResponse } from '../formula.ts';
import type { Judgement, Method, Step } from '../method.ts';
import {
  type BusyPeriod,
  decideBy,
  firstMiss,
  type Response,
  type StepBudget,
  stepBudget,
  summarize,
  worstResponse,
} from '../response.ts';
import { type InterruptLoad, type IoVcpu, vcpuDemandNs } from '../servers/interrupt-load.ts';
import { formula } from '../symbols.ts';
import { type Entity, sharesRank, type TaskSet } from '../task-set.ts';

/**
 * Values carried over from the previous entities: their demand, and a start for the first fixed
 * point.
 */
interface Carried {
  readonly demand: GrowingDemand;
  /** A lower bound on the window of the entity's first job. Unit: ns. */
  readonly leastNs: number;
}

/**
 * R of one entity among those at or above its rank. Entities of the same rank interfere (first
 * come, first served).
 */
function responseOf(
  set: TaskSet,
  table: DemandTable,
  index: number,
  budget: StepBudget,
  carried: Carried | null = null,
): Response {
  const self = set.entities[index] as Entity;
  const rows: Rows = { from: 0, to: table.levelEnd[index]!, skip: table.interrupts + index };
  const blockingNs = blockingOf(set, self);
  const vcpus = vcpusAbove(set, self);
  const vcpusIn = (time: number) => vcpus.reduce((sum, vcpu) => sum + vcpuDemandNs(vcpu, time), 0);
  const overloaded = loadSign(table, rows.to, vcpus) > 0;
  let last = 0;
  const period: BusyPeriod = {
    job(q, limitNs) {
      const base = (q + 1) * self.costNs + blockingNs;
      const start = last + self.costNs;
      const end =
        carried === null || overloaded
          ? fixedPoint(start, budget, rows.to, (time) => base + vcpusIn(time) + demandIn(table, rows, time), limitNs)
          : carriedOn(carried, q === 0 ? Math.max(base, carried.leastNs) : start, base, rows, budget, limitNs, vcpusIn);
      if (end === null) return null;
      last = end;
      return { windowNs: end, endNs: end };
    },
    endsAfter: (q, endNs) => endNs <= (q + 1) * self.periodNs - self.jitterNs,
  };
  if (overloaded) return firstMiss(self, period);
  const hyperperiodNs = vcpus.reduce(
    (multiple, vcpu) => leastCommonMultiple(multiple, vcpu.periodNs),
    table.hyperperiodBefore[rows.to]!,
  );
  return worstResponse(self, hyperperiodNs, period);
}

const isByRate = ({ vcpu }: InterruptLoad): boolean => vcpu !== undefined;

/** The set without I/O VCPUs that compete by their rates, which are counted separately. */
function tableOf(set: TaskSet): DemandTable {
  if (!set.interruptLoad.some(isByRate)) return demandTable(set);
  return demandTable({ ...set, interruptLoad: set.interruptLoad.filter((load) => !isByRate(load)) });
}

/**
 * The I/O VCPUs that are more urgent than an entity. At equal periods the VCPU counts as more
 * urgent.
 */
const vcpusAbove = ({ interruptLoad }: TaskSet, { periodNs }: Entity): readonly IoVcpu[] =>
  interruptLoad.flatMap(({ vcpu }) => (vcpu !== undefined && vcpu.periodNs <= periodNs ? vcpu : []));

/**
 * The same fixed point. The windows of one entity grow, and the next entity starts where the last
 * one ended.
 */
function carriedOn(
  { demand }: Carried,
  startNs: number,
  baseNs: number,
  { to, skip }: Rows,
  budget: StepBudget,
  limitNs: number,
  vcpusIn: (timeNs: number) => number,
) {
  const inWindow = (time: number) => baseNs + vcpusIn(time) + demand.without(skip, to, time);
  return fixedPoint(startNs, budget, to / ROWS_A_STEP, inWindow, limitNs);
}

const blockingOf = (set: TaskSet, self: Entity): number => self.resourceBlockingNs + set.overheads.blockingNs;

/** The responses of all entities. */
export function responsesOf(set: TaskSet): readonly Response[] {
  const budget = stepBudget();
  const table = tableOf(set);
  const demand = new GrowingDemand(table);
  const responses: Response[] = [];
  for (const index of set.entities.keys()) {
    const leastNs = sharesRank(set, index) ? 0 : leastWindow(set, index, responses[index - 1]);
    responses.push(responseOf(set, table, index, budget, { demand, leastNs }));
  }
  return responses;
}

/**
 * A lower bound on the window of the first job. It includes all that the first job of the next
 * higher level waits for, and that job itself: w_i ≥ w_{i−1} + C_i + B_i − B_{i−1}. With it, even
 * the thousandth fixed point takes only one or two steps.
 */
function leastWindow(set: TaskSet, index: number, above: Response | undefined): number {
  const [self, other] = [set.entities[index] as Entity, set.entities[index - 1]];
  if (above === undefined || other === undefined || other.rank === self.rank) return 0;
  if (above.responseNs === null || above.job !== 1) return 0;
  const more = self.costNs + blockingOf(set, self) - blockingOf(set, other);
  return more < 0 ? 0 : above.windowNs + more;
}

/** The response of one entity alone. */
export const responseAt = (set: TaskSet, index: number): Response => responseOf(set, tableOf(set), index, stepBudget());

/**
 * Whether every deadline holds, without explanation. Starts with the least urgent entity, which
 * misses first.
 */
export function allInTime(set: TaskSet, budget: StepBudget): boolean {
  const table = tableOf(set);
  for (let index = set.entities.length - 1; index >= 0; index -= 1) {
    const { responseNs, miss } = responseOf(set, table, index, budget);
    if (responseNs === null || miss !== null) return false;
  }
  return true;
}

const judge = (set: TaskSet): Judgement =>
  summarize(set, responsesOf, (entity, response) => explainOne(set, entity, response));

function explainOne(set: TaskSet, index: number, response: Response): Step {
  const self = set.entities[index] as Entity;
  if (response.responseNs === null) {
    const why = response.overloaded
      ? tr`the tasks at and above it need more than the whole processor`
      : tr`no bound was found within the step limit`;
    return { text: `R(${self.name}): ${why}.` };
  }
  const { response: shown, sign, limit } = formatComparison(response.responseNs, self.deadlineNs);
  const which = response.job > 1 ? tr` Its job ${response.job} has the longest response.` : '';
  return {
    text: `R(${self.name}) = ${shown} ${sign} D = ${limit}: ${componentsOf(set, index)}.${which}`,
    tex: formulaOf(set, index, response, response.responseNs),
    numbers: {
      R: response.responseNs,
      D: self.deadlineNs,
      w: response.windowNs,
      q: response.job - 1,
      B: blockingOf(set, self),
    },
  };
}

/** The components of the response time: the terms of the equation in words. */
function componentsOf(set: TaskSet, index: number): string {
  const self = set.entities[index] as Entity;
  const { count } = rivalsOf(set, index);
  const blockingNs = blockingOf(set, self);
  const above = [
    ...(count === 0 ? [] : [trCount(count, '{0} more urgent task', '{0} more urgent tasks')]),
    ...(set.interruptLoad.length === 0 ? [] : [tr`interrupts`]),
  ].join(tr` and `);
  if (above === '' && blockingNs === 0) return tr`no task is more urgent`;
  const own = tr`its own ${formatExecution(self.costNs, self.budgetNs, true)}`;
  const blocked = blockingNs === 0 ? own : tr`${own}, ${formatInstant(blockingNs)} of blocking`;
  if (above === '') return blocked;
  return tr`${blocked} and the interference of ${above}`;
}

function formulaOf(set: TaskSet, index: number, { job, windowNs }: Response, responseNs: number): string {
  const self = set.entities[index] as Entity;
  const blockingNs = blockingOf(set, self);
  const own = job === 1 ? exactUs(self.costNs) : `${job} \\cdot ${exactUs(self.costNs)}`;
  const term = ({ periodNs, costNs, jitterNs }: Contributor) => {
    const shift = jitterNs > 0 ? ` + ${exactUs(jitterNs)}` : '';
    return `\\left\\lceil\\frac{${exactUs(windowNs)}${shift}}{${exactUs(periodNs)}}\\right\\rceil \\cdot ${exactUs(costNs)}`;
  };
  const known = job * self.costNs + blockingNs;
  const sum = [
    own,
    ...(blockingNs > 0 ? [`\\underbrace{${exactUs(blockingNs)}}_{\\text{${tr`blocking`}}}`] : []),
    ...termsOf(
      set,
      index,
      windowNs - known,
      term,
      ({ periodNs, costNs, jitterNs }) => ceilDiv(windowNs + jitterNs, periodNs) * costNs,
    ),
  ].join(' + ');
  return texResponse(self, { sum, windowNs, job, addNs: 0, responseNs });
}

export const responseTime: Method = {
  id: 'response-time',
  get label() {
    return tr`Response-time analysis`;
  },
  get phrase() {
    return tr`response-time analysis`;
  },
  reference: 'Joseph, Pandya 1986; Audsley et al. 1993; Lehoczky 1990',
  formula: formula(
    'w(q) = (q+1)\\,C_i + B_i + \\sum_j \\left\\lceil\\frac{w(q) + J_j}{T_j}\\right\\rceil C_j + I, \\quad R_i = \\max_q \\left(J_i + w(q) - q\\,T_i\\right) \\le D_i',
    ['R', 'D', 'C', 'B', 'T', 'J', 'I', 'i', 'j'],
    [
      ['w(q)', () => tr`time from the critical instant until the job q is done`],
      ['q', () => tr`jobs of the same task that came before, while the processor was busy`],
    ],
  ),
  measures: 'response-time',
  exact: true,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessSporadicServers),
  judge,
  decide: (set) => decideBy(set, responsesOf),
};
