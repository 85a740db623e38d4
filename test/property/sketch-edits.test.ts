/**
 * Random sequences of all edits with undo and redo, in the document of a window. Each edit gives a
 * sketch that its file preserves, or is refused. Undo and redo restore the exact text of the file.
 *
 * The edits are found in the code: every exported function of the files *edits.ts in generator/sketch, every
 * other exported function that returns an EditResult, and every action of createSketchActions. A
 * new one fails the first test until it has a generator.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Scope } from '../../app/renderer/state/session/scope.ts';
import { createDocument } from '../../app/renderer/state/sketch/document.ts';
import { createSelection } from '../../app/renderer/state/sketch/selection.ts';
import { createSketchActions, type SketchActions } from '../../app/renderer/state/sketch/sketch-actions.ts';
import { createLayout } from '../../app/renderer/state/window/layout.ts';
import { createNotices } from '../../app/renderer/state/window/notices.ts';
import { samplesOf } from '../../generator/parts/samples.ts';
import { PART_KINDS, type Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { filesBelow, root } from '../architecture/files.ts';
import { usually } from '../every-case.ts';
import { sketch } from './sketch-arbitraries.ts';
import {
  at,
  EDITS,
  type Edit,
  excerpts,
  groupAt,
  kind,
  members,
  name,
  pick,
  position,
} from './sketch-edit-arbitraries.ts';

type Action = (actions: SketchActions, sketch: Sketch) => void;

const SEQUENCES = usually(500, 1_000);
const STEPS = { minLength: 6, maxLength: 16 };

/** The actions of the window, which make their own steps of undo. */
const ACTIONS: Readonly<Record<keyof SketchActions, fc.Arbitrary<Action>>> = {
  addNew: fc
    .tuple(
      fc.constantFrom('task' as const, 'interrupt' as const, 'resource' as const, 'four-slot' as const, ...PART_KINDS),
      position,
    )
    .map(
      ([what, to]) =>
        (actions) =>
          void actions.addNew(what, to),
    ),
  addTask: fc.tuple(at, at).map(([part, sample]) => (actions, s) => {
    const of = s.parts[part % Math.max(1, s.parts.length)];
    const samples = of === undefined ? [] : samplesOf(s, of);
    const chosen = samples[sample % Math.max(1, samples.length)];
    if (chosen !== undefined) actions.addTask(chosen.task, chosen.offer);
  }),
  connectElements: fc.tuple(kind, at, kind, at, position).map(([a, i, b, j, between]) => (actions, s) => {
    actions.connectElements({ kind: a, name: pick(s, a, i) }, { kind: b, name: pick(s, b, j) }, between);
  }),
  removeAll: fc.tuple(members, fc.boolean()).map(([of, wires]) => (actions, s) => {
    const all = s.channels.flatMap(({ name: channel, readers }) =>
      readers.map((reader) => ({ to: { kind: 'channels', name: channel }, end: 'reader', name: reader }) as const),
    );
    actions.removeAll(of(s), wires ? all : []);
  }),
  duplicateAll: members.map((of) => (actions, s) => actions.duplicateAll(of(s))),
  paste: excerpts.map((of) => (actions, s) => actions.paste(of(s))),
  groupAll: members.map((of) => (actions, s) => void actions.groupAll(of(s))),
  ungroupAll: members.map((of) => (actions, s) => actions.ungroupAll(of(s))),
  changeGroup: fc.tuple(at, name).map(
    ([i, given]) =>
      (actions, s) =>
        void actions.changeGroup(groupAt(s, i), { name: given }),
  ),
  moveAll: fc.tuple(members, position, fc.constantFrom(null, 'a drag')).map(([of, to, key]) => (actions, s) => {
    actions.moveAll(
      of(s).map((member) => ({ ...member, position: to })),
      key,
    );
  }),
};

type Step = { readonly edit: Edit } | { readonly action: Action } | { readonly travel: 'undo' | 'redo' };

const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.values(EDITS).map((each) => each.map((edit): Step => ({ edit }))),
  ...Object.values(ACTIONS).map((each) => each.map((action): Step => ({ action }))),
  { weight: 6, arbitrary: fc.constantFrom('undo', 'redo').map((travel): Step => ({ travel })) },
);

