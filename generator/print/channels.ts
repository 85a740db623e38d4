/**
 * Channels: the types of the items, one runtime channel per reader, and the functions with which a
 * task's code writes and reads. A task or interrupt can call the functions of its connected
 * channels. A call of another channel is a compile-time error with an explanation, because two
 * writers or two readers would break the channel.
 */
import { type Code, c, EMPTY, stack } from '../emit/code.ts';
import { type Identifier, identifier } from '../emit/identifier.ts';
import { integerLiteral } from '../emit/literal.ts';
import { C_TYPES, isScalar, itemTypeName } from '../lower/c-types.ts';
import type { LoweredChannel, LoweredField, Runnable } from '../lower/program.ts';
import { quote } from '../sketch/problem.ts';
import { ownName } from './own-names.ts';
import { type Access, called, refusedCall } from './refusal.ts';

function itemType(channel: LoweredChannel): Identifier {
  return identifier(itemTypeName(channel.fields, channel.identifier));
}

const writeOf = (channel: LoweredChannel) => `${channel.identifier}_write`;
const readOf = (channel: LoweredChannel) => `${channel.identifier}_read`;

export function channelCalls(channel: LoweredChannel): string[] {
  return [writeOf(channel), readOf(channel)];
}

function isUsed(channel: LoweredChannel): boolean {
  return channel.writer !== null || channel.readers.length > 0;
}

function member({ type, identifier: name, count }: LoweredField): Code {
  const array = count > 1 ? c`[${integerLiteral(count)}]` : EMPTY;
  return c`${identifier(C_TYPES[type])} ${identifier(name)}${array};`;
}

/** The struct of a channel's items; empty for an item of one number. */
export function itemDefinition(channel: LoweredChannel): Code {
  if (isScalar(channel.fields) || !isUsed(channel)) return EMPTY;
  return c`
    typedef struct {
      ${stack(channel.fields.map(member))}
    } ${itemType(channel)};
  `;
}

/** Instance i belongs to reader i. A channel without readers has one instance for its writer. */
function instances(channel: LoweredChannel): Identifier[] {
  if (!isUsed(channel)) return [];
  const count = Math.max(1, channel.readers.length);
  return Array.from({ length: count }, (_, index) => ownName('channel', `${channel.identifier}_${index}`));
}

/** The runtime's objects. `index` is the channel's index in telemetry. */
export function channelObjects(channel: LoweredChannel, index: number): Code {
  const type = itemType(channel);
  const id = integerLiteral(index);
  const define = (name: Identifier): Code =>
    channel.kind === 'four-slot'
      ? c`PL_FOUR_SLOT(${name}, ${type}, ${id});`
      : c`PL_RING_BUFFER(${name}, ${type}, ${integerLiteral(channel.capacity)}, ${id});`;
  return stack(instances(channel).map(define));
}

function writeOne(channel: LoweredChannel, name: Identifier): Code {
  return channel.kind === 'four-slot'
    ? c`pl_four_slot_write(&${name}, &item);`
    : c`taken = pl_ring_buffer_write(&${name}, &item) && taken;`;
}

function writeFunction(channel: LoweredChannel): Code {
  const writes = stack(instances(channel).map((name) => writeOne(channel, name)));
  const declaration = c`static inline bool ${identifier(writeOf(channel))}(const ${itemType(channel)} item)`;
  const taken = channel.kind === 'four-slot' ? c`true` : c`taken`;
  return c`
    ${declaration}
    {
      ${channel.kind === 'four-slot' ? EMPTY : c`bool taken = true;`}
      ${writes}
      return ${taken};
    }
  `;
}

function readFunction(channel: LoweredChannel, name: Identifier): Code {
  const read = identifier(channel.kind === 'four-slot' ? 'pl_four_slot_read' : 'pl_ring_buffer_read');
  return c`
    static inline bool ${identifier(readOf(channel))}(${itemType(channel)} *item)
    {
      return ${read}(&${name}, item);
    }
  `;
}

/** The functions of a channel for the code of this task or interrupt. */
export function channelAccess(channel: LoweredChannel, owner: Runnable): Access[] {
  const instance = instances(channel)[channel.readers.indexOf(owner.identifier)];
  const refusal = (does: string) =>
    `${called(owner)} does not ${does} channel ${quote(channel.name)}: connect them on the canvas first`;
  return [
    channel.writer === owner.identifier
      ? { before: writeFunction(channel), after: EMPTY }
      : refusedCall(writeOf(channel), refusal('write')),
    instance === undefined
      ? refusedCall(readOf(channel), refusal('read'))
      : { before: readFunction(channel, instance), after: EMPTY },
  ];
}
