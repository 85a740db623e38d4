// @vitest-environment happy-dom
/**
 * The frame of the window: its strip, its rail, its palette, its keys, and the record of its
 * panels.
 */
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { newChannel, newResource, newSketch } from '../../../generator/sketch/create.ts';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import { CHANNEL_KINDS, PART_KINDS, type Sketch } from '../../../generator/sketch/model.ts';
import { KIND_RELEASE } from '../../../generator/trace/kinds.ts';
import type { Session } from '../state/session/session.ts';
import { testHost } from '../state/session/test-host.ts';
import { testSession } from '../state/session/test-session.ts';
import type { PanelId } from '../state/window/layout.ts';
import { ADDABLES } from '../views/canvas/addables.ts';
import { CanvasView } from '../views/canvas/canvas-view.tsx';
import { PlainEditor } from '../views/editor/plain-editor.tsx';
import { show } from '../views/test-view.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { BODY_COMPONENT, COMMAND_PANELS, DOCK_COMPONENTS, PANEL_IDS, PANELS, panelOf } from './panels.tsx';
import { Rail } from './rail.tsx';
import { RunControls } from './run-controls.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { TopStrip } from './top-strip.tsx';
import { useWorkbench } from './use-workbench.ts';

/** Everything except the dock, whose panels have their own tests. */
function Frame() {
  useWorkbench();
  return (
    <>
      <TopStrip />
      <ConnectionBanner />
      <Rail />
      <Notices />
      <Palette />
    </>
  );
}

async function frame(sketch = sketchOf([{ T: 10_000, C: 2_000 }])) {
  const session = testSession(sketch);
  const view = await show(session, <Frame />);
  const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
    view.change(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init })));
  return { session, view, press };
}

const rename = ({ document }: Session, name: string) =>
  document.edit('Rename sketch', (sketch) => updateSketch(sketch, { name }));

describe('the strip', () => {
  it('marks unsaved changes, in the title too', async () => {
    const { session, view } = await frame();
    const mark = () => view.container.querySelector('[aria-label="Unsaved changes"]');
    expect(mark()).toBeNull();
    expect(document.title).toBe('test – Polyloop');
    await view.change(() => void rename(session, 'lights'));
    expect(mark()).not.toBeNull();
    expect(document.title).toBe('• lights – Polyloop');
    await view.change(session.document.undo);
    expect(mark()).toBeNull();
  });

  it('renames the sketch, and Escape discards the new name', async () => {
    const { session, view } = await frame();
    await view.type('Sketch name', 'lights');
    await view.key('Sketch name', 'Escape');
    expect(view.value('field', 'Sketch name')).toBe('test');
    await view.type('Sketch name', ' lights ');
    await view.key('Sketch name', 'Enter');
    expect(session.document.currentSketch().name).toBe('lights');
  });
});

describe('the run’s buttons', () => {
  it('follow a run from its build to its end', async () => {
    const { openChannel, device } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    session.commands.registerCommands([
      { id: 'run', title: 'Run', run: () => void session.run.buildAndRun() },
      { id: 'stop', title: 'Stop', run: () => void session.run.stopRun() },
    ]);
    const view = await show(session, <RunControls />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.press('button', 'Run');
    await view.until(() => view.get('button', 'Stop'));
    expect(view.container.querySelector('[data-testid="board-time"]')?.textContent).toContain('× 1.0');
    await view.choose('Speed', '× 0.5');
    await view.until(() => expect(device.calls).toContain('setSpeed 0.5'));
    await view.press('button', 'Pause');
    await view.until(() => view.get('button', 'Resume'));
    await view.press('button', 'Resume');
    await view.until(() => view.get('button', 'Pause'));
    await view.press('button', 'Stop');
    await view.until(() => view.get('button', 'Run'));
    expect(device.stops).toBe(1);
  });

  it('return to Run when the device ends by itself', async () => {
    const { openChannel, device } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => view.get('button', 'Stop'));
    device.report('failed', 'The cable was pulled.');
    await view.until(() => view.get('button', 'Run'));
    expect(session.trace.lineOf().last.failure).toBe('The cable was pulled.');
  });
});

