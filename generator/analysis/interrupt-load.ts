/** What is served above every task: interrupts on their I/O budgets, and the runtime's own. */
import type { Sketch } from '../sketch/model.ts';
import type { Overheads } from '../sketch/platform.ts';
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
}

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
    ? [...own, { name: 'I/O server', budgetNs: server.budgetUs * NS_PER_US, periodNs: server.periodUs * NS_PER_US }]
    : own;
}

/** What the release timer serves. */
type Released = Pick<InterruptLoad, 'name' | 'periodNs' | 'jitterNs'>;

/**
 * An I/O server can spend its budget at the end of one period and again at the start of the next (Danish, Li, West
 * 2011, the reason of (2 − U)·U): release jitter T − C covers that back-to-back hit. A masked interrupt comes through
 * once a replenishment, so its top half is charged once a server period.
 */
export function interruptLoadOf(
  sketch: Sketch,
  ioVcpus: readonly IoVcpu[],
  released: readonly Released[],
  overheads: Overheads,
): InterruptLoad[] {
  const topHalfNs = (name: string) =>
    NS_PER_US *
    sketch.interrupts
      .filter((interrupt) => (interrupt.ioBudgetUs === null ? name === 'I/O server' : interrupt.name === name))
      .reduce((sum, interrupt) => sum + interrupt.topHalfUs, 0);
  const load: InterruptLoad[] = ioVcpus.map((vcpu) => ({
    origin: 'io',
    name: `interrupt ${vcpu.name}`,
    periodNs: vcpu.periodNs,
    costNs: vcpu.budgetNs + topHalfNs(vcpu.name),
    jitterNs: Math.max(0, vcpu.periodNs - vcpu.budgetNs),
  }));
  const { releaseNs } = overheads;
  if (releaseNs > 0) {
    for (const { name, periodNs, jitterNs } of released) {
      load.push({ origin: 'runtime', name: `release of ${name}`, periodNs, costNs: releaseNs, jitterNs });
    }
  }
  if (overheads.tickNs > 0 && overheads.tickPeriodNs > 0) {
    const { tickPeriodNs: periodNs, tickNs: costNs } = overheads;
    load.push({ origin: 'runtime', name: 'timer tick', periodNs, costNs, jitterNs: 0 });
  }
  for (const more of overheads.loads ?? []) load.push({ origin: 'runtime', ...more });
  return load;
}

/** An interrupt that costs time, and that nothing limits, can come any number of times: names the first. */
export function unlimitedOf(sketch: Sketch): string | null {
  if (sketch.ioServer !== null) return null;
  const found = sketch.interrupts.find((i) => i.ioBudgetUs === null && i.topHalfUs + i.bottomHalfUs > 0);
  return found === undefined
    ? null
    : `interrupt "${shortName(found.name)}" may come any number of times. Give it an I/O budget and period, or the sketch an I/O server.`;
}
