/** Channels, as the body's end of them: writing items, and reading them. */
import * as Blockly from 'blockly/core';
import { C_TYPES } from '../../../generator/lower/c-types.ts';
import type { FieldType } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { BlocksChannel, BlocksContext, ItemSlot } from '../context.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { namesList, referenceList } from '../reference-field.ts';
import {
  type BlockSpec,
  numberShadow,
  offer,
  type Printed,
  statementInput,
  truthShadow,
  type ValueKind,
} from '../spec.ts';
import { contextIn } from '../workspace-context.ts';

const written = ({ channels }: BlocksContext) =>
  channels.filter(({ writes, slots }) => writes && slots.length <= MOST_SLOTS);
const readable = ({ channels }: BlocksContext) => channels.filter(({ reads }) => reads);
/** Reading a ring buffer removes the item, so only a four-slot channel has a newest one. */
const newest = (context: BlocksContext) => readable(context).filter(({ kind }) => kind === 'four-slot');

/** Numbers of an item that one block can write. */
const MOST_SLOTS = 16;

const writtenField = namesList('written-channels', 'channels', written);
const readField = namesList('read-channels', 'channels', readable);
const newestField = namesList('newest-channels', 'channels', newest);

const isTruth = ({ type }: { readonly type: FieldType }) => type === 'bool';
const channelOf = (context: BlocksContext, block: Blockly.Block) =>
  context.channels.find(({ name }) => name === block.getFieldValue('CHANNEL'));

/** The numbers, or the conditions, of an item of the channel that the block names. */
const slotList = (list: string, accepts: (slot: ItemSlot) => boolean) =>
  referenceList(list, 'slots', (context, block) =>
    (channelOf(context, block)?.slots ?? []).filter(accepts).map(({ name }) => ({ value: name, label: name })),
  );
const numberSlots = slotList('number-slots', (slot) => !isTruth(slot));
const truthSlots = slotList('truth-slots', isTruth);

// Writing ------------------------------------------------------------------------------------------

const SLOTS = 'polyloop_item_slots';

/** The inputs that a writing block keeps when its channel is gone. */
interface SlotsState {
  readonly slots: readonly ItemSlot[];
}

interface SlotsBlock extends Blockly.Block {
  shapeSlots(slots: readonly ItemSlot[]): void;
}

/** Gives the block an input for each number of the channel's item. Inputs that hold a block stay. */
export function registerChannelShapes(): void {
  Blockly.Extensions.registerMutator(
    SLOTS,
    {
      saveExtraState(this: SlotsBlock): SlotsState {
        return { slots: slotsOfInputs(this) };
      },
      loadExtraState(this: SlotsBlock, state: SlotsState): void {
        if (Array.isArray(state?.slots)) this.shapeSlots(state.slots.filter(isSlot));
      },
      shapeSlots(this: SlotsBlock, slots: readonly ItemSlot[]): void {
        for (const { name, type } of slots) {
          if (this.getInput(inputOf(name)) !== null) continue;
          const input = this.appendValueInput(inputOf(name)).setCheck(isTruth({ type }) ? 'Boolean' : 'Number');
          input.appendField(name);
        }
      },
    },
    function (this: Blockly.Block) {
      const block = this as SlotsBlock;
      this.getField('CHANNEL')?.setValidator((value: string) => {
        reshape(block, value);
        return undefined;
      });
    },
  );
}

const inputOf = (slot: string) => `SLOT ${slot}`;
const isSlot = (slot: unknown): slot is ItemSlot =>
  typeof slot === 'object' && slot !== null && 'name' in slot && typeof slot.name === 'string' && 'type' in slot;

function slotsOfInputs(block: Blockly.Block): ItemSlot[] {
  return block.inputList.flatMap(({ name, connection }) =>
    name.startsWith('SLOT ')
      ? [{ name: name.slice(5), type: connection?.getCheck()?.includes('Boolean') === true ? 'bool' : 'int32' }]
      : [],
  );
}

/** Adds the inputs of the channel's present item, and removes empty inputs that it does not have. */
function reshape(block: SlotsBlock, channelName = String(block.getFieldValue('CHANNEL'))): void {
  const channel = contextIn(block.workspace)?.channels.find(({ name }) => name === channelName);
  if (channel === undefined) return;
  for (const { name } of slotsOfInputs(block)) {
    const target = block.getInputTargetBlock(inputOf(name));
    const isEmpty = target === null || target.isShadow();
    if (isEmpty && !channel.slots.some((slot) => slot.name === name)) block.removeInput(inputOf(name));
  }
  block.shapeSlots(channel.slots);
}

