/** Creates the dispatcher of a cluster. */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import type { DispatcherKind } from '../model.ts';
import { AffinityDispatcher } from './affinity.ts';
import { PriorityDispatcher } from './priority.ts';
import { RtemsEdf } from './rtems-edf.ts';
import { RtemsPriority } from './rtems-priority.ts';
import { RtemsPriorityAffinity } from './rtems-priority-affinity.ts';
import { RtemsSimple } from './rtems-simple.ts';

const MAKERS: Readonly<Record<DispatcherKind, (setup: DispatcherSetup) => Dispatcher>> = {
  priority: (setup) => (roamsFreely(setup) ? new PriorityDispatcher(setup) : new AffinityDispatcher(setup)),
  'rtems-edf': (setup) => new RtemsEdf(setup),
  'rtems-simple': (setup) => new RtemsSimple(setup),
  'rtems-priority': (setup) => new RtemsPriority(setup),
  'rtems-priority-affinity': (setup) => new RtemsPriorityAffinity(setup),
};

export const createDispatcher = (kind: DispatcherKind, setup: DispatcherSetup): Dispatcher => MAKERS[kind](setup);

/**
 * Whether every task of the cluster may run on all of its cores. Tasks of other clusters may run on
 * none of them.
 */
function roamsFreely({ cores, affinity }: DispatcherSetup): boolean {
  return affinity.every((of) => {
    const here = of.filter((core) => cores.includes(core)).length;
    return here === 0 || here === cores.length;
  });
}
