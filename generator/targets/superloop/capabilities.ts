/** What the super-loop can do: one C `loop()` that dispatches released jobs, each run to its end. */
import type { Capabilities } from '../../sketch/platform.ts';

export const superloop: Capabilities = {
  id: 'superloop',
  label: 'Super-loop',
  summary:
    'No kernel: jobs are released by a hardware timer and each runs to its end. Smallest, and the easiest to follow.',
  preemptive: false,
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'monitored',
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: false,
  generates: {
    boards: ['uno', 'mps2-an385', 'host'],
    taskKinds: ['periodic', 'sporadic', 'background'],
    channelKinds: ['four-slot', 'ring-buffer'],
    policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
    interrupts: true,
    resources: true,
    cores: 1,
    // The runtime keeps one bit a task in a 32-bit word.
    maxTasks: 32,
    threads: null,
    // As linked, with telemetry: 184 bytes and 16 a task, 64 more where text is printed; catch-up takes 14 of each task, demote 6; an
    // interrupt without and with a handler 117 and 136, each further I/O server 69. The stack: at most 107 over the starters, and
    // as much again for what an interrupt and the user's own functions take (test/acceptance/fit.test.ts).
    tables: {
      uno: {
        baseBytes: 272,
        stackBytes: 214,
        taskBytes: 16,
        overrunBytes: 14,
        fourSlotBytes: 5,
        ringBufferBytes: 10,
        interruptBytes: 53,
        ioServerBytes: 69,
      },
      // 272 bytes and 16 a task, 8 more for text; an interrupt 208, each further I/O server 168. The stack: twice the 288 that
      // jobs of threads use there.
      'mps2-an385': {
        baseBytes: 280,
        stackBytes: 576,
        taskBytes: 16,
        overrunBytes: 16,
        fourSlotBytes: 8,
        ringBufferBytes: 18,
        interruptBytes: 41,
        ioServerBytes: 168,
      },
    },
  },
  kernel: null,
};
