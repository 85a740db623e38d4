/**
 * The bound for harmonic chains: rate-monotonic tasks meet all deadlines if ΣC/T ≤ K(2^{1/K} − 1), where the tasks form K chains in
 * which each period divides the next.
 *
 * T.-W. Kuo, A. K. Mok, "Load Adjustment in Adaptive Real-Time Systems", RTSS 1991. Sufficient only, and never worse than Liu and
 * Layland's bound, which is the case of K = n.
 */
import { tr } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessRateMonotonicModel,
} from '../applicability.ts';
import { fraction } from '../arithmetic.ts';
import { formatRatios } from '../format.ts';
import { type Judgement, type Method, withinBound } from '../method.ts';
import { formula } from '../symbols.ts';
import { recurringLoad, type TaskSet, utilizationOf } from '../task-set.ts';
import { compareToLiuLayland, liuLaylandBound } from './liu-layland.ts';

/** Puts each period into the first chain with a longest period that divides it. Returns the number of chains. */
export function chainCount(periodsNs: readonly number[]): number {
  const longest: number[] = [];
  for (const period of periodsNs.toSorted((a, b) => a - b)) {
    const chain = longest.findIndex((last) => period % last === 0);
    longest[chain < 0 ? longest.length : chain] = period;
  }
  return longest.length;
}

function judge(set: TaskSet): Judgement {
  const rated = recurringLoad(set);
  const chains = chainCount(rated.map(({ periodNs }) => periodNs));
  const [value, bound] = [utilizationOf(set), liuLaylandBound(chains)];
  const terms = () => rated.map(({ costNs, periodNs }) => fraction(costNs, periodNs));
  const holds = compareToLiuLayland(value, 2 * rated.length, terms, chains) <= 0;
  const [u, most] = formatRatios(value, bound);
  return withinBound(holds, value, bound, [
    {
      text:
        chains === 1
          ? tr`The periods form one harmonic chain; the bound for K = 1 is ${most}.`
          : tr`The periods form ${chains} harmonic chains; the bound for K = ${chains} is ${most}.`,
      tex: `K\\left(2^{1/K} - 1\\right) = ${most}, \\quad K = ${chains}`,
      numbers: { K: chains, bound },
    },
    {
      text: holds
        ? tr`U = ${u} ≤ ${most}: every deadline holds.`
        : tr`U = ${u} > ${most}: the bound proves nothing here.`,
      tex: `U = ${u} ${holds ? '\\le' : '>'} ${most}`,
      numbers: { U: value },
    },
  ]);
}

export const harmonicChains: Method = {
  id: 'harmonic-chains',
  get label() {
    return tr`Harmonic chains`;
  },
  get phrase() {
    return tr`the bound for harmonic chains`;
  },
  reference: 'Kuo, Mok 1991',
  formula: formula(
    '\\sum_i \\frac{C_i}{T_i} \\le K\\left(2^{1/K} - 1\\right)',
    ['C', 'T', 'i'],
    [['K', () => tr`number of chains in which each period divides the next`]],
  ),
  measures: 'utilization',
  exact: false,
  notApplicable: (set) =>
    firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessRateMonotonicModel),
  judge,
};
