/** FreeRTOS on Arm's MPS2 AN385: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const freertos: TargetOnBoard = {
  overheads: OVERHEADS.freertos,
  // Measured in QEMU. The same jobs use 136 to 288 bytes of stack and the manager uses 180. The
  // rest of the RAM is for interrupts.
  threads: {
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
  tables: null,
  costs: COSTS.freertos,
  kernelFiles: ['tasks.c', 'list.c', 'include/', 'portable/GCC/ARM_CM3/'],
};
