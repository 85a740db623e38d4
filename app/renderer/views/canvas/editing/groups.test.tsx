// @vitest-environment happy-dom
/** The frames of groups, and the dialog of a group. */
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { testSession } from '../../../state/session/test-session.ts';
import { show } from '../../test-view.ts';
import { CanvasView } from '../canvas-view.tsx';

const SKETCH = newSketch('s', {
  tasks: [
    newTask('Sense', { position: { x: 0, y: 0 } }),
    newTask('Act', { position: { x: 400, y: 0 } }),
    newTask('Log', { position: { x: 400, y: 300 } }),
  ],
});
const MEMBERS = [
  { kind: 'tasks', name: 'Sense' },
  { kind: 'tasks', name: 'Act' },
] as const;

async function grouped() {
  const session = testSession(SKETCH);
  const view = await show(session, <CanvasView />);
  await view.change(() => void session.sketchActions.groupAll(MEMBERS));
  const { document: sketchDocument } = session;
  const groups = () => sketchDocument.currentSketch().groups;
  const title = () => view.container.querySelector('.group-title') as HTMLElement;
  const pointer = (type: string, clientX: number, clientY: number, altKey = false) =>
    view.change(() => {
      const init = { clientX, clientY, altKey, button: 0, pointerId: 1, bubbles: true };
      title().dispatchEvent(Object.assign(new PointerEvent(type, init), { altKey }));
    });
  const places = () =>
    Object.fromEntries(sketchDocument.currentSketch().tasks.map(({ name, position }) => [name, position]));
  return { session, view, groups, title, pointer, places };
}

describe('the frame of a group', () => {
  it('is around its members, names them, and selects them', async () => {
    const { session, view, groups, title } = await grouped();
    await view.until(() => expect(title()).not.toBeNull());
    const name = groups()[0]?.name ?? '';
    expect(title().getAttribute('aria-label')).toBe(`Group ${name}, 2 elements: Sense, Act`);
    const frame = title().parentElement as HTMLElement;
    expect(Number.parseFloat(frame.style.width)).toBeGreaterThan(400);
    await view.change(() => session.selection.select([]));
    await view.change(() => title().click());
    expect(session.selection.currentSelection()).toEqual(MEMBERS);
  });

  it('moves its members by its title, on the grid, as one step of undo', async () => {
    const { session, view, title, pointer, places } = await grouped();
    await view.until(() => expect(title()).not.toBeNull());
    const before = places();
    await pointer('pointerdown', 10, 10);
    await pointer('pointermove', 12, 11);
    expect(places(), 'a click').toEqual(before);
    await pointer('pointermove', 60, 30);
    await pointer('pointermove', 110, 53);
    await pointer('pointerup', 110, 53);
    const after = places();
    const dx = (after.Sense?.x ?? 0) - (before.Sense?.x ?? 0);
    const dy = (after.Sense?.y ?? 0) - (before.Sense?.y ?? 0);
    expect([dx % 8, dy % 8]).toEqual([0, 0]);
    expect(dx).toBeGreaterThan(0);
    expect(after.Act).toEqual({ x: (before.Act?.x ?? 0) + dx, y: (before.Act?.y ?? 0) + dy });
    expect(after.Log).toEqual(before.Log);
    await pointer('pointermove', 300, 300);
    expect(places(), 'the button was released').toEqual(after);
    await view.change(session.document.undo);
    expect(places()).toEqual(before);
  });
});

describe('the dialog of a group', () => {
  async function opened() {
    const made = await grouped();
    const { view, title } = made;
    await view.until(() => expect(title()).not.toBeNull());
    await view.change(() => void title().dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
    expect(view.all('dialog')).toHaveLength(1);
    return made;
  }

  it('changes the title, the note and the colour together', async () => {
    const { session, view, groups, title } = await opened();
    await view.type('Title', ' Control loop ');
    await view.type('Note', 'Reads the sensor.\nMoves the arm.');
    await view.choose('Colour', 'Green');
    await view.press('button', 'Save');
    expect(view.all('dialog')).toEqual([]);
    expect(groups()).toMatchObject([
      { name: 'Control loop', note: 'Reads the sensor.\nMoves the arm.', color: 'green' },
    ]);
    expect(title().getAttribute('aria-label')).toContain('Group Control loop, 2 elements');
    expect(title().querySelector('.group-note')?.textContent).toBe('Reads the sensor.');
    await view.change(session.document.undo);
    expect(groups()[0]?.name).not.toBe('Control loop');
  });

  it('cannot save an empty title, and Cancel changes nothing', async () => {
    const { view, groups } = await opened();
    const before = groups();
    await view.type('Title', '  ');
    expect(view.get('button', 'Save')).toHaveProperty('disabled', true);
    await view.type('Title', 'Other');
    await view.press('button', 'Cancel');
    expect(view.all('dialog')).toEqual([]);
    expect(groups()).toBe(before);
  });

  it('stays open when another group has the title', async () => {
    const { session, view, groups } = await opened();
    await view.change(() => void session.sketchActions.groupAll([{ kind: 'tasks', name: 'Log' }]));
    const other = groups().at(-1)?.name ?? '';
    await view.type('Title', other);
    await view.press('button', 'Save');
    expect(view.all('dialog')).toHaveLength(1);
    expect(groups().filter(({ name }) => name === other)).toHaveLength(1);
  });
});
