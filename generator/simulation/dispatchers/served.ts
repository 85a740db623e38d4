/** Affinities that each dispatcher supports, for the analysis. */
import { unservedBy } from '../../analysis/global/cores.ts';
import type { TaskSet } from '../../analysis/task-set.ts';
import type { Capabilities, ServedAffinities } from '../../platform/kernel.ts';
import type { DispatcherKind } from '../model.ts';

const SERVED: Readonly<Record<Exclude<DispatcherKind, 'priority'>, ServedAffinities>> = {
  'rtems-edf': 'one-or-all',
  // The next two schedulers ignore affinities, so a task must be allowed on all cores.
  'rtems-simple': 'all',
  'rtems-priority': 'all',
  // This scheduler can leave a task waiting while one of its cores is idle.
  'rtems-priority-affinity': 'all',
};

/**
 * The target's capabilities with this dispatcher. `priority` stands for the target's own
 * dispatcher.
 */
export function capabilitiesUnder(dispatcher: DispatcherKind, capabilities: Capabilities): Capabilities {
  if (dispatcher === 'priority') return capabilities;
  const served = SERVED[dispatcher];
  return { ...capabilities, affinities: { fixedPriority: served, edf: served } };
}

/** Whether a bound for the target is valid for schedules of this dispatcher. */
export const boundsHoldUnder = (dispatcher: DispatcherKind, set: TaskSet): boolean =>
  unservedBy({ ...set, capabilities: capabilitiesUnder(dispatcher, set.capabilities) }) === undefined;
