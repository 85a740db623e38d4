/** Edits that more than one view makes: adding, connecting, removing, copying elements. */

import { boardById } from '../../../generator/boards/index.ts';
import { newChannel, newInterrupt, newPart, newResource, newTask } from '../../../generator/sketch/create.ts';
import {
  addElement,
  connectChannel,
  disconnectChannel,
  duplicateElement,
  type EditResult,
  type Move,
  moveElements,
  removeElement,
  updateElement,
} from '../../../generator/sketch/edits.ts';
import {
  type ElementKind,
  type ElementKinds,
  findElement,
  KIND_LABELS,
  uniqueName,
} from '../../../generator/sketch/elements.ts';
import type { ChannelKind, Interrupt, PartKind, Position, Sketch } from '../../../generator/sketch/model.ts';
import { currentSketch, edit } from './document.ts';
import { type ElementRef, refKey } from './element-ref.ts';
import { select } from './selection.ts';

/** What can be added by one press. */
export type Addable = 'task' | 'interrupt' | 'resource' | ChannelKind | PartKind;

/** Adds a new element at a place on the canvas and selects it. */
export function addNew(what: Addable, position: Position): ElementRef | null {
  const sketch = currentSketch();
  switch (what) {
    case 'task':
      return add('tasks', newTask(uniqueName(sketch, 'tasks', 'Task1'), { position }));
    case 'interrupt':
      return add(
        'interrupts',
        newInterrupt(uniqueName(sketch, 'interrupts', 'Interrupt1'), '', { ...freeInterrupt(sketch), position }),
      );
    case 'resource':
      return add('resources', newResource(uniqueName(sketch, 'resources', 'Lock1'), { position }));
    case 'four-slot':
      return add('channels', newChannel(uniqueName(sketch, 'channels', 'value1'), { kind: what, position }));
    case 'ring-buffer':
      return add('channels', newChannel(uniqueName(sketch, 'channels', 'queue1'), { kind: what, position }));
    default:
      return add('parts', newPart(uniqueName(sketch, 'parts', PART_NAMES[what]), what, { position }));
  }
}

const PART_NAMES: Readonly<Record<PartKind, string>> = {
  led: 'LED1',
  button: 'Button1',
  potentiometer: 'Pot1',
  ultrasonic: 'Sonar1',
  servo: 'Servo1',
  buzzer: 'Buzzer1',
};

function add<K extends ElementKind>(kind: K, element: ElementKinds[K]): ElementRef | null {
  if (!edit(`Add ${KIND_LABELS[kind]}`, (sketch) => addElement(sketch, kind, element))) return null;
  const ref: ElementRef = { kind, name: element.name };
  select([ref]);
  return ref;
}

/**
 * A pin or another source of interrupts that no interrupt of the sketch uses yet. Pins that can tell a level have an
 * interrupt of their own and come first; then those behind them, since boards like to have their serial line before.
 */
function freeInterrupt(sketch: Sketch): Pick<Interrupt, 'pin' | 'source'> {
  const { pins = [], interruptSources = [] } = boardById(sketch.board) ?? {};
  const able = pins.filter(({ interrupt }) => interrupt !== null);
  const own = able.filter(({ interruptModes }) => interruptModes.includes('low'));
  const behind = able.slice(able.findLastIndex((pin) => own.includes(pin)) + 1);
  const used = new Set(sketch.interrupts.flatMap(({ pin, source }) => [pin, source]));
  const pin = [...own, ...behind, ...able].find(({ name }) => !used.has(name))?.name;
  if (pin !== undefined) return { pin, source: null };
  const source = interruptSources.find(({ name }) => !used.has(name)) ?? interruptSources[0];
  return source === undefined ? { pin: able[0]?.name ?? '2', source: null } : { pin: null, source: source.name };
}

const isActor = (ref: ElementRef): boolean => ref.kind === 'tasks' || ref.kind === 'interrupts';

/** The longest critical section that a task is given when it begins to use a resource. */
export const FIRST_SECTION_US = 100;

