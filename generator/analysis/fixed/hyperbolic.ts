/**
 * The hyperbolic bound: rate-monotonic tasks meet all deadlines if Π(C/T + 1) ≤ 2.
 *
 * E. Bini, G. C. Buttazzo, G. M. Buttazzo, "Rate Monotonic Analysis: The Hyperbolic Bound", IEEE
 * Trans. Computers 52(7), 2003, theorem 1. Sufficient only, and never worse than Liu and Layland's
 * bound.
 */

import { formatRatio } from '../../numbers/share.ts';
import { tr } from '../../words/tr.ts';
import {
  firstReason,
  unlessFixedPriority,
  unlessOneCore,
  unlessPreemptive,
  unlessRateMonotonicModel,
} from '../applicability.ts';
import { compareSafely, product } from '../arithmetic.ts';
import { formatRatios, shorten } from '../format.ts';
import { type Judgement, type Method, withinBound } from '../method.ts';
import { formula } from '../symbols.ts';
import { recurringLoad, type TaskSet } from '../task-set.ts';

function judge(set: TaskSet): Judgement {
  const rated = recurringLoad(set);
  const value = rated.reduce((result, task) => result * (task.costNs / task.periodNs + 1), 1);
  const sign = compareSafely(value, 2, 3 * rated.length, () => {
    const left = product(rated.map((task) => BigInt(task.costNs) + BigInt(task.periodNs)));
    const right = 2n * product(rated.map((task) => BigInt(task.periodNs)));
    return left === right ? 0 : left < right ? -1 : 1;
  });
  const holds = sign <= 0;
  const [shown] = formatRatios(value, 2);
  return withinBound(holds, value, 2, [
    {
      text: tr`The product of every task's (U + 1) is ${shown}; the bound is 2.`,
      tex: `\\prod_{i=1}^{n} (U_i + 1) = ${shorten(rated, (task) => formatRatio(task.costNs / task.periodNs + 1), ' \\cdot ')} = ${shown}`,
      numbers: { product: value, bound: 2 },
    },
    holds
      ? { text: tr`${shown} ≤ 2: every deadline holds.`, tex: `${shown} \\le 2` }
      : {
          text: tr`${shown} > 2: the bound proves nothing here. An exact test decides.`,
          tex: `${shown} > 2`,
        },
  ]);
}

export const hyperbolic: Method = {
  id: 'hyperbolic',
  get label() {
    return tr`Hyperbolic bound`;
  },
  get phrase() {
    return tr`the hyperbolic bound`;
  },
  reference: 'Bini, Buttazzo, Buttazzo 2003, theorem 1',
  formula: formula('\\prod_i \\left(\\frac{C_i}{T_i} + 1\\right) \\le 2', ['C', 'T', 'i']),
  measures: 'product',
  exact: false,
  notApplicable: (set) =>
    firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessRateMonotonicModel),
  judge,
};
