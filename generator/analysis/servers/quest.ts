/**
 * The admission rule of Quest and Qduino: n Main VCPUs and m I/O VCPUs on one processor are
 * admitted if Σ C_i/T_i + Σ (2 − U_j)·U_j ≤ n(2^{1/n} − 1).
 *
 * M. Danish, Y. Li, R. West, "Virtual-CPU Scheduling in the Quest Operating System", RTAS 2011;
 * equation 1 of the Qduino paper. Sufficient only: with few Main VCPUs it rejects sets that ran
 * without a miss in the paper's own experiments.
 *
 * Why n counts the Main VCPUs only: in any t ≤ T_i, an I/O VCPU of period T_j ≤ T_i runs at most as
 * long as in T_i, which is at most (2 − U_j)·U_j·T_i (vcpuDemandNs). So for Main VCPU i the I/O
 * VCPUs act as a longer C_i, and Liu and Layland's theorem holds for the VCPUs above it with that
 * C_i. I/O VCPUs with longer periods do not delay it. The load above all VCPUs is added: one top
 * half of each I/O VCPU as a share of the shortest period, and each interrupt of the kernel itself,
 * which counts in n.
 */

import { formatRatio } from '../../numbers/share.ts';
import { tr, trCount } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessRateMonotonicOrder,
  unlessServedByRate,
  unlessSporadicServers,
} from '../applicability.ts';
import { type Fraction, fraction } from '../arithmetic.ts';
import { compareToLiuLayland, liuLaylandBound } from '../fixed/liu-layland.ts';
import { exactUs, formatRatios, shorten } from '../format.ts';
import { type Judgement, type Method, type Step, withinBound } from '../method.ts';
import { formula } from '../symbols.ts';
import type { TaskSet } from '../task-set.ts';
import type { IoVcpu } from './interrupt-load.ts';

type Rated = { readonly costNs: number; readonly periodNs: number };
const mainUtilization = (vcpu: Rated): number => vcpu.costNs / vcpu.periodNs;
const ioUtilization = (vcpu: IoVcpu): number => vcpu.budgetNs / vcpu.periodNs;

/** The Main VCPUs, and the kernel's own timer if overheads count. */
const mainDemand = (set: TaskSet): Rated[] => [
  ...set.entities,
  ...set.interruptLoad.filter((load) => load.origin === 'runtime' && load.most === undefined),
];

/** One top half of each I/O VCPU, in the shortest period of a Main VCPU. */
function topHalvesOf({ interruptLoad, entities }: TaskSet): Rated[] {
  const periodNs = Math.min(...entities.map((entity) => entity.periodNs));
  return entities.length === 0
    ? []
    : interruptLoad
        .filter(({ origin, most }) => origin === 'io' && most !== undefined)
        .map(({ costNs }) => ({ costNs, periodNs }));
}

function termsOf(set: TaskSet): Fraction[] {
  return [
    ...[...mainDemand(set), ...topHalvesOf(set)].map((vcpu) => fraction(vcpu.costNs, vcpu.periodNs)),
    ...set.ioServers.map(({ budgetNs, periodNs }) => {
      const [c, t] = [BigInt(budgetNs), BigInt(periodNs)];
      return { numerator: (2n * t - c) * c, denominator: t * t };
    }),
  ];
}

function judge(set: TaskSet): Judgement {
  const demand = mainDemand(set);
  const tops = topHalvesOf(set);
  const mainSum = demand.reduce((sum, vcpu) => sum + mainUtilization(vcpu), 0);
  const ioSum = set.ioServers.reduce((sum, vcpu) => sum + (2 - ioUtilization(vcpu)) * ioUtilization(vcpu), 0);
  const topSum = tops.reduce((sum, top) => sum + mainUtilization(top), 0);
  const value = mainSum + ioSum + topSum;
  const count = demand.length;
  const bound = liuLaylandBound(count);
  const operations = 2 * (count + tops.length) + 5 * set.ioServers.length;
  const sign = compareToLiuLayland(value, operations, () => termsOf(set), count);
  return withinBound(sign <= 0, value, bound, () => explain(set, { mainSum, ioSum, topSum }, bound, sign <= 0));
}

const membersOf = (set: TaskSet): string =>
  mainDemand(set).length > set.entities.length
    ? tr`tasks, interrupt handlers and the kernel itself`
    : tr`tasks and interrupt handlers`;

interface Sums {
  readonly mainSum: number;
  readonly ioSum: number;
  readonly topSum: number;
}

/** The load of the top halves; empty if they use no time. */
const topStep = (topSum: number): Step[] =>
  topSum === 0
    ? []
    : [
        {
          text: tr`One top half of each I/O VCPU in the shortest period: ${formatRatio(topSum)}.`,
          numbers: { topU: topSum },
        },
      ];

