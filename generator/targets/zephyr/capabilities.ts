/** Capabilities of Zephyr, from its kernel documentation (3.7 LTS). */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

export const zephyr: Capabilities = {
  id: 'zephyr',
  label: 'Zephyr',
  get summary() {
    return tr`Preemptive kernel with fixed priorities and, among equals, earliest deadline first.`;
  },
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // The generated configuration sets CONFIG_NUM_PREEMPT_PRIORITIES, at most 128 (kernel/Kconfig), so that each task
  // has a priority of its own: the runtime has at most 32 tasks.
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: true,
  generates: ONE_CORE_RUNTIME,
  kernel: {
    name: 'Zephyr',
    variable: 'ZEPHYR_BASE',
    get version() {
      return tr`3.7 or later`;
    },
    get howToGet() {
      return tr`Get it with npx polyloop kernels get zephyr, or set ZEPHYR_BASE to the folder zephyr of a workspace.`;
    },
  },
};
