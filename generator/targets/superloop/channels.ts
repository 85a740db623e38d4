/**
 * Channels: the items' types, one runtime channel for each reader, and the functions by which a task's code writes and
 * reads. A task sees the functions of the channels that it is wired to; calling another's is a compile-time error that
 * says so, because two writers or two readers would break the channel.
 */
import { type Code, c, EMPTY, misuse, stack } from '../../emit/code.ts';
import { type Identifier, identifier } from '../../emit/identifier.ts';
import { integerLiteral, stringLiteral } from '../../emit/literal.ts';
import { C_TYPES, isScalar, itemTypeName } from '../../lower/c-types.ts';
import type { LoweredChannel, LoweredField, LoweredTask } from '../../lower/program.ts';
import { quote } from '../../sketch/problem.ts';

function itemType(channel: LoweredChannel): Identifier {
  return identifier(itemTypeName(channel.fields, channel.identifier));
}

function isUsed(channel: LoweredChannel): boolean {
  return channel.writer !== null || channel.readers.length > 0;
}

function member({ type, identifier: name, count }: LoweredField): Code {
  const array = count > 1 ? c`[${integerLiteral(count)}]` : EMPTY;
  return c`${identifier(C_TYPES[type])} ${identifier(name)}${array};`;
}

/** The struct of a channel's items; nothing for an item of one number. */
export function itemDefinition(channel: LoweredChannel): Code {
  if (isScalar(channel.fields) || !isUsed(channel)) return EMPTY;
  return c`
    typedef struct {
      ${stack(channel.fields.map(member))}
    } ${itemType(channel)};
  `;
}

/** Instance i belongs to reader i; a channel that nobody reads has one instance, into which its writer writes. */
function instances(channel: LoweredChannel): Identifier[] {
  if (!isUsed(channel)) return [];
  const count = Math.max(1, channel.readers.length);
  return Array.from({ length: count }, (_, index) => identifier(`pl_channel_${channel.identifier}_${index}`));
}

/** The runtime's objects. `index` is the channel's in telemetry. */
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
  const declaration = c`static inline bool ${identifier(`${channel.identifier}_write`)}(const ${itemType(channel)} item)`;
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
    static inline bool ${identifier(`${channel.identifier}_read`)}(${itemType(channel)} *item)
    {
      return ${read}(&${name}, item);
    }
  `;
}

interface Access {
  /** Before the task's code. */
  readonly before: Code;
  /** After it. */
  readonly after: Code;
}

function refused(name: string, text: string): Access {
  return {
    before: c`#define ${identifier(name)}(...) ${misuse(stringLiteral(text))}`,
    after: c`#undef ${identifier(name)}`,
  };
}

function accesses(channel: LoweredChannel, task: LoweredTask, index: number): Access[] {
  const reader = channel.readers.indexOf(index);
  const instance = instances(channel)[reader];
  const refusal = (does: string) =>
    `task ${quote(task.name)} does not ${does} channel ${quote(channel.name)}: connect them on the canvas first`;
  return [
    channel.writer === index
      ? { before: writeFunction(channel), after: EMPTY }
      : refused(`${channel.identifier}_write`, refusal('write')),
    instance === undefined
      ? refused(`${channel.identifier}_read`, refusal('read'))
      : { before: readFunction(channel, instance), after: EMPTY },
  ];
}

/** What stands around the code of the task at this index: its functions of all channels. */
export function channelAccess(channels: readonly LoweredChannel[], task: LoweredTask, index: number): Access {
  const all = channels.flatMap((channel) => accesses(channel, task, index));
  return { before: stack(all.map((one) => one.before)), after: stack(all.map((one) => one.after)) };
}
