/**
 * The number of items in each channel. A four-slot channel always keeps its newest item. A ring
 * buffer keeps each item until it is read, and rejects items above its capacity. Each reader has an
 * instance of its own, and the writer writes to all of them, as in the generated code. A channel
 * without readers has one instance.
 */
import { KIND_CHANNEL_OVERFLOW, KIND_CHANNEL_READ, KIND_CHANNEL_WRITE } from '../../trace/kinds.ts';
import type { SimulatedChannel, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';

export class Channels {
  readonly #channels: readonly SimulatedChannel[];
  /** For each channel, the tasks that read it. */
  readonly #readers: readonly (readonly number[])[];
  /** For each channel and instance, in the order of the readers. */
  readonly #items: readonly Int32Array[];
  readonly #recorder: Recorder;

  constructor({ channels, tasks }: Pick<SimulationModel, 'channels' | 'tasks'>, recorder: Recorder) {
    this.#channels = channels;
    this.#readers = channels.map((_, channel) =>
      tasks.flatMap(({ reads }, task) => (reads.includes(channel) ? [task] : [])),
    );
    this.#items = this.#readers.map(({ length }) => new Int32Array(Math.max(1, length)));
    this.#recorder = recorder;
  }

  /** Writes one item. */
  write(channel: number, nowNs: number): void {
    const { kind, capacity } = this.#channels[channel] as SimulatedChannel;
    const items = this.#items[channel] as Int32Array;
    for (let instance = 0; instance < items.length; instance++) {
      const held = items[instance]!;
      const isFull = kind === 'ring-buffer' && held >= capacity;
      if (!isFull) items[instance] = kind === 'four-slot' ? 1 : held + 1;
      this.#recorder.event(nowNs, isFull ? KIND_CHANNEL_OVERFLOW : KIND_CHANNEL_WRITE, channel, 0);
    }
  }

  /**
   * A task reads all available items: the newest item of a four-slot channel, all items of a ring
   * buffer.
   */
  read(channel: number, task: number, nowNs: number): void {
    const items = this.#items[channel] as Int32Array;
    const instance = (this.#readers[channel] as readonly number[]).indexOf(task);
    for (let left = items[instance]!; left > 0; left--) {
      this.#recorder.event(nowNs, KIND_CHANNEL_READ, channel, 0);
    }
    if (this.#channels[channel]?.kind === 'ring-buffer') items[instance] = 0;
  }
}
