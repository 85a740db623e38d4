/** Capabilities of RTEMS, from the RTEMS Classic API guide (6). */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

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
  generates: {
    ...ONE_CORE_RUNTIME,
    // The board with most cores for which code is generated.
    cores: 4,
    multicore: {
      taskKinds: ['periodic', 'background'],
      overruns: ['skip', 'catch-up'],
      interrupts: false,
      resources: false,
      leastTickUs: 500,
    },
  },
  kernel: {
    name: 'RTEMS',
    variable: 'RTEMS_PREFIX',
    isInstalled: true,
    get version() {
      return tr`6 or later`;
    },
    get howToGet() {
      return tr`Build it with the RTEMS Source Builder (https://docs.rtems.org/docs/6.1/user/start/), then set RTEMS_PREFIX, RTEMS_TOOLS, RTEMS_VERSION and RTEMS_BSP.`;
    },
  },
};
