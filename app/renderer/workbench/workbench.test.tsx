// @vitest-environment happy-dom
/** The frame of the window: its strip, its menus, its rail, its palette and its notices. */
import { describe, expect, it, vi } from 'vitest';
import { sketchOf } from '../../../generator/analysis/test-sketches.ts';
import { newChannel, newResource, newSketch } from '../../../generator/sketch/create.ts';
import { CHANNEL_KINDS, PART_KINDS, type Sketch } from '../../../generator/sketch/model.ts';
import { KIND_RELEASE } from '../../../generator/trace/kinds.ts';
import { eventually } from '../../../test/eventually.ts';
import { testSession } from '../state/session/test-session.ts';
import { ADDABLES } from '../views/canvas/addables.ts';
import { show } from '../views/test-view.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Frame, frame, renameSketch } from './test-frame.ts';

describe('the strip', () => {
  it('marks unsaved changes, in the title too', async () => {
    const { session, view } = await frame();
    const mark = () => view.container.querySelector('[aria-label="Unsaved changes"]');
    expect(mark()).toBeNull();
    expect(document.title).toBe('test – Polyloop');
    await view.change(() => void renameSketch(session, 'lights'));
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

describe('undo and redo in the strip', () => {
  it('show what they would revert', async () => {
    const { session, view } = await frame();
    expect(view.get('button', 'Undo')).toHaveProperty('disabled', true);
    await view.change(() => void renameSketch(session, 'lights'));
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
    await eventually(() => expect(saved).toHaveLength(3));
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
