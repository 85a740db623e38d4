/**
 * The super-loop on the Arduino Mega 2560. The code is that of the Uno, in more cycles. A return
 * address takes one more byte of the stack.
 */
import type { TargetOnBoard } from '../../platform/board.ts';
import { slowerBy } from '../../platform/slower.ts';
import { superloop as uno } from '../uno/superloop.ts';
import { COSTS } from './costs.ts';
import { SLOWER } from './slower.ts';

export const superloop: TargetOnBoard = {
  ...uno,
  overheads: uno.overheads && slowerBy(SLOWER.superloop, uno.overheads),
  tables: uno.tables && { ...uno.tables, stackBytes: uno.tables.stackBytes + 32 },
  costs: COSTS.superloop,
};
