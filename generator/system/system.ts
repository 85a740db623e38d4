/**
 * A sketch, resolved once: the runnables and their order, the servers that limit interrupts, and
 * the users of each resource. Analysis, simulation, code generation, trace names and chart lanes
 * all use this record, so that an index means the same everywhere.
 */
import type { Sketch } from '../sketch/model.ts';
import { remembered } from '../sketch/remembered.ts';
import { type IoServer, ioServersOf, serverByInterrupt } from './io-servers.ts';
import { orderOf } from './order.ts';
import { type SharedResource, sharedResourcesOf } from './resources.ts';
import { type Handler, type Runnable, unrankedOf } from './runnables.ts';

export interface SystemInterrupt {
  /** Index of its I/O server; null if no server limits the interrupt. */
  readonly server: number | null;
  /** Index of the same server in `deliveringServers`; null if it has no budget, or there is no server. */
  readonly deliveringServer: number | null;
  /** Index of its handler in `runnables`; null if the interrupt has only a bottom half. */
  readonly handler: number | null;
}

export interface System {
  /** The tasks in sketch order, then the handlers of interrupts. */
  readonly runnables: readonly Runnable[];
  /** The runnables by rank, most urgent first. */
  readonly byRank: readonly Runnable[];
  readonly ioServers: readonly IoServer[];
  /** The servers with a budget. The others deliver no interrupts. */
  readonly deliveringServers: readonly IoServer[];
  /** By index in `sketch.interrupts`. */
  readonly interrupts: readonly SystemInterrupt[];
  /** By index in `sketch.resources`. */
  readonly resources: readonly SharedResource[];
  readonly cores: number;
  /**
   * Number of cores that share a ready queue. All cores: global scheduling. 1: partitioned
   * scheduling.
   */
  readonly clusterCores: number;
}

export const systemOf: (sketch: Sketch) => System = remembered(resolve);

function resolve(sketch: Sketch): System {
  const unranked = unrankedOf(sketch);
  const order = orderOf(unranked, sketch.policy);
  const ranks = new Array<number>(order.length).fill(0);
  order.forEach((index, rank) => {
    ranks[index] = rank;
  });
  const runnables = unranked.map((runnable): Runnable => ({ ...runnable, rank: ranks[runnable.index] ?? 0 }));
  const ioServers = ioServersOf(sketch);
  const deliveringServers = ioServers.filter(({ budgetNs }) => budgetNs > 0);
  const servers = serverByInterrupt(sketch, ioServers);
  const delivering = serverByInterrupt(sketch, deliveringServers);
  const handlers = new Map(
    runnables.flatMap(({ element, source, index }) => (element === 'interrupt' ? [[source, index] as const] : [])),
  );
  return {
    runnables,
    byRank: order.flatMap((index) => runnables[index] ?? []),
    ioServers,
    deliveringServers,
    interrupts: sketch.interrupts.map((_, index) => ({
      server: servers[index] ?? null,
      deliveringServer: delivering[index] ?? null,
      handler: handlers.get(index) ?? null,
    })),
    resources: sharedResourcesOf(sketch, runnables),
    cores: sketch.cores,
    clusterCores: Math.min(sketch.clusterCores ?? sketch.cores, sketch.cores),
  };
}

/** The handler of the interrupt with this index; null if the interrupt has only a bottom half. */
export function handlerOfInterrupt(sketch: Sketch, index: number): Handler | null {
  const { interrupts, runnables } = systemOf(sketch);
  return (runnables[interrupts[index]?.handler ?? -1] as Handler | undefined) ?? null;
}

/** The I/O server of the interrupt with this index; null if no server limits it. */
export function serverOfInterrupt(sketch: Sketch, index: number): IoServer | null {
  const { interrupts, ioServers } = systemOf(sketch);
  return ioServers[interrupts[index]?.server ?? -1] ?? null;
}
