/** The time overheads and the memory of the super-loop on Arm's MPS2 AN386. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const superloop: TargetOnBoard = {
  // Each figure names the command that measured it, and what was measured. These are the figures of the Cortex-M3. The
  // Cortex-M4 has the same instructions: `npm run bench:threads`, in instructions of 64 ns, rounded up.
  overheads: {
    contextSwitchNs: 4_300,
    contextSwitchPerTaskNs: 420,
    edfSwitchPerTaskNs: 1_700,
    releaseNs: 18_500,
    releasePerTaskNs: 1_000,
    tickNs: 5_400,
    tickPeriodNs: 32_000_000,
    tracePerJobNs: 165_000,
    blockingNs: 140_000,
    blockingPerTaskNs: 4_500,
    loads: [
      { name: 'telemetry beat', periodNs: 32_000_000, costNs: 250_000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000, most: 128 },
    ],
    interrupts: {
      deliveryNs: 105_000,
      perInterruptNs: 16_000,
      perTaskNs: 1_000,
      releaseNs: 8_000,
      loads: [{ name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 690_000, jitterNs: 31_250_000 }],
    },
  },
  threads: null,
  tables: {
    baseBytes: 280,
    stackBytes: 576,
    taskBytes: 16,
    overrunBytes: 16,
    fourSlotBytes: 8,
    ringBufferBytes: 18,
    interruptBytes: 41,
    ioServerBytes: 168,
  },
  kernelFiles: [],
};
