/** The labels of the simulation's options for users. */
import type { Phasing } from '../../../../generator/simulation/build/phases.ts';
import type { DispatcherKind, ResourceProtocol } from '../../../../generator/simulation/model.ts';
import type { Option } from '../controls/select-field.tsx';
import type { Words } from '../controls/words.ts';

export const PHASING_LABELS: Readonly<Record<Phasing['kind'], Words>> = {
  drawn: { short: 'as drawn', title: 'Each task after its own offset φ.' },
  critical: {
    short: 'critical instant',
    title: 'All together, as late as their jitter allows: the worst case of the selected task.',
  },
  random: { short: 'at random', title: 'Each task anywhere in its first period; another seed, other phases.' },
};

export const PROTOCOL_LABELS: Readonly<Record<ResourceProtocol, Words>> = {
  ceiling: { short: 'priority ceiling', title: 'Its holder runs at the ceiling at once. What the runtime does.' },
  inheritance: { short: 'priority inheritance', title: 'Its holder is raised once a more urgent task waits for it.' },
  none: { short: 'no protocol', title: 'Nobody is raised: a priority inversion shows.' },
};

export const DISPATCHER_LABELS: Readonly<Record<DispatcherKind, Words>> = {
  priority: { short: 'the most urgent run', title: 'With the fewest migrations that allow it.' },
  'rtems-edf': { short: 'RTEMS EDF', title: 'EDF SMP: by deadlines; a task is bound to one core or may have all.' },
  'rtems-simple': {
    short: 'RTEMS Simple',
    title: 'Simple Priority SMP: by priority; no thought to where a task ran last.',
  },
  'rtems-priority': {
    short: 'RTEMS Priority',
    title: 'Deterministic Priority SMP: by priority, with a queue a level.',
  },
  'rtems-priority-affinity': {
    short: 'RTEMS Affinity',
    title: 'Priority Affinity SMP: by priority; a task may have some of the cores.',
  },
};

export function optionsOf<V extends string>(labels: Readonly<Record<V, Words>>): Option<V>[] {
  return (Object.entries(labels) as [V, Words][]).map(([value, { short, title }]) => ({ value, label: short, title }));
}
