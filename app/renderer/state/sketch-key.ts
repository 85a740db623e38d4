/** Which sketches the analysis and the simulation cannot tell apart. */
import type { Sketch } from '../../../generator/sketch/model.ts';

/** Members that neither looks at. */
const UNSEEN = new Set(['position', 'timeUnit', 'extensions', 'prelude', 'setup', 'body', 'parts']);

const keys = new WeakMap<Sketch, string>();

/** Equal for sketches of which both say the same: moving a card or writing code asks nothing anew. */
export function sketchKey(sketch: Sketch): string {
  const key = keys.get(sketch) ?? JSON.stringify(sketch, (name, value) => (UNSEEN.has(name) ? undefined : value));
  keys.set(sketch, key);
  return key;
}