describe('undo and redo in the strip', () => {
  it('show what they would revert', async () => {
    const { session, view } = await frame();
    expect(view.get('button', 'Undo')).toHaveProperty('disabled', true);
    await view.change(() => void rename(session, 'lights'));
    await view.press('button', 'Undo: Rename sketch');
    expect(session.document.currentSketch().name).toBe('test');
    await view.press('button', 'Redo: Rename sketch');
    expect(session.document.currentSketch().name).toBe('lights');
  });
});

describe('the File menu', () => {
  it('runs the commands of files and shows their shortcuts', async () => {
    const { view, session } = await frame();
    await view.open('File');
    expect(view.get('menuitem', /^Save as…/).textContent).toContain('Ctrl+Shift+S');
    await view.press('menuitem', /^New sketch/);
    expect(session.document.currentSketch().name).toBe('untitled');
  });

  it('exports the trace of a run, and not before there is one', async () => {
    const saved: string[] = [];
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]), {
      download: (name, parts, mediaType) => saved.push(name, parts.join(''), mediaType),
    });
    const view = await show(session, <Frame />);
    session.commands.runCommand('export-trace.csv');
    expect(saved).toEqual([]);
    session.trace.beginTrace(session.document.currentSketch());
    session.trace.store.getState().store.event(0, KIND_RELEASE, 0, 0);
    await view.change(() => session.commands.runCommand('export-trace.csv'));
    expect(saved[0]).toMatch(/\.csv$/);
    expect(saved[1]).not.toBe('');
    expect(saved[2]).toBe('text/csv');
  });
});

describe('the Add menu', () => {
  it('has a picture, a word and one line for every element that can be added', async () => {
    const { session, view } = await frame();
    session.settings.changeSettings({ detail: 'full' });
    await view.open('Add');
    expect(view.all('menuitem')).toHaveLength(ADDABLES.length);
    for (const { label, note } of ADDABLES) {
      const item = view.all('menuitem').find(({ textContent }) => textContent?.startsWith(label + note));
      expect(item?.querySelector('svg.picture')?.childElementCount).toBeGreaterThan(0);
    }
    expect(ADDABLES.map(({ what }) => what).toSorted()).toEqual(
      ['task', 'interrupt', 'resource', ...CHANNEL_KINDS, ...PART_KINDS].toSorted(),
    );
  });
});

describe('the switch of the rail', () => {
  it('and its key change from simple to full and back', async () => {
    const { session, view, press } = await frame();
    const detail = () => session.settings.store.getState().settings.detail;
    expect(detail()).toBe('simple');
    await view.press('box', 'Full: every field and panel');
    expect(detail()).toBe('full');
    await press('F8');
    expect(detail()).toBe('simple');
  });

  it('decides which elements the Add menu offers, and a sketch that has one of them keeps it', async () => {
    const offered = async (sketch: Sketch) => {
      const { view } = await frame(sketch);
      await view.open('Add');
      const names = view.names('menuitem').join();
      await view.unmount();
      return { queue: names.includes('Queue'), lock: names.includes('Lock') };
    };
    expect(await offered(newSketch('s'))).toEqual({ queue: false, lock: false });
    const used = { channels: [newChannel('q', { kind: 'ring-buffer' })], resources: [newResource('bus')] };
    expect(await offered(newSketch('s', used))).toEqual({ queue: true, lock: true });
  });
});

describe('the menu beside Run', () => {
  it('names the device, and keeps the chosen one', async () => {
    const features = { pause: true, speedControl: true, pins: true };
    const { openChannel } = await testHost({
      devices: {
        list: async () => ['one', 'two'].map((id) => ({ id, label: `Board ${id}`, features })),
        open: async () => Promise.reject(new Error('not used')),
      },
    });
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <RunControls />);
    await view.until(() => view.get('button', 'Run on: Board one'));
    await view.open('Run on: Board one');
    await view.until(() => view.get('menuitem', 'Board two'));
    await view.press('menuitem', 'Board two');
    await view.until(() => view.get('button', 'Run on: Board two'));
    expect(session.run.store.getState().deviceId).toBe('two');
  });
});

