/**
 * Converts names to C identifiers. A name is free text. An identifier consists of letters, digits
 * and underscores. It is not a word that C, C++, Arduino or the AVR headers define, and it is not
 * reserved (`_X`, `__`, Polyloop's own `pl_`).
 *
 * - A name that is a valid identifier is kept.
 * - In a name of ASCII letters, digits, spaces, dots and dashes, `_` replaces the spaces, dots and
 *   dashes ("room temp" → `room_temp`), if no other name of the sketch maps to the same identifier.
 * - Any other name keeps its ASCII letters and digits and gets a suffix with a hash of the whole
 *   name: `Lüfter` → `L_fter_xd04ff8e9`.
 *
 * The result depends only on the set of names, not on their order. No two names share an
 * identifier.
 */
import { fnv1a32 } from './fnv.ts';
import type { Sketch } from './model.ts';
import { isReservedWord } from './reserved-words.ts';

/**
 * Maximum length before a generator adds a prefix or suffix. C99 guarantees 63 significant
 * characters.
 */
const MAX_LENGTH = 48;
const READABLE_LENGTH = 32;
const SUFFIX = /_x[0-9a-f]{8}(_\d+)?$/;

export type Identifiers = ReadonlyMap<string, string>;

/** The identifier of each name. Equal names have the same identifier. */
export function identifiers(names: Iterable<string>): Identifiers {
  const sorted = [...new Set(names)].sort();
  const result = new Map<string, string>();
  const taken = new Set<string>();
  const give = (name: string, identifier: string) => {
    result.set(name, identifier);
    taken.add(identifier);
  };
  for (const name of sorted) if (isFree(name)) give(name, name);
  const rest = sorted.filter((name) => !result.has(name));
  const claims = countClaims(rest);
  for (const name of rest) {
    const plain = plainForm(name);
    if (plain !== null && claims.get(plain) === 1 && !taken.has(plain)) give(name, plain);
    else give(name, untaken(suffixedForm(name), taken));
  }
  return result;
}

/**
 * The identifiers of a sketch's elements. Tasks and interrupts share one set, because they share
 * one set of names.
 */
export interface SketchIdentifiers {
  readonly runnables: Identifiers;
  readonly channels: Identifiers;
  readonly resources: Identifiers;
  readonly parts: Identifiers;
}

/**
 * Identifiers by kind of element. A task and a channel with the same name have the same identifier,
 * so add a prefix for the kind.
 */
export function sketchIdentifiers(sketch: Sketch): SketchIdentifiers {
  const of = (elements: readonly { readonly name: string }[]) => identifiers(elements.map((element) => element.name));
  return {
    runnables: of([...sketch.tasks, ...sketch.interrupts]),
    channels: of(sketch.channels),
    resources: of(sketch.resources),
    parts: of(sketch.parts),
  };
}

/**
 * Whether the text can be used as an identifier without change. Leading, trailing or double
 * underscores could produce reserved identifiers.
 */
function isFree(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/.test(text) || text.length > MAX_LENGTH) return false;
  return !/^pl_/i.test(text) && !SUFFIX.test(text) && !isReservedWord(text);
}

function plainForm(name: string): string | null {
  if (!/^[A-Za-z0-9 _.-]+$/.test(name)) return null;
  const plain = readable(name);
  return isFree(plain) ? plain : null;
}

function countClaims(names: readonly string[]): ReadonlyMap<string, number> {
  const claims = new Map<string, number>();
  for (const name of names) {
    const plain = plainForm(name);
    if (plain !== null) claims.set(plain, (claims.get(plain) ?? 0) + 1);
  }
  return claims;
}

function readable(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
}

function suffixedForm(name: string): string {
  const start = readable(name).slice(0, READABLE_LENGTH).replace(/_$/, '');
  const safe = /^[A-Za-z]/.test(start) && !/^pl_/i.test(start) ? start : `n${start === '' ? '' : '_'}${start}`;
  return `${safe}_x${fnv1a32(name).toString(16).padStart(8, '0')}`;
}

function untaken(wanted: string, taken: ReadonlySet<string>): string {
  let identifier = wanted;
  for (let i = 2; taken.has(identifier); i++) identifier = `${wanted}_${i}`;
  return identifier;
}