function explain(set: TaskSet, { mainSum, ioSum, topSum }: Sums, bound: number, holds: boolean): Step[] {
  const value = mainSum + ioSum + topSum;
  const demand = mainDemand(set);
  const mainTerm = (v: Rated) => `\\frac{${exactUs(v.costNs)}}{${exactUs(v.periodNs)}}`;
  const ioTerm = (v: IoVcpu) => `(2 - ${formatRatio(ioUtilization(v))})\\cdot ${formatRatio(ioUtilization(v))}`;
  const n = demand.length;
  const [shown, most] = formatRatios(value, bound);
  return [
    {
      text: trCount(
        n,
        '{0} Main VCPU ({1}): Σ C/T = {2}.',
        '{0} Main VCPUs ({1}): Σ C/T = {2}.',
        membersOf(set),
        formatRatio(mainSum),
      ),
      tex: `\\sum_{i=1}^{n} \\frac{C_i}{T_i} = ${n === 0 ? '0' : shorten(demand, mainTerm, ' + ')} = ${formatRatio(mainSum)}`,
      numbers: { mainU: mainSum, n },
    },
    {
      text: trCount(
        set.ioServers.length,
        '{0} I/O VCPU: Σ (2 − U)·U = {1}; the factor 2 − U covers two budgets used back to back.',
        '{0} I/O VCPUs: Σ (2 − U)·U = {1}; the factor 2 − U covers two budgets used back to back.',
        formatRatio(ioSum),
      ),
      tex: `\\sum_{j=1}^{m} (2 - U_j)\\,U_j = ${set.ioServers.length === 0 ? '0' : shorten(set.ioServers, ioTerm, ' + ')} = ${formatRatio(ioSum)}`,
      numbers: { ioU: ioSum, bound },
    },
    ...topStep(topSum),
    holds
      ? {
          text: tr`${shown} ≤ ${most} = n(2^(1/n) − 1) for n = ${n}: admitted.`,
          tex: `${shown} \\le ${n}(2^{1/${n}} - 1) = ${most}`,
        }
      : {
          text: tr`${shown} > ${most} = n(2^(1/n) − 1) for n = ${n}: not admitted by this rule. It is only sufficient and counts only the Main VCPUs in n. The paper itself measured schedulable sets that the rule rejects (48/100 Main with 40/100 I/O gives 1.12; 495/500 with 3/500 gives 1.002).`,
          tex: `${shown} > ${n}(2^{1/${n}} - 1) = ${most}`,
        },
  ];
}

/**
 * Every deadline that the rule guarantees is the end of a period. The rule covers neither D < T nor
 * jitter nor blocking.
 */
function unlessVcpuModel(set: TaskSet): string | null {
  if (set.capabilities.budgets === 'monitored') {
    return tr`${set.capabilities.label} only monitors budgets; this rule is for servers that enforce them.`;
  }
  for (const entity of set.entities) {
    if (entity.deadlineNs < entity.periodNs) return tr`"${entity.name}" has a deadline before its period ends (D < T).`;
    if (entity.jitterNs > 0) return tr`"${entity.name}" has release jitter.`;
    if (entity.resourceBlockingNs > 0) return tr`"${entity.name}" can be blocked by a lower-priority task.`;
  }
  if (set.overheads.blockingNs > 0) return tr`The runtime can block a task briefly, which this rule does not cover.`;
  const kept = unlessSporadicServers(set);
  if (kept !== null) return kept;
  const runtime = set.interruptLoad.filter((load) => load.origin === 'runtime');
  const rare = unlessServedByRate(set, runtime);
  if (rare !== null) return rare;
  const greedy = set.ioServers.find((vcpu) => vcpu.budgetNs > vcpu.periodNs);
  if (greedy !== undefined) return tr`The I/O budget of "${greedy.name}" is longer than its period.`;
  if (set.ioServers.length > 0 && !set.interruptLoad.some(({ vcpu }) => vcpu !== undefined)) {
    return tr`${set.capabilities.label} runs interrupts before every task; this rule is for I/O VCPUs that compete by their rates.`;
  }
  return set.policy === 'rate-monotonic'
    ? unlessRateMonotonicOrder(set)
    : tr`VCPUs are scheduled rate-monotonically; the sketch has another policy.`;
}

export const quest: Method = {
  id: 'quest',
  get label() {
    return tr`Quest VCPU admission`;
  },
  get phrase() {
    return tr`Quest's admission rule`;
  },
  reference: 'Danish, Li, West 2011; Qduino, equation 1',
  formula: formula(
    '\\sum_i \\frac{C_i}{T_i} + \\sum_k (2 - U_k)\\,U_k \\le n\\left(2^{1/n} - 1\\right)',
    ['C', 'T', 'n', 'i'],
    [['U_k', () => tr`utilization of an I/O server k`]],
  ),
  measures: 'utilization',
  exact: false,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessVcpuModel),
  judge,
};
