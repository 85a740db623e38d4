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

/**
 * The files of runtime-c/src that release and schedule the tasks. A program does not have them where the kernel does
 * that.
 */
export const SCHEDULING_FILES: readonly string[] = [
  ...['account.c', 'alarm.c', 'budget.c', 'dispatch.c', 'due.c', 'exhaust.c', 'interrupt.c', 'io_server.c', 'job.c'],
  ...['level.c', 'line_mask.c', 'release.c', 'resource.c', 'section.c', 'server.c', 'start.c', 'threads.c', 'watch.c'],
  'trace_stack.c',
];
