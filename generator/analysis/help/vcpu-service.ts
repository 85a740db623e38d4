/**
 * How long a bottom half takes on an I/O VCPU that competes by its rate, from the event to its end.
 *
 *   (T_io − C_io) + δ_top·T_io/C_io + (k − 1)·T_io + W(δ_bh − (k − 1)·C_io),   k = ⌈δ_bh / C_io⌉
 *
 * In the worst case the VCPU has just exhausted its budget. It becomes eligible again T_io − C_io
 * later, plus a delay for the top half, for which it pays. Then it gets k budgets, one in each
 * T_io. W(c) is the time from the start of the last budget until c is complete. W is c + B, plus Σ
 * ⌈(W + J)/T⌉·C over the tasks with shorter periods, plus the demand in W of the other I/O VCPUs
 * with equal or shorter periods. The load above all tasks is added, including the top half of the
 * VCPU itself. Each budget must be used before the next one comes: W(C_io) ≤ T_io if k > 1. If
 * nothing else runs, W(c) = c, and without a top half this is equation 3 of the Qduino paper up to
 * the handler.
 */
import { ceilDiv, MAX_TIME_NS } from '../arithmetic.ts';
import { type InterruptLoad, type IoVcpu, vcpuDemandNs } from '../servers/interrupt-load.ts';
import type { TaskSet } from '../task-set.ts';

/** One periodic or one-time load. Unit: ns. */
type Load = Pick<InterruptLoad, 'periodNs' | 'costNs' | 'jitterNs' | 'most'>;

interface Rivals {
  readonly loads: readonly Load[];
  readonly vcpus: readonly IoVcpu[];
  readonly blockingNs: number;
}

function rivalsOf(set: TaskSet, self: IoVcpu): Rivals {
  const tasks = set.entities
    .filter(({ periodNs }) => periodNs < self.periodNs)
    .map(({ periodNs, costNs, jitterNs, backToBackNs }) => ({ periodNs, costNs, jitterNs: jitterNs + backToBackNs }));
  // This includes its own top half, which delays the tasks with shorter periods.
  const others = set.interruptLoad.filter(({ vcpu }) => vcpu === undefined);
  const vcpus = set.interruptLoad.flatMap(({ vcpu }) =>
    vcpu !== undefined && vcpu.name !== self.name && vcpu.periodNs <= self.periodNs ? vcpu : [],
  );
  const blockingNs = set.overheads.blockingNs + Math.max(0, ...set.sections.map((section) => section.blockingNs));
  return { loads: [...tasks, ...others], vcpus, blockingNs };
}

/** W(c); null if it does not end. */
function windowNs(workNs: number, { loads, vcpus, blockingNs }: Rivals): number | null {
  const share =
    loads.reduce((sum, { costNs, periodNs, most }) => sum + (most === undefined ? costNs / periodNs : 0), 0) +
    vcpus.reduce((sum, { budgetNs, periodNs }) => sum + budgetNs / periodNs, 0);
  if (share >= 1) return null;
  let window = workNs + blockingNs;
  while (window <= MAX_TIME_NS) {
    let next = workNs + blockingNs;
    for (const vcpu of vcpus) next += vcpuDemandNs(vcpu, window);
    for (const { periodNs, costNs, jitterNs, most = Number.POSITIVE_INFINITY } of loads) {
      next += Math.min(ceilDiv(window + jitterNs, periodNs), most) * costNs;
    }
    if (next <= window) return window;
    window = next;
  }
  return null;
}

/** The I/O VCPU with this name that competes by its rate; null if there is none. */
export const vcpuNamed = ({ interruptLoad }: TaskSet, name: string): IoVcpu | null =>
  interruptLoad.find(({ vcpu }) => vcpu?.name === name)?.vcpu ?? null;

/** The maximum time from the event to the end of the bottom half; null if unbounded. Unit: ns. */
export function bottomHalfDoneNs(set: TaskSet, self: IoVcpu, topHalfNs: number, bottomHalfNs: number): number | null {
  const { budgetNs, periodNs } = self;
  const rivals = rivalsOf(set, self);
  const budgets = Math.max(1, ceilDiv(bottomHalfNs, budgetNs));
  const each = budgets === 1 ? 0 : windowNs(budgetNs, rivals);
  if (each === null || each > periodNs) return null;
  // A bottom half with no execution time still waits for its turn.
  const last = windowNs(Math.max(1, bottomHalfNs - (budgets - 1) * budgetNs), rivals);
  if (last === null) return null;
  const owedNs = Number((BigInt(topHalfNs) * BigInt(periodNs) + BigInt(budgetNs) - 1n) / BigInt(budgetNs));
  return periodNs - budgetNs + owedNs + (budgets - 1) * periodNs + last;
}
