/** Preemption on one stack on the Arduino Uno: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';
import { superloop } from './superloop.ts';

export const preemptive: TargetOnBoard = {
  ...superloop,
  overheads: OVERHEADS.preemptive,
  // Each further job on the stack: the interrupt and the dispatcher below it, and its own calls.
  tables: superloop.tables && { ...superloop.tables, levelBytes: 80 },
  // The code of a job costs what it costs in a super-loop.
  costs: COSTS.superloop,
};
