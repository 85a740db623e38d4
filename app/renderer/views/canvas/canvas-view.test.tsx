// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  newChannel,
  newInterrupt,
  newPart,
  newResource,
  newSketch,
  newTask,
} from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { CanvasView } from './canvas-view.tsx';

const SKETCH = newSketch('s', {
  target: 'freertos',
  tasks: [
    newTask('Sense', { periodUs: 10_000, budgetUs: 1_000, position: { x: 0, y: 0 } }),
    newTask('Act', { periodUs: 20_000, budgetUs: 1_000, position: { x: 400, y: 0 } }),
  ],
  channels: [newChannel('value', { writer: 'Sense', readers: ['Act'], position: { x: 250, y: 0 } })],
  interrupts: [newInterrupt('Edge', '2', { position: { x: 0, y: 300 } })],
  resources: [newResource('Bus', { position: { x: 400, y: 300 } })],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' }, position: { x: 700, y: 0 } })],
});

async function canvas(sketch: Sketch = SKETCH) {
  const session = testSession(sketch);
  const view = await show(session, <CanvasView />);
  const nodes = () =>
    [...view.container.querySelectorAll('.react-flow__node')].map((node) => node.getAttribute('data-id'));
  return {
    session,
    view,
    nodes,
    node: (key: string) => view.container.querySelector(`[data-id="${key}"]`),
    run: (command: string) => view.change(() => session.commands.runCommand(command)),
    select: (...keys: [kind: 'tasks' | 'channels' | 'interrupts', name: string][]) =>
      view.change(() => session.selection.select(keys.map(([kind, name]) => ({ kind, name })))),
    now: session.document.currentSketch,
  };
}

