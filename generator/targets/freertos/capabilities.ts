/**
 * Capabilities of FreeRTOS with Polyloop's runtime, from the documentation of the FreeRTOS kernel
 * (V11).
 */
import type { Capabilities } from '../../platform/kernel.ts';
import { tr } from '../../words/tr.ts';
import { ONE_CORE_RUNTIME } from '../runtime.ts';

export const freertos: Capabilities = {
  id: 'freertos',
  label: 'FreeRTOS',
  get summary() {
    return tr`Small preemptive kernel with fixed priorities, found on almost every microcontroller.`;
  },
  preemptive: true,
  // The kernel has only fixed priorities. The runtime's port implements EDF by changing priorities.
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // The generated configuration sets configMAX_PRIORITIES, so that each task has a priority of its
  // own.
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: true,
  generates: ONE_CORE_RUNTIME,
  kernel: {
    name: 'FreeRTOS',
    variable: 'FREERTOS_KERNEL_PATH',
    get version() {
      return tr`V11 or later`;
    },
    get howToGet() {
      return tr`Get it with npx polyloop kernels get freertos, or set FREERTOS_KERNEL_PATH to a checkout.`;
    },
  },
};
