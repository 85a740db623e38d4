/** Capabilities of RTEMS, from the RTEMS Classic API guide (6). */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';

export const rtems: Capabilities = {
  id: 'rtems',
  label: 'RTEMS',
  get summary() {
    return tr`Real-time executive with rate-monotonic periods, several schedulers and symmetric multiprocessing.`;
  },
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // Priorities 1 to 255 of the classic API. RTEMS reserves priority 0.
  priorityLevels: 255,
  // CPU_MAXIMUM_PROCESSORS of the ports with SMP.
  maxCores: 32,
  // Fixed priorities: strong APA scheduling, which migrates running tasks to make room. The
  // Priority Affinity scheduler does not. EDF: the EDF SMP scheduler, which is the default.
  affinities: { fixedPriority: 'any', edf: 'one-or-all' },
  timeUnitNs: 1,
  vcpus: false,
  taskStacks: true,
  generates: null,
  kernel: null,
};
