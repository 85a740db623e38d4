/**
 * Capabilities of preemption on one stack: Polyloop's runtime without a kernel. A more urgent job is
 * called on top of the one that it interrupts (T. P. Baker, Real-Time Systems 3, 1991).
 */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

export const preemptive: Capabilities = {
  id: 'preemptive',
  get label() {
    return tr`Preemptive`;
  },
  get summary() {
    return tr`No kernel: a more urgent job interrupts the running one and runs on top of it, on one stack.`;
  },
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  // A job over its budget is reported at that instant, and continues, or it is stopped if its task says so.
  budgets: 'monitored',
  stopsJobs: true,
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: false,
  generates: ONE_CORE_RUNTIME,
  kernel: null,
};