describe('keys', () => {
  it('belong to commands', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    await show(
      session,
      <>
        <Frame />
        <CanvasView />
      </>,
    );
    const ids = session.commands.store.getState().commands.map(({ id }) => id);
    const missing = Object.keys(SHORTCUTS).filter((id) => !ids.includes(id));
    expect(missing, `declare the command ${missing.join(', ')}, or take its key away`).toEqual([]);
  });

  it('run their commands', async () => {
    const { session, press } = await frame();
    rename(session, 'lights');
    await press('z', { ctrlKey: true });
    expect(session.document.currentSketch().name).toBe('test');
    await press('y', { ctrlKey: true });
    expect(session.document.currentSketch().name).toBe('lights');
    await press('j', { ctrlKey: true });
    expect(session.layout.store.getState().dock).toBe(false);
  });

  it('are ignored for events without a key, which browsers send when they fill in a field', async () => {
    const { view } = await frame();
    const errors: unknown[] = [];
    window.addEventListener('error', ({ error }) => errors.push(error), { once: true });
    await view.change(() => void document.body.dispatchEvent(new Event('keydown', { bubbles: true })));
    expect(errors).toEqual([]);
  });

  it('that edit text belong to an input field while the user types', async () => {
    const { session, view, press } = await frame();
    rename(session, 'lights');
    await press('z', { ctrlKey: true }, view.get('field', 'Sketch name'));
    expect(session.document.currentSketch().name).toBe('lights');
    await press('j', { ctrlKey: true }, view.get('field', 'Sketch name'));
    expect(session.layout.store.getState().dock).toBe(false);
  });
});

describe('keys typed while an editor is loading', () => {
  it('write code and do not edit the drawing', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    session.bodies.openBody({ kind: 'tasks', name: 'T1' });
    const bodyId = session.bodies.store.getState().open[0]?.id ?? '';
    const field = createRef<HTMLTextAreaElement>();
    const view = await show(
      session,
      <>
        <Frame />
        <CanvasView />
        <PlainEditor bodyId={bodyId} field={field} onRetry={null} />
      </>,
    );
    const before = session.document.currentSketch();
    expect(document.activeElement).toBe(field.current);
    await pressAll(view, field.current);
    expect(session.document.currentSketch()).toBe(before);
    await view.type('Body of T1', 'tclbp();');
    expect(session.document.currentSketch()).toEqual({
      ...before,
      tasks: before.tasks.map((task) => ({ ...task, body: 'tclbp();' })),
    });
  });
});

describe('keys of the drawing', () => {
  it('act only while the drawing has the focus', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    const view = await show(
      session,
      <>
        <Frame />
        <CanvasView />
        <button type="button">elsewhere</button>
      </>,
    );
    expect(document.activeElement).toBe(view.container.querySelector('.canvas'));
    const before = session.document.currentSketch();
    session.selection.select([{ kind: 'tasks', name: 'T1' }]);
    await pressAll(view, view.get('button', 'elsewhere'));
    await pressAll(view, document.body);
    expect(session.document.currentSketch()).toBe(before);
    await pressAll(view, view.container.querySelector('.canvas'));
    expect(session.document.currentSketch()).not.toBe(before);
  });
});

function pressAll(view: Awaited<ReturnType<typeof show>>, target: Element | null): Promise<void> {
  return view.change(() => {
    for (const key of [...'abcdefghijklmnopqrstuvwxyz', 'Backspace', 'Delete']) {
      target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  });
}

describe('the palette', () => {
  it('finds a command by parts of its title, and runs it', async () => {
    const { session, view, press } = await frame();
    await press('k', { ctrlKey: true });
    await view.type('Search commands', 'panels lower');
    expect(document.querySelectorAll('[role="option"]')).toHaveLength(1);
    await view.key('Search commands', 'Enter');
    await view.until(() => expect(session.layout.store.getState().dock).toBe(false));
    expect(view.all('dialog')).toEqual([]);
  });

  it('reports no match, and lists no hidden commands', async () => {
    const { view, press } = await frame();
    await press('k', { ctrlKey: true });
    const titles = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent ?? '');
    expect(titles.filter((title) => title.startsWith('Redo'))).toHaveLength(1);
    await view.type('Search commands', 'xyzzy');
    expect(view.get('dialog', /No matching command/)).toBeTruthy();
  });
});

