/**
 * Converts between the two forms of a sketch. The document in memory has every member. The JSON
 * value of the file omits members at their default and has a fixed order of members.
 */
import * as z from 'zod';
import { type Channel, FORMAT_VERSION, type Sketch } from './model.ts';
import { remembered } from './remembered.ts';
import { type ChannelFile, EXTENSION_PREFIX, SCHEMA_MEMBER, type SketchFile, sketchFileSchema } from './schema.ts';

export type Extensions = NonNullable<Sketch['extensions']>;

/**
 * Whether a member is an extension. Extensions are not part of the sketch; the file keeps them in
 * their order.
 */
export function isExtension(member: string): boolean {
  return member === SCHEMA_MEMBER || member.startsWith(EXTENSION_PREFIX);
}

/** The document of a file that has passed the schema. */
export function fromFile(file: SketchFile, extensions: Extensions): Sketch {
  const { polyloop: _, channels, ...rest } = file;
  const sketch: Sketch = { ...rest, channels: channels.map(fromChannelFile) };
  return Object.keys(extensions).length === 0 ? sketch : { ...sketch, extensions };
}

function fromChannelFile({ reader, ...rest }: ChannelFile): Channel {
  const readers = reader === null ? [] : typeof reader === 'string' ? [reader] : reader;
  return { ...rest, readers };
}

/** The smallest JSON value that reads back as this document. */
export function toFile(sketch: Sketch): Record<string, unknown> {
  const extensions = sketch.extensions ?? {};
  const channels = sketch.channels.map(toChannelFile);
  const members = compactObject(sketchFileSchema, { ...sketch, polyloop: FORMAT_VERSION, channels });
  const { polyloop, ...rest } = members;
  const { [SCHEMA_MEMBER]: schema, ...own } = extensions;
  return { polyloop, ...(schema === undefined ? {} : { [SCHEMA_MEMBER]: schema }), ...rest, ...own };
}

const toChannelFile = remembered(({ readers, ...rest }: Channel): object => ({
  ...rest,
  reader: readers.length === 1 ? readers[0] : readers,
}));

/** The members that the schema defines, in its order, without members at their default. */
function compactObject(schema: z.ZodObject, value: object): Record<string, unknown> {
  const file: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(schema.shape)) {
    const given: unknown = Reflect.get(value, key);
    if (given === undefined) continue;
    const compacted = compact(member, given);
    if (member instanceof z.ZodDefault && isSame(compacted, compact(member, member.def.defaultValue))) continue;
    file[key] = compacted;
  }
  return file;
}

function compact(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return compact(schema.unwrap(), value);
  if (typeof value !== 'object' || value === null) return value;
  if (schema instanceof z.ZodObject) return compactObject(schema, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((one: unknown) =>
      typeof one === 'object' && one !== null ? compactedElement(schema.element)(one) : compact(schema.element, one),
    );
  }
  if (schema instanceof z.ZodRecord) return Object.fromEntries(Object.entries(value).sort(byKey));
  return value;
}

/** An edit changes one element of a sketch. The others keep their objects, and so do their forms in the file. */
const compactedElement = remembered((schema: object) => remembered((element: object) => compact(schema, element)));

/** Compares code units, so the order is the same on every machine. */
function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares numbers directly, because JSON would write NaN as null. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  return JSON.stringify(a) === JSON.stringify(b);
}
