/** Edits that several views make: adding, connecting, removing and copying elements. */

import { boardOf } from '../../../../generator/boards/index.ts';
import { withAdmittedInterrupt, withAdmittedTask } from '../../../../generator/judge/new-values.ts';
import { newPartName, wirePart } from '../../../../generator/parts/wire.ts';
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import { type CopyResult, duplicateElements, pasteExcerpt } from '../../../../generator/sketch/copies/copy-edits.ts';
import type { Excerpt } from '../../../../generator/sketch/copies/excerpt.ts';
import { newChannel, newInterrupt, newPart, newResource, newTask } from '../../../../generator/sketch/create.ts';
import {
  addElement,
  connectWire,
  disconnectChannel,
  type EditResult,
  type Move,
  moveElements,
  removeElement,
  updateElement,
} from '../../../../generator/sketch/edits.ts';
import {
  type ElementKind,
  type ElementKinds,
  findElement,
  KIND_LABELS,
  uniqueName,
} from '../../../../generator/sketch/elements.ts';
import {
  addGroup,
  type GroupChanges,
  removeGroup,
  updateGroup,
} from '../../../../generator/sketch/groups/group-edits.ts';
import { groupOf, uniqueGroupName } from '../../../../generator/sketch/groups/groups.ts';
import type {
  ChannelKind,
  Interrupt,
  Part,
  PartKind,
  Position,
  Sketch,
  Task,
} from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';
import { type ElementRef, refKey } from './element-ref.ts';
import type { Selection } from './selection.ts';

/** The kinds of elements that a command can add. */
export type Addable = 'task' | 'interrupt' | 'resource' | ChannelKind | PartKind;

/**
 * An edge on the canvas: between a channel and its writer or reader, or between a resource and its
 * user.
 */
export interface Wire {
  readonly to: ElementRef;
  readonly end: 'writer' | 'reader' | 'user';
  readonly name: string;
}

/** Number of lost references that a notice names. */
const MAX_NAMED = 4;

/** The budget of a task that only sets or reads pins. */
const SHORT_TASK_US = 1_000;

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly selection: Selection;
  /** Whether the window is in simple, where a new task has an automatic budget. */
  readonly isSimple: () => boolean;
}

export type SketchActions = ReturnType<typeof createSketchActions>;

export function createSketchActions({ document, isSimple, notices, selection }: Needs) {
  const { currentSketch, edit } = document;
  const { select } = selection;

  /** Adds a new element at a place on the canvas and selects it. */
  function addNew(what: Addable, position: Position): ElementRef | null {
    const { kind, element } = newElement(currentSketch(), what, position, isSimple());
    if (!edit(tr`Add ${KIND_LABELS[kind]}`, (sketch) => addElement<ElementKind>(sketch, kind, element))) return null;
    const ref: ElementRef = { kind, name: element.name };
    select([ref]);
    return ref;
  }

  /**
   * Adds a task that is given, under the label of its offer, and selects it. A short task gets times
   * that are admitted. The times of a long one belong to its code.
   */
  function addTask(task: Task, label: string): void {
    const isShort = task.budgetUs !== null && task.budgetUs <= SHORT_TASK_US;
    const added = isShort ? withAdmittedTask(currentSketch(), task) : task;
    if (edit(label, (sketch) => addElement(sketch, 'tasks', added))) select([{ kind: 'tasks', name: task.name }]);
  }

  /**
   * Connects two elements. Between two tasks, adds a four-slot channel at the given place. A wire
   * that is not possible is refused with a notice.
   */
  function connectElements(from: ElementRef, to: ElementRef, between: Position): void {
    const name = uniqueName(currentSketch(), 'channels', 'value1');
    const channel = newChannel(name, { position: between });
    const done = edit(wireLabel(from, to), (sketch) => connectWire(sketch, from, to, channel));
    if (done && findElement(currentSketch(), 'channels', name) !== null) select([{ kind: 'channels', name }]);
  }

  /** Removes elements and wires in one step of undo. */
  function removeAll(elements: readonly ElementRef[], wires: readonly Wire[] = []): void {
    if (elements.length + wires.length === 0) return;
    const gone = new Set(elements.map(refKey));
    const left = wires.filter(({ to, name }) => {
      return !gone.has(refKey(to)) && !gone.has(`tasks:${name}`) && !gone.has(`interrupts:${name}`);
    });
    const label = elements.length === 1 && elements[0] ? tr`Delete ${KIND_LABELS[elements[0].kind]}` : tr`Delete`;
    edit(elements.length === 0 ? tr`Disconnect` : label, (sketch) =>
      inTurn(sketch, [
        ...left.map((wire) => (now: Sketch) => removeWire(now, wire)),
        ...elements.map(
          ({ kind, name }) =>
            (now: Sketch) =>
              removeElement(now, kind, name),
        ),
      ]),
    );
  }

  /** Adds copies of elements, and selects the copies. Returns the references that they lost. */
  function addCopies(label: string, copy: (sketch: Sketch) => CopyResult): readonly string[] {
    let added: readonly ElementRef[] = [];
    let dropped: readonly string[] = [];
    const done = edit(label, (sketch) => {
      const result = copy(sketch);
      ({ added, dropped } = result);
      return result;
    });
    if (!done) return [];
    if (added.length > 0) select(added);
    return dropped;
  }

  /** Duplicates elements next to the originals. */
  function duplicateAll(elements: readonly ElementRef[]): void {
    if (elements.length > 0) addCopies(tr`Duplicate`, (sketch) => duplicateElements(sketch, elements));
  }

  /** Adds copied elements. A notice names the references that the sketch has no elements for. */
  function paste(excerpt: Excerpt): void {
    const dropped = addCopies(tr`Paste`, (sketch) => pasteExcerpt(sketch, excerpt));
    if (dropped.length === 0) return;
    const named = dropped.slice(0, MAX_NAMED).join(', ');
    const list = dropped.length > MAX_NAMED ? tr`${named} and ${dropped.length - MAX_NAMED} more` : named;
    notices.notify(tr`Pasted without references to elements that this sketch does not have: ${list}.`);
  }

  /** Puts elements into a new group. Returns its name, or null if that was refused. */
  function groupAll(elements: readonly ElementRef[]): string | null {
    if (elements.length === 0) return null;
    const name = uniqueGroupName(currentSketch(), 'Group 1');
    return edit(tr`Group`, (sketch) => addGroup(sketch, name, elements)) ? name : null;
  }

  /** Removes the groups of elements. The elements stay. */
  function ungroupAll(elements: readonly ElementRef[]): void {
    const names = new Set(elements.flatMap((element) => groupOf(currentSketch(), element)?.name ?? []));
    if (names.size === 0) return;
    edit(tr`Ungroup`, (sketch) =>
      inTurn(
        sketch,
        [...names].map((name) => (now: Sketch) => removeGroup(now, name)),
      ),
    );
  }

  const changeGroup = (name: string, changes: GroupChanges): boolean =>
    edit(tr`Change group`, (sketch) => updateGroup(sketch, name, changes));

  function moveAll(moves: readonly Move[], mergeKey: string | null = null): void {
    if (moves.length > 0) edit(tr`Move`, (sketch) => moveElements(sketch, moves), mergeKey);
  }

  return {
    addNew,
    addTask,
    connectElements,
    removeAll,
    duplicateAll,
    paste,
    groupAll,
    ungroupAll,
    changeGroup,
    moveAll,
  };
}

