/**
 * Liu and Layland's bound: n tasks under rate-monotonic priorities meet all deadlines if ΣC/T ≤
 * n(2^{1/n} − 1).
 *
 * C. L. Liu, J. W. Layland, "Scheduling Algorithms for Multiprogramming in a Hard-Real-Time
 * Environment", JACM 20(1), 1973, theorem 5. Sufficient only. Interrupts count as tasks with the
 * highest rates.
 */
import { tr } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessRateMonotonicModel,
} from '../applicability.ts';
import { compareSafely, type Fraction, fraction, sumFractions } from '../arithmetic.ts';
import { exactUs, formatRatios, shorten, texName } from '../format.ts';
import { type Judgement, type Method, type Step, withinBound } from '../method.ts';
import { formula } from '../symbols.ts';
import { recurringLoad, type TaskSet } from '../task-set.ts';

/** n(2^{1/n} − 1), for display; 1 for n ≤ 1. */
export function liuLaylandBound(count: number): number {
  return count <= 1 ? 1 : count * (2 ** (1 / count) - 1);
}

/** With more bits in (U/n + 1)^n, the comparison would take seconds. */
const MOST_BITS = 2 ** 22;

/**
 * Sign of U − n(2^{1/n} − 1): U ≤ n(2^{1/n} − 1) ⇔ (U/n + 1)^n ≤ 2. Exact, except for hundreds of
 * tasks with unrelated periods and a U within rounding of the bound. Such a U counts as above
 * the bound, which proves nothing.
 *
 * @param value U as a float, made by `operations` rounded operations
 * @param terms fractions with the exact sum U
 */
export function compareToLiuLayland(
  value: number,
  operations: number,
  terms: () => readonly Fraction[],
  count: number,
): number {
  return compareSafely(value, liuLaylandBound(count), operations + 8 * count, () => {
    const { numerator, denominator } = sumFractions(terms());
    const n = BigInt(Math.max(count, 1));
    const scaled = denominator * n;
    if (scaled.toString(16).length * 4 * count > MOST_BITS) return 1;
    const left = (numerator + scaled) ** n;
    const right = 2n * scaled ** n;
    return left === right ? 0 : left < right ? -1 : 1;
  });
}

type Rated = { readonly name: string; readonly costNs: number; readonly periodNs: number };

function judge(set: TaskSet): Judgement {
  const rated: readonly Rated[] = recurringLoad(set);
  const count = rated.length;
  const value = rated.reduce((sum, task) => sum + task.costNs / task.periodNs, 0);
  const bound = liuLaylandBound(count);
  const sign = compareToLiuLayland(value, 2 * count, () => rated.map((t) => fraction(t.costNs, t.periodNs)), count);
  return withinBound(sign <= 0, value, bound, () => explain(rated, value, bound, sign <= 0));
}

function explain(rated: readonly Rated[], value: number, bound: number, holds: boolean): Step[] {
  const n = rated.length;
  const term = (task: Rated) => `\\frac{${exactUs(task.costNs)}}{${exactUs(task.periodNs)}}`;
  const names = shorten(rated, (task) => texName(task.name), ',\\allowbreak\\,');
  const [u, most] = formatRatios(value, bound);
  return [
    {
      text:
        n === 1
          ? tr`Utilization U = ${u}: the share of the processor that the task uses (C/T, in µs).`
          : tr`Utilization U = ${u}: the share of the processor that all ${n} use together (C/T, in µs).`,
      tex: `U = \\sum_{i=1}^{n} \\frac{C_i}{T_i} = ${shorten(rated, term, ' + ')} = ${u} \\qquad (${names})`,
      numbers: { U: value, n },
    },
    {
      text: tr`Bound for n = ${n}: n(2^(1/n) − 1) = ${most}.`,
      tex: `n\\left(2^{1/n} - 1\\right) = ${n}\\left(2^{1/${n}} - 1\\right) = ${most}`,
      numbers: { bound },
    },
    holds
      ? {
          text: tr`${u} ≤ ${most}: every deadline holds, for any phases.`,
          tex: `${u} \\le ${most}`,
        }
      : {
          text: tr`${u} > ${most}: the bound proves nothing here; the tasks may still be schedulable. An exact test decides.`,
          tex: `${u} > ${most}`,
        },
  ];
}

export const liuLayland: Method = {
  id: 'liu-layland',
  get label() {
    return tr`Liu–Layland bound`;
  },
  get phrase() {
    return tr`the Liu–Layland bound`;
  },
  reference: 'Liu, Layland 1973, theorem 5',
  formula: formula('U = \\sum_i \\frac{C_i}{T_i} \\le n\\left(2^{1/n} - 1\\right)', ['U', 'C', 'T', 'n', 'i']),
  measures: 'utilization',
  exact: false,
  notApplicable: (set) =>
    firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessRateMonotonicModel),
  judge,
};
