// @vitest-environment happy-dom
/**
 * Tests the forms of all elements except tasks: each field changes the sketch as labelled, and undo
 * reverts it.
 */
import { describe, expect, it } from 'vitest';
import {
  newChannel,
  newInterrupt,
  newPart,
  newResource,
  newSketch,
  newTask,
} from '../../../../generator/sketch/create.ts';
import { addElement } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { show } from '../test-view.ts';
import { Inspector } from './inspector.tsx';

const SKETCH = newSketch('s', {
  target: 'freertos',
  tasks: [
    newTask('Sense', { periodUs: 10_000, budgetUs: 1_000 }),
    newTask('Act', { periodUs: 20_000, budgetUs: 1_000 }),
  ],
  channels: [newChannel('value', { kind: 'four-slot' }), newChannel('queue', { kind: 'ring-buffer', capacity: 4 })],
  interrupts: [newInterrupt('Edge', '2'), newInterrupt('Late', '3', { ioBudgetUs: null, ioPeriodUs: null })],
  ioServer: { budgetUs: 300, periodUs: 5_000 },
  resources: [newResource('Bus')],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' } }), newPart('Knob', 'potentiometer')],
});

async function inspect(selected: readonly ElementRef[], changes: Partial<Sketch> = {}) {
  const session = testSession({ ...SKETCH, ...changes });
  session.settings.changeSettings({ detail: 'full' });
  session.selection.select(selected);
  const view = await show(session, <Inspector />);
  return { session, view, sketch: session.document.currentSketch };
}

describe('the form of a channel', () => {
  it('connects its ends, and disconnects them', async () => {
    const { view, sketch } = await inspect([{ kind: 'channels', name: 'value' }]);
    await view.choose('Writer', 'Sense');
    await view.press('box', 'Act');
    await view.press('box', 'Edge');
    expect(sketch().channels[0]).toMatchObject({ writer: 'Sense', readers: ['Act', 'Edge'] });
    await view.press('box', 'Act');
    await view.choose('Writer', 'none yet');
    expect(sketch().channels[0]).toMatchObject({ writer: null, readers: ['Edge'] });
  });

  it('has a capacity only for ring buffers', async () => {
    const { session, view, sketch } = await inspect([{ kind: 'channels', name: 'value' }]);
    expect(view.all('field', 'Capacity')).toEqual([]);
    await view.change(() => session.selection.select([{ kind: 'channels', name: 'queue' }]));
    await view.enter('Capacity', '0');
    expect(view.get('alert', /^Between 1 and/)).toBeTruthy();
    await view.enter('Capacity', '9 items');
    expect(sketch().channels[1]?.capacity).toBe(9);
  });

  it('adds, renames and removes fields of its item, and keeps their names distinct', async () => {
    const { view, sketch } = await inspect([{ kind: 'channels', name: 'value' }]);
    const names = () => sketch().channels[0]?.item.map(({ name }) => name);
    const [first] = names() ?? [];
    await view.press('button', 'Add field');
    expect(names()).toEqual([first, 'field2']);
    await view.enter('Name of field 2', first ?? '');
    expect(names()).toEqual([first, 'field2']);
    await view.enter('Name of field 2', 'speed');
    expect(names()).toEqual([first, 'speed']);
    await view.press('button', `Remove ${first}`);
    expect(names()).toEqual(['speed']);
    expect(view.get('button', 'Remove speed')).toHaveProperty('disabled', true);
  });
});

