/** The super-loop on the Arduino Uno: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const superloop: TargetOnBoard = {
  overheads: OVERHEADS.superloop,
  threads: null,
  ownLibraries: { Servo: { folder: 'templates/libraries/Servo', macro: 'PL_USES_SERVO' } },
  // As linked, with telemetry: 184 bytes and 16 for each task, 64 more if text is printed. Each
  // task takes 14 more for catch-up and 6 more for demote. An interrupt takes 117 without and 136
  // with a handler, and each further I/O server 69. The starter sketches use at most 107 bytes of
  // stack, and as much again is reserved for an interrupt and the user's own functions
  // (test/acceptance/fit.test.ts).
  tables: {
    baseBytes: 272,
    stackBytes: 214,
    taskBytes: 16,
    overrunBytes: 14,
    fourSlotBytes: 5,
    ringBufferBytes: 10,
    interruptBytes: 53,
    ioServerBytes: 69,
  },
  // As linked by avr-gcc 5.4: sketches with 1 to 32 tasks take 5140 to 10430 bytes without text and interrupts.
  flash: { baseBytes: 4900, taskBytes: 230, textBytes: 2000, interruptBytes: 4700 },
  costs: COSTS.superloop,
  kernelFiles: [],
};