/** A number of the block as the type of the field. */
function slotValue(block: Blockly.Block, cpp: Cpp, { name, type }: ItemSlot): string {
  const input = inputOf(name);
  if (type === 'bool') return cpp.truth(block, input);
  if (type === 'float' || type === 'double') return cpp.decimal(block, input);
  return type === 'int32' && cpp.kindAt(block, input) === 'whole'
    ? cpp.whole(block, input)
    : cpp.argument(C_TYPES[type], block, input);
}

/** The item as an initializer: its only number, or all fields with their names. */
function itemOf(block: Blockly.Block, cpp: Cpp, channel: BlocksChannel): string {
  const values = new Map<string, string[]>();
  for (const slot of channel.slots) {
    const [field = slot.name] = slot.name.split('[');
    values.set(field, [...(values.get(field) ?? []), slotValue(block, cpp, slot)]);
  }
  if (channel.isScalar) return [...values.values()].flat().join('');
  const isArray = (field: string) => channel.slots.some(({ name }) => name === `${field}[0]`);
  const fields = [...values].map(
    ([field, all]) => `.${channel.members[field] ?? field} = ${isArray(field) ? `{${all.join(', ')}}` : all.join('')}`,
  );
  return `{${fields.join(', ')}}`;
}

function printWrite(block: Blockly.Block, cpp: Cpp): string {
  const channel = cpp.reference(block, 'CHANNEL', written(cpp.context));
  if (channel === undefined) return '';
  for (const { name } of slotsOfInputs(block)) {
    if (channel.slots.some((slot) => slot.name === name)) continue;
    cpp.problem(
      block,
      'error',
      tr`channel “${channel.name}” has no field “${name}”: add the field, or empty this input`,
    );
  }
  return `${channel.identifier}_write(${itemOf(block, cpp, channel)});\n`;
}

// Reading ------------------------------------------------------------------------------------------

const itemKey = (block: Blockly.Block) => `item ${block.id}`;

/** A block that takes an item of its channel and has the statements that may use it. */
function reader(
  name: string,
  message: string,
  tooltip: string,
  keyword: 'if' | 'while',
  accepts: (context: BlocksContext) => readonly BlocksChannel[],
  field: ReturnType<typeof namesList>,
): BlockSpec {
  const type = `polyloop_channel_${name}`;
  const hasElse = name === 'if_else';
  return {
    type,
    category: 'channels',
    role: 'statement',
    shape: {
      message0: message,
      args0: [field('CHANNEL')],
      message1: '%1',
      args1: [statementInput('DO')],
      ...(hasElse && { message2: tr`else %1`, args2: [statementInput('ELSE')] }),
      tooltip,
    },
    offers: (context) => {
      const [first] = accepts(context);
      return first === undefined ? [] : offer(type, { fields: { CHANNEL: first.name } });
    },
    print: (block, cpp) => {
      const channel = cpp.reference(block, 'CHANNEL', accepts(cpp.context));
      if (channel === undefined) return '';
      return cpp.names.declared(`${channel.identifier}_item`, itemKey(block), (item) => {
        const head = `${keyword} (${channel.identifier}_read(&${item})) {\n${cpp.branch(block, 'DO')}}`;
        const tail = hasElse ? ` else {\n${cpp.branch(block, 'ELSE')}}` : '';
        return `${channel.itemType} ${item};\n${head}${tail}\n`;
      });
    },
  };
}

/** The enclosing block that has taken an item of the channel. Its “else” has no item. */
function readerAround(block: Blockly.Block, channel: string): Blockly.Block | null {
  let inner: Blockly.Block = block;
  for (let around = block.getSurroundParent(); around !== null; around = around.getSurroundParent()) {
    const holds = around.type.startsWith('polyloop_channel_') && around.getInput('DO') !== null;
    if (holds && around.getFieldValue('CHANNEL') === channel && isIn(around, 'DO', inner)) return around;
    inner = around;
  }
  return null;
}

/** Whether the block, a statement or the value in one, is in this input. */
function isIn(around: Blockly.Block, input: string, block: Blockly.Block): boolean {
  return around.getInputTargetBlock(input)?.getDescendants(false).includes(block) === true;
}

/** What the block names: a field of an item. */
function slotOf(block: Blockly.Block, cpp: Cpp, channel: BlocksChannel): ItemSlot | undefined {
  return cpp.reference(block, 'SLOT', channel.slots);
}

