/** Zephyr on Arm's MPS2 AN385: memory use of the runtime, and the build. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const zephyr: TargetOnBoard = {
  // Not measured yet: the analysis assumes no overheads, and tells the user.
  overheads: null,
  threads: {
    stackBytes: 2048,
    leastStackBytes: 384,
    stackUnitBytes: 8,
    managerStackBytes: 1024,
    idleStackBytes: 512,
    controlBytes: 280,
    baseBytes: 6144,
    interruptBytes: 81,
    ioServerBytes: 112,
  },
  tables: null,
  kernelFiles: [],
  // The processor's headers are a module: CMSIS 5 until Zephyr 4.1, then CMSIS 6.
  cmake: { board: 'mps2/an385', modules: ['modules/hal/cmsis', 'modules/hal/cmsis_6'] },
};
