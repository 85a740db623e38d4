/** What each dispatcher makes of a task that may run on some cores only, as the analysis must know it. */
import { unservedBy } from '../../analysis/global/cores.ts';
import type { TaskSet } from '../../analysis/task-set.ts';
import type { Capabilities, ServedAffinities } from '../../platform/kernel.ts';
import type { DispatcherKind } from '../model.ts';

const SERVED: Readonly<Record<Exclude<DispatcherKind, 'priority'>, ServedAffinities>> = {
  'rtems-edf': 'one-or-all',
  // These have no affinities: the task goes on roaming.
  'rtems-simple': 'all',
  'rtems-priority': 'all',
  // It can leave a task beside an idle core of its own.
  'rtems-priority-affinity': 'all',
};

/** The target as it is with this dispatcher; `priority` is the target's own, whichever that is. */
export function capabilitiesUnder(dispatcher: DispatcherKind, capabilities: Capabilities): Capabilities {
  if (dispatcher === 'priority') return capabilities;
  const served = SERVED[dispatcher];
  return { ...capabilities, affinities: { fixedPriority: served, edf: served } };
}

/** Whether a bound that was found for the target holds beside a schedule of this dispatcher. */
export const boundsHoldUnder = (dispatcher: DispatcherKind, set: TaskSet): boolean =>
  unservedBy({ ...set, capabilities: capabilitiesUnder(dispatcher, set.capabilities) }) === undefined;
