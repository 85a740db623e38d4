/** The channels and ring buffers of a Qduino sketch, and the calls that use them. */
import { boardById } from '../../boards/index.ts';
import { newChannel } from '../../sketch/create.ts';
import type { Channel, FieldType } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import type { Edit } from '../edits.ts';
import { argumentsOf, namesIn, type UserFunction } from '../program.ts';
import { lineOf, textOf } from '../source.ts';
import type { QduinoCode } from './code.ts';

/** Sizes of C's types on a board with 16-bit and with 32-bit integers. */
const TYPES: Readonly<Record<string, readonly [FieldType, FieldType]>> = {
  bool: ['bool', 'bool'],
  boolean: ['bool', 'bool'],
  char: ['int8', 'int8'],
  'signed char': ['int8', 'int8'],
  'unsigned char': ['uint8', 'uint8'],
  byte: ['uint8', 'uint8'],
  short: ['int16', 'int16'],
  'unsigned short': ['uint16', 'uint16'],
  word: ['uint16', 'uint32'],
  int: ['int16', 'int32'],
  unsigned: ['uint16', 'uint32'],
  'unsigned int': ['uint16', 'uint32'],
  long: ['int32', 'int32'],
  'unsigned long': ['uint32', 'uint32'],
  float: ['float', 'float'],
  double: ['float', 'double'],
  ...Object.fromEntries(
    (['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const).map((type) => [
      `${type}_t`,
      [type, type] as const,
    ]),
  ),
};

export function channelsOf(code: QduinoCode, board: string): Channel[] {
  const isSmall = boardById(board)?.intBits === 16;
  return code.channelMacros.flatMap(({ kind, name, type, places, from }) => {
    const line = lineOf(code.source, from);
    const types = TYPES[type.replaceAll(/\s+/g, ' ')];
    if (types === undefined) {
      code.note(
        line,
        tr`${kind}(${name}, ${type}) is left out, because ${type} is not a number. Draw a channel with its fields.`,
      );
      return [];
    }
    const isRing = kind === 'RINGBUF';
    const writers = code.callers(isRing ? 'ringbufWrite' : 'channelWrite', name);
    const readers = code.callers(isRing ? 'ringbufRead' : 'channelRead', name);
    if (writers.length > 1)
      code.note(line, tr`${name} has ${writers.length} writers. A channel has one: ${writers[0] ?? ''}.`);
    const capacity = places === null ? null : code.constants.valueOfText(places);
    return newChannel(name, {
      kind: isRing ? 'ring-buffer' : 'four-slot',
      item: [{ name: 'value', type: types[isSmall ? 0 : 1], count: 1 }],
      ...(capacity === null ? {} : { capacity }),
      writer: writers[0] ?? null,
      readers: readers.filter((reader) => reader !== writers[0]),
    });
  });
}

/** Qduino's calls as calls of the sketch's elements. */
export function callEdits(code: QduinoCode, channels: readonly Channel[]): Edit[] {
  const edits: Edit[] = [];
  const known = new Map(channels.map((channel) => [channel.name, channel]));
  const replace = (word: string, text: (name: string, value: string, channel: Channel | undefined) => string): void => {
    for (const call of code.calls(word)) {
      const [first, second] = argumentsOf(call).map((argument) => textOf(code.source, argument));
      if (first === undefined) continue;
      edits.push({
        from: call.from,
        to: call.to,
        text: text(first.replace(/^&/, ''), second ?? '', known.get(first)),
      });
    }
  };
  replace('channelWrite', (name, value) => `${name}_write(${value})`);
  replace('channelRead', (name, _, channel) => {
    const type = channel?.item[0]?.type ?? 'int16';
    const word = ['bool', 'float', 'double'].includes(type) ? type : `${type}_t`;
    return `({ static ${word} newest; ${name}_read(&newest); newest; })`;
  });
  replace('ringbufWrite', (name, value) => `${name}_write(${value})`);
  replace('ringbufRead', (name, value) => `${name}_read(&${value})`);
  replace('spinlockLock', (name) => `${name}_lock()`);
  replace('spinlockUnlock', (name) => `${name}_unlock()`);
  for (const word of ['ringbufInit', 'spinlockInit']) {
    for (const { parent } of code.calls(word)) {
      if (parent?.name === 'ExpressionStatement') edits.push({ from: parent.from, to: parent.to, text: '' });
    }
  }
  return edits;
}

/** The task that writes the channels in setup()'s code. Null: there is none. */
export function setupOwner(
  code: QduinoCode,
  setup: UserFunction | undefined,
  channels: readonly Channel[],
): string | null {
  if (setup === undefined) return null;
  const names = namesIn(code.source, setup.body);
  const owners = new Set(channels.flatMap(({ name, writer }) => (names.has(name) && writer !== null ? [writer] : [])));
  if (owners.size > 1) {
    code.note(
      lineOf(code.source, setup.node.from),
      tr`setup() writes channels of ${[...owners].join(tr` and `)}. Move each write to the setup of its task.`,
    );
  }
  return [...owners][0] ?? null;
}
