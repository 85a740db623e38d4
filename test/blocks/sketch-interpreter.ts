/** Runs the blocks of one task: those of every body, and those for what the sketch has. */
import type { BlocksState } from '../../app/blocks/code.ts';
import type { BlocksChannel, BlocksContext } from '../../app/blocks/context.ts';
import type { BlockState } from '../../app/blocks/spec.ts';
import { type ChannelModel, emptyItem, type Item, throughField } from './channel-model.ts';
import { type Flow, Interpreter, short } from './interpreter.ts';
import { CLEAR, type Effect, movedTo, written } from './part-model.ts';
import { DISTANCE_CM, KNOB, LIGHT, SLOT_US } from './rig.ts';
import { toWhole, type Value, whole } from './values.ts';

/** Steps that take as long as a pulse of a servo, a measurement of a distance, or a millisecond. */
const SERVO_STEPS = 100;
const DISTANCE_STEPS = 300;
const MILLISECOND_STEPS = 50;
/** The same for a character on the LCD. */
const CHARACTER_STEPS = 10;

/** What tasks share. */
export interface Shared {
  readonly channels: ReadonlyMap<string, ChannelModel>;
}

export class SketchInterpreter extends Interpreter {
  /** What the blocks of the job have done to parts. */
  effects: Effect[] = [];
  /** The colours of the LED strip that the body has chosen. */
  readonly #pixels = [0, 0, 0];
  #now = 0;
  #jobs = 0;
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
    this.#jobs++;
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
      case 'led':
      case 'led_set':
      case 'led_toggle':
      case 'led_brightness':
      case 'rgb':
      case 'rgb_colour':
      case 'servo':
      case 'strip_show':
      case 'digit':
      case 'digit_clear':
      case 'buzzer':
      case 'buzzer_beep':
      case 'buzzer_stop':
      case 'lcd_print':
      case 'lcd_cursor':
      case 'lcd_clear':
        this.step(block.type === 'polyloop_servo' ? SERVO_STEPS : 1);
        this.effects.push(this.#effect(block));
        return 'next';
      case 'strip_pixel':
      case 'strip_colour': {
        this.step();
        const led = this.#whole(block, 'LED') - 1;
        const colour = block.type === 'polyloop_strip_pixel' ? this.#mixed(block) : this.#colour(block);
        if (led in this.#pixels) this.#pixels[led] = packed(colour);
        return 'next';
      }
      case 'strip_fill':
        this.step();
        this.#pixels.fill(packed(this.#colour(block)));
        return 'next';
      case 'wait':
        this.step(MILLISECOND_STEPS * this.#whole(block, 'TIME'));
        return 'next';
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
      case 'generator':
        this.step();
        return { is: 'truth', truth: this.#jobs > 1 };
      case 'button':
      case 'switch':
        this.step();
        return { is: 'truth', truth: true };
      case 'knob':
        this.step();
        return whole(KNOB);
      case 'light':
        this.step();
        return whole(LIGHT);
      case 'distance':
        this.step(DISTANCE_STEPS);
        return whole(DISTANCE_CM);
      case 'time_of_job':
        this.step();
        return whole(this.#context[this.field(block, 'TIME') as 'budgetUs' | 'deadlineUs' | 'periodUs'] ?? 0);
      case 'clock':
        // Any clock will do: programs only use what is true of each.
        this.step();
        return whole(++this.#now);
      case 'measured':
        this.step();
        return whole(this.field(block, 'WHAT') === 'pl_job_micros' ? 1 : SLOT_US - 1);
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

  // Parts ------------------------------------------------------------------------------------------

  #effect(block: BlockState): Effect {
    const { type } = block;
    switch (short(type)) {
      case 'led': {
        const light = this.field(block, 'LEVEL') === 'HIGH';
        return (outputs) => Object.assign(outputs, { light });
      }
      case 'led_set': {
        const light = this.truth(block, 'VALUE');
        return (outputs) => Object.assign(outputs, { light });
      }
      case 'led_toggle':
        return (outputs) => Object.assign(outputs, { light: !outputs.light });
      case 'led_brightness': {
        const lamp = this.#whole(block, 'VALUE');
        return (outputs) => Object.assign(outputs, { lamp });
      }
      case 'servo': {
        const arm = Math.min(180, Math.max(0, this.#whole(block, 'ANGLE')));
        return (outputs) => Object.assign(outputs, { arm });
      }
      case 'strip_show': {
        const strip = [...this.#pixels];
        return (outputs) => Object.assign(outputs, { strip });
      }
      case 'digit': {
        const digit = this.#whole(block, 'DIGIT');
        return (outputs) => Object.assign(outputs, { digit: digit < 0 || digit > 9 ? null : digit });
      }
      case 'digit_clear':
        return (outputs) => Object.assign(outputs, { digit: null });
      case 'buzzer': {
        const horn = this.#whole(block, 'HERTZ');
        return (outputs) => Object.assign(outputs, { horn });
      }
      case 'buzzer_beep': {
        this.#whole(block, 'HERTZ');
        // A beep ends long before the next job.
        return this.#whole(block, 'TIME') > 0 ? (outputs) => Object.assign(outputs, { horn: 0 }) : () => {};
      }
      case 'buzzer_stop':
        return (outputs) => Object.assign(outputs, { horn: 0 });
      case 'lcd_print': {
        const codes = [...Buffer.from(this.#text(block), 'utf8')];
        this.step(CHARACTER_STEPS * codes.length);
        return (outputs) => Object.assign(outputs, { screen: written(outputs.screen, codes) });
      }
      case 'lcd_cursor': {
        const [column, row] = [this.#whole(block, 'COLUMN'), Number(this.field(block, 'ROW'))];
        return (outputs) => Object.assign(outputs, { screen: movedTo(outputs.screen, column, row) });
      }
      case 'lcd_clear':
        this.step(2 * MILLISECOND_STEPS);
        return (outputs) => Object.assign(outputs, { screen: CLEAR });
      default: {
        const colour = type === 'polyloop_rgb' ? this.#mixed(block) : this.#colour(block);
        return (outputs) => Object.assign(outputs, { colour });
      }
    }
  }

  /** What the block writes, which the serial line does not get. */
  #text(block: BlockState): string {
    const { output } = this;
    this.output = '';
    this.print(this.input(block, 'TEXT'));
    const text = this.output;
    this.output = output;
    return text;
  }

  #whole(block: BlockState, input: string): number {
    return toWhole(this.value(block, input));
  }

  /** Red, green and blue from the inputs. */
  #mixed(block: BlockState): number[] {
    return ['RED', 'GREEN', 'BLUE'].map((input) => this.#whole(block, input));
  }

  /** Red, green and blue of the chosen colour. */
  #colour(block: BlockState): number[] {
    return this.field(block, 'COLOUR').split(' ').map(Number);
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

/** 0xrrggbb. Each number is kept between 0 and 255. */
const packed = (colour: readonly number[]): number =>
  colour.reduce((all, each) => all * 256 + Math.min(255, Math.max(0, each)), 0);

const slotOf = (item: Item | undefined, slot: string): Value => item?.get(slot) ?? whole(0);
