/** The super-loop on Arm's MPS2 AN385: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const superloop: TargetOnBoard = {
  overheads: OVERHEADS.superloop,
  threads: null,
  // 272 bytes, 16 for each task, 8 for printed text, 208 for an interrupt and 168 for each further
  // I/O server. The stack is twice the 288 bytes that jobs use under FreeRTOS on this board.
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
  costs: COSTS.superloop,
  kernelFiles: [],
};
