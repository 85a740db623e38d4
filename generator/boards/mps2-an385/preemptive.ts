/** Preemption on one stack on Arm's MPS2 AN385: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';
import { superloop } from './superloop.ts';

export const preemptive: TargetOnBoard = {
  ...superloop,
  overheads: OVERHEADS.preemptive,
  // Each further job on the stack: two frames of registers, the dispatcher, and its own calls. Jobs use at most
  // 288 bytes under FreeRTOS on this board.
  tables: superloop.tables && { ...superloop.tables, levelBytes: 400 },
  // The code of a job costs what it costs in a super-loop.
  costs: COSTS.superloop,
};
