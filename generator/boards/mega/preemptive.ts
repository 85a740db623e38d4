/** Preemption on one stack on the Arduino Mega 2560: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';
import { superloop } from './superloop.ts';

export const preemptive: TargetOnBoard = {
  ...superloop,
  overheads: OVERHEADS.preemptive,
  // 80 bytes on the Uno. A return address takes one more byte, and so does RAMPZ: ten calls and an interrupt.
  tables: superloop.tables && { ...superloop.tables, levelBytes: 92 },
  costs: COSTS.superloop,
};
