/** A key of everything in a sketch that the analysis and the simulation use. */
import type { Sketch } from '../../../../generator/sketch/model.ts';

/** Members that affect neither the analysis nor the simulation. */
const UNSEEN = new Set(['position', 'timeUnit', 'extensions', 'prelude', 'setup', 'body', 'parts']);

const keys = new WeakMap<Sketch, string>();

/**
 * Sketches with equal results have equal keys, so moving a card or editing code starts no new
 * search.
 */
export function sketchKey(sketch: Sketch): string {
  const key = keys.get(sketch) ?? JSON.stringify(sketch, (name, value) => (UNSEEN.has(name) ? undefined : value));
  keys.set(sketch, key);
  return key;
}
