/** Interrupts and their I/O servers. */
import { servesByRate } from '../../analysis/servers/interrupt-load.ts';
import type { Capabilities } from '../../platform/kernel.ts';
import { deliveryCostNs, type Overheads } from '../../platform/overheads.ts';
import type { Interrupt, Sketch } from '../../sketch/model.ts';
import { nsOfUs } from '../../sketch/time.ts';
import type { System } from '../../system/system.ts';
import type { ArrivalTimes, ServerParameters, SimulatedInterrupt, SimulatedIoVcpu, SimulatedTask } from '../model.ts';

/**
 * The servers with a budget: sporadic servers of the runtime, or I/O VCPUs on a kernel that has
 * them.
 */
export const ioServersOf = ({ deliveringServers }: System, { vcpus }: Capabilities): ServerParameters[] =>
  deliveringServers.map(({ budgetNs, periodNs }) => ({ kind: vcpus ? 'io' : 'sporadic', budgetNs, periodNs }));

/**
 * An I/O VCPU is more urgent than all tasks with equal or longer periods. It is also more urgent
 * than a task that holds a resource at the ceiling of one of these tasks, which is half a step
 * above it. Among I/O VCPUs the shorter period is more urgent.
 */
const BEFORE_CEILINGS = 0.75;
const ALL_VCPUS = 0.25;

/** @param periods of the tasks, in the order of `tasks`. Unit: ns */
export function threadsOf(
  servers: readonly ServerParameters[],
  tasks: readonly Pick<SimulatedTask, 'priority'>[],
  periods: readonly number[],
): SimulatedIoVcpu[] {
  const rates = servers.map(({ periodNs }) => periodNs).sort((a, b) => a - b);
  return servers.map(({ budgetNs, periodNs }) => {
    const below = tasks.filter((_, index) => periods[index]! >= periodNs).map(({ priority }) => priority);
    const place = (ALL_VCPUS * rates.indexOf(periodNs)) / rates.length;
    const priority = Math.min(tasks.length, ...below) - BEFORE_CEILINGS + place;
    return { priority, budgetNs, periodNs, cluster: 0, affinity: [0] };
  });
}

export function interruptsOf(
  sketch: Sketch,
  system: System,
  overheads: Overheads,
  capabilities: Capabilities,
): SimulatedInterrupt[] {
  const byRate = servesByRate(sketch, capabilities);
  const servers = ioServersOf(system, capabilities);
  const { interrupts: measured } = overheads;
  const deliveryNs = measured === undefined ? 0 : deliveryCostNs(measured, system);
  return sketch.interrupts.map((interrupt, index): SimulatedInterrupt => {
    const { server, deliveringServer: place, handler } = system.interrupts[index]!;
    const limit = place === null ? null : (servers[place] ?? null);
    const topHalfNs = nsOfUs(interrupt.topHalfUs);
    const bottomHalfNs = nsOfUs(interrupt.bottomHalfUs);
    const disabled = server !== null && place === null;
    return {
      arrivals: disabled ? { kind: 'never' } : arrivalsOf(interrupt, limit, topHalfNs + bottomHalfNs + deliveryNs),
      topHalfNs,
      bottomHalfNs,
      deliveryNs,
      ioServer: byRate ? null : place,
      ...(place !== null && byRate ? { ioVcpu: place } : {}),
      handler,
      writes:
        handler === null
          ? sketch.channels.flatMap((channel, at) => (channel.writer === interrupt.name ? [at] : []))
          : [],
      core: 0,
    };
  });
}

/**
 * Without arrivals in the sketch: at the start of every server period, as many as the budget
 * allows.
 */
function arrivalsOf({ arrivals }: Interrupt, server: ServerParameters | null, eachNs: number): ArrivalTimes {
  if (arrivals === null) {
    if (server === null) return { kind: 'never' };
    const burst = Math.max(1, Math.floor(server.budgetNs / Math.max(1, eachNs)));
    return { kind: 'bursty', offsetNs: 0, periodNs: server.periodNs, burst: Math.min(burst, MOST_IN_BURST) };
  }
  const periodNs = nsOfUs(arrivals.periodUs);
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

/** The limit for an interrupt with halves that take no time. Its budget does not limit its arrivals. */
const MOST_IN_BURST = 1000;
