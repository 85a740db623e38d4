/** Random edits of any sketch. An edit may be refused. */
import fc from 'fast-check';
import {
  applyBudget,
  applyCapacity,
  applyMeasuredRemedy,
  applyPartition,
  applyPriorities,
  applyRemedy,
} from '../../app/renderer/state/sketch/proposals.ts';
import { changeCode } from '../../app/renderer/views/editor/code-member.ts';
import { fillIn } from '../../generator/estimate/fill-in.ts';
import { addImported } from '../../generator/import/add-imported.ts';
import { applyRefits } from '../../generator/profile/refit.ts';
import {
  changeBlocks,
  EMPTY_WORKSPACE,
  removeBlocks,
  takeBlocks,
  takeTyped,
} from '../../generator/sketch/blocks/forms.ts';
import { CODE_PIECES } from '../../generator/sketch/blocks/model.ts';
import type { Workspace } from '../../generator/sketch/blocks/workspace.ts';
import type { BoardFacts } from '../../generator/sketch/board-facts.ts';
import { duplicateElements, pasteExcerpt } from '../../generator/sketch/copies/copy-edits.ts';
import { type Excerpt, excerptOf } from '../../generator/sketch/copies/excerpt.ts';
import { newChannel, newInterrupt, newPart, newResource, newTask } from '../../generator/sketch/create.ts';
import {
  addElement,
  connectChannel,
  connectWire,
  disconnectChannel,
  moveElements,
  removeElement,
  renameElement,
  setTaskKind,
  updateElement,
  updateSketch,
} from '../../generator/sketch/edits.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf } from '../../generator/sketch/elements.ts';
import { addGroup, removeGroup, updateGroup } from '../../generator/sketch/groups/group-edits.ts';
import type { Member } from '../../generator/sketch/groups/groups.ts';
import { GROUP_COLORS, POLICIES, type Sketch, TARGETS, TASK_KINDS } from '../../generator/sketch/model.ts';
import type { EditResult } from '../../generator/sketch/validated.ts';
import { sketch } from './sketch-arbitraries.ts';

export type Edit = (sketch: Sketch) => EditResult;

export const kind = fc.constantFrom(...ELEMENT_KINDS);
export const name = fc.constantFrom('T1', 'T2', 'a b', 'Lüfter', '', 'x'.repeat(201), '\u001b');
const number = fc.constantFrom(0, 1, 500, -1, 0.5, Number.NaN, 2 ** 60, null);
const end = fc.constantFrom('writer' as const, 'reader' as const);
export const at = fc.nat(9);
const coordinate = fc.oneof(fc.integer({ min: -500, max: 500 }), fc.double()).map((x) => x + 0);
export const position = fc.record({ x: coordinate, y: coordinate });
const text = fc.constantFrom('', 'x = 1;', 'a\nb', '\0', 'ü'.repeat(2_000));

/** An element of the sketch, or one that does not exist. */
export const pick = (s: Sketch, of: ElementKind, index: number): string => {
  const elements = elementsOf(s, of);
  return elements[index % (elements.length + 1)]?.name ?? 'nobody';
};
export const groupAt = (s: Sketch, index: number): string => s.groups[index % (s.groups.length + 1)]?.name ?? 'nobody';

/** Some elements of a sketch, each kind with the same share. */
export const members = fc.array(fc.tuple(kind, at), { maxLength: 6 }).map(
  (picked) =>
    (s: Sketch): Member[] =>
      picked.map(([k, index]) => ({ kind: k, name: pick(s, k, index) })),
);

export const excerpts: fc.Arbitrary<(s: Sketch) => Excerpt> = fc.oneof(
  members.map((of) => (s: Sketch) => excerptOf(s, of(s))),
  sketch.map((other) => () => other),
);

const element = fc.tuple(kind, name).map(([k, given]) => {
  const made = {
    tasks: newTask(given),
    channels: newChannel(given),
    interrupts: newInterrupt(given, '2'),
    resources: newResource(given),
    parts: newPart(given, 'led'),
  };
  return [k, made[k]] as const;
});

const piece = fc.constantFrom(...CODE_PIECES);
const owners = fc.tuple(fc.boolean(), at).map(([isTask, index]) => (s: Sketch) => {
  const owner = isTask ? ('tasks' as const) : ('interrupts' as const);
  return { kind: owner, name: pick(s, owner, index) };
});

/** The blocks of any piece of a random sketch. */
const someBlocks = ({ tasks }: Sketch): Workspace =>
  tasks.flatMap(({ blocks }) => Object.values(blocks ?? {}))[0] ?? EMPTY_WORKSPACE;

