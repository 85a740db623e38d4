/**
 * Follows items through channels: which write gave the item of which read. A channel has a buffer
 * for each reader, and a write has an event for each buffer, in the order of the readers. A ring
 * buffer gives its items in order; a four-slot channel gives the newest.
 */
import type { Sketch } from '../../../sketch/model.ts';

/** The name of the element that wrote or read; null if the trace does not contain it. */
export interface ItemEvent {
  readonly by: string | null;
  /** The number of the item's arrow; null for a read without a known write. */
  readonly flow: number | null;
}

interface Buffers {
  readonly items: Map<string | null, number[]>;
  next: number;
}

export class ItemFlows {
  readonly #sketch: Sketch | null;
  readonly #buffers = new Map<string, Buffers>();
  #flows = 0;

  constructor(sketch: Sketch | null) {
    this.#sketch = sketch;
  }

  /** @param running the name of the running task or handler; null if it is not known */
  write(channel: string, running: string | null): ItemEvent {
    const declared = this.#channel(channel);
    const readers = declared?.readers ?? [];
    const buffers = this.#of(channel);
    const reader = readers[buffers.next] ?? null;
    buffers.next = readers.length === 0 ? 0 : (buffers.next + 1) % readers.length;
    const flow = ++this.#flows;
    const items = buffers.items.get(reader) ?? [];
    if (declared?.kind === 'four-slot') items.length = 0;
    items.push(flow);
    buffers.items.set(reader, items);
    return { by: declared?.writer ?? running, flow };
  }

  read(channel: string, running: string | null): ItemEvent {
    const readers = this.#channel(channel)?.readers ?? [];
    const [only = null] = readers.length === 1 ? readers : [running];
    const items = this.#of(channel).items.get(readers.length === 0 ? null : only);
    return { by: only, flow: items?.shift() ?? null };
  }

  /** A full ring buffer loses an item, which has an event instead of the write's. */
  overflow(channel: string): void {
    const readers = this.#channel(channel)?.readers.length ?? 0;
    const buffers = this.#of(channel);
    buffers.next = readers === 0 ? 0 : (buffers.next + 1) % readers;
  }

  /** Forgets the waiting items, which are unknown after a loss. */
  forget(): void {
    this.#buffers.clear();
  }

  #channel(name: string): Sketch['channels'][number] | undefined {
    return this.#sketch?.channels.find((channel) => channel.name === name);
  }

  #of(channel: string): Buffers {
    const known = this.#buffers.get(channel);
    if (known !== undefined) return known;
    const made = { items: new Map<string | null, number[]>(), next: 0 };
    this.#buffers.set(channel, made);
    return made;
  }
}
