/** What FreeRTOS can do, from the FreeRTOS kernel's documentation (V11), and what the runtime makes of it. */
import type { Capabilities } from '../../sketch/platform.ts';

/** What every build takes, without the processor's layer. */
const CORE = ['tasks.c', 'list.c', 'include/'];

export const freertos: Capabilities = {
  id: 'freertos',
  label: 'FreeRTOS',
  summary: 'Small preemptive kernel with fixed priorities, found on almost every microcontroller.',
  preemptive: true,
  // The kernel itself has fixed priorities only; the port does EDF by moving priorities.
  policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
  budgets: 'enforced',
  // configMAX_PRIORITIES is a number of our own configuration: each task has a priority of its own.
  priorityLevels: null,
  maxCores: 1,
  timeUnitNs: 'board-timer',
  vcpus: false,
  taskStacks: true,
  generates: {
    boards: ['uno', 'mps2-an385'],
    taskKinds: ['periodic', 'sporadic', 'background'],
    channelKinds: ['four-slot', 'ring-buffer'],
    policies: ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'],
    interrupts: true,
    resources: true,
    cores: 1,
    // The runtime keeps one bit a task in a 32-bit word.
    maxTasks: 32,
    threads: {
      // Measured on the virtual Uno, with telemetry. A job that does nothing uses 79 bytes of its stack, Serial.print() of
      // numbers 121, structures through channels and a lock 189; the manager 103 without handlers, the idle thread 44,
      // interrupts with their bottom halves 166, for which the base has 200. The rest of the base is what is linked: 439, text 64,
      // resources 10, a backlog 16, handlers 6 (test/acceptance/fit.test.ts).
      uno: {
        stackBytes: 224,
        leastStackBytes: 88,
        stackUnitBytes: 1,
        managerStackBytes: 160,
        idleStackBytes: 96,
        controlBytes: 108,
        baseBytes: 736,
        interruptBytes: 81,
        ioServerBytes: 46,
      },
      // Measured in QEMU: the same jobs use 136 to 288 bytes, the manager 180; interrupts have the rest of the RAM.
      'mps2-an385': {
        stackBytes: 2048,
        leastStackBytes: 160,
        stackUnitBytes: 4,
        managerStackBytes: 1024,
        idleStackBytes: 512,
        controlBytes: 264,
        baseBytes: 2048,
        interruptBytes: 81,
        ioServerBytes: 112,
      },
    },
  },
  kernel: {
    name: 'FreeRTOS',
    variable: 'FREERTOS_KERNEL_PATH',
    version: 'V11 or later',
    howToGet:
      'Get it with git clone https://github.com/FreeRTOS/FreeRTOS-Kernel, and set FREERTOS_KERNEL_PATH to the folder.',
    files: {
      // The ATmega's layer is the runtime's own: the kernel's ticks from the watchdog.
      uno: CORE,
      'mps2-an385': [...CORE, 'portable/GCC/ARM_CM3/'],
    },
  },
};
