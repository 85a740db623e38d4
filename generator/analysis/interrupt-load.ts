/** What is served above every task: interrupts on their I/O budgets, and the runtime's own. */
import type { Sketch } from '../sketch/model.ts';
import type { Capabilities, Overheads } from '../sketch/platform.ts';
import { shortName } from './format.ts';

const NS_PER_US = 1000;

/** Demand served above every task: at most ⌈(t + jitter)/period⌉ · cost in any window of length t. */
export interface InterruptLoad {
  /** io: a budgeted interrupt of the sketch; runtime: the release timer or the tick. */
  readonly origin: 'io' | 'runtime';
  readonly name: string;
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
  /** At most so many times in a busy period; not given: for ever. */
  readonly most?: number;
  /** On each of several cores at once; not given: on the first. */
  readonly everyCore?: true;
}

/** Name of the server of all interrupts without a budget of their own. */
export const SHARED_SERVER = 'I/O server';

export interface IoVcpu {
  readonly name: string;
  readonly budgetNs: number;
  readonly periodNs: number;
}

export function ioVcpusOf(sketch: Sketch): IoVcpu[] {
  const own = sketch.interrupts.flatMap((interrupt) =>
    interrupt.ioBudgetUs !== null && interrupt.ioPeriodUs !== null && interrupt.ioBudgetUs > 0
      ? [
          {
            name: interrupt.name,
            budgetNs: interrupt.ioBudgetUs * NS_PER_US,
            periodNs: interrupt.ioPeriodUs * NS_PER_US,
          },
        ]
      : [],
  );
  const server = sketch.ioServer;
  const shared = server !== null && server.budgetUs > 0 && sketch.interrupts.some((i) => i.ioBudgetUs === null);
  return shared
    ? [...own, { name: SHARED_SERVER, budgetNs: server.budgetUs * NS_PER_US, periodNs: server.periodUs * NS_PER_US }]
    : own;
}

/** What the release timer serves. */
type Released = Pick<InterruptLoad, 'name' | 'periodNs' | 'jitterNs'>;

/**
 * What limits interrupts is a property of the target, whether or not overheads are counted. A kernel's I/O VCPU can spend its budget at the end of one period and again at the start of the next (Danish, Li, West
 * 2011, the reason of (2 − U)·U): release jitter T − C covers that back-to-back hit. A masked interrupt comes through
 * once a replenishment, so its top half is charged once a server period.
 *
 * The runtime's own servers are sporadic ones: no more than C in any window of T, the runtime's part of each delivery
 * included, but for what the last delivery owes. That is taken from what is to come, and so counts once.
 */
export function interruptLoadOf(
  sketch: Sketch,
  ioVcpus: readonly IoVcpu[],
  released: readonly Released[],
  overheads: Overheads,
  { vcpus }: Pick<Capabilities, 'vcpus'>,
): InterruptLoad[] {
  const served = (name: string) =>
    sketch.interrupts.filter((interrupt) =>
      interrupt.ioBudgetUs === null ? name === SHARED_SERVER : interrupt.name === name,
    );
  const own = overheads.interrupts;
  const load: InterruptLoad[] = ioVcpus.map(({ name, periodNs, budgetNs }) => ({
    origin: 'io',
    name: `interrupt ${name}`,
    periodNs,
    costNs: budgetNs + served(name).reduce((sum, { topHalfUs }) => sum + topHalfUs * NS_PER_US, 0),
    jitterNs: vcpus ? Math.max(0, periodNs - budgetNs) : 0,
  }));
  if (own !== undefined && sketch.interrupts.length > 0) {
    for (const { name, periodNs } of ioVcpus) {
      const costNs = own.deliveryNs + own.perInterruptNs * sketch.interrupts.length;
      load.push({ origin: 'runtime', name: `last of interrupt ${name}`, periodNs, costNs, jitterNs: 0, most: 1 });
    }
    for (const more of own.loads) load.push({ origin: 'runtime', ...more });
  }
  const { releaseNs } = overheads;
  if (releaseNs > 0) {
    for (const { name, periodNs, jitterNs } of released) {
      load.push({ origin: 'runtime', name: `release of ${name}`, periodNs, costNs: releaseNs, jitterNs });
    }
  }
  if (overheads.tickNs > 0 && overheads.tickPeriodNs > 0) {
    const { tickPeriodNs: periodNs, tickNs: costNs } = overheads;
    load.push({ origin: 'runtime', name: 'timer tick', periodNs, costNs, jitterNs: 0, everyCore: true });
  }
  for (const more of overheads.loads ?? []) load.push({ origin: 'runtime', everyCore: true, ...more });
  return load;
}

/** An interrupt that costs time, and that nothing limits, can come any number of times: names the first. */
export function unlimitedOf(sketch: Sketch, overheads: Overheads): string | null {
  if (sketch.ioServer !== null) return null;
  const least = overheads.interrupts?.deliveryNs ?? 0;
  const found = sketch.interrupts.find((i) => i.ioBudgetUs === null && i.topHalfUs + i.bottomHalfUs + least > 0);
  return found === undefined
    ? null
    : `interrupt "${shortName(found.name)}" may come any number of times. Give it an I/O budget and period, or the sketch an I/O server.`;
}
