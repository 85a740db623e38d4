/** Interrupts and their I/O servers. */
import { ioVcpusOf, servesByRate } from '../analysis/interrupt-load.ts';
import { handled } from '../lower/ranks.ts';
import type { Interrupt, Sketch } from '../sketch/model.ts';
import { type Capabilities, deliveryCostNs, type Overheads } from '../sketch/platform.ts';
import type { ArrivalTimes, ServerParameters, SimulatedInterrupt, SimulatedIoVcpu, SimulatedTask } from './model.ts';

const NS_PER_US = 1000;

export interface NamedServer {
  /** The interrupt whose own it is; null: shared by all that have none. */
  readonly interrupt: string | null;
  readonly server: ServerParameters;
}

/** As the analysis counts them: one for each interrupt with a budget, and the sketch's own. A kernel's I/O VCPUs where it has such. */
export function ioServersOf(sketch: Sketch, { vcpus }: Capabilities): NamedServer[] {
  const own = sketch.interrupts.filter(({ ioBudgetUs, ioPeriodUs }) => (ioBudgetUs ?? 0) > 0 && ioPeriodUs !== null);
  return ioVcpusOf(sketch).map(({ budgetNs, periodNs }, index) => ({
    interrupt: own[index]?.name ?? null,
    server: { kind: vcpus ? 'io' : 'sporadic', budgetNs, periodNs },
  }));
}

/**
 * An I/O VCPU comes before all tasks whose periods are not shorter, and before whoever holds a resource at the ceiling of one of
 * these, which is half a step above it. Among I/O VCPUs the shorter period comes first.
 */
const BEFORE_CEILINGS = 0.75;
const ALL_VCPUS = 0.25;

/** @param periods of the tasks, in the order of `tasks`. Unit: ns */
export function threadsOf(
  servers: readonly NamedServer[],
  tasks: readonly Pick<SimulatedTask, 'priority'>[],
  periods: readonly number[],
): SimulatedIoVcpu[] {
  const rates = servers.map(({ server }) => server.periodNs).sort((a, b) => a - b);
  return servers.map(({ server: { budgetNs, periodNs } }) => {
    const below = tasks.filter((_, index) => (periods[index] as number) >= periodNs).map(({ priority }) => priority);
    const place = (ALL_VCPUS * rates.indexOf(periodNs)) / rates.length;
    const priority = Math.min(tasks.length, ...below) - BEFORE_CEILINGS + place;
    return { priority, budgetNs, periodNs, cluster: 0, affinity: [0] };
  });
}

export function interruptsOf(
  sketch: Sketch,
  overheads: Overheads,
  servers: readonly NamedServer[],
  capabilities: Capabilities,
): SimulatedInterrupt[] {
  const byRate = servesByRate(sketch, capabilities);
  const handlers = handled(sketch.interrupts);
  const { interrupts } = overheads;
  const deliveryNs = interrupts === undefined ? 0 : deliveryCostNs(interrupts, sketch);
  return sketch.interrupts.map((interrupt): SimulatedInterrupt => {
    const wanted = interrupt.ioBudgetUs === null ? null : interrupt.name;
    const ioServer = servers.findIndex((server) => server.interrupt === wanted);
    const handler = handlers.indexOf(interrupt);
    const topHalfNs = interrupt.topHalfUs * NS_PER_US;
    const bottomHalfNs = interrupt.bottomHalfUs * NS_PER_US;
    const server = servers[ioServer]?.server ?? null;
    const disabled = interrupt.ioBudgetUs === 0 || (interrupt.ioBudgetUs === null && sketch.ioServer?.budgetUs === 0);
    return {
      arrivals: disabled ? { kind: 'never' } : arrivalsOf(interrupt, server, topHalfNs + bottomHalfNs + deliveryNs),
      topHalfNs,
      bottomHalfNs,
      deliveryNs,
      ioServer: ioServer === -1 || byRate ? null : ioServer,
      ...(ioServer !== -1 && byRate ? { ioVcpu: ioServer } : {}),
      handler: handler === -1 ? null : sketch.tasks.length + handler,
      writes:
        handler === -1
          ? sketch.channels.flatMap((channel, index) => (channel.writer === interrupt.name ? [index] : []))
          : [],
      core: 0,
    };
  });
}

/** Without a word on it: at the start of every period of its server as many as the budget pays for. */
function arrivalsOf({ arrivals }: Interrupt, server: ServerParameters | null, eachNs: number): ArrivalTimes {
  if (arrivals === null) {
    if (server === null) return { kind: 'never' };
    const burst = Math.max(1, Math.floor(server.budgetNs / Math.max(1, eachNs)));
    return { kind: 'bursty', offsetNs: 0, periodNs: server.periodNs, burst: Math.min(burst, MOST_IN_BURST) };
  }
  const periodNs = arrivals.periodUs * NS_PER_US;
  switch (arrivals.pattern) {
    case 'periodic':
      return { kind: 'periodic', offsetNs: 0, periodNs };
    case 'sporadic':
      return { kind: 'sporadic', offsetNs: 0, periodNs, extraNs: periodNs };
    case 'bursty':
      return { kind: 'bursty', offsetNs: 0, periodNs, burst: arrivals.burst };
    case 'random':
      return { kind: 'random', meanNs: periodNs };
  }
}

/** An interrupt whose halves take no time could come any number of times in a period. */
const MOST_IN_BURST = 1000;
