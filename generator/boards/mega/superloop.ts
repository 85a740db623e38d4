/**
 * The super-loop on the Arduino Mega 2560. The code is that of the Uno, in more cycles. A return
 * address takes one more byte of the stack.
 */
import type { TargetOnBoard } from '../../platform/board.ts';
import { superloop as uno } from '../uno/superloop.ts';
import { COSTS } from './costs.ts';
import { OVERHEADS } from './overheads.ts';

export const superloop: TargetOnBoard = {
  ...uno,
  overheads: OVERHEADS.superloop,
  tables: uno.tables && { ...uno.tables, stackBytes: uno.tables.stackBytes + 32 },
  costs: COSTS.superloop,
};
