/** The time overheads and the memory of threads on this computer. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const threads: TargetOnBoard = {
  // The operating system determines the timing.
  overheads: null,
  // Functions of the C library need room for their buffers.
  threads: {
    stackBytes: 65_536,
    leastStackBytes: 16_384,
    stackUnitBytes: 8,
    managerStackBytes: 65_536,
    idleStackBytes: 65_536,
    controlBytes: 1024,
    baseBytes: 4096,
    interruptBytes: 128,
    ioServerBytes: 128,
  },
  tables: null,
  kernelFiles: [],
};