const SOME_FACTS: BoardFacts = {
  ...{ name: 'Arduino Leonardo', platform: 'atmelavr', mcu: 'atmega32u4', clockHz: 16_000_000 },
  ...{ ramBytes: 2560, flashBytes: 28_672, usb: ['2341:8036'] },
};

/** Edits as functions of the sketch. */
export const EDITS: Readonly<Record<string, fc.Arbitrary<Edit>>> = {
  fillIn: fc.tuple(at, fc.integer({ min: 1 })).map(
    ([index, budgetUs]): Edit =>
      (s) => {
        const kind = index % 2 === 0 ? 'tasks' : 'interrupts';
        const from = { source: 'measured', jobs: 10, longestUs: budgetUs, code: 7 } as const;
        return fillIn(s, { budgets: [{ kind, name: pick(s, kind, index), beforeUs: 1, budgetUs, from }] });
      },
  ),
  applyRefits: fc.tuple(at, fc.constantFrom('budget', 'period', 'stack'), fc.integer({ min: -1, max: 2 ** 40 })).map(
    ([index, value, proposed]): Edit =>
      (s) => {
        const kind = index % 2 === 0 ? 'tasks' : 'interrupts';
        return applyRefits(s, [
          { kind, name: pick(s, kind, index), value, before: 1, proposed, measured: 2_000, jobs: 10 },
        ]);
      },
  ),
  addElement: fc.tuple(element, at).map(
    ([[k, each], index]) =>
      (s) =>
        addElement<ElementKind>(s, k, each, index),
  ),
  updateElement: fc.oneof(
    fc.tuple(at, number).map(
      ([i, budgetUs]): Edit =>
        (s) =>
          updateElement(s, 'tasks', pick(s, 'tasks', i), { budgetUs }),
    ),
    fc.tuple(at, number).map(
      ([i, core]): Edit =>
        (s) =>
          updateElement(s, 'tasks', pick(s, 'tasks', i), { core }),
    ),
    fc.tuple(at, at).map(
      ([i, t]): Edit =>
        (s) =>
          updateElement(s, 'resources', pick(s, 'resources', i), {
            users: [{ task: pick(s, 'tasks', t), criticalSectionUs: 9 }],
          }),
    ),
    fc.tuple(at, fc.constantFrom('2', 'A0', '')).map(
      ([i, pin]): Edit =>
        (s) =>
          updateElement(s, 'parts', pick(s, 'parts', i), { pins: { anode: pin } }),
    ),
    fc.tuple(at, number).map(
      ([i, ioBudgetUs]): Edit =>
        (s) =>
          updateElement(s, 'interrupts', pick(s, 'interrupts', i), { ioBudgetUs }),
    ),
  ),
  updateSketch: fc.oneof(
    number.map(
      (cores): Edit =>
        (s) =>
          updateSketch(s, { cores: cores ?? 1 }),
    ),
    fc.constantFrom(...TARGETS).map(
      (target): Edit =>
        (s) =>
          updateSketch(s, { target }),
    ),
    fc.constantFrom(...POLICIES).map(
      (policy): Edit =>
        (s) =>
          updateSketch(s, { policy }),
    ),
    number.map(
      (us): Edit =>
        (s) =>
          updateSketch(s, { ioServer: us === null ? null : { budgetUs: us, periodUs: 100 } }),
    ),
    name.map(
      (given): Edit =>
        (s) =>
          updateSketch(s, { name: given }),
    ),
    fc.tuple(name, fc.boolean()).map(
      ([given, isOwn]): Edit =>
        (s) =>
          updateSketch(s, isOwn ? { board: 'uno' } : { board: given, boardFacts: SOME_FACTS }),
    ),
  ),
  renameElement: fc.tuple(kind, at, name).map(
    ([k, i, given]) =>
      (s) =>
        renameElement(s, k, pick(s, k, i), given),
  ),
  removeElement: fc.tuple(kind, at).map(
    ([k, i]) =>
      (s) =>
        removeElement(s, k, pick(s, k, i)),
  ),
  connectChannel: fc.tuple(at, end, at).map(
    ([c, e, t]) =>
      (s) =>
        connectChannel(s, pick(s, 'channels', c), e, pick(s, 'tasks', t)),
  ),
  connectWire: fc.tuple(kind, at, kind, at).map(([a, i, b, j]) => (s) => {
    const [from, to] = [
      { kind: a, name: pick(s, a, i) },
      { kind: b, name: pick(s, b, j) },
    ];
    return connectWire(s, from, to, newChannel('new', {}));
  }),
  disconnectChannel: fc.tuple(at, end, at).map(
    ([c, e, t]) =>
      (s) =>
        disconnectChannel(s, pick(s, 'channels', c), e, pick(s, 'tasks', t)),
  ),
  moveElements: fc.tuple(members, position).map(
    ([of, to]) =>
      (s) =>
        moveElements(
          s,
          of(s).map((member) => ({ ...member, position: to })),
        ),
  ),
  setTaskKind: fc.tuple(at, fc.constantFrom(...TASK_KINDS)).map(
    ([i, k]) =>
      (s) =>
        setTaskKind(s, pick(s, 'tasks', i), k),
  ),
  addGroup: fc.tuple(members, name, fc.constantFrom(...GROUP_COLORS)).map(
    ([of, given, color]) =>
      (s) =>
        addGroup(s, given, of(s), { color }),
  ),
  updateGroup: fc.tuple(at, name, text).map(
    ([i, given, note]) =>
      (s) =>
        updateGroup(s, groupAt(s, i), { name: given, note }),
  ),
  removeGroup: at.map((i) => (s) => removeGroup(s, groupAt(s, i))),
  pasteExcerpt: excerpts.map((of) => (s) => pasteExcerpt(s, of(s))),
  duplicateElements: members.map((of) => (s) => duplicateElements(s, of(s))),
  changeCode: fc.oneof(
    text.map(
      (code): Edit =>
        (s) =>
          changeCode(s, null, 'prelude', code),
    ),
    fc.tuple(at, fc.constantFrom('setup' as const, 'body' as const, 'budgetHandler' as const), text).map(
      ([i, member, code]): Edit =>
        (s) =>
          changeCode(s, { kind: 'tasks', name: pick(s, 'tasks', i) }, member, code),
    ),
    fc.tuple(at, text).map(
      ([i, code]): Edit =>
        (s) =>
          changeCode(s, { kind: 'interrupts', name: pick(s, 'interrupts', i) }, 'body', code),
    ),
  ),
  addImported: sketch.map((imported) => (s) => addImported(s, imported)),
  changeBlocks: fc.tuple(owners, piece, sketch, text).map(
    ([owner, member, other, code]) =>
      (s) =>
        changeBlocks(s, owner(s), member, someBlocks(other), code),
  ),
  takeBlocks: fc.tuple(owners, piece, text).map(
    ([owner, member, code]) =>
      (s) =>
        takeBlocks(s, owner(s), member, code),
  ),
  takeTyped: fc.tuple(owners, piece).map(
    ([owner, member]) =>
      (s) =>
        takeTyped(s, owner(s), member),
  ),
  removeBlocks: fc.tuple(owners, piece).map(
    ([owner, member]) =>
      (s) =>
        removeBlocks(s, owner(s), member),
  ),
  applyPriorities: fc
    .tuple(fc.constantFrom('audsley' as const, 'rate-monotonic' as const), fc.uniqueArray(at, { maxLength: 5 }))
    .map(
      ([rule, order]) =>
        (s) =>
          applyPriorities(s, { rule, order, reference: '', admitted: true }),
    ),
  applyPartition: fc
    .array(fc.option(fc.nat(3)), { maxLength: 6 })
    .map(
      (cores) => (s) => applyPartition(s, { rule: 'first-fit', reference: '', cores, admitted: true, utilization: [] }),
    ),
  applyRemedy: fc
    .tuple(at, fc.constantFrom('budgetUs' as const, 'periodUs' as const, 'deadlineUs' as const), number)
    .map(
      ([task, member, us]) =>
        (s) =>
          applyRemedy(s, { task, name: '', member, presentUs: 1, valueUs: us ?? 7 }),
    ),
  applyMeasuredRemedy: fc.tuple(at, number).map(
    ([i, us]) =>
      (s) =>
        applyMeasuredRemedy(s, {
          budgets: [{ name: pick(s, 'tasks', i), budgetUs: us ?? 7 }],
          remedy: null,
          enough: true,
        }),
  ),
  applyBudget: fc.tuple(fc.constantFrom('task' as const, 'interrupt' as const), at, number).map(
    ([k, i, us]) =>
      (s) =>
        applyBudget(s, { kind: k, name: pick(s, k === 'task' ? 'tasks' : 'interrupts', i) }, us ?? 7),
  ),
  applyCapacity: fc.tuple(at, number).map(
    ([i, capacity]) =>
      (s) =>
        applyCapacity(s, pick(s, 'channels', i), capacity ?? 7),
  ),
};

export const edit: fc.Arbitrary<Edit> = fc.oneof(...Object.values(EDITS));