describe('the canvas', () => {
  it('has a node for each element, and adds one for a new element', async () => {
    const { session, nodes, run, now } = await canvas();
    const all = ['channels:value', 'interrupts:Edge', 'parts:Lamp', 'resources:Bus', 'tasks:Act', 'tasks:Sense'];
    expect(nodes().toSorted()).toEqual(all);
    await run('add-task');
    expect(nodes().toSorted()).toEqual([...all, 'tasks:Task1'].toSorted());
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Task1' }]);
    await run('add-four-slot');
    expect(now().channels.map(({ name }) => name)).toEqual(['value', 'value1']);
  });

  it('leads from the misses of a task to the first of them, although no job of it has ended', async () => {
    const { session, view } = await canvas();
    await view.change(() => session.trace.beginTrace(SKETCH));
    const tasks = [
      { worstResponseNs: 1_000_000, misses: 0 },
      { worstResponseNs: null, misses: 2 },
    ];
    await view.change(() => session.measured.store.setState({ tasks }));
    await view.press('button', '2 misses');
    expect(session.missRequest.store.getState().asked).toEqual({ task: 1 });
  });

  it('shows a hint while it is empty', async () => {
    const { session, view, nodes } = await canvas(newSketch('s'));
    await view.press('button', 'Add task');
    expect(nodes()).toEqual(['tasks:Task1']);
    expect(view.all('button', 'Starter sketches')).toEqual([]);
    expect(session.layout.store.getState().wanted?.panel).toBe('canvas');
  });

  it('has an accessible name for each card, wire and group, which says its state', async () => {
    const { session, view, node, select, run } = await canvas();
    const nameOf = (element: Element | null | undefined) => {
      const label = element?.getAttribute('aria-labelledby');
      const name = label == null ? element?.getAttribute('aria-label') : document.getElementById(label)?.textContent;
      return name?.replace(/\s/g, ' ');
    };
    const label = (key: string) => nameOf(node(key));
    await view.until(() =>
      expect(label('tasks:Sense')).toMatch(/^Task Sense, every 10 ms, worst response \S+ ms of 10 ms, fits$/),
    );
    expect(label('channels:value')).toMatch(/channel value, written by Sense, read by Act$/);
    expect(label('resources:Bus')).toBe('Resource Bus, ceiling of its users, no users yet');
    expect(label('interrupts:Edge')).toBe('Interrupt Edge, pin 2');
    expect(label('parts:Lamp')).toBe('LED Lamp, pin 13');
    const ports = [...view.container.querySelectorAll('.port:not([aria-hidden])')];
    expect(ports.map(nameOf)).toContain('Output of Sense');
    expect(ports.every((port) => nameOf(port))).toBe(true);
    await select(['tasks', 'Sense'], ['channels', 'value']);
    await view.change(() => void session.sketchActions.groupAll(session.selection.currentSelection()));
    await run('ungroup');
    expect(session.document.currentSketch().groups).toEqual([]);
    await view.change(() =>
      session.document.edit('slow', (sketch) => updateElement(sketch, 'tasks', 'Sense', { budgetUs: 9_900 })),
    );
    await view.until(() => expect(label('tasks:Act')).toMatch(/, does not fit$/));
  });

  it('shows at the ports of tasks and interrupts which channels are connected', async () => {
    const edges = newChannel('edges', { kind: 'ring-buffer', writer: 'Edge', readers: ['Sense'] });
    const { node } = await canvas({ ...SKETCH, channels: [...SKETCH.channels, edges] });
    const shapes = (key: string) =>
      [...(node(key)?.querySelectorAll('.port:not([aria-hidden])') ?? [])].map((port) =>
        port.getAttribute('data-shape'),
      );
    expect(shapes('interrupts:Edge')).toEqual(['free', 'ring-buffer']);
    expect(shapes('tasks:Sense')).toEqual(['ring-buffer', 'four-slot']);
    expect(shapes('tasks:Act')).toEqual(['four-slot', 'free']);
  });

  it('deletes selected elements with their channel ends in one step', async () => {
    const { session, view, select, run, now } = await canvas();
    await select(['tasks', 'Sense'], ['interrupts', 'Edge']);
    await run('delete');
    expect(now()).toMatchObject({ tasks: [{ name: 'Act' }], interrupts: [], channels: [{ writer: null }] });
    await view.change(session.document.undo);
    expect(now()).toEqual(SKETCH);
  });

  it('duplicates selected elements, and selects the copies', async () => {
    const { session, select, run, nodes } = await canvas();
    await select(['tasks', 'Sense']);
    await run('duplicate');
    const [copy] = session.selection.currentSelection();
    expect(copy?.name).not.toBe('Sense');
    expect(nodes()).toContain(`tasks:${copy?.name}`);
  });

  it('renames in place: Enter commits the name, Escape discards it', async () => {
    const { session, view, select, run, now } = await canvas();
    await select(['tasks', 'Sense']);
    await run('rename');
    await view.type('Name of Sense', 'Gone');
    await view.key('Name of Sense', 'Escape');
    expect(view.all('field', 'Name of Sense')).toEqual([]);
    expect(now().tasks[0]?.name).toBe('Sense');
    await run('rename');
    await view.type('Name of Sense', 'Measure');
    await view.key('Name of Sense', 'Enter');
    expect(now().tasks[0]?.name).toBe('Measure');
    expect(now().channels[0]?.writer).toBe('Measure');
    expect(session.selection.currentSelection()).toEqual([{ kind: 'tasks', name: 'Measure' }]);
  });

  it('opens the code of a task, but a channel has no code', async () => {
    const { session, select, run } = await canvas();
    await select(['channels', 'value']);
    await run('open-code');
    expect(session.bodies.store.getState().open).toEqual([]);
    await select(['tasks', 'Act']);
    await run('open-code');
    expect(session.bodies.store.getState().open).toMatchObject([{ owner: { kind: 'tasks', name: 'Act' } }]);
  });

  it('selects all elements of every kind', async () => {
    const { session, run, nodes } = await canvas();
    await run('select-all');
    const keys = session.selection.currentSelection().map(({ kind, name }) => `${kind}:${name}`);
    expect(keys.toSorted()).toEqual(nodes().toSorted());
  });

  it('lays the sketch out in one step of undo', async () => {
    const { session, view, run, now } = await canvas();
    await run('auto-layout');
    expect(now().tasks[1]?.position).not.toEqual(SKETCH.tasks[1]?.position);
    await view.change(session.document.undo);
    expect(now()).toEqual(SKETCH);
  });

  it('marks an element with build errors until the next build', async () => {
    const { session, view, node } = await canvas();
    const diagnostic: Diagnostic = {
      severity: 'error',
      message: 'expected ;',
      file: null,
      line: 2,
      column: null,
      element: { kind: 'task', name: 'Act' },
      member: 'body',
    };
    await view.change(() => session.build.store.setState({ phase: 'failed', diagnostics: [diagnostic] }));
    expect(node('tasks:Act')?.innerHTML).toContain('line 2: expected ;');
    expect(node('tasks:Sense')?.innerHTML).not.toContain('expected ;');
    await view.change(() => session.build.beginBuild(SKETCH));
    expect(node('tasks:Act')?.innerHTML).not.toContain('expected ;');
  });

  it('removes its commands when it is unmounted', async () => {
    const { session, view } = await canvas();
    expect(session.commands.store.getState().commands.map(({ id }) => id)).toContain('add-task');
    await view.unmount();
    expect(session.commands.store.getState().commands).toEqual([]);
  });
});