/** Whether data can flow from one element to the other, or a task use a resource. */
export function canConnect(from: ElementRef, to: ElementRef): boolean {
  if (to.kind === 'resources') return from.kind === 'tasks';
  if (isActor(from)) return to.kind === 'channels' || (isActor(to) && from.name !== to.name);
  return from.kind === 'channels' && isActor(to);
}

/** Connects two elements; between two tasks it puts a new four-slot channel, at the given place. */
export function connectElements(from: ElementRef, to: ElementRef, between: Position): void {
  if (!canConnect(from, to)) return;
  if (to.kind === 'resources') {
    edit('Add user', (sketch) => addUser(sketch, to.name, from.name));
  } else if (to.kind === 'channels') {
    edit('Connect writer', (sketch) => connectChannel(sketch, to.name, 'writer', from.name));
  } else if (from.kind === 'channels') {
    edit('Connect reader', (sketch) => connectChannel(sketch, from.name, 'reader', to.name));
  } else {
    const name = uniqueName(currentSketch(), 'channels', 'value1');
    const channel = newChannel(name, { writer: from.name, readers: [to.name], position: between });
    if (edit('Connect tasks', (sketch) => addElement(sketch, 'channels', channel)))
      select([{ kind: 'channels', name }]);
  }
}

function addUser(sketch: Sketch, resource: string, task: string): EditResult {
  const users = findElement(sketch, 'resources', resource)?.users ?? [];
  if (users.some((user) => user.task === task)) return { ok: true, sketch };
  return updateElement(sketch, 'resources', resource, {
    users: [...users, { task, criticalSectionUs: FIRST_SECTION_US }],
  });
}

function removeUser(sketch: Sketch, resource: string, task: string): EditResult {
  const users = findElement(sketch, 'resources', resource)?.users ?? [];
  return updateElement(sketch, 'resources', resource, { users: users.filter((user) => user.task !== task) });
}

/** A line on the canvas: a task or interrupt at an end of a channel, or a task that uses a resource. */
export interface Wire {
  readonly to: ElementRef;
  readonly end: 'writer' | 'reader' | 'user';
  readonly name: string;
}

/** Applies edits one after the other; the first that is refused ends it. */
function inTurn(sketch: Sketch, changes: readonly ((sketch: Sketch) => EditResult)[]): EditResult {
  let result: EditResult = { ok: true, sketch };
  for (const change of changes) {
    if (!result.ok) return result;
    result = change(result.sketch);
  }
  return result;
}

/** Removes elements and wires in one step of undo. */
export function removeAll(elements: readonly ElementRef[], wires: readonly Wire[] = []): void {
  if (elements.length + wires.length === 0) return;
  const gone = new Set(elements.map(refKey));
  const left = wires.filter(({ to, name }) => {
    return !gone.has(refKey(to)) && !gone.has(`tasks:${name}`) && !gone.has(`interrupts:${name}`);
  });
  const label = elements.length === 1 && elements[0] ? `Delete ${KIND_LABELS[elements[0].kind]}` : 'Delete';
  edit(elements.length === 0 ? 'Disconnect' : label, (sketch) =>
    inTurn(sketch, [
      ...left.map(
        ({ to, end, name }) =>
          (now: Sketch) =>
            end === 'user' ? removeUser(now, to.name, name) : disconnectChannel(now, to.name, end, name),
      ),
      ...elements.map(
        ({ kind, name }) =>
          (now: Sketch) =>
            removeElement(now, kind, name),
      ),
    ]),
  );
}

/** Copies elements beside themselves and selects the copies. */
export function duplicateAll(elements: readonly ElementRef[]): void {
  const copies: ElementRef[] = [];
  const done = edit('Duplicate', (sketch) =>
    inTurn(
      sketch,
      elements.map(({ kind, name }) => (now: Sketch) => {
        const result = duplicateElement(now, kind, name);
        copies.push({ kind, name: result.name });
        return result;
      }),
    ),
  );
  if (done && elements.length > 0) select(copies);
}

export function moveAll(moves: readonly Move[], mergeKey: string | null = null): void {
  if (moves.length > 0) edit('Move', (sketch) => moveElements(sketch, moves), mergeKey);
}
