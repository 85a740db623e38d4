/** Channels: their items, writers and readers. */

import type { Board } from '../platform/board.ts';
import { identifiers, type SketchIdentifiers } from '../sketch/identifiers.ts';
import type { Channel } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { itemBytes, MAX_ITEM_BYTES, maxRingCapacity } from './items.ts';
import { identifierOf } from './names.ts';
import type { LoweredChannel } from './program.ts';
import type { Reporter } from './reporter.ts';

/** Reports items that the board cannot hold, and unconnected ends. */
export function lowerChannel(
  channel: Channel,
  index: number,
  names: SketchIdentifiers,
  board: Board,
  reporter: Reporter,
): LoweredChannel {
  checkChannel(channel, index, board, reporter);
  const fieldNames = identifiers(channel.item.map((field) => field.name));
  return {
    name: channel.name,
    identifier: identifierOf(names.channels, channel.name),
    kind: channel.kind,
    fields: channel.item.map((field) => ({ ...field, identifier: identifierOf(fieldNames, field.name) })),
    capacity: channel.capacity,
    writer: channel.writer === null ? null : identifierOf(names.runnables, channel.writer),
    readers: channel.readers.map((reader) => identifierOf(names.runnables, reader)),
  };
}

function checkChannel(channel: Channel, index: number, board: Board, reporter: Reporter): void {
  const bytes = itemBytes(channel.item, board);
  if (bytes > MAX_ITEM_BYTES) {
    const text = tr`an item takes ${bytes} bytes, and a channel carries at most ${MAX_ITEM_BYTES}. Make its fields fewer or smaller.`;
    reporter.report(['channels', index, 'item'], text);
  }
  channel.item.forEach((field, place) => {
    if (field.type !== 'double' || board.intBits !== 16) return;
    const text = tr`a double has only 32 bits on ${board.label}, as a float has. Choose float, or accept the lower precision.`;
    reporter.report(['channels', index, 'item', place, 'type'], text, 'warning');
  });
  const most = maxRingCapacity(board);
  if (channel.kind === 'ring-buffer' && channel.capacity > most) {
    const text = tr`a ring buffer holds at most ${most} items on ${board.label}, found ${channel.capacity}. Choose at most ${most}.`;
    reporter.report(['channels', index, 'capacity'], text);
  }
  if (channel.writer === null && channel.readers.length > 0) {
    const text = tr`it has no writer, so its readers never get an item. Connect a writer.`;
    reporter.report(['channels', index, 'writer'], text, 'warning');
  }
  if (channel.writer !== null && channel.readers.length === 0) {
    const text = tr`it has no reader, so written items are lost. Connect a reader.`;
    reporter.report(['channels', index, 'reader'], text, 'warning');
  }
}
