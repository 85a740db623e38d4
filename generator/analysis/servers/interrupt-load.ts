/**
 * The interrupt load, which preempts every task: interrupts with their I/O budgets, and the
 * runtime's own interrupts.
 */

import type { Capabilities } from '../../platform/kernel.ts';
import { deliveryCostNs, type Overheads } from '../../platform/overheads.ts';
import type { Sketch } from '../../sketch/model.ts';
import { type Ns, nsOfUs } from '../../sketch/time.ts';
import { type IoServer, SHARED_SERVER } from '../../system/io-servers.ts';
import { hasOwnDeadline } from '../../system/runnables.ts';
import { systemOf } from '../../system/system.ts';
import { tr } from '../../words/tr.ts';
import { floorDiv } from '../arithmetic.ts';
import { shortName } from '../format.ts';

/**
 * Demand that preempts every task: at most ⌈(t + jitter)/period⌉ · cost in any window of length t.
 */
export interface InterruptLoad {
  /** io: a budgeted interrupt of the sketch. runtime: the release timer or the tick. */
  readonly origin: 'io' | 'runtime';
  readonly name: string;
  readonly periodNs: Ns;
  readonly costNs: Ns;
  readonly jitterNs: Ns;
  /** Maximum number of occurrences in a busy period. Undefined: no limit. */
  readonly most?: number;
  /** Whether the load occurs on each of several cores at once. Undefined: on the first core. */
  readonly everyCore?: true;
  /**
   * The I/O VCPU that runs this load at its rate, below tasks with shorter periods. A test that
   * ignores this member counts the load above every task, which is an upper bound.
   */
  readonly vcpu?: IoVcpu;
}

/** An I/O server of a kernel with virtual CPUs. */
export type IoVcpu = IoServer;

/**
 * Whether bottom halves run on I/O VCPUs that compete by their own periods. Otherwise all interrupt
 * work preempts every task. Kernels with VCPUs have a ready queue for each core and order it by
 * rate.
 */
export const servesByRate = (
  { policy, cores, clusterCores }: Pick<Sketch, 'policy' | 'cores' | 'clusterCores'>,
  { vcpus, preemptive, priorityLevels }: Capabilities,
): boolean =>
  vcpus && preemptive && priorityLevels === null && policy === 'rate-monotonic' && (cores === 1 || clusterCores === 1);

/**
 * The maximum time for which an I/O VCPU with budget C in every T runs in a window of length t that
 * begins when it has no work. It is C + ⌊(t − C)·C/T⌋, for t ≥ C. After using u it becomes eligible
 * again u·T/C after its previous eligibility, so its work before the last budget used its share of
 * the time. In a window of T that is (2 − U)·C (Danish, Li, West 2011).
 */
export function vcpuDemandNs({ budgetNs, periodNs }: Pick<IoVcpu, 'budgetNs' | 'periodNs'>, timeNs: number): number {
  if (timeNs <= budgetNs) return timeNs;
  const product = (timeNs - budgetNs) * budgetNs;
  if (product <= Number.MAX_SAFE_INTEGER) return budgetNs + floorDiv(product, periodNs);
  return budgetNs + Number((BigInt(timeNs - budgetNs) * BigInt(budgetNs)) / BigInt(periodNs));
}

/** What the release timer releases. */
interface Released extends Pick<InterruptLoad, 'name' | 'periodNs' | 'jitterNs'> {
  readonly periodic: boolean;
  readonly deadlineNs: Ns;
}

/**
 * The limits of interrupts are a property of the target, whether or not overheads count. A kernel's
 * I/O VCPU can use its budget at the end of one period and again at the start of the next. This is
 * the reason for (2 − U)·U (Danish, Li, West 2011). A release jitter of T − C covers this
 * back-to-back case. The VCPU pays for both halves. The line is masked until the bottom half has
 * ended, so of its top halves at most one can be overdrawn or occur while the bottom half waits for
 * more urgent tasks. That top half is a separate load.
 *
 * The runtime's own servers are sporadic servers. They use at most C in any window of T, including
 * the runtime's part of each delivery, except for the overdraft of the last delivery. Future budget
 * pays for this overdraft, so it counts once.
 */