interface NewElement {
  readonly kind: ElementKind;
  readonly element: ElementKinds[ElementKind];
}

/** @param isAutomatic whether the budget of a new task or handler follows its code and its runs */
function newElement(sketch: Sketch, what: Addable, position: Position, isAutomatic: boolean): NewElement {
  const name = (kind: ElementKind, first: string) => uniqueName(sketch, kind, first);
  switch (what) {
    case 'task':
      return {
        kind: 'tasks',
        element: withAdmittedTask(
          sketch,
          newTask(name('tasks', 'Task1'), { position, ...(isAutomatic && { budgetFrom: ESTIMATE }) }),
        ),
      };
    case 'interrupt': {
      const source = { ...freeInterrupt(sketch), position, ...(isAutomatic && { handlerBudgetFrom: ESTIMATE }) };
      const interrupt = newInterrupt(name('interrupts', 'Interrupt1'), '', source);
      return { kind: 'interrupts', element: withAdmittedInterrupt(sketch, interrupt) };
    }
    case 'resource':
      return { kind: 'resources', element: newResource(name('resources', 'Lock1'), { position }) };
    case 'four-slot':
      return { kind: 'channels', element: newChannel(name('channels', 'value1'), { kind: what, position }) };
    case 'ring-buffer':
      return { kind: 'channels', element: newChannel(name('channels', 'queue1'), { kind: what, position }) };
    default:
      return { kind: 'parts', element: newWiredPart(sketch, what, position) };
  }
}

/** A part without a free pin is added without wires. The board's view then says what to do. */
function newWiredPart(sketch: Sketch, kind: PartKind, position: Position): Part {
  const board = boardOf(sketch);
  const wiring = board === undefined ? null : wirePart(sketch, board, kind);
  return newPart(newPartName(sketch, kind), kind, { pins: wiring?.ok ? wiring.pins : {}, position });
}

/**
 * Returns a pin or another source that no interrupt of the sketch uses yet. Pins that support level
 * interrupts have an interrupt line of their own and come first. The pins after them come next,
 * because the pins before them often belong to the serial line.
 */
function freeInterrupt(sketch: Sketch): Pick<Interrupt, 'pin' | 'source'> {
  const { pins = [], interruptSources = [] } = boardOf(sketch) ?? {};
  const able = pins.filter(({ interrupt }) => interrupt !== null);
  const own = able.filter(({ interruptModes }) => interruptModes.includes('low'));
  const behind = able.slice(able.findLastIndex((pin) => own.includes(pin)) + 1);
  const used = new Set(sketch.interrupts.flatMap(({ pin, source }) => [pin, source]));
  const pin = [...own, ...behind, ...able].find(({ name }) => !used.has(name))?.name;
  if (pin !== undefined) return { pin, source: null };
  const source = interruptSources.find(({ name }) => !used.has(name)) ?? interruptSources[0];
  return source === undefined ? { pin: able[0]?.name ?? '2', source: null } : { pin: null, source: source.name };
}

/** The name of the step of undo. */
function wireLabel(from: ElementRef, to: ElementRef): string {
  if (to.kind === 'resources') return tr`Add user`;
  if (to.kind === 'channels') return tr`Connect writer`;
  return from.kind === 'channels' ? tr`Connect reader` : tr`Connect tasks`;
}

function removeUser(sketch: Sketch, resource: string, task: string): EditResult {
  const users = findElement(sketch, 'resources', resource)?.users ?? [];
  return updateElement(sketch, 'resources', resource, { users: users.filter((user) => user.task !== task) });
}

function removeWire(sketch: Sketch, { to, end, name }: Wire): EditResult {
  return end === 'user' ? removeUser(sketch, to.name, name) : disconnectChannel(sketch, to.name, end, name);
}

/** Applies edits one after the other until one is refused. */
function inTurn(sketch: Sketch, changes: readonly ((sketch: Sketch) => EditResult)[]): EditResult {
  let result: EditResult = { ok: true, sketch };
  for (const change of changes) {
    if (!result.ok) return result;
    result = change(result.sketch);
  }
  return result;
}
