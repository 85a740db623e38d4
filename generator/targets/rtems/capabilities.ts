/** What RTEMS can do, from the RTEMS Classic API guide (6). */
import type { Capabilities } from '../../platform/kernel.ts';

export const rtems: Capabilities = {
  id: 'rtems',
  label: 'RTEMS',
  summary: 'Real-time executive with rate-monotonic periods, several schedulers and symmetric multiprocessing.',
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // Priorities 1 to 255 of the classic API; 0 is the executive's own.
  priorityLevels: 255,
  // CPU_MAXIMUM_PROCESSORS of the ports with SMP.
  maxCores: 32,
  // Strong APA, which moves running tasks to make room (its Priority Affinity scheduler does not); and EDF SMP, the default.
  affinities: { fixedPriority: 'any', edf: 'one-or-all' },
  timeUnitNs: 1,
  vcpus: false,
  taskStacks: true,
  generates: null,
  kernel: null,
};