describe('the clipboard', () => {
  const clipboard = (type: string, data: DataTransfer) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData: data });

  it('pastes copies with new names and updated references, even into another sketch', async () => {
    const { session, view, select, now } = await canvas();
    const data = new DataTransfer();
    await select(['tasks', 'Sense'], ['channels', 'value']);
    await view.change(() => void view.container.querySelector('.canvas')?.dispatchEvent(clipboard('copy', data)));
    await view.change(() => void view.container.querySelector('.canvas')?.dispatchEvent(clipboard('paste', data)));
    const pasted = now().channels.at(-1);
    expect(now().tasks).toHaveLength(3);
    expect(pasted).toMatchObject({ writer: now().tasks.at(-1)?.name, readers: ['Act'] });
    expect(pasted?.name).not.toBe('value');
    await view.change(() => session.document.showDocument(newSketch('empty')));
    await view.change(() => void view.container.querySelector('.canvas')?.dispatchEvent(clipboard('paste', data)));
    expect(now()).toMatchObject({
      tasks: [{ name: 'Sense' }],
      channels: [{ name: 'value', writer: 'Sense', readers: [] }],
    });
    const notices = () => session.notices.store.getState().notices.map(({ text }) => text);
    expect(notices()).toEqual([
      'Pasted without references to elements that this sketch does not have: "Act" as a reader of "value".',
    ]);
    await view.change(session.document.undo);
    expect(now()).toEqual(newSketch('empty'));
  });

  it('cuts, and says that pasted text is no sketch', async () => {
    const { session, view, select, now } = await canvas();
    const data = new DataTransfer();
    await select(['tasks', 'Act']);
    await view.change(() => void view.container.querySelector('.canvas')?.dispatchEvent(clipboard('cut', data)));
    expect(now().tasks.map(({ name }) => name)).toEqual(['Sense']);
    const text = new DataTransfer();
    text.setData('text/plain', 'no sketch');
    await view.change(() => void view.container.querySelector('.canvas')?.dispatchEvent(clipboard('paste', text)));
    expect(now().tasks).toHaveLength(1);
    expect(session.notices.store.getState().notices).toMatchObject([
      { tone: 'problem', text: 'The clipboard has no elements of a sketch.' },
    ]);
  });

  it('offers to import a pasted Arduino sketch, wherever the focus is', async () => {
    const { session, view, now } = await canvas();
    const before = now();
    const source = 'void setup() { pinMode(13, OUTPUT); }\nvoid loop() { digitalWrite(13, HIGH); }\n';
    const data = new DataTransfer();
    data.setData('text/plain', source);
    for (const target of ['.canvas', 'body']) {
      await view.change(() => void document.querySelector(target)?.dispatchEvent(clipboard('paste', data)));
      const dialog = { kind: 'import', sources: [{ name: 'pasted.ino', text: source }] };
      await view.change(() => expect.poll(() => session.files.store.getState().dialog).toEqual(dialog));
      await view.change(session.files.closeFileDialog);
    }
    expect(now()).toBe(before);
    expect(session.notices.store.getState().notices).toEqual([]);
  });

  it('belongs to the drawing only while the drawing has the focus', async () => {
    const { view, select, now } = await canvas();
    const before = now();
    const data = new DataTransfer();
    await select(['tasks', 'Act']);
    await view.change(() => void document.body.dispatchEvent(clipboard('cut', data)));
    expect(now()).toBe(before);
    expect(data.getData('text/plain')).toBe('');
  });
});
