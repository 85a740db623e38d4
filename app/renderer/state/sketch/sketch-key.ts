/** A key of all that the analysis and the simulation read of a sketch. */
import type { Sketch } from '../../../../generator/sketch/model.ts';

/** Members that neither of them reads. */
const UNSEEN = new Set(['position', 'timeUnit', 'extensions', 'prelude', 'setup', 'body', 'parts']);

const keys = new WeakMap<Sketch, string>();

/** Equal for sketches with equal results, so that moving a card or writing code starts no new search. */
export function sketchKey(sketch: Sketch): string {
  const key = keys.get(sketch) ?? JSON.stringify(sketch, (name, value) => (UNSEEN.has(name) ? undefined : value));
  keys.set(sketch, key);
  return key;
}
