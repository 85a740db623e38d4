/** Makes the dispatcher of a cluster. */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import type { DispatcherKind } from '../model.ts';
import { AffinityDispatcher } from './affinity.ts';
import { PriorityDispatcher } from './priority.ts';

const MAKERS: Readonly<Record<DispatcherKind, (setup: DispatcherSetup) => Dispatcher>> = {
  priority: (setup) => (roamsFreely(setup) ? new PriorityDispatcher(setup) : new AffinityDispatcher(setup)),
  'rtems-edf': (setup) => new PriorityDispatcher(setup),
  'rtems-simple': (setup) => new PriorityDispatcher(setup),
  'rtems-priority': (setup) => new PriorityDispatcher(setup),
  'rtems-priority-affinity': (setup) => new AffinityDispatcher(setup),
};

export const createDispatcher = (kind: DispatcherKind, setup: DispatcherSetup): Dispatcher => MAKERS[kind](setup);

/** Whether every task of the cluster may run on all of its cores. Tasks of other clusters may run on none of them. */
function roamsFreely({ cores, affinity }: DispatcherSetup): boolean {
  return affinity.every((of) => {
    const here = of.filter((core) => cores.includes(core)).length;
    return here === 0 || here === cores.length;
  });
}
