/** Laws of the three-way merge of sketches. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ELEMENT_KINDS, elementsOf } from '../../generator/sketch/elements.ts';
import { mergeSketches, type Side } from '../../generator/sketch/merge.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { sketch } from './sketch-arbitraries.ts';
import { edit } from './sketch-edit-arbitraries.ts';

/** A sketch after some random edits. Refused edits change nothing. */
const edited = (base: Sketch) =>
  fc.array(edit, { maxLength: 6 }).map((edits) =>
    edits.reduce((now, change) => {
      const result = change(now);
      return result.ok ? result.sketch : now;
    }, base),
  );
/** Two versions of one sketch: edited at random, or without anything in common. */
const versions = sketch.chain((base) => {
  const version = fc.oneof({ weight: 4, arbitrary: edited(base) }, { weight: 1, arbitrary: sketch });
  return fc.record({ base: fc.constant(base), ours: version, theirs: version });
});
const choices = fc.array(fc.constantFrom<Side>('ours', 'theirs'), { minLength: 1, maxLength: 4 });

it('a version that did not change contributes nothing', () => {
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      expect(mergeSketches(base, ours, base)).toEqual({ sketch: ours, conflicts: [] });
      expect(mergeSketches(base, base, theirs)).toEqual({ sketch: theirs, conflicts: [] });
      expect(mergeSketches(base, ours, ours)).toEqual({ sketch: ours, conflicts: [] });
    }),
  );
});

/** Where an element is drawn is not asked about: each version keeps its own place. */
const unplaced = (given: Sketch): Sketch => ({
  ...given,
  ...Object.fromEntries(
    ELEMENT_KINDS.map((kind) => [kind, elementsOf(given, kind).map((each) => ({ ...each, position: null }))]),
  ),
});

it('without conflicts, it does not matter which version is which', () => {
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      const [one, other] = [mergeSketches(base, ours, theirs), mergeSketches(base, theirs, ours)];
      expect(other.conflicts.length === 0).toBe(one.conflicts.length === 0);
      if (one.conflicts.length === 0) expect(unplaced(one.sketch)).toEqual(unplaced(other.sketch));
    }),
  );
});

it('whatever is chosen, the file of the merged sketch can be read back', () => {
  fc.assert(
    fc.property(versions, choices, ({ base, ours, theirs }, sides) => {
      const { conflicts } = mergeSketches(base, ours, theirs);
      const chosen = new Map(conflicts.map(({ key }, index) => [key, sides[index % sides.length] ?? 'ours']));
      const merged = mergeSketches(base, ours, theirs, chosen);
      expect(readSketch(writeSketch(merged.sketch))).toMatchObject({ ok: true, sketch: merged.sketch });
    }),
  );
});

it('what only one version changed is in the result, or there is a conflict', () => {
  fc.assert(
    fc.property(versions, ({ base, ours, theirs }) => {
      const { sketch: merged, conflicts } = mergeSketches(base, ours, theirs);
      if (conflicts.length > 0) return;
      for (const member of ['board', 'target', 'policy', 'cores', 'ioServer'] as const) {
        const [before, mine, other] = [base, ours, theirs].map((version) => JSON.stringify(version[member]));
        expect(JSON.stringify(merged[member])).toBe(before === mine ? other : mine);
      }
    }),
  );
});
