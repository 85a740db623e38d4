/**
 * Preemption on one stack on the Arduino Mega 2560: time overheads and memory use of the runtime. A return
 * address takes one more byte of the stack, and so does RAMPZ.
 */
import type { TargetOnBoard } from '../../platform/board.ts';
import { preemptive as uno } from '../uno/preemptive.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';
import { superloop } from './superloop.ts';

/** By which a job on the stack is deeper than on the Uno: ten calls and an interrupt. */
const DEEPER_BYTES = 12;

export const preemptive: TargetOnBoard = {
  ...superloop,
  overheads: OVERHEADS.preemptive,
  tables: superloop.tables && {
    ...superloop.tables,
    levelBytes: (uno.tables?.levelBytes ?? 0) + DEEPER_BYTES,
  },
  costs: COSTS.superloop,
};
