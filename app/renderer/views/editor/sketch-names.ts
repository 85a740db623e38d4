/** The functions of a sketch's channels and resources, as the generated code declares them. */
import { itemTypeName } from '../../../../generator/lower/c-types.ts';
import { sketchIdentifiers } from '../../../../generator/sketch/identifiers.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { BodyOwner } from '../../state/sketch/bodies.ts';
import type { ArduinoName } from './arduino-names.ts';

/** Returns the functions of the sketch that the owner of a piece of code may call. */
export function sketchFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
  return [...channelFunctions(sketch, owner), ...resourceFunctions(sketch, owner)];
}

/** Returns write functions for the writer and read functions for readers. */
function channelFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
  if (owner === null) return [];
  const identifiers = sketchIdentifiers(sketch).channels;
  return sketch.channels.flatMap((channel) => {
    const id = identifiers.get(channel.name) ?? channel.name;
    const type = itemTypeName(channel.item, id);
    const write = {
      name: `${id}_write`,
      signature: `bool ${id}_write(${type} item)`,
      about: WRITE_ABOUT[channel.kind],
    };
    const read = { name: `${id}_read`, signature: `bool ${id}_read(${type} *item)`, about: READ_ABOUT[channel.kind] };
    return [...(channel.writer === owner.name ? [write] : []), ...(channel.readers.includes(owner.name) ? [read] : [])];
  });
}

const WRITE_ABOUT = {
  'four-slot': 'Stores the newest value. Never waits.',
  'ring-buffer': 'Appends an item. Returns false when the buffer is full.',
} as const;
const READ_ABOUT = {
  'four-slot': 'Reads the newest value. Returns false before the first write.',
  'ring-buffer': 'Removes and reads the oldest item. Returns false when the buffer is empty.',
} as const;

/** Returns the functions of a resource for its users. */
function resourceFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
  if (owner?.kind !== 'tasks') return [];
  const identifiers = sketchIdentifiers(sketch).resources;
  return sketch.resources
    .filter(({ users }) => users.some(({ task }) => task === owner.name))
    .flatMap(({ name }) => resourceNames(identifiers.get(name) ?? name));
}

function resourceNames(id: string): ArduinoName[] {
  return [
    {
      name: `${id}_lock`,
      signature: `void ${id}_lock(void)`,
      about: 'Locks the resource. No other user of it runs until it is unlocked.',
    },
    { name: `${id}_unlock`, signature: `void ${id}_unlock(void)`, about: 'Unlocks the resource.' },
    { name: `${id}_guard`, signature: `${id}_guard held;`, about: 'Locks the resource until the end of the block.' },
  ];
}
