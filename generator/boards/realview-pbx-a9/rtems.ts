/** RTEMS on Arm's RealView PBX-A9: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { OVERHEADS } from './overheads.ts';

export const rtems: TargetOnBoard = {
  overheads: OVERHEADS.rtems,
  // Measured in QEMU: the jobs of starters use about 500 bytes of stack. An interrupt has a stack of the kernel.
  threads: {
    stackBytes: 8192,
    leastStackBytes: 2048,
    stackUnitBytes: 8,
    managerStackBytes: 8192,
    // RTEMS has its own stacks for idle threads.
    idleStackBytes: 8,
    controlBytes: 1024,
    baseBytes: 65_536,
    interruptBytes: 81,
    ioServerBytes: 112,
  },
  tables: null,
  kernelFiles: [],
  kernelBoard: 'arm/realview_pbx_a9_qemu',
};
