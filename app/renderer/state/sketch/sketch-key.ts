/** Keys of sketches: two sketches with the same key give the same results. */
import type { Sketch } from '../../../../generator/sketch/model.ts';

/** Members that affect neither the analysis, nor the simulation, nor the program. */
const DRAWN = ['position', 'timeUnit', 'extensions', 'blocks'];

/** Members of the program that affect neither the analysis nor the simulation. */
const CODE = ['prelude', 'setup', 'body', 'parts', 'libraries'];

/**
 * A key of everything in a sketch that the analysis and the simulation use. Moving a card or editing
 * code starts no new search.
 */
export const sketchKey = keyWithout(new Set([...DRAWN, ...CODE]));

/** A key of everything in a sketch that a run of its program depends on. */
export const programKey = keyWithout(new Set(DRAWN));

function keyWithout(unseen: ReadonlySet<string>): (sketch: Sketch) => string {
  const keys = new WeakMap<Sketch, string>();
  return (sketch) => {
    const key = keys.get(sketch) ?? JSON.stringify(sketch, (name, value) => (unseen.has(name) ? undefined : value));
    keys.set(sketch, key);
    return key;
  };
}
