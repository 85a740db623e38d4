/** What the threads of this computer's process can do, from runtime-c/port/host/threads.c. */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

export const threads: Capabilities = {
  id: 'threads',
  label: 'Threads',
  get summary() {
    return tr`Each task is a thread of one process: preemption without a board.`;
  },
  preemptive: true,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: true,
  generates: ONE_CORE_RUNTIME,
  kernel: null,
};
