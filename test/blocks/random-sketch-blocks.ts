/** Random blocks for what a body has from its sketch: resources, channels, parts and time. */
import fc, { type Arbitrary } from 'fast-check';
import type { BlocksChannel, BlocksContext, ItemSlot } from '../../app/blocks/context.ts';
import type { BlockState } from '../../app/blocks/spec.ts';
import {
  type Extras,
  exitOf,
  listOf,
  made,
  of,
  statementsWith,
  type Values,
  valueCalls,
  valuesWith,
} from './random-programs.ts';
import { DISTANCE_CM, RESOURCES } from './rig.ts';

type Blocks = readonly Arbitrary<BlockState>[];
/** Leaves of numbers and conditions. */
type Leaves = Pick<Extras, 'numbers' | 'truths'>;

const [OUTER, INNER] = RESOURCES;

/** One leaf, so that the others remain as frequent. */
const oneOf = (blocks: Blocks): Arbitrary<BlockState> => fc.oneof(...blocks);

const isTruth = ({ type }: ItemSlot): boolean => type === 'bool';

/** No block in it locks again: a job must not lock a resource that it holds. */
const locked = (resource: string, values: Values, calls: Blocks = []) =>
  made('lock', { RESOURCE: of(resource) }, { DO: listOf(statementsWith(values, calls)) });

function written({ name, slots }: BlocksChannel, { number, truth }: Values): Arbitrary<BlockState> {
  const inputs = slots.map((slot) => [`SLOT ${slot.name}`, isTruth(slot) ? truth : number]);
  const block = made('channel_write', { CHANNEL: of(name) }, Object.fromEntries(inputs));
  return block.map((state) => ({ ...state, extraState: { slots } }));
}

/** The blocks for the numbers and the conditions of an item. */
function slotsOf({ name, slots }: BlocksChannel, prefix: 'channel_' | 'channel_newest_'): Leaves {
  const blocks = (kind: string, accepted: readonly ItemSlot[]) =>
    accepted.map((slot) => made(`${prefix}${kind}`, { CHANNEL: of(name), SLOT: of(slot.name) }));
  return {
    numbers: blocks(
      'number',
      slots.filter((slot) => !isTruth(slot)),
    ),
    truths: blocks('truth', slots.filter(isTruth)),
  };
}

/** Blocks that take an item. The blocks in them use its fields, and the leaves of the place. */
function readers(channel: BlocksChannel, around: Values, leaves: Leaves): Blocks {
  const item = slotsOf(channel, 'channel_');
  const values = valuesWith(
    { numbers: [...item.numbers, ...leaves.numbers], truths: [...item.truths, ...leaves.truths] },
    valueCalls,
  );
  const fields = { CHANNEL: of(channel.name) };
  const taken = listOf(statementsWith(values, []));
  const round = listOf(statementsWith(values, []), exitOf(values));
  return [
    made('channel_if', fields, { DO: taken }),
    made('channel_if_else', fields, { DO: taken, ELSE: listOf(statementsWith(around, [])) }),
    ...(channel.kind === 'ring-buffer' ? [made('channel_each', fields, { DO: round })] : []),
  ];
}

const number = (value: number): BlockState => ({ type: 'polyloop_number', fields: { NUM: value } });
const literal = (...values: readonly number[]) => of(...values.map(number)) as Arbitrary<BlockState>;
const part = (type: string, name: string) => made(type, { PART: of(name) });
const compared = (op: string, left: Arbitrary<BlockState>, right: Arbitrary<BlockState>) =>
  made('compare', { OP: of(op) }, { A: left, B: right });

/** The variable that only the clock sets. */
const SINCE = { VAR: of({ id: 'since' }) };
const clock = (unit: string) => made('clock', { UNIT: of(unit) });
const measured = (what: string) => made('measured', { WHAT: of(what) });
const timeOfJob = made('time_of_job', { TIME: of('budgetUs', 'deadlineUs', 'periodUs') });
const budget = made('time_of_job', { TIME: of('budgetUs') });
const left = measured('pl_job_budget_left_micros');

/** What is true of each clock. An interpreter cannot know more. */
const LAWS_OF_TIME: Blocks = [
  compared('LE', made('whole_get', SINCE), clock('micros')),
  compared('GE', clock('millis'), literal(0)),
  compared('GE', measured('pl_job_micros'), literal(0)),
  compared('GE', left, literal(0)),
  compared('LE', left, budget),
];

const distance = part('distance', 'ruler');
/** Interrupts make the measured pulse shorter, by less than a fifth. */
const isNear = made(
  'and_or',
  { OP: of('AND') },
  {
    A: compared('GT', distance, literal(0.8 * DISTANCE_CM)),
    B: compared('LT', distance, literal(1.05 * DISTANCE_CM)),
  },
);

