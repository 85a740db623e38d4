/**
 * FreeRTOS on the Arduino Mega 2560. The code is that of the Uno, in more cycles. A return address
 * takes one more byte of each stack, and so does RAMPZ.
 */
import type { TargetOnBoard } from '../../platform/board.ts';
import { freertos as uno } from '../uno/freertos.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const freertos: TargetOnBoard = {
  ...uno,
  overheads: OVERHEADS.freertos,
  threads: uno.threads && {
    ...uno.threads,
    stackBytes: uno.threads.stackBytes + 32,
    leastStackBytes: uno.threads.leastStackBytes + 8,
    managerStackBytes: uno.threads.managerStackBytes + 16,
    idleStackBytes: uno.threads.idleStackBytes + 8,
    baseBytes: uno.threads.baseBytes + 24,
  },
  costs: COSTS.freertos,
};
