/** Capabilities of Zephyr, from its kernel documentation (3.7 LTS). */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';

export const zephyr: Capabilities = {
  id: 'zephyr',
  label: 'Zephyr',
  get summary() {
    return tr`Preemptive kernel with fixed priorities and, among equals, earliest deadline first.`;
  },
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // Default of CONFIG_NUM_PREEMPT_PRIORITIES.
  priorityLevels: 15,
  maxCores: 1,
  timeUnitNs: 'tick',
  vcpus: false,
  taskStacks: true,
  generates: null,
  kernel: null,
};
