/** The names of a sketch for a piece of its code, as the generated code declares them. */

import { C_TYPES, isScalar, itemTypeName } from '../../../../generator/lower/c-types.ts';
import { identifiers, sketchIdentifiers } from '../../../../generator/sketch/identifiers.ts';
import type { Channel, Sketch } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { BodyOwner, CodeMember } from '../../state/sketch/bodies.ts';
import type { ArduinoName } from './arduino-names.ts';

/** Returns the functions of the sketch that a piece of code may call, with snippets for their usual use. */
export function sketchFunctions(sketch: Sketch, owner: BodyOwner, member: CodeMember = 'body'): ArduinoName[] {
  const released = triggerFunctions(sketch);
  if (!mayCommunicate(sketch, member)) return released;
  return [...channelFunctions(sketch, owner), ...resourceFunctions(sketch, owner), ...released];
}

/** With a kernel, a handler runs while its task may be using a channel or a resource. */
function mayCommunicate({ target }: Sketch, member: CodeMember): boolean {
  const isHandler = member === 'deadlineHandler' || member === 'budgetHandler';
  return !(isHandler && targetById(target).preemptive);
}

interface NamedChannel {
  readonly channel: Channel;
  readonly id: string;
  readonly type: string;
}

function channelsOf(sketch: Sketch): NamedChannel[] {
  const ids = sketchIdentifiers(sketch).channels;
  return sketch.channels.map((channel) => {
    const id = ids.get(channel.name) ?? channel.name;
    return { channel, id, type: itemTypeName(channel.item, id) };
  });
}

/** Returns write functions for the writer and read functions for readers. */
function channelFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
  if (owner === null) return [];
  return channelsOf(sketch).flatMap((named) => [
    ...(named.channel.writer === owner.name ? writeNames(named) : []),
    ...(named.channel.readers.includes(owner.name) ? readNames(named) : []),
  ]);
}

function writeNames({ channel, id, type }: NamedChannel): ArduinoName[] {
  const signature = `bool ${id}_write(${type} item)`;
  const about = WRITE_ABOUT[channel.kind];
  const write: ArduinoName = { name: `${id}_write`, signature, about };
  if (isScalar(channel.item)) return [write];
  const fields = fieldNames(channel).map((field, index) => `item.${field} = \${${index + 1}:0};`);
  const snippet = `${type} item;\n${fields.join('\n')}\n${id}_write(item);\n$0`;
  return [write, { name: tr`${id}_write an item`, signature, about, kind: 'snippet', snippet }];
}

function readNames({ channel, id, type }: NamedChannel): ArduinoName[] {
  const signature = `bool ${id}_read(${type} *item)`;
  const about = READ_ABOUT[channel.kind];
  const snippet = `${type} item;\nif (${id}_read(&item)) {\n  $0\n}`;
  return [
    { name: `${id}_read`, signature, about },
    { name: tr`${id}_read if there is an item`, signature, about, kind: 'snippet', snippet },
  ];
}

const WRITE_ABOUT = {
  'four-slot': tr`Stores the newest value. Never waits.`,
  'ring-buffer': tr`Appends an item. Returns false when the buffer is full.`,
} as const;
const READ_ABOUT = {
  'four-slot': tr`Reads the newest value. Returns false before the first write.`,
  'ring-buffer': tr`Removes and reads the oldest item. Returns false when the buffer is empty.`,
} as const;

function fieldNames({ item }: Channel): string[] {
  const names = identifiers(item.map(({ name }) => name));
  return item.map(({ name }) => names.get(name) ?? name);
}

/** The fields of the channels' items, by the name of the item's type. */
export function itemTypes(sketch: Sketch): ReadonlyMap<string, readonly ArduinoName[]> {
  const structs = channelsOf(sketch).filter(({ channel }) => !isScalar(channel.item));
  return new Map(
    structs.map(({ channel, type }) => {
      const names = fieldNames(channel);
      const fields = channel.item.map(({ type: field, count }, index): ArduinoName => {
        const name = names[index] ?? '';
        const signature = `${C_TYPES[field]} ${name}${count > 1 ? `[${count}]` : ''}`;
        return { name, signature, about: tr`A field of the items of ${channel.name}.`, kind: 'field' };
      });
      return [type, fields];
    }),
  );
}

/** Functions that release a sporadic task. */
function triggerFunctions(sketch: Sketch): ArduinoName[] {
  const ids = sketchIdentifiers(sketch).runnables;
  return sketch.tasks
    .filter(({ kind }) => kind === 'sporadic')
    .map(({ name }) => {
      const id = `${ids.get(name) ?? name}_trigger`;
      const about = tr`Releases a job of ${name}. Returns false when the release was dropped.`;
      return { name: id, signature: `bool ${id}(void)`, about };
    });
}

/** Returns the functions of a resource for its users. */
function resourceFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
  if (owner?.kind !== 'tasks') return [];
  const ids = sketchIdentifiers(sketch).resources;
  return sketch.resources
    .filter(({ users }) => users.some(({ task }) => task === owner.name))
    .flatMap(({ name }) => resourceNames(ids.get(name) ?? name));
}

function resourceNames(id: string): ArduinoName[] {
  const guard = tr`Locks the resource until the end of the block.`;
  return [
    {
      name: `${id}_lock`,
      signature: `void ${id}_lock(void)`,
      about: tr`Locks the resource. No other user of it runs until it is unlocked.`,
    },
    { name: `${id}_unlock`, signature: `void ${id}_unlock(void)`, about: tr`Unlocks the resource.` },
    {
      name: `${id}_guard`,
      signature: `${id}_guard held;`,
      about: guard,
      kind: 'type',
      snippet: `{\n  ${id}_guard held;\n  $0\n}`,
    },
  ];
}

/** The pins of the sketch's parts, as code writes them. */
export function wiredPins({ parts }: Sketch): ArduinoName[] {
  const users = new Map<string, string[]>();
  for (const { name, pins } of parts) {
    for (const [terminal, pin] of Object.entries(pins)) {
      if (typeof pin === 'string') users.set(pin, [...(users.get(pin) ?? []), `${name} (${terminal})`]);
    }
  }
  return [...users].map(([pin, of]) => ({
    name: pin,
    signature: tr`pin ${pin}: ${of.join(', ')}`,
    about: tr`Wired to ${of.reduce((list, part) => tr`${list} and ${part}`)}.`,
    kind: 'constant',
  }));
}
