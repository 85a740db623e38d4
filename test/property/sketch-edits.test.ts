/**
 * Random successive edits. Each gives a sketch that its file preserves, or is refused. No edit
 * changes the previous sketch object.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newChannel, newInterrupt, newPart, newResource, newTask } from '../../generator/sketch/create.ts';
import {
  addElement,
  connectChannel,
  disconnectChannel,
  duplicateElement,
  type EditResult,
  moveElements,
  removeElement,
  renameElement,
  setTaskKind,
  updateElement,
  updateSketch,
} from '../../generator/sketch/edits.ts';
import { ELEMENT_KINDS, elementsOf } from '../../generator/sketch/elements.ts';
import { record, redo, startHistory, undo } from '../../generator/sketch/history.ts';
import { type Sketch, TASK_KINDS } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { sketch } from './sketch-arbitraries.ts';

type Edit = (sketch: Sketch) => EditResult;

const kind = fc.constantFrom(...ELEMENT_KINDS);
const freeName = fc.constantFrom('T1', 'T2', 'a b', 'Lüfter', '', 'x'.repeat(201));
const number = fc.constantFrom(0, 1, 500, -1, 0.5, Number.NaN, 2 ** 60, null);
const end = fc.constantFrom('writer' as const, 'reader' as const);

/** Name of an existing element of the kind, or a name that does not exist. */
const pick = (s: Sketch, of: (typeof ELEMENT_KINDS)[number], at: number) => {
  const elements = elementsOf(s, of);
  return elements[at % (elements.length + 1)]?.name ?? 'nobody';
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  freeName.map(
    (name): Edit =>
      (s) =>
        addElement(s, 'tasks', newTask(name)),
  ),
  freeName.map(
    (name): Edit =>
      (s) =>
        addElement(s, 'channels', newChannel(name)),
  ),
  freeName.map(
    (name): Edit =>
      (s) =>
        addElement(s, 'interrupts', newInterrupt(name, '2')),
  ),
  freeName.map(
    (name): Edit =>
      (s) =>
        addElement(s, 'resources', newResource(name)),
  ),
  freeName.map(
    (name): Edit =>
      (s) =>
        addElement(s, 'parts', newPart(name, 'led')),
  ),
  fc.tuple(kind, fc.nat(9), freeName).map(
    ([k, at, name]): Edit =>
      (s) =>
        renameElement(s, k, pick(s, k, at), name),
  ),
  fc.tuple(kind, fc.nat(9)).map(
    ([k, at]): Edit =>
      (s) =>
        removeElement(s, k, pick(s, k, at)),
  ),
  fc.tuple(kind, fc.nat(9)).map(
    ([k, at]): Edit =>
      (s) =>
        duplicateElement(s, k, pick(s, k, at)),
  ),
  fc.tuple(fc.nat(9), number).map(
    ([at, budgetUs]): Edit =>
      (s) =>
        updateElement(s, 'tasks', pick(s, 'tasks', at), { budgetUs }),
  ),
  fc.tuple(fc.nat(9), number).map(
    ([at, core]): Edit =>
      (s) =>
        updateElement(s, 'tasks', pick(s, 'tasks', at), { core }),
  ),
  fc.tuple(fc.nat(9), fc.constantFrom(...TASK_KINDS)).map(
    ([at, k]): Edit =>
      (s) =>
        setTaskKind(s, pick(s, 'tasks', at), k),
  ),
  fc.tuple(fc.nat(9), end, fc.nat(9)).map(
    ([c, e, t]): Edit =>
      (s) =>
        connectChannel(s, pick(s, 'channels', c), e, pick(s, 'tasks', t)),
  ),
  fc.tuple(fc.nat(9), end, fc.nat(9)).map(
    ([c, e, t]): Edit =>
      (s) =>
        disconnectChannel(s, pick(s, 'channels', c), e, pick(s, 'tasks', t)),
  ),
  fc.tuple(kind, fc.nat(9), fc.double()).map(
    ([k, at, x]): Edit =>
      (s) =>
        moveElements(s, [{ kind: k, name: pick(s, k, at), position: { x, y: 0 } }]),
  ),
  number.map(
    (cores): Edit =>
      (s) =>
        updateSketch(s, { cores: cores ?? 1 }),
  ),
);

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
