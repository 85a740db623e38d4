/** The size of a channel's item in memory, and the limits of the runtime's channels. */

import type { Board } from '../platform/board.ts';
import { FIELD_BYTES } from '../sketch/field-bytes.ts';
import type { FieldType } from '../sketch/model.ts';

/** PL_ITEM_BYTES_MAX of runtime-c/include/polyloop/channel.h. */
export const MAX_ITEM_BYTES = 256;

/**
 * sizeof the item. Machines with a 16-bit int have no alignment and no 64-bit double. Other
 * machines align by size.
 */
export function itemBytes(
  fields: readonly { readonly type: FieldType; readonly count: number }[],
  board: Board,
): number {
  const small = board.intBits === 16;
  const sizes = fields.map(({ type }) => (small && type === 'double' ? FIELD_BYTES.float : FIELD_BYTES[type]));
  const alignment = (size: number) => (small ? 1 : size);
  const roundUp = (bytes: number, to: number) => Math.ceil(bytes / to) * to;
  let bytes = 0;
  fields.forEach(({ count }, index) => {
    const size = sizes[index] ?? 0;
    bytes = roundUp(bytes, alignment(size)) + size * count;
  });
  return roundUp(bytes, Math.max(1, ...sizes.map(alignment)));
}

/**
 * Maximum number of items in a ring buffer: one index value marks the free slot, and one prevents
 * wrapping to 0.
 */
export function maxRingCapacity(board: Board): number {
  return 2 ** board.indexBits - 2;
}