describe('the form of an interrupt', () => {
  it('moves its code to a handler with a budget, and back', async () => {
    const { view, sketch } = await inspect([{ kind: 'interrupts', name: 'Edge' }]);
    await view.choose('Runs', 'in the interrupt itself');
    expect(sketch().interrupts[0]?.handlerBudgetUs).toBe(0);
    expect(view.all('field', /Least gap$/)).toEqual([]);
    await view.choose('Runs', 'as a job of a handler');
    await view.enter(/Least gap$/, '4 ms');
    expect(sketch().interrupts[0]).toMatchObject({ handlerBudgetUs: 1_000, handlerPeriodUs: 4_000 });
  });

  it('says what happens to a job of its handler that has exhausted its budget', async () => {
    const { view, sketch } = await inspect([{ kind: 'interrupts', name: 'Edge' }], { target: 'preemptive' });
    await view.choose('Its job', 'Is stopped');
    expect(sketch().interrupts[0]?.handlerExhaustion).toBe('stop');
    await view.choose('Runs', 'in the interrupt itself');
    expect(view.all('list', 'Its job')).toEqual([]);
  });

  it('shows in simple that its handler is stopped, and of no other', async () => {
    const { session, view } = await inspect([{ kind: 'interrupts', name: 'Edge' }], {
      interrupts: [newInterrupt('Edge', '2', { handlerExhaustion: 'wait' }), newInterrupt('Late', '3')],
    });
    await view.change(() => session.settings.changeSettings({ detail: 'simple' }));
    expect(view.all('list', 'Its job')).toHaveLength(1);
    await view.change(() => session.selection.select([{ kind: 'interrupts', name: 'Late' }]));
    expect(view.all('list', 'Its job')).toEqual([]);
  });

  it('copies the shared budget when it gets its own one', async () => {
    const { view, sketch } = await inspect([{ kind: 'interrupts', name: 'Late' }]);
    expect(view.text()).toContain('300 µs in 5 ms, shared.');
    await view.choose('Runs on', 'its own budget');
    expect(sketch().interrupts[1]).toMatchObject({ ioBudgetUs: 300, ioPeriodUs: 5_000 });
    await view.choose('Runs on', 'the sketch’s I/O server');
    expect(sketch().interrupts[1]).toMatchObject({ ioBudgetUs: null, ioPeriodUs: null });
  });

  it('adds the I/O server with the budget of the first interrupt that shares it', async () => {
    const { view, sketch } = await inspect([{ kind: 'interrupts', name: 'Edge' }], {
      ioServer: null,
      interrupts: [newInterrupt('Edge', '2', { ioBudgetUs: 70, ioPeriodUs: 700 })],
    });
    await view.choose('Runs on', 'the sketch’s I/O server');
    expect(sketch().ioServer).toEqual({ budgetUs: 70, periodUs: 700 });
    expect(sketch().interrupts[0]?.ioBudgetUs).toBeNull();
  });

  it('warns that a budget of 0 keeps it masked', async () => {
    const { view } = await inspect([{ kind: 'interrupts', name: 'Edge' }], {
      interrupts: [newInterrupt('Edge', '2', { ioBudgetUs: 0, ioPeriodUs: 700 })],
    });
    expect(view.text()).toContain('A budget of 0 keeps the interrupt masked: it is never delivered.');
  });

  it('sets its arrivals in a prediction', async () => {
    const { view, sketch } = await inspect([{ kind: 'interrupts', name: 'Edge' }]);
    expect(view.text()).toContain('The worst case');
    await view.choose('Arrivals', 'in bursts');
    await view.enter('At once', '5');
    expect(sketch().interrupts[0]?.arrivals).toMatchObject({ pattern: 'bursty', burst: 5 });
    await view.choose('Arrivals', 'as often as its budget allows');
    expect(sketch().interrupts[0]?.arrivals).toBeNull();
  });
});

