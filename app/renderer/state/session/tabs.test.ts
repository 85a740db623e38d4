/** The tabs of a window, with the real host. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { eventually } from '../../../../test/eventually.ts';
import { createTabs, type Tabs } from './tabs.ts';
import { testHost } from './test-host.ts';
import { memoryStorage, testEnvironment } from './test-session.ts';

/** The tabs of a window in which the first starter sketch was opened. */
async function openedTabs(windowStorage = memoryStorage()) {
  const host = await testHost();
  const open = async () => {
    const tabs = createTabs({ ...testEnvironment(), openChannel: host.openChannel, windowStorage });
    onTestFinished(tabs.dispose);
    await eventually(() => {
      for (const { session } of tabs.store.getState().tabs) {
        expect(session.document.store.getState().generation).toBeGreaterThan(0);
        expect(session.connection.store.getState().status).toBe('connected');
      }
    });
    return tabs;
  };
  const file = async (name: string) => {
    const path = join(host.folder, `${name}.polyloop.json`);
    await writeFile(path, writeSketch(newSketch(name, { tasks: [newTask('Blink')] })));
    return path;
  };
  return { ...host, tabs: await open(), open, file };
}

const names = ({ store }: Tabs) => store.getState().tabs.map(({ session }) => session.document.currentSketch().name);
const active = ({ store }: Tabs) => store.getState().active.session;
const activeName = (tabs: Tabs) => active(tabs).document.currentSketch().name;
const rename = (tabs: Tabs, name: string) =>
  active(tabs).document.edit('Rename sketch', (sketch) => updateSketch(sketch, { name }));

describe('another sketch', () => {
  it('replaces an untouched starter, and has a tab of its own otherwise', async () => {
    const { tabs, file } = await openedTabs();
    expect(names(tabs)).toEqual(['three-blinks']);
    await active(tabs).files.openTemplate('overload');
    expect(names(tabs)).toEqual(['overload']);
    rename(tabs, 'mine');
    active(tabs).files.createSketch();
    expect(names(tabs)).toEqual(['mine', 'untitled']);
    await active(tabs).files.openPath(await file('a'));
    expect(names(tabs)).toEqual(['mine', 'a']);
    await active(tabs).files.openPath(await file('b'));
    expect(names(tabs)).toEqual(['mine', 'a', 'b']);
    expect(activeName(tabs)).toBe('b');
    expect(active(tabs).files.store.getState().dialog).toBeNull();
  });

  it('that is open already is shown, with its unsaved changes', async () => {
    const { tabs, file } = await openedTabs();
    const path = await file('a');
    await active(tabs).files.openPath(path);
    rename(tabs, 'changed');
    await active(tabs).files.openPath(await file('b'));
    await active(tabs).files.openPath(path);
    expect(activeName(tabs)).toBe('changed');
    expect(names(tabs)).toEqual(['changed', 'b']);
  });
});

describe('a tab', () => {
  it('has its own history and run, which go on while another tab is shown', async () => {
    const { tabs, file, device } = await openedTabs();
    await active(tabs).files.openPath(await file('a'));
    const first = active(tabs);
    await first.run.buildAndRun();
    await eventually(() => expect(first.run.store.getState().phase).toBe('running'));
    await first.files.openPath(await file('b'));
    expect(active(tabs)).not.toBe(first);
    expect(active(tabs).run.store.getState().phase).toBe('idle');
    expect(first.run.store.getState().phase).toBe('running');
    device.showPin('13', 1);
    await eventually(() => expect(first.pins.store.getState().pins.get('13')).toMatchObject({ level: 1 }));
    rename(tabs, 'changed');
    tabs.step(1);
    expect(active(tabs)).toBe(first);
    first.document.undo();
    tabs.step(-1);
    expect(activeName(tabs)).toBe('changed');
  });

  it('shares the settings and the shown parts of the window with the other tabs', async () => {
    const { tabs, file } = await openedTabs();
    await active(tabs).files.openPath(await file('a'));
    const first = active(tabs);
    first.settings.changeSettings({ tool: 'arduino-cli' });
    first.layout.toggleProjector();
    await first.files.openPath(await file('b'));
    const second = active(tabs);
    expect(second.settings.store.getState().settings.tool).toBe('arduino-cli');
    expect(second.layout.store.getState().projector).toBe(true);
    await eventually(() => expect(second.connection.store.getState().status).toBe('connected'));
    await eventually(() => expect(second.files.store.getState().startup).not.toBeNull());
    expect(second.guide.store.getState().dialog).toBeNull();
    second.settings.changeSettings({ tool: 'platformio' });
    await eventually(() => expect(first.settings.store.getState().settings.tool).toBe('platformio'));
  });

  it('is closed after a question about unsaved changes, and the last one leaves an empty sketch', async () => {
    const { tabs, file } = await openedTabs();
    const path = await file('a');
    await active(tabs).files.openPath(path);
    await active(tabs).files.openPath(await file('b'));
    tabs.step(1);
    rename(tabs, 'changed');
    tabs.step(1);
    const [changed] = tabs.store.getState().tabs;
    tabs.close(changed?.id ?? '');
    expect(names(tabs)).toEqual(['changed', 'b']);
    expect(activeName(tabs)).toBe('changed');
    const { dialog } = active(tabs).files.store.getState();
    if (dialog?.kind !== 'unsaved') throw new Error('no question');
    dialog.then();
    expect(names(tabs)).toEqual(['b']);
    expect(await readFile(path, 'utf8')).toContain('"a"');
    tabs.closeActive();
    expect(names(tabs)).toEqual(['untitled']);
  });

  it('with a running program is closed after a question, which comes before that about unsaved changes', async () => {
    const { tabs, file } = await openedTabs();
    await active(tabs).files.openPath(await file('a'));
    const running = active(tabs);
    rename(tabs, 'changed');
    await running.run.buildAndRun();
    await eventually(() => expect(running.run.store.getState().phase).toBe('running'));
    await running.files.openPath(await file('b'));
    const [first] = tabs.store.getState().tabs;
    const question = () => running.files.store.getState().dialog;
    tabs.close(first?.id ?? '');
    expect(activeName(tabs), 'the question is in the tab that it is about').toBe('changed');
    expect(question()?.kind).toBe('running');
    running.files.closeFileDialog();
    expect(names(tabs), 'keep').toEqual(['changed', 'b']);
    expect(running.run.store.getState().phase).toBe('running');
    tabs.close(first?.id ?? '');
    for (const kind of ['running', 'unsaved']) {
      const asked = question();
      if (asked?.kind !== kind || !('then' in asked)) throw new Error(`no question of the kind ${kind}`);
      asked.then();
    }
    expect(names(tabs)).toEqual(['b']);
  });
});

it('tabs, the active one and unsaved changes survive a reload', async () => {
  const { tabs, file, open } = await openedTabs();
  await active(tabs).files.openPath(await file('a'));
  await active(tabs).files.openPath(await file('b'));
  rename(tabs, 'changed');
  await active(tabs).files.openPath(await file('c'));
  tabs.step(-1);
  expect(activeName(tabs)).toBe('changed');
  tabs.keepForReload();
  tabs.dispose();
  const after = await open();
  expect(names(after)).toEqual(['a', 'changed', 'c']);
  expect(activeName(after)).toBe('changed');
  expect(active(after).document.isUnsaved()).toBe(true);
});
