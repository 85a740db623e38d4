/**
 * Random edits of a sketch with code that is built from blocks. No editor shows the blocks. After each edit the
 * code of all blocks is what they print in the present sketch, and an undo restores it with the rest.
 */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { codeOf } from '../../app/blocks/code.ts';
import { contextOf } from '../../app/blocks/context.ts';
import { testSession } from '../../app/renderer/state/session/test-session.ts';
import { blocksOf, type CodeOwner, changeBlocks, codeFormOf, codeIn } from '../../generator/sketch/blocks/forms.ts';
import { CODE_PIECES, type CodePiece } from '../../generator/sketch/blocks/model.ts';
import { blocksOfState, stateOfBlocks, type Workspace } from '../../generator/sketch/blocks/workspace.ts';
import { updateElement } from '../../generator/sketch/edits.ts';
import { FIELD_TYPES, type Sketch } from '../../generator/sketch/model.ts';
import { PLACES, sketchesFor, WORKER } from '../blocks/sketches.ts';
import { type Variant, variantsOf } from '../blocks/variants.ts';
import { at, EDITS, type Edit, pick } from './sketch-edit-arbitraries.ts';

const SEQUENCES = 40;
const STEPS = 12;

/** Edits that bring code which was not printed from its blocks. */
const BRINGING = ['changeBlocks', 'takeBlocks', 'takeTyped', 'pasteExcerpt', 'addImported'];

const pins: fc.Arbitrary<Edit> = fc.tuple(at, fc.constantFrom('2', '5', '11', 'A1')).map(([index, pin]) => (sketch) => {
  const name = pick(sketch, 'parts', index);
  const part = sketch.parts.find((each) => each.name === name);
  return updateElement(sketch, 'parts', name, { pins: mapValues(part?.pins ?? {}, () => pin) });
});
const fields: fc.Arbitrary<Edit> = fc
  .tuple(
    at,
    fc.uniqueArray(fc.constantFrom('level', 'a bool', 'count'), { minLength: 1 }),
    fc.constantFrom(...FIELD_TYPES),
  )
  .map(([index, names, type]) => (sketch) => {
    const item = names.map((name) => ({ name, type, count: 1 }));
    return updateElement(sketch, 'channels', pick(sketch, 'channels', index), { item });
  });
const times: fc.Arbitrary<Edit> = fc.tuple(at, fc.integer({ min: 200_000, max: 900_000 })).map(
  ([index, periodUs]) =>
    (sketch) =>
      updateElement(sketch, 'tasks', pick(sketch, 'tasks', index), { periodUs }),
);
const others = Object.entries(EDITS).flatMap(([name, edits]) => (BRINGING.includes(name) ? [] : [edits]));
const edit = fc.oneof(
  { weight: 3, arbitrary: pins },
  { weight: 3, arbitrary: fields },
  { weight: 2, arbitrary: times },
  { weight: 4, arbitrary: fc.oneof(...others) },
);

const mapValues = (record: Readonly<Record<string, string>>, to: () => string) =>
  Object.fromEntries(Object.keys(record).map((key) => [key, to()]));

/** What the blocks of a piece print now. Null: they are not what the code is made from. */
function printed(sketch: Sketch, owner: CodeOwner, piece: CodePiece): string | null {
  const [blocks, context] = [blocksOf(sketch, owner, piece), contextOf(sketch, owner, piece)];
  if (blocks === undefined || context === null || codeFormOf(sketch, owner, piece) !== 'blocks') return null;
  const { code, isComplete } = codeOf(stateOfBlocks(blocks), context);
  return isComplete ? code : null;
}

/** The pieces of code that differ from the output of their blocks. */
function stale(sketch: Sketch): string[] {
  const owners: CodeOwner[] = [
    ...sketch.tasks.map(({ name }) => ({ kind: 'tasks' as const, name })),
    ...sketch.interrupts.map(({ name }) => ({ kind: 'interrupts' as const, name })),
  ];
  return owners.flatMap((owner) =>
    CODE_PIECES.flatMap((piece) => {
      const code = printed(sketch, owner, piece);
      return code === null || code === codeIn(sketch, owner, piece) ? [] : [`${owner.name} ${piece}: ${code}`];
    }),
  );
}

const OWNER = { kind: 'tasks', name: WORKER } as const;
/** Blocks that name elements of the sketch. */
const CATEGORIES = ['parts', 'channels', 'resources', 'time'] as const;
const SKETCHES = PLACES.filter(({ board }) => board.id === 'uno').flatMap(sketchesFor);

function withBlocks(sketch: Sketch, piece: CodePiece, { state }: Variant): Sketch {
  const workspace: Workspace = blocksOfState(state);
  const context = contextOf(sketch, OWNER, piece);
  if (context === null) throw new Error('The sketch has no worker.');
  const done = changeBlocks(sketch, OWNER, piece, workspace, codeOf(state, context).code);
  if (!done.ok) throw new Error(done.problems[0]?.message);
  return done.sketch;
}

/** A sketch with one block of the toolbox in each piece of the worker. */
const builtSketch = fc
  .tuple(
    fc.constantFrom(...SKETCHES),
    fc.array(fc.nat(), { minLength: CODE_PIECES.length, maxLength: CODE_PIECES.length }),
  )
  .map(([base, picks]) =>
    CODE_PIECES.reduce((sketch, piece, index) => {
      const context = contextOf(sketch, OWNER, piece);
      if (context === null) return sketch;
      const variants = variantsOf(context, 'offered', CATEGORIES);
      const variant = variants[(picks[index] ?? 0) % variants.length];
      return variant === undefined ? sketch : withBlocks(sketch, piece, variant);
    }, base),
  );

it(`prints what the blocks say after each of ${SEQUENCES * STEPS} random edits`, async () => {
  let reprints = 0;
  await fc.assert(
    fc.asyncProperty(builtSketch, fc.array(edit, { minLength: STEPS, maxLength: STEPS }), async (start, edits) => {
      const session = testSession(start);
      await vi.dynamicImportSettled();
      const { document } = session;
      expect(stale(start)).toEqual([]);
      const texts = [start];
      for (const each of edits) {
        const before = document.currentSketch();
        const result = each(before);
        if (!document.edit('e', () => result) || document.currentSketch() === before) continue;
        if (result.ok && result.sketch !== document.currentSketch()) reprints++;
        expect(stale(document.currentSketch())).toEqual([]);
        texts.push(document.currentSketch());
      }
      for (const sketch of texts.toReversed()) {
        expect(document.currentSketch()).toBe(sketch);
        document.undo();
      }
      session.dispose();
    }),
    { numRuns: SEQUENCES },
  );
  expect(reprints).toBeGreaterThan(SEQUENCES / 2);
});
