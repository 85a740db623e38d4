/** The labels of the simulation's options for users. */

import type { Phasing } from '../../../../generator/simulation/build/phases.ts';
import type { DispatcherKind, ResourceProtocol } from '../../../../generator/simulation/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Option } from '../controls/select-field.tsx';
import type { Words } from '../controls/words.ts';

export const PHASING_LABELS: Readonly<Record<Phasing['kind'], Words>> = {
  drawn: { short: tr`as drawn`, title: tr`Each task after its own offset φ.` },
  critical: {
    short: tr`critical instant`,
    title: tr`All tasks together, as late as their jitter allows: the worst case of the selected task.`,
  },
  random: {
    short: tr`at random`,
    title: tr`Each task at a random time in its first period, which depends on the seed.`,
  },
};

export const PROTOCOL_LABELS: Readonly<Record<ResourceProtocol, Words>> = {
  ceiling: { short: tr`priority ceiling`, title: tr`The holder runs at the ceiling immediately, as in the runtime.` },
  inheritance: {
    short: tr`priority inheritance`,
    title: tr`The holder inherits the priority of a more urgent task that waits.`,
  },
  none: { short: tr`no protocol`, title: tr`No priority changes, so priority inversion can occur.` },
};

export const DISPATCHER_LABELS: Readonly<Record<DispatcherKind, Words>> = {
  priority: { short: tr`the most urgent tasks run`, title: tr`With the fewest migrations that allow it.` },
  'rtems-edf': { short: 'RTEMS EDF', title: tr`EDF SMP: by deadline. A task runs on one core or on all cores.` },
  'rtems-simple': {
    short: 'RTEMS Simple',
    title: tr`Simple Priority SMP: by priority, regardless of where a task last ran.`,
  },
  'rtems-priority': {
    short: 'RTEMS Priority',
    title: tr`Deterministic Priority SMP: by priority, with one queue per level.`,
  },
  'rtems-priority-affinity': {
    short: 'RTEMS Affinity',
    title: tr`Priority Affinity SMP: by priority. A task may run on a subset of the cores.`,
  },
};

export function optionsOf<V extends string>(labels: Readonly<Record<V, Words>>): Option<V>[] {
  return (Object.entries(labels) as [V, Words][]).map(([value, { short, title }]) => ({ value, label: short, title }));
}
