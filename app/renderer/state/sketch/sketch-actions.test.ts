import { describe, expect, it } from 'vitest';
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import { newChannel, newResource, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { wireProblem } from '../../../../generator/sketch/wires.ts';
import { testSession } from '../session/test-session.ts';
import type { ElementRef } from './element-ref.ts';
import type { Addable } from './sketch-actions.ts';

const PLACE = { x: 8, y: 16 };
const SKETCH = newSketch('s', {
  tasks: [newTask('Sense'), newTask('Act')],
  channels: [newChannel('value', { writer: 'Sense', readers: ['Act'] })],
  resources: [newResource('Bus')],
});
const sense = { kind: 'tasks', name: 'Sense' } as const;
const act = { kind: 'tasks', name: 'Act' } as const;
const value = { kind: 'channels', name: 'value' } as const;
const bus = { kind: 'resources', name: 'Bus' } as const;

function acting(sketch: Sketch = SKETCH) {
  const { document, notices, selection, sketchActions } = testSession(sketch);
  return {
    ...sketchActions,
    undo: document.undo,
    now: document.currentSketch,
    selected: selection.currentSelection,
    notices,
  };
}

describe('adding', () => {
  it.each<[Addable, ElementRef]>([
    ['task', { kind: 'tasks', name: 'Task1' }],
    ['interrupt', { kind: 'interrupts', name: 'Interrupt1' }],
    ['resource', { kind: 'resources', name: 'Lock1' }],
    ['four-slot', { kind: 'channels', name: 'value1' }],
    ['ring-buffer', { kind: 'channels', name: 'queue1' }],
    ['led', { kind: 'parts', name: 'LED' }],
  ])('a %s places it at the given position and selects it', (what, ref) => {
    const { addNew, now, selected } = acting();
    expect(addNew(what, PLACE)).toEqual(ref);
    expect(selected()).toEqual([ref]);
    expect(now()[ref.kind].find(({ name }) => name === ref.name)?.position).toEqual(PLACE);
    expect(addNew(what, PLACE)?.name).not.toBe(ref.name);
  });

  it('a task or an interrupt gives it an automatic budget in Simple', () => {
    const { addNew, now } = acting();
    addNew('task', PLACE);
    addNew('interrupt', PLACE);
    expect(now().tasks.at(-1)?.budgetFrom).toEqual(ESTIMATE);
    expect(now().interrupts.at(-1)?.handlerBudgetFrom).toEqual(ESTIMATE);
  });

  it('a part wires it to a free pin, or adds it without wires', () => {
    const { addNew, now } = acting();
    for (const what of ['button', 'rgb-led', 'rgb-led'] as const) addNew(what, PLACE);
    const [button, first, second] = now().parts.slice(-3);
    expect(button?.pins).toEqual({ a: '2' });
    expect(Object.keys(first?.pins ?? {})).toEqual(['red', 'green', 'blue']);
    expect(second).toMatchObject({ name: 'RGB LED 2', pins: {} });
  });

  it('an interrupt uses a pin that no other interrupt uses', () => {
    const { addNew, now } = acting();
    for (let count = 0; count < 4; count++) addNew('interrupt', PLACE);
    const pins = now().interrupts.map(({ pin }) => pin);
    expect(pins.slice(0, 2)).toEqual(['2', '3']);
    expect(new Set(pins).size).toBe(4);
  });
});

describe('connecting', () => {
  it('two tasks adds a four-slot channel between them', () => {
    const { connectElements, now, selected } = acting();
    connectElements(act, sense, PLACE);
    expect(now().channels[1]).toMatchObject({ kind: 'four-slot', writer: 'Act', readers: ['Sense'], position: PLACE });
    expect(selected()).toEqual([{ kind: 'channels', name: now().channels[1]?.name }]);
  });

  it('a task with a channel makes it writer or reader, depending on the direction', () => {
    const { connectElements, now } = acting({ ...SKETCH, channels: [newChannel('value')] });
    connectElements(act, value, PLACE);
    connectElements(value, sense, PLACE);
    expect(now().channels[0]).toMatchObject({ writer: 'Act', readers: ['Sense'] });
  });

  it('a task with a resource makes it a user, once', () => {
    const { connectElements, now, notices } = acting();
    connectElements(sense, bus, PLACE);
    connectElements(sense, bus, PLACE);
    expect(notices.store.getState().notices).toMatchObject([{ text: '"Sense" already locks "Bus".' }]);
    expect(now().resources[0]?.users).toEqual([{ task: 'Sense', criticalSectionUs: 100 }]);
  });

  it('is not possible with itself, between channels, or from a resource, and a notice says why', () => {
    const impossible: readonly [ElementRef, ElementRef][] = [
      [sense, sense],
      [value, value],
      [bus, sense],
      [value, bus],
      [{ kind: 'interrupts', name: 'Edge' }, bus],
    ];
    for (const [from, to] of impossible) {
      const { connectElements, now, notices } = acting();
      connectElements(from, to, PLACE);
      expect(now()).toBe(SKETCH);
      expect(notices.store.getState().notices).toMatchObject([{ text: wireProblem(SKETCH, from, to) }]);
    }
  });
});

describe('removing', () => {
  const wired = { ...SKETCH, resources: [newResource('Bus', { users: [{ task: 'Sense', criticalSectionUs: 5 }] })] };

  it('wires keeps the connected elements', () => {
    const { removeAll, now } = acting(wired);
    removeAll(
      [],
      [
        { to: value, end: 'writer', name: 'Sense' },
        { to: value, end: 'reader', name: 'Act' },
        { to: bus, end: 'user', name: 'Sense' },
      ],
    );
    expect(now().tasks).toHaveLength(2);
    expect(now().channels[0]).toMatchObject({ writer: null, readers: [] });
    expect(now().resources[0]?.users).toEqual([]);
  });

  it('an element also removes its wires, selected or not, in one step of undo', () => {
    const { removeAll, undo, now } = acting(wired);
    removeAll([sense, value], [{ to: value, end: 'writer', name: 'Sense' }]);
    expect(now()).toMatchObject({ tasks: [{ name: 'Act' }], channels: [], resources: [{ users: [] }] });
    undo();
    expect(now()).toEqual(wired);
  });
});

describe('a refused edit', () => {
  it('changes nothing, selects nothing, and shows the reason', () => {
    const { addNew, selected, now, notices } = acting();
    expect(addNew('task', { x: Number.NaN, y: 0 })).toBeNull();
    expect(now()).toBe(SKETCH);
    expect(selected()).toEqual([]);
    expect(notices.store.getState().notices).toMatchObject([{ tone: 'problem' }]);
  });
});