/** What blocks of parts give, for the parts that are wired. */
const inputsOf = ({ parts }: BlocksContext): Leaves => {
  const has = (name: string) => parts.some((each) => each.name === name);
  return {
    numbers: [...(has('knob') ? [part('knob', 'knob'), part('light', 'sensor')] : []), timeOfJob],
    truths: [
      ...(has('knob') ? [part('button', 'button'), part('switch', 'switch'), isNear] : []),
      ...(has('wave') ? [part('generator', 'wave')] : []),
      ...LAWS_OF_TIME,
    ],
  };
};

const COLOURS = of('255 0 0', '255 80 0', '160 0 255', '255 255 255', '0 0 0');

const LIGHT = { PART: of('light') };

/** Blocks of every sketch that set an output, and those of time. */
const usualActions = ({ truth }: Values): Blocks => [
  made('led', { ...LIGHT, LEVEL: of('HIGH', 'LOW') }),
  made('led_set', LIGHT, { VALUE: truth }),
  made('led_toggle', LIGHT),
  made('whole_set', SINCE, { VALUE: clock('micros') }),
  made('wait', { UNIT: of('ms') }, { TIME: literal(0, 1, 3) }),
];

/** Blocks for the digit, the LCD and the buzzer. */
function displaysAndSound({ number: value, truth }: Values): Blocks {
  const [digit, screen, horn] = [{ PART: of('digit') }, { PART: of('screen') }, { PART: of('horn') }];
  const hertz = made('constrain', {}, { VALUE: value, LOW: literal(100), HIGH: literal(3000) });
  const text = made('text', { TEXT: of('x', 'level: ', '"', '~', 'ü', 'more than one line') });
  return [
    made('digit', digit, { DIGIT: fc.oneof(value, literal(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1)) }),
    made('digit_clear', digit),
    made('buzzer', horn, { HERTZ: hertz }),
    made('buzzer_beep', horn, { HERTZ: hertz, TIME: literal(-5, 0, 1, 20, 30.5) }),
    made('buzzer_stop', horn),
    made('lcd_print', screen, { TEXT: fc.oneof(text, value, truth, made('join', {}, { A: text, B: value })) }),
    made('lcd_cursor', { ...screen, ROW: of('0', '1') }, { COLUMN: fc.oneof(value, literal(0, 3, 14, 38)) }),
    made('lcd_clear', screen),
  ];
}

/** Blocks that set the lights, the servo and the strip. */
function lights({ number: value }: Values): Blocks {
  const strength = made('constrain', {}, { VALUE: value, LOW: literal(0), HIGH: literal(255) });
  const mixed = { RED: strength, GREEN: strength, BLUE: strength };
  const [strip, colour] = [{ PART: of('strip') }, { PART: of('colour') }];
  return [
    made('led_brightness', { PART: of('lamp') }, { VALUE: strength }),
    made('rgb', colour, mixed),
    made('rgb_colour', { ...colour, COLOUR: COLOURS }),
    made('servo', { PART: of('arm') }, { ANGLE: value }),
    made('strip_pixel', strip, { LED: literal(0, 1, 2, 3, 4), RED: value, GREEN: value, BLUE: value }),
    made('strip_colour', { ...strip, COLOUR: COLOURS }, { LED: value }),
    made('strip_fill', { ...strip, COLOUR: COLOURS }),
    made('strip_show', strip),
  ];
}

export function extrasFor(context: BlocksContext): Extras {
  const { channels } = context;
  const inputs = inputsOf(context);
  const setting = context.parts.some(({ name }) => name === 'screen') ? displaysAndSound : lights;
  const newest = channels
    .filter(({ reads, kind }) => reads && kind === 'four-slot')
    .map((channel) => slotsOf(channel, 'channel_newest_'));
  const leaves = {
    numbers: [...newest.flatMap(({ numbers }) => numbers), oneOf(inputs.numbers)],
    truths: [...newest.flatMap(({ truths }) => truths), oneOf(inputs.truths)],
  };
  const ends = (values: Values): Blocks => [
    ...channels.filter(({ writes }) => writes).map((channel) => written(channel, values)),
    ...channels.filter(({ reads }) => reads).flatMap((channel) => readers(channel, values, leaves)),
    oneOf(usualActions(values)),
    oneOf(setting(values)),
  ];
  return {
    ...leaves,
    inBody: (values, calls) => [locked(OUTER, values, [...calls, ...ends(values)]), ...ends(values)],
    inFunction: (values) => [locked(INNER, values), ...ends(values)],
  };
}
