/** Interrupts and their I/O servers. */
import { ioVcpusOf } from '../analysis/interrupt-load.ts';
import { handled } from '../lower/ranks.ts';
import type { Interrupt, Sketch } from '../sketch/model.ts';
import type { Capabilities, Overheads } from '../sketch/platform.ts';
import type { ArrivalTimes, ServerParameters, SimulatedInterrupt } from './model.ts';

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

export function interruptsOf(
  sketch: Sketch,
  overheads: Overheads,
  servers: readonly NamedServer[],
): SimulatedInterrupt[] {
  const handlers = handled(sketch.interrupts);
  const { interrupts } = overheads;
  const deliveryNs =
    interrupts === undefined ? 0 : interrupts.deliveryNs + interrupts.perInterruptNs * sketch.interrupts.length;
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
      ioServer: ioServer === -1 ? null : ioServer,
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
