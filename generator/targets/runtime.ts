/** What code generation supports on every target that runs Polyloop's C runtime on one core. */
import type { GenerationCapabilities } from '../platform/kernel.ts';

export const ONE_CORE_RUNTIME: GenerationCapabilities = {
  taskKinds: ['periodic', 'sporadic', 'background'],
  channelKinds: ['four-slot', 'ring-buffer'],
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  interrupts: true,
  resources: true,
  cores: 1,
  // The runtime stores one bit per task in a 32-bit word.
  maxTasks: 32,
};
