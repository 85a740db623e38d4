/**
 * Quest on a PC: time overheads and memory use of the runtime, in ns. Counted in QEMU (`npm run bench:quest`) at 32 ns an
 * instruction, with the kernel of QuestOS/Marlin d2be0eb as its own configuration builds it, without optimization, and
 * up to eleven tasks.
 */
import type { TargetOnBoard } from '../../platform/board.ts';

export const quest: TargetOnBoard = {
  overheads: {
    // From the end of one job to the start of the next one, 56 to 73 us: a recorded completion and start, the system call
    // that sleeps, and one pass of the scheduler.
    contextSwitchNs: 40_000,
    contextSwitchPerTaskNs: 1000,
    tracePerJobNs: 15_000,
    // The kernel's timer comes at least every millisecond and runs the scheduler.
    tickNs: 80_000,
    tickPeriodNs: 1_000_000,
    // A loop that the timer wakes.
    releaseNs: 60_000,
    // A loop that sleeps is woken up to a millisecond late. The kernel does not switch during a system call: the longest
    // writes eight bytes.
    blockingNs: 1_300_000,
    // Its VCPU, and the system call that exceeds its budget.
    loads: [{ name: 'telemetry loop', periodNs: 20_000_000, costNs: 1_200_000, jitterNs: 0 }],
  },
  threads: null,
  // The sizes of built programs: with Quest's heap of 1 MiB, and a queue of telemetry for each task. The kernel makes the
  // stacks of the loops, of 64 KiB each, in memory of its own.
  tables: {
    baseBytes: 1_118_000,
    stackBytes: 65_536,
    taskBytes: 4800,
    overrunBytes: 0,
    fourSlotBytes: 40,
    ringBufferBytes: 40,
    interruptBytes: 0,
    ioServerBytes: 0,
  },
  kernelFiles: [],
  kernelBoard: 'i586-pc-quest',
};
