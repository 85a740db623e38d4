/**
 * The density bound for global EDF: Σλ ≤ m − (m − 1)·λ_max, with λ = C/(D − J).
 *
 * J. Goossens, S. Funk, S. Baruah, "Priority-Driven Scheduling of Periodic Task Systems on
 * Multiprocessors", Real-Time Systems 25(2–3), 2003, theorem 5 (utilizations, D = T); densities for
 * D ≤ T after M. Bertogna, M. Cirinei, G. Lipari 2005. With jitter a job still has the last D − J
 * before its deadline, alone on a processor of speed λ, which is all that the proof requires.
 *
 * With D > T, λ = C/(T − J), and jobs of one task run one after the other. This case requires one
 * more step. On processors of speeds λ_i, one for each task, every job ends within T of its
 * arrival. Claim: by each t, EDF has completed as much of the jobs due by d as these processors
 * have. Suppose not. Then at some t EDF has completed less in total, and less of some τ_i. Let s be
 * the last time before t at which no such job of τ_i was pending. Take t as the first such end of a
 * pending interval, so EDF was not behind at s. Since s, τ_i has run whenever not all m processors
 * were busy, for y in total, and y < λ_i·(t − s) because it is behind. So since s EDF did at least
 * m·(t − s) − (m − 1)·y > (m − (m − 1)·λ_max)·(t − s) ≥ Σλ·(t − s), which is more than the other
 * processors: a contradiction. With t = d all work due by d is complete. Sufficient.
 */

import { formatRatio } from '../../numbers/share.ts';
import { tr, trCount } from '../../words/tr.ts';
import { compareFractions, compareSafely, fraction, sumFractions } from '../arithmetic.ts';
import { exactUs, formatRatios, shorten } from '../format.ts';
import type { Step } from '../method.ts';
import { formula } from '../symbols.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessDroppedReleases,
  unlessGlobalEdf,
  withinPeriods,
} from './multiprocessor.ts';

const windowNs = ({ deadlineNs, jitterNs }: GlobalTask): number => deadlineNs - jitterNs;
const density = (task: GlobalTask): number =>
  windowNs(task) > 0 ? task.costNs / windowNs(task) : Number.POSITIVE_INFINITY;

function run({ tasks, processors }: GlobalSystem): Outcome {
  if (tasks.length === 0) return NO_TASKS;
  const densest = tasks.reduce((a, b) => (density(b) > density(a) ? b : a));
  const value = tasks.reduce((sum, task) => sum + density(task), 0);
  const most = density(densest);
  const bound = processors - (processors - 1) * most;
  const holds = Number.isFinite(value) && sign(tasks, processors, densest, value + (processors - 1) * most) <= 0;
  return {
    holds,
    responses: null,
    value,
    bound,
    steps: () => explain(tasks, processors, densest, value, bound, holds),
  };
}

/** Sign of Σλ + (m − 1)·λ_max − m, exact. */
function sign(tasks: readonly GlobalTask[], processors: number, densest: GlobalTask, value: number): number {
  return compareSafely(value, processors, 2 * tasks.length + 2, () => {
    const terms = tasks.map((task) => fraction(task.costNs, windowNs(task)));
    const more = { numerator: BigInt(processors - 1) * BigInt(densest.costNs), denominator: BigInt(windowNs(densest)) };
    return compareFractions(sumFractions([...terms, more]), fraction(processors, 1));
  });
}

function explain(
  tasks: readonly GlobalTask[],
  processors: number,
  densest: GlobalTask,
  value: number,
  bound: number,
  holds: boolean,
): readonly Step[] {
  const [sum, most] = formatRatios(value, bound);
  const term = (task: GlobalTask) => `\\frac{${exactUs(task.costNs)}}{${exactUs(windowNs(task))}}`;
  return [
    {
      text: trCount(
        tasks.length,
        'The density C/D of the task is {1}; the largest is that of "{2}", {3}.',
        'The densities C/D of the {0} tasks add up to {1}; the largest is that of "{2}", {3}.',
        sum,
        densest.name,
        formatRatio(density(densest)),
      ),
      tex: `\\sum \\lambda_i = ${shorten(tasks, term, ' + ')} = ${sum}, \\quad \\lambda_{\\max} = ${formatRatio(density(densest))}`,
      numbers: { Σλ: value, λmax: density(densest), m: processors },
    },
    {
      text: holds
        ? tr`${sum} ≤ ${processors} − ${processors - 1}·λmax = ${most}: every deadline holds under global EDF.`
        : tr`${sum} > ${processors} − ${processors - 1}·λmax = ${most}: the bound proves nothing here.`,
      tex: `${sum} ${holds ? '\\le' : '>'} m - (m - 1)\\lambda_{\\max} = ${processors} - ${processors - 1} \\cdot ${formatRatio(density(densest))} = ${most}`,
    },
  ];
}

export const gfbTest: GlobalTest = {
  id: 'gfb',
  get label() {
    return tr`GFB density bound`;
  },
  get phrase() {
    return tr`the GFB density bound`;
  },
  reference: 'Goossens, Funk, Baruah 2003, theorem 5; densities: Bertogna, Cirinei, Lipari 2005',
  formula: formula(
    '\\sum_i \\lambda_i \\le m - (m - 1)\\,\\lambda_{\\max}, \\quad \\lambda_i = \\frac{C_i}{\\min(D_i, T_i) - J_i}',
    ['C', 'D', 'T', 'J', 'm', 'i'],
    [['\\lambda_i', () => tr`density: the share of a processor that a job needs until it is due`]],
  ),
  measures: 'utilization',
  refuses: (system) => unlessGlobalEdf(system) ?? unlessDroppedReleases(system),
  run: withinPeriods(run),
};

export const gfb = globalMethod(gfbTest);
