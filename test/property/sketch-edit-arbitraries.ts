/** Random edits of any sketch. An edit may be refused. */
import fc from 'fast-check';
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
import { type Sketch, TASK_KINDS } from '../../generator/sketch/model.ts';

export type Edit = (sketch: Sketch) => EditResult;

const kind = fc.constantFrom(...ELEMENT_KINDS);
const freeName = fc.constantFrom('T1', 'T2', 'a b', 'Lüfter', '', 'x'.repeat(201));
const number = fc.constantFrom(0, 1, 500, -1, 0.5, Number.NaN, 2 ** 60, null);
const end = fc.constantFrom('writer' as const, 'reader' as const);

/** Name of an existing element of the kind, or a name that does not exist. */
const pick = (s: Sketch, of: (typeof ELEMENT_KINDS)[number], at: number) => {
  const elements = elementsOf(s, of);
  return elements[at % (elements.length + 1)]?.name ?? 'nobody';
};

export const edit: fc.Arbitrary<Edit> = fc.oneof(
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
  fc.tuple(fc.nat(9), fc.constantFrom('', 'a();', 'a();\nb();\nc();', 'a();\nb();\nd();')).map(
    ([at, body]): Edit =>
      (s) =>
        updateElement(s, 'tasks', pick(s, 'tasks', at), { body }),
  ),
  number.map(
    (cores): Edit =>
      (s) =>
        updateSketch(s, { cores: cores ?? 1 }),
  ),
);