describe('the form of a resource', () => {
  it('stores the length of each user’s critical section', async () => {
    const { view, sketch } = await inspect([{ kind: 'resources', name: 'Bus' }]);
    await view.press('box', 'Sense');
    await view.enter('holds it for', '250');
    await view.press('box', 'Act');
    expect(sketch().resources[0]?.users).toEqual([
      { task: 'Sense', criticalSectionUs: 250 },
      { task: 'Act', criticalSectionUs: 100 },
    ]);
    await view.press('box', 'Sense');
    expect(sketch().resources[0]?.users.map(({ task }) => task)).toEqual(['Act']);
    expect(view.text()).toContain('Bus_lock()');
  });

  it('has a ceiling only with fixed priorities', async () => {
    const { view } = await inspect([{ kind: 'resources', name: 'Bus' }], { policy: 'rate-monotonic' });
    expect(view.all('field', 'Ceiling')).toEqual([]);
    const fixed = await inspect([{ kind: 'resources', name: 'Bus' }], { policy: 'fixed' });
    await fixed.view.enter('Ceiling', '4');
    expect(fixed.sketch().resources[0]?.ceiling).toBe(4);
    await fixed.view.enter('Ceiling', '');
    expect(fixed.sketch().resources[0]?.ceiling).toBeNull();
  });
});

describe('the form of a part', () => {
  it('sets the colour of an LED, and the length of a strip within its limits', async () => {
    const { session, view, sketch } = await inspect([{ kind: 'parts', name: 'Lamp' }]);
    await view.choose('Colour', 'Blue');
    expect(sketch().parts[0]?.color).toBe('blue');
    await view.change(() => {
      session.document.edit('Add part', (present) => addElement(present, 'parts', newPart('Strip', 'led-strip')));
      session.selection.select([{ kind: 'parts', name: 'Strip' }]);
    });
    await view.enter('Length', '12 LEDs');
    expect(sketch().parts.at(-1)?.pixels).toBe(12);
    await view.enter('Length', '100000');
    expect(sketch().parts.at(-1)?.pixels).toBe(12);
    expect(view.text()).toContain('From 1 to 256 LEDs.');
  });

  it('keeps its wires when it becomes another kind of part', async () => {
    const { view, sketch } = await inspect([{ kind: 'parts', name: 'Lamp' }]);
    const wired = () => Object.values(sketch().parts[0]?.pins ?? {});
    expect(wired()).toEqual(['13']);
    await view.choose('Kind', 'Button');
    expect(sketch().parts[0]?.kind).toBe('button');
    expect(wired()).toEqual(['13']);
  });

  it('offers a potentiometer only analog input pins', async () => {
    const { session, view } = await inspect([{ kind: 'parts', name: 'Knob' }]);
    const labels = () =>
      [...(view.all('list').at(-1)?.querySelectorAll('option') ?? [])].map((each) => each.textContent);
    expect(labels()).toContain('A0');
    expect(labels().some((label) => label?.startsWith('13'))).toBe(false);
    await view.change(() => session.selection.select([{ kind: 'parts', name: 'Lamp' }]));
    expect(labels()).toContain('13');
  });
});

describe('the form of the sketch', () => {
  it('is shown while nothing is selected, and changes board, target and policy', async () => {
    const { view, sketch } = await inspect([]);
    await view.enter('Name', 'lights');
    await view.choose('Target', 'Super-loop');
    await view.choose('Policy', 'Fixed priority');
    expect(sketch()).toMatchObject({ name: 'lights', target: 'superloop', policy: 'fixed' });
    await view.choose('Target', 'Quest');
    await expect(view.choose('Policy', 'Earliest deadline')).rejects.toThrow('cannot be chosen');
  });

  it('adds and removes the I/O server that interrupts share', async () => {
    const { view, sketch } = await inspect([], { ioServer: null, interrupts: [newInterrupt('Edge', '2')] });
    await view.press('button', 'Add an I/O server');
    expect(sketch().ioServer).toEqual({ budgetUs: 200, periodUs: 10_000 });
    await view.press('button', 'Remove the I/O server');
    expect(sketch().ioServer).toBeNull();
  });
});

describe('several selected elements', () => {
  it('are listed, and a click selects one of them', async () => {
    const { session, view } = await inspect([
      { kind: 'tasks', name: 'Sense' },
      { kind: 'channels', name: 'queue' },
    ]);
    expect(view.names('item')).toEqual(['Sensetask', 'queuechannel']);
    await view.press('button', 'queue');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'channels', name: 'queue' }]);
    expect(view.value('field', 'Capacity')).toBe('4 items');
  });
});
