/** Runs the blocks of one task: those of every body, and those for what the sketch has. */
import type { BlocksState } from '../../app/blocks/code.ts';
import type { BlocksChannel, BlocksContext } from '../../app/blocks/context.ts';
import type { BlockState } from '../../app/blocks/spec.ts';
import { type ChannelModel, emptyItem, type Item, throughField } from './channel-model.ts';
import { type Flow, Interpreter, short, type Value, whole } from './interpreter.ts';

/** What tasks share. */
export interface Shared {
  readonly channels: ReadonlyMap<string, ChannelModel>;
}

export class SketchInterpreter extends Interpreter {
  readonly #context: BlocksContext;
  readonly #shared: Shared;
  /** The newest item of each channel at the start of the job. */
  readonly #newest = new Map<string, Item>();
  /** The items that the blocks around have taken, by channel. */
  readonly #taken = new Map<string, Item>();

  constructor(state: BlocksState, context: BlocksContext, shared: Shared) {
    super(state);
    this.#context = context;
    this.#shared = shared;
  }

  override job(): void {
    for (const { name, reads, kind, slots } of this.#context.channels) {
      if (!reads || kind !== 'four-slot') continue;
      this.#newest.set(name, this.#model(name).read() ?? this.#newest.get(name) ?? emptyItem(slots));
    }
    super.job();
  }

  protected override statement(block: BlockState): Flow {
    switch (short(block.type)) {
      case 'lock':
        this.step();
        // Nothing else runs in the slot of a job, so the lock is free.
        return this.run(this.input(block, 'DO'));
      case 'channel_write':
        this.step();
        return this.#write(block);
      case 'channel_if':
      case 'channel_if_else': {
        this.step();
        const item = this.#model(this.field(block, 'CHANNEL')).read();
        return item === null ? this.run(this.input(block, 'ELSE')) : this.#with(item, block);
      }
      case 'channel_each':
        this.step();
        return this.#each(block);
      default:
        return super.statement(block);
    }
  }

  protected override evaluate(block: BlockState): Value {
    switch (short(block.type)) {
      case 'channel_number':
      case 'channel_truth':
        this.step();
        return slotOf(this.#taken.get(this.field(block, 'CHANNEL')), this.field(block, 'SLOT'));
      case 'channel_newest_number':
      case 'channel_newest_truth':
        this.step();
        return slotOf(this.#newest.get(this.field(block, 'CHANNEL')), this.field(block, 'SLOT'));
      default:
        return super.evaluate(block);
    }
  }

  protected override isDecimal(block: BlockState | undefined): boolean {
    if (block === undefined || !/channel_(newest_)?number$/.test(block.type)) return super.isDecimal(block);
    const slot = this.#channel(this.field(block, 'CHANNEL')).slots.find(
      ({ name }) => name === this.field(block, 'SLOT'),
    );
    return slot?.type === 'float' || slot?.type === 'double';
  }

  // Channels ---------------------------------------------------------------------------------------

  #model(name: string): ChannelModel {
    const model = this.#shared.channels.get(name);
    if (model === undefined) throw new Error(`The sketch has no channel ${name}.`);
    return model;
  }

  #channel(name: string): BlocksChannel {
    const channel = this.#context.channels.find((each) => each.name === name);
    if (channel === undefined) throw new Error(`The task has no channel ${name}.`);
    return channel;
  }

  #write(block: BlockState): Flow {
    const { name, slots } = this.#channel(this.field(block, 'CHANNEL'));
    const item = slots.map((slot): [string, Value] => {
      const input = `SLOT ${slot.name}`;
      if (slot.type === 'bool') return [slot.name, { is: 'truth', truth: this.truth(block, input) }];
      return [slot.name, throughField(this.value(block, input), slot.type)];
    });
    this.#model(name).write(new Map(item));
    return 'next';
  }

  /** Runs the blocks that may use the item. */
  #with(item: Item, block: BlockState): Flow {
    const channel = this.field(block, 'CHANNEL');
    const outer = this.#taken.get(channel);
    this.#taken.set(channel, item);
    const flow = this.run(this.input(block, 'DO'));
    if (outer !== undefined) this.#taken.set(channel, outer);
    return flow;
  }

  #each(block: BlockState): Flow {
    for (;;) {
      const item = this.#model(this.field(block, 'CHANNEL')).read();
      if (item === null) return 'next';
      this.step();
      const flow = this.#with(item, block);
      if (flow === 'return') return flow;
      if (flow === 'break') return 'next';
    }
  }
}

const slotOf = (item: Item | undefined, slot: string): Value => item?.get(slot) ?? whole(0);