/** A window's document with its actions, without analysis. */
function window() {
  const scope = new Scope();
  const notices = createNotices(scope);
  const document = createDocument({ notices });
  const selection = createSelection({ document, layout: createLayout() }, scope);
  return {
    document,
    actions: createSketchActions({ isSimple: () => true, document, notices, selection }),
    dispose: () => scope.dispose(),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** The texts of frozen sketches, which undo and redo show again. */
const texts = new WeakMap<Sketch, string>();

/** The text of the sketch's file. Another object is written anew, even if it is equal. */
function textOf(sketch: Sketch): string {
  const text = texts.get(deepFreeze(sketch)) ?? writeSketch(sketch);
  texts.set(sketch, text);
  return text;
}

const RETURNS_EDIT = /export function (\w+)(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\): (?:EditResult|CopyResult)\b/g;
const EDIT_MODULE = /^generator\/sketch\/(?:[a-z]+\/)?[a-z-]*edits\.ts$/;
/** Helpers of edits. They return the result of an edit, but are no edits. */
const NO_EDITS = new Set(['validated', 'refused']);

/** Names of all edits in the code. */
async function editsInTheCode(): Promise<ReadonlySet<string>> {
  const files = ['generator', 'app/renderer'].flatMap((folder) => filesBelow(folder, /(?<!\.test)\.tsx?$/));
  const names = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(RETURNS_EDIT)].map(([, found = '']) => found),
  );
  for (const file of files.filter((each) => EDIT_MODULE.test(each))) {
    const module: object = await import(path.join(root, file));
    names.push(...Object.entries(module).flatMap(([key, value]) => (typeof value === 'function' ? key : [])));
  }
  return new Set(names.filter((found) => !NO_EDITS.has(found)));
}

it('has a generator for each edit in the code', async () => {
  const found = await editsInTheCode();
  expect([...found].sort()).toEqual(Object.keys(EDITS).sort());
  const { actions, dispose } = window();
  expect(Object.keys(actions).sort()).toEqual(Object.keys(ACTIONS).sort());
  dispose();
});

it('edits keep a sketch valid, and undo and redo restore the exact text of its file', () => {
  let made = 0;
  const property = fc.property(sketch, fc.array(step, STEPS), (first, steps) => {
    const { document, actions, dispose } = window();
    const { store, currentSketch } = document;
    try {
      document.showDocument(first);
      let past: string[] = [];
      let present = textOf(first);
      let future: string[] = [];
      const undo = () => {
        document.undo();
        const before = past.pop();
        if (before !== undefined) [present, future] = [before, [...future, present]];
        expect(textOf(currentSketch())).toBe(present);
      };
      const redo = () => {
        document.redo();
        const after = future.pop();
        if (after !== undefined) [present, past] = [after, [...past, present]];
        expect(textOf(currentSketch())).toBe(present);
      };
      for (const each of steps) {
        if ('travel' in each) {
          if (each.travel === 'undo') undo();
          else redo();
          continue;
        }
        const { history } = store.getState();
        if ('edit' in each) document.edit('edit', each.edit);
        else each.action(actions, currentSketch());
        const now = store.getState().history;
        if (now === history || now.present === history.present) continue;
        made += 1;
        const written = textOf(now.present);
        const read = readSketch(written);
        expect(read.ok && read.sketch).toEqual(now.present);
        if (now.past.length > history.past.length) {
          past.push(present);
          future = [];
        }
        present = written;
      }
      const last = present;
      const depth = past.length;
      for (let count = 0; count < depth; count += 1) undo();
      expect(textOf(currentSketch())).toBe(textOf(first));
      while (future.length > 0) redo();
      if (depth > 0) expect(past.length).toBeGreaterThanOrEqual(depth);
      for (let count = past.length; count > depth; count -= 1) undo();
      expect(textOf(currentSketch())).toBe(last);
    } finally {
      dispose();
    }
  });
  fc.assert(property, { seed: 7, numRuns: SEQUENCES });
  expect(made, 'the steps change the sketch').toBeGreaterThan(SEQUENCES * 2);
});