describe('notices', () => {
  it('disappear when they are dismissed or acted on, and the same one is not shown twice', async () => {
    const { session, view } = await frame();
    const undo = vi.fn();
    await view.change(() => {
      session.notices.notify('Saved.');
      session.notices.notify('Saved.');
      session.notices.notify('Removed.', 'info', { label: 'Bring back', run: undo });
    });
    expect(view.all('button', 'Dismiss')).toHaveLength(2);
    await view.press('button', 'Bring back');
    expect(undo).toHaveBeenCalledOnce();
    await view.change(() => view.all('button', 'Dismiss')[0]?.click());
    expect(view.text()).not.toContain('Saved.');
  });
});

describe('the connection’s banner', () => {
  it('is shown while the host cannot be reached, and can retry', async () => {
    const openChannel = vi.fn(async () => Promise.reject(new Error('Nobody answers.')));
    const session = testSession(newSketch('s'), { openChannel });
    const view = await show(session, <ConnectionBanner />);
    expect(view.text()).toBe('');
    await view.change(session.connection.connect);
    await view.until(() => expect(view.text()).toContain('Nobody answers. You can continue to edit'));
    await view.press('button', 'Try again');
    expect(openChannel).toHaveBeenCalledTimes(2);
  });
});

describe('the panels', () => {
  it('are one record: a panel that is missing there does not compile', () => {
    const { board: _, ...others } = PANELS;
    // @ts-expect-error: the board is missing.
    const missing: typeof PANELS = others;
    expect(Object.keys(missing)).toHaveLength(PANEL_IDS.length - 1);
  });

  it('each have a component, a place in the default layout, and a command unless they belong to the drawing', async () => {
    const { session } = await frame();
    expect(Object.keys(DOCK_COMPONENTS).toSorted()).toEqual([...PANEL_IDS, BODY_COMPONENT].toSorted());
    const shown = session.commands.store.getState().commands.flatMap(({ id }) => /^show-(.*)/.exec(id)?.[1] ?? []);
    expect(shown).toEqual(COMMAND_PANELS);
    expect(PANEL_IDS.filter((id) => !COMMAND_PANELS.includes(id))).toEqual(['canvas', 'inspector']);
    expect(panelOf('body:3')).toBeNull();
  });

  it('are activated together with the part of the window that contains them', async () => {
    const { session, view } = await frame();
    const { layout, commands } = session;
    const shows = (panel: PanelId) => {
      layout.showPanel(panel);
      const { inspector, dock, wanted } = layout.store.getState();
      return { inspector, dock, panel: wanted?.panel };
    };
    await view.change(() => {
      layout.toggleDock();
      layout.toggleInspector();
    });
    expect(shows('canvas')).toEqual({ inspector: false, dock: false, panel: 'canvas' });
    expect(shows('board')).toEqual({ inspector: false, dock: false, panel: 'board' });
    expect(shows('inspector')).toEqual({ inspector: true, dock: false, panel: 'inspector' });
    await view.change(() => commands.runCommand('show-problems'));
    expect(layout.store.getState()).toMatchObject({ dock: true, wanted: { panel: 'problems' } });
  });

  it('count the problems on their tab', async () => {
    const session = testSession(newSketch('s'));
    const Badge = PANELS.problems.Badge ?? (() => null);
    const view = await show(session, <Badge />);
    expect(view.container.querySelector('.dock-tab-count')).toBeNull();
    const problem = { message: '', file: null, line: null, column: null, element: null, member: null };
    await view.change(() =>
      session.build.store.setState({
        diagnostics: [
          { ...problem, severity: 'error' },
          { ...problem, severity: 'warning' },
          { ...problem, severity: 'note' },
        ],
      }),
    );
    expect(view.container.querySelector('.dock-tab-count')?.getAttribute('data-count')).toBe('2');
  });
});
