/** What FreeRTOS can do, from the FreeRTOS kernel's documentation (V11). */
import type { Capabilities } from '../../sketch/platform.ts';

export const freertos: Capabilities = {
  id: 'freertos',
  label: 'FreeRTOS',
  summary: 'Small preemptive kernel with fixed priorities, found on almost every microcontroller.',
  preemptive: true,
  // The kernel itself has fixed priorities only; the port does EDF by moving priorities.
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // configMAX_PRIORITIES is a number of our FreeRTOSConfig.h; 32 is the most for which every port can select by one
  // instruction, and the idle task has one of them.
  priorityLevels: 31,
  maxCores: 1,
  timeUnitNs: 'tick',
  vcpus: false,
  taskStacks: true,
  generates: null,
};