function member(channel: BlocksChannel, variable: string, slot: ItemSlot): string {
  if (channel.isScalar) return variable;
  const [field = slot.name, index] = slot.name.split('[');
  return `${variable}.${channel.members[field] ?? field}${index === undefined ? '' : `[${index}`}`;
}

/** Types that fit in C's `int` on every board. */
const SMALL: ReadonlySet<FieldType> = new Set(['int8', 'uint8', 'int16']);

function slotKind({ type }: ItemSlot): ValueKind {
  if (type === 'bool') return 'truth';
  if (type === 'float' || type === 'double') return 'decimal';
  return SMALL.has(type) ? 'int' : 'whole';
}

function typed(code: string, { type }: ItemSlot): Printed {
  if (SMALL.has(type) || type === 'int32' || type === 'float' || type === 'bool') return [code, ORDER.POSTFIX];
  return [`(${type === 'double' ? 'float' : 'int32_t'})${code}`, ORDER.UNARY];
}

const zeroOf = (isNumber: boolean): Printed => [isNumber ? '0' : 'false', ORDER.ATOMIC];

/** The kind of the field that a block names, without reports of problems. */
function namedKind(block: Blockly.Block, cpp: Cpp): ValueKind {
  const slot = channelOf(cpp.context, block)?.slots.find(({ name }) => name === block.getFieldValue('SLOT'));
  return slot === undefined ? 'int' : slotKind(slot);
}

/** A field of the item that a block around has taken, or of the newest item. */
function slotBlock(name: string, isNumber: boolean, isNewest: boolean): BlockSpec {
  const type = `polyloop_channel_${name}`;
  const accepts = isNewest ? newest : readable;
  const slots = isNumber ? numberSlots : truthSlots;
  return {
    type,
    category: 'channels',
    role: 'value',
    check: isNumber ? 'Number' : 'Boolean',
    kind: isNumber ? namedKind : 'truth',
    shape: {
      message0: isNewest ? tr`newest %2 of %1` : tr`%2 of the item of %1`,
      args0: [(isNewest ? newestField : readField)('CHANNEL'), slots('SLOT')],
      inputsInline: true,
      tooltip: isNewest
        ? tr`The newest value at the start of this job. Before the first one is written it is 0 or false.`
        : tr`A field of the item. Use it in a block that takes an item of the channel.`,
    },
    offers: (context) => {
      for (const channel of accepts(context)) {
        const slot = channel.slots.find((each) => isTruth(each) !== isNumber);
        if (slot !== undefined) return offer(type, { fields: { CHANNEL: channel.name, SLOT: slot.name } });
      }
      return [];
    },
    print: (block, cpp) => {
      const channel = cpp.reference(block, 'CHANNEL', accepts(cpp.context));
      const slot = channel === undefined ? undefined : slotOf(block, cpp, channel);
      if (channel === undefined || slot === undefined) return zeroOf(isNumber);
      if (isNewest) return typed(member(channel, cpp.prologue.snapshot(channel), slot), slot);
      const around = readerAround(block, channel.name);
      const item = around === null ? undefined : cpp.names.local(itemKey(around));
      if (item !== undefined) return typed(member(channel, item, slot), slot);
      cpp.problem(block, 'error', tr`no block around it takes an item of “${channel.name}”: move it into one`);
      return zeroOf(isNumber);
    },
  };
}

export const CHANNEL_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_channel_write',
    category: 'channels',
    role: 'statement',
    shape: {
      message0: tr`write to %1`,
      args0: [writtenField('CHANNEL')],
      inputsInline: true,
      tooltip: tr`Gives an item to the readers of the channel. It never waits; a full ring buffer refuses the item.`,
      mutator: SLOTS,
    },
    offers: (context) => {
      const [first] = written(context);
      if (first === undefined) return [];
      const shadows = first.slots.map(
        (slot) => [inputOf(slot.name), isTruth(slot) ? truthShadow(true) : numberShadow(0)] as const,
      );
      return offer('polyloop_channel_write', {
        fields: { CHANNEL: first.name },
        extraState: { slots: first.slots },
        inputs: Object.fromEntries(shadows),
      });
    },
    print: printWrite,
  },
  reader(
    'if',
    tr`if %1 has an item`,
    tr`Takes the item, if there is one, and runs the blocks in it. A four-slot channel always has its newest item once one was written.`,
    'if',
    readable,
    readField,
  ),
  reader(
    'if_else',
    tr`if %1 has an item`,
    tr`Takes the item, if there is one, and runs the first blocks. Otherwise it runs the other blocks.`,
    'if',
    readable,
    readField,
  ),
  reader(
    'each',
    tr`for each item waiting in %1`,
    tr`Takes the items of a ring buffer one after the other, until none is left.`,
    'while',
    (context) => readable(context).filter(({ kind }) => kind === 'ring-buffer'),
    namesList('ring-channels', 'channels', (context) => readable(context).filter(({ kind }) => kind === 'ring-buffer')),
  ),
  slotBlock('number', true, false),
  slotBlock('truth', false, false),
  slotBlock('newest_number', true, true),
  slotBlock('newest_truth', false, true),
];
