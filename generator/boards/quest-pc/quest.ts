/** Quest on a PC: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const quest: TargetOnBoard = {
  overheads: null,
  // The kernel gives each loop a stack of 64 KiB. What it leaves of the RAM is known only after a build.
  threads: null,
  tables: null,
  kernelFiles: [],
};
