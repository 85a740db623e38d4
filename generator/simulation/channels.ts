/**
 * How many items are in each channel. A four-slot channel has its newest item for ever, once there is one; a ring buffer keeps each
 * until it is read, and refuses one more than it holds.
 */
import { KIND_CHANNEL_OVERFLOW, KIND_CHANNEL_READ, KIND_CHANNEL_WRITE } from '../trace/kinds.ts';
import type { SimulatedChannel } from './model.ts';
import type { Recorder } from './recorder.ts';

export class Channels {
  readonly #channels: readonly SimulatedChannel[];
  readonly #items: Int32Array;
  readonly #recorder: Recorder;

  constructor(channels: readonly SimulatedChannel[], recorder: Recorder) {
    this.#channels = channels;
    this.#items = new Int32Array(channels.length);
    this.#recorder = recorder;
  }

  /** Writes one item. */
  write(channel: number, nowNs: number): void {
    const { kind, capacity } = this.#channels[channel] as SimulatedChannel;
    const items = this.#items[channel] as number;
    if (kind === 'ring-buffer' && items >= capacity) {
      this.#recorder.event(nowNs, KIND_CHANNEL_OVERFLOW, channel, 0);
      return;
    }
    this.#items[channel] = kind === 'four-slot' ? 1 : items + 1;
    this.#recorder.event(nowNs, KIND_CHANNEL_WRITE, channel, 0);
  }

  /** Reads what is there: of a four-slot channel the newest item, of a ring buffer all. */
  read(channel: number, nowNs: number): void {
    for (let left = this.#items[channel] as number; left > 0; left--) {
      this.#recorder.event(nowNs, KIND_CHANNEL_READ, channel, 0);
    }
    if (this.#channels[channel]?.kind === 'ring-buffer') this.#items[channel] = 0;
  }
}
