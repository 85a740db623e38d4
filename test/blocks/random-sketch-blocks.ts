/** Random blocks for what a body has from its sketch: resources and channels. */
import type { Arbitrary } from 'fast-check';
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
import { RESOURCES } from './rig.ts';

type Blocks = readonly Arbitrary<BlockState>[];
/** Leaves of numbers and conditions. */
type Leaves = Pick<Extras, 'numbers' | 'truths'>;

const [OUTER, INNER] = RESOURCES;

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

export function extrasFor({ channels }: BlocksContext): Extras {
  const newest = channels
    .filter(({ reads, kind }) => reads && kind === 'four-slot')
    .map((channel) => slotsOf(channel, 'channel_newest_'));
  const leaves = {
    numbers: newest.flatMap(({ numbers }) => numbers),
    truths: newest.flatMap(({ truths }) => truths),
  };
  const ends = (values: Values): Blocks => [
    ...channels.filter(({ writes }) => writes).map((channel) => written(channel, values)),
    ...channels.filter(({ reads }) => reads).flatMap((channel) => readers(channel, values, leaves)),
  ];
  return {
    ...leaves,
    inBody: (values, calls) => [locked(OUTER, values, [...calls, ...ends(values)]), ...ends(values)],
    inFunction: (values) => [locked(INNER, values), ...ends(values)],
  };
}
