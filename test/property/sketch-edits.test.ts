/**
 * Random successive edits. Each gives a sketch that its file preserves, or is refused. No edit
 * changes the previous sketch object.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { record, redo, startHistory, undo } from '../../generator/sketch/history.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { sketch } from './sketch-arbitraries.ts';
import { edit } from './sketch-edit-arbitraries.ts';

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

it('edits keep a sketch valid, and undo reverts each of them', () => {
  const property = fc.property(sketch, fc.array(edit, { maxLength: 12 }), (first, edits) => {
    let history = startHistory(deepFreeze(first));
    const seen = [first];
    for (const change of edits) {
      const result = change(history.present);
      if (!result.ok) {
        expect(result.problems.length).toBeGreaterThan(0);
        continue;
      }
      const read = readSketch(writeSketch(result.sketch));
      expect(read.ok && read.sketch).toEqual(result.sketch);
      if (result.sketch === history.present) continue;
      history = record(history, deepFreeze(result.sketch), 'edit');
      seen.push(result.sketch);
    }
    for (const expected of seen.toReversed()) {
      expect(history.present).toBe(expected);
      history = undo(history);
    }
    for (const expected of seen) {
      expect(history.present).toBe(expected);
      history = redo(history);
    }
  });
  fc.assert(property, { seed: 7, numRuns: 400 });
});