export function interruptLoadOf(
  sketch: Sketch,
  ioServers: readonly IoServer[],
  released: readonly Released[],
  overheads: Overheads,
  capabilities: Capabilities,
): InterruptLoad[] {
  const own = overheads.interrupts;
  const load = servesByRate(sketch, capabilities)
    ? vcpuLoadOf(sketch, ioServers)
    : ioLoadOf(sketch, ioServers, capabilities.vcpus);
  if (own !== undefined && sketch.interrupts.length > 0) {
    for (const { name, periodNs } of ioServers) {
      const costNs = deliveryCostNs(own, systemOf(sketch));
      load.push({ origin: 'runtime', name: `last of interrupt ${name}`, periodNs, costNs, jitterNs: 0, most: 1 });
    }
    for (const more of own.loads) load.push({ origin: 'runtime', ...more });
  }
  const { releaseNs, heldNs = 0 } = overheads;
  if (heldNs > 0 && released.length > 0) {
    const periodNs = Math.max(...released.map((task) => task.periodNs));
    const costNs = heldNs * released.length;
    load.push({ origin: 'runtime', name: 'holding to budgets', periodNs, costNs, jitterNs: 0, most: 1 });
  }
  if (releaseNs > 0) {
    for (const { name, periodNs, jitterNs } of released) {
      load.push({ origin: 'runtime', name: `release of ${name}`, periodNs, costNs: releaseNs, jitterNs });
    }
  }
  const { deadlineNs = 0 } = overheads;
  if (deadlineNs > 0) {
    for (const task of released.filter((one) => hasOwnDeadline(one, one.periodic))) {
      const { name, periodNs, jitterNs } = task;
      load.push({ origin: 'runtime', name: `deadline of ${name}`, periodNs, costNs: deadlineNs, jitterNs });
    }
  }
  if (overheads.tickNs > 0 && overheads.tickPeriodNs > 0) {
    const { tickPeriodNs: periodNs, tickNs: costNs } = overheads;
    load.push({ origin: 'runtime', name: 'timer tick', periodNs, costNs, jitterNs: 0, everyCore: true });
  }
  for (const more of overheads.loads ?? []) load.push({ origin: 'runtime', everyCore: true, ...more });
  return load;
}

/** The top halves of the interrupts of a server, by its name. Unit: ns. */
const topHalvesOf = (sketch: Sketch, server: string): number[] =>
  sketch.interrupts
    .filter(({ ioBudgetUs, name }) => (ioBudgetUs === null ? server === SHARED_SERVER : name === server))
    .map(({ topHalfUs }) => nsOfUs(topHalfUs));

const ioLoadOf = (sketch: Sketch, ioServers: readonly IoServer[], vcpus: boolean): InterruptLoad[] =>
  ioServers.map(({ name, periodNs, budgetNs }) => ({
    origin: 'io',
    name: `interrupt ${name}`,
    periodNs,
    costNs: budgetNs + topHalvesOf(sketch, name).reduce((sum, topHalfNs) => sum + topHalfNs, 0),
    jitterNs: vcpus ? Math.max(0, periodNs - budgetNs) : 0,
  }));

const vcpuLoadOf = (sketch: Sketch, ioServers: readonly IoServer[]): InterruptLoad[] =>
  ioServers.flatMap((vcpu): InterruptLoad[] => {
    const { name, periodNs, budgetNs } = vcpu;
    const jitterNs = Math.max(0, periodNs - budgetNs);
    const topHalfNs = Math.max(0, ...topHalvesOf(sketch, name));
    const top = { name: `top half of ${name}`, periodNs, costNs: topHalfNs, jitterNs: 0, most: 1 };
    return [
      { origin: 'io', name: `interrupt ${name}`, periodNs, costNs: budgetNs, jitterNs, vcpu },
      ...(topHalfNs > 0 ? [{ origin: 'io' as const, ...top }] : []),
    ];
  });

/**
 * Names the first interrupt that uses time without any limit; it could occur any number of times.
 */
export function unlimitedOf(sketch: Sketch, overheads: Overheads): string | null {
  if (sketch.ioServer !== null) return null;
  const least = overheads.interrupts?.deliveryNs ?? 0;
  const found = sketch.interrupts.find((i) => i.ioBudgetUs === null && i.topHalfUs + i.bottomHalfUs + least > 0);
  return found === undefined
    ? null
    : tr`interrupt "${shortName(found.name)}" may occur any number of times. Give it an I/O budget and period, or the sketch an I/O server.`;
}
