/** The functions of a sketch's channels, as the generated code declares them. */
import { itemTypeName } from '../../../../generator/lower/c-types.ts';
import { sketchIdentifiers } from '../../../../generator/sketch/identifiers.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { BodyOwner } from '../../state/bodies.ts';
import type { ArduinoName } from './arduino-names.ts';

/** What the owner of a piece of code may call: writes where it is the writer, reads where it reads. */
export function channelFunctions(sketch: Sketch, owner: BodyOwner): ArduinoName[] {
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
  'four-slot': 'Makes it the newest value; never waits.',
  'ring-buffer': 'Puts it at the end; false when there is no room.',
} as const;
const READ_ABOUT = {
  'four-slot': 'The newest value; false while nothing was written.',
  'ring-buffer': 'The oldest value, taken out; false when there is none.',
} as const;
