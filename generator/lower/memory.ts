/** What the channels' buffers take of a board's RAM: too much is told before the build, and of the channel that takes most. */
import type { Board } from '../sketch/platform.ts';
import { itemBytes } from './items.ts';
import type { LoweredChannel } from './program.ts';
import type { Reporter } from './reporter.ts';

/** Above this share little is left for variables, the runtime and the stack. */
const COMFORTABLE = 0.6;

/** Bytes of one channel's buffers: one for each reader (runtime-c/include/polyloop/channel.h). */
export function channelBytes({ kind, fields, capacity, readers, writer }: LoweredChannel, board: Board): number {
  if (writer === null && readers.length === 0) return 0;
  const items = kind === 'four-slot' ? 4 : capacity + 1;
  return Math.max(1, readers.length) * items * itemBytes(fields, board);
}

/** Reports buffers that the board cannot hold, or that leave it little. */
export function checkMemory(channels: readonly LoweredChannel[], board: Board, reporter: Reporter): void {
  const sizes = channels.map((channel) => channelBytes(channel, board));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= COMFORTABLE * board.ramBytes) return;
  const most = Math.max(...sizes);
  const index = sizes.indexOf(most);
  const readers = channels[index]?.readers.length ?? 0;
  const text =
    `it takes ${most} bytes${readers > 1 ? `, a buffer for each of its ${readers} readers` : ''}; all channels take ${total} of ` +
    `the ${board.ramBytes} bytes of RAM of ${board.label}. Choose a smaller capacity, smaller items or fewer readers.`;
  reporter.report(['channels', index], text, total > board.ramBytes ? 'error' : 'warning');
}
