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
} from '../../../generator/sketch/edits.ts';
import { type ElementKind, type ElementKinds, KIND_LABELS, uniqueName } from '../../../generator/sketch/elements.ts';
import type { ChannelKind, PartKind, Position, Sketch } from '../../../generator/sketch/model.ts';
import { currentSketch, edit } from './document.ts';
import type { ElementRef } from './element-ref.ts';
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
        newInterrupt(uniqueName(sketch, 'interrupts', 'Interrupt1'), freeInterruptPin(sketch), { position }),
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

/** A pin with an interrupt of its own that no interrupt of the sketch uses yet. */
function freeInterruptPin(sketch: Sketch): string {
  const pins = boardById(sketch.board)?.pins.filter(({ interrupt }) => interrupt !== null) ?? [];
  const used = new Set(sketch.interrupts.map(({ pin }) => pin));
  return (pins.find(({ name }) => !used.has(name)) ?? pins[0])?.name ?? '2';
}

const isActor = (ref: ElementRef): boolean => ref.kind === 'tasks' || ref.kind === 'interrupts';

/** Whether data can flow from one element to the other. */
export function canConnect(from: ElementRef, to: ElementRef): boolean {
  if (isActor(from)) return to.kind === 'channels' || (isActor(to) && from.name !== to.name);
  return from.kind === 'channels' && isActor(to);
}

/** Connects two elements; between two tasks it puts a new four-slot channel, at the given place. */
export function connectElements(from: ElementRef, to: ElementRef, between: Position): void {
  if (!canConnect(from, to)) return;
  if (to.kind === 'channels') {
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

export interface Wire {
  readonly channel: string;
  readonly end: 'writer' | 'reader';
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
  const gone = new Set(elements.map(({ kind, name }) => `${kind}:${name}`));
  const left = wires.filter(({ channel, name }) => {
    return !gone.has(`channels:${channel}`) && !gone.has(`tasks:${name}`) && !gone.has(`interrupts:${name}`);
  });
  const label = elements.length === 1 && elements[0] ? `Delete ${KIND_LABELS[elements[0].kind]}` : 'Delete';
  edit(elements.length === 0 ? 'Disconnect' : label, (sketch) =>
    inTurn(sketch, [
      ...left.map(
        ({ channel, end, name }) =>
          (now: Sketch) =>
            disconnectChannel(now, channel, end, name),
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
