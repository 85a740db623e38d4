/**
 * I/O VCPUs in the engine: threads after the model's tasks, each with a server of kind "io" and a
 * job for each bottom half. The trace has no such tasks. When one runs, the trace records that an
 * interrupt runs.
 */
import { EVENT_ROWS } from '../../trace/events.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_DEADLINE_MISS,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
  KIND_REPLENISH,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../../trace/kinds.ts';
import type { SimulatedIoVcpu, SimulatedTask, SimulationModel } from '../model.ts';

function threadOf({ priority, budgetNs, periodNs, cluster, affinity }: SimulatedIoVcpu): SimulatedTask {
  return {
    priority,
    arrivals: { kind: 'never' },
    jitterNs: 0,
    deadlineNs: Number.POSITIVE_INFINITY,
    budgetNs: Number.POSITIVE_INFINITY,
    execution: { kind: 'constant', ns: 1 },
    server: { kind: 'io', budgetNs, periodNs },
    exhaustion: 'wait',
    overrun: 'skip',
    catchUpLimit: 0,
    background: false,
    sections: [],
    reads: [],
    writes: [],
    cluster,
    affinity,
  };
}

/** The model with an added thread for each I/O VCPU. */
export function withThreads(model: SimulationModel): SimulationModel {
  const { tasks, ioVcpus = [] } = model;
  return ioVcpus.length === 0 ? model : { ...model, tasks: [...tasks, ...ioVcpus.map(threadOf)] };
}

const NOT_RECORDED = -1;

/**
 * The kind that the trace records instead of an event of a thread; NOT_RECORDED: none. An event
 * that is not about a task keeps its kind.
 */
export function kindOfThread(kind: number): number {
  switch (kind) {
    case KIND_START:
    case KIND_SWITCH_IN:
      return KIND_INTERRUPT_ENTER;
    case KIND_SWITCH_OUT:
    case KIND_COMPLETE:
      return KIND_INTERRUPT_EXIT;
    case KIND_RELEASE:
    case KIND_BUDGET_EXHAUSTED:
    case KIND_REPLENISH:
    case KIND_DEADLINE_MISS:
    case KIND_RELEASE_DROPPED:
      return NOT_RECORDED;
    default:
      return kind;
  }
}

/** Whether events of this kind have a task as their object. */
export const isOfTask = (kind: number): boolean => EVENT_ROWS[kind]?.object === 'task';
