/**
 * Capabilities of the super-loop: one C `loop()` that dispatches released jobs and runs each to
 * completion.
 */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

export const superloop: Capabilities = {
  id: 'superloop',
  get label() {
    return tr`Super-loop`;
  },
  get summary() {
    return tr`No kernel: jobs are released by a hardware timer and each runs to its end. Smallest, and the easiest to follow.`;
  },
  preemptive: false,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'monitored',
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: false,
  generates: ONE_CORE_RUNTIME,
  kernel: null,
};
