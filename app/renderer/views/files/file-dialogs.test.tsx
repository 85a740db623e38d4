// @vitest-environment happy-dom
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { Session } from '../../state/session/session.ts';
import { testHost } from '../../state/session/test-host.ts';
import { memoryStorage, testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { FileDialogs } from './file-dialogs.tsx';

/** A session with a document from a file in the host's folder. */
async function opened() {
  const host = await testHost();
  const folder = join(host.folder, 'sketches');
  await mkdir(folder);
  const path = join(folder, 'lights.polyloop.json');
  await writeFile(path, writeSketch(newSketch('lights')));
  const { openChannel } = host;
  const windowStorage = memoryStorage();
  const session = testSession(undefined, { openChannel, windowStorage });
  const view = await show(session, <FileDialogs />);
  session.connection.connect();
  await view.until(() => expect(session.document.store.getState().generation).toBe(1));
  await view.change(() => void session.files.openPath(path));
  await view.until(() => expect(session.document.currentSketch().name).toBe('lights'));
  const rename = (name: string) =>
    view.change(() => void session.document.edit('Rename', (sketch) => updateSketch(sketch, { name })));
  return { session, view, folder, path, rename, openChannel, windowStorage };
}

describe('the question about unsaved changes', () => {
  it('continues without them if the user agrees', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await view.change(session.files.createSketch);
    expect(view.get('dialog', /“mine” has unsaved changes/)).toBeTruthy();
    expect(document.activeElement?.textContent, 'a hasty Enter loses nothing').toBe('Cancel');
    await view.press('button', 'Don’t save');
    expect(session.document.currentSketch().name).toBe('untitled');
    expect(await readFile(path, 'utf8')).toContain('lights');
    expect(view.all('dialog')).toEqual([]);
  });

  it('saves them first, and then continues', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await view.change(session.files.createSketch);
    await view.press('button', 'Save');
    await view.until(() => expect(session.document.currentSketch().name).toBe('untitled'));
    expect(await readFile(path, 'utf8')).toContain('mine');
  });

  it('does not close a dialog that was asked for while a save was under way', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await view.change(() => {
      session.files.save();
      session.files.showFileDialog({ kind: 'open' });
    });
    await eventually(async () => expect(await readFile(path, 'utf8')).toContain('mine'));
    await view.until(() => expect(session.files.store.getState().saving).toBe(false));
    expect(session.files.store.getState().dialog).toEqual({ kind: 'open' });
  });

  it('changes nothing when it is cancelled', async () => {
    const { session, view, rename } = await opened();
    await rename('mine');
    await view.change(session.files.createSketch);
    await view.press('button', 'Cancel');
    expect(session.document.currentSketch().name).toBe('mine');
    expect(session.document.isUnsaved()).toBe(true);
  });
});

describe('a file that another program changed', () => {
  const theirs = (changes: Partial<Sketch>) => writeSketch({ ...newSketch('lights'), ...changes });
  const noticesOf = ({ notices }: Session) => notices.store.getState().notices.map(({ text }) => text);

  it('is shown when there are no unsaved changes, in one step of undo', async () => {
    const { session, view, path } = await opened();
    await writeFile(path, theirs({ tasks: [newTask('blink')] }));
    await view.until(() => expect(session.document.currentSketch().tasks).toHaveLength(1));
    expect(session.document.isUnsaved()).toBe(false);
    expect(noticesOf(session)).toEqual([
      'Another program changed lights.polyloop.json. Its changes are shown: new task blink.',
    ]);
    await view.change(session.document.undo);
    expect(session.document.currentSketch().tasks).toEqual([]);
    expect(session.document.isUnsaved()).toBe(true);
  });

  it('closes no dialog that was asked for while it was read', async () => {
    const { session, view, path } = await opened();
    await writeFile(path, theirs({ tasks: [newTask('blink')] }));
    session.document.store.subscribe(() => session.files.showFileDialog({ kind: 'open' }));
    await view.until(() => expect(session.document.currentSketch().tasks).toHaveLength(1));
    expect(session.files.store.getState().dialog).toEqual({ kind: 'open' });
  });

  it('asks about a conflict after the dialog that was asked for while it was read', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    const { requireHost } = session.connection;
    vi.spyOn(session.connection, 'requireHost').mockImplementation(async () => {
      const host = await requireHost();
      session.files.showFileDialog({ kind: 'open' });
      return host;
    });
    await writeFile(path, theirs({ name: 'theirs' }));
    await view.until(() => expect(session.files.store.getState().dialog).toEqual({ kind: 'open' }));
    const host = await requireHost();
    await host.projects.open({ path });
    await view.change(() => {});
    expect(session.files.store.getState().dialog).toEqual({ kind: 'open' });
    vi.restoreAllMocks();
    await view.change(session.files.closeFileDialog);
    await view.until(() => expect(session.files.store.getState().dialog?.kind).toBe('merge'));
  });

  it('is merged with unsaved changes', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, theirs({ policy: 'edf' }));
    await view.until(() => expect(session.document.currentSketch()).toMatchObject({ name: 'mine', policy: 'edf' }));
    expect(session.document.isUnsaved()).toBe(true);
    expect(noticesOf(session).join()).toContain('merged with yours: policy.');
    await view.change(session.document.undo);
    expect(session.document.currentSketch()).toMatchObject({ name: 'mine', policy: 'rate-monotonic' });
    expect(await readFile(path, 'utf8')).toContain('edf');
  });

  it('causes a question about each conflict, and nothing is written before', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, theirs({ name: 'theirs', policy: 'edf' }));
    await view.until(() => view.get('dialog', /changed by another program/));
    expect(view.get('button', 'Merge')).toHaveProperty('disabled', true);
    await view.press('button', 'All mine');
    await view.press('button', 'All theirs');
    expect(session.document.currentSketch()).toMatchObject({ name: 'mine', policy: 'rate-monotonic' });
    await view.press('button', 'Merge');
    expect(view.all('dialog')).toEqual([]);
    expect(session.document.currentSketch()).toMatchObject({ name: 'theirs', policy: 'edf' });
    expect(session.document.isUnsaved()).toBe(false);
  });

  it('is asked about again by Save, and then saved', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, theirs({ name: 'theirs' }));
    await view.until(() => view.get('dialog', /changed by another program/));
    await view.press('button', 'Decide later');
    await view.change(() => session.files.save());
    await view.until(() => view.get('dialog', /changed by another program/));
    expect(await readFile(path, 'utf8')).toContain('theirs');
    await view.press('button', 'All mine');
    await view.press('button', 'Merge');
    await view.until(() => expect(session.document.isUnsaved()).toBe(false));
    expect(await readFile(path, 'utf8')).toContain('mine');
  });

  it('keeps the user’s version if the file is no sketch any more', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, 'half a ');
    await view.until(() => expect(noticesOf(session).join()).toContain('no valid sketch now'));
    await view.change(() => session.files.save());
    await view.until(() => view.get('dialog', /changed by another program/));
    expect(document.activeElement?.textContent, 'a hasty Enter loses nothing').toBe('Save elsewhere…');
    await view.press('button', 'Replace it');
    await view.until(() => expect(session.document.isUnsaved()).toBe(false));
    expect(await readFile(path, 'utf8')).toContain('mine');
  });

  it('is unsaved when it was deleted, and is saved again after a question', async () => {
    const { session, view, path } = await opened();
    await rm(path);
    await view.until(() => expect(noticesOf(session).join()).toContain('moved or deleted by another program'));
    expect(session.document.isUnsaved()).toBe(true);
    await view.change(() => session.files.save());
    await view.until(() => view.get('dialog', /no longer exists/));
    await view.press('button', 'Save it again');
    await view.until(() => expect(session.document.isUnsaved()).toBe(false));
    expect(await readFile(path, 'utf8')).toContain('lights');
  });

  it('is merged with unsaved changes that were kept across a reload', async () => {
    const { session, path, rename, openChannel, windowStorage } = await opened();
    await rename('mine');
    session.opening.keepForReload();
    session.dispose();
    await writeFile(path, theirs({ policy: 'edf' }));
    const after = testSession(undefined, { openChannel, windowStorage });
    after.connection.connect();
    await eventually(() => expect(after.document.currentSketch()).toMatchObject({ name: 'mine', policy: 'edf' }));
  });
});

describe('the pickers', () => {
  it('save under a name without a folder, with the extension of sketches', async () => {
    const { session, view, folder } = await opened();
    await view.change(() => session.files.saveAs());
    await view.until(() => view.get('button', /^lights/));
    expect(view.value('field', 'Name')).toBe('lights.polyloop.json');
    await view.type('Name', '../elsewhere');
    expect(view.get('button', 'Save')).toHaveProperty('disabled', true);
    await view.type('Name', 'copy');
    await view.press('button', 'Save');
    await view.until(() => expect(view.all('dialog')).toEqual([]));
    expect(await readFile(join(folder, 'copy.polyloop.json'), 'utf8')).toContain('lights');
    expect(session.document.store.getState().file.path).toBe(join(folder, 'copy.polyloop.json'));
  });

  it('say why there is nothing to save under a name', async () => {
    const { session, view } = await opened();
    await view.change(() => session.files.saveAs());
    await view.until(() => view.get('button', 'Save'));
    await view.type('Name', 'a/b');
    expect(view.get('alert', /no slashes/)).toBeTruthy();
    await view.type('Name', ' ');
    expect(view.get('alert', /at least one character/)).toBeTruthy();
    await view.type('Name', 'b');
    expect(view.all('alert')).toHaveLength(0);
  });

  it('save when the folder is known if Enter was pressed earlier', async () => {
    const { session, view, folder } = await opened();
    const host = await session.connection.requireHost();
    let listFolders: () => void = () => {};
    const slow = new Promise<typeof host>((resolve) => {
      listFolders = () => resolve(host);
    });
    vi.spyOn(session.connection, 'requireHost').mockReturnValueOnce(slow);
    await view.change(() => session.files.saveAs());
    await view.enter('Name', 'early');
    expect(view.all('dialog')).toHaveLength(1);
    await view.change(listFolders);
    await view.until(() => expect(view.all('dialog')).toEqual([]));
    expect(await readFile(join(folder, 'early.polyloop.json'), 'utf8')).toContain('lights');
  });

  it('open the selected file, and list every problem of an invalid file', async () => {
    const { session, view, folder } = await opened();
    await writeFile(join(folder, 'broken.polyloop.json'), '{ "polyloop": 1, "tasks": 3');
    await view.change(session.files.askOpen);
    await view.until(() => view.get('button', /^broken/));
    await view.change(() => view.get('button', /^broken/).click());
    await view.until(() => view.get('dialog', /This is not a valid sketch/));
    expect(view.all('item').length).toBeGreaterThan(0);
    await view.press('button', 'Close');
    expect(session.document.currentSketch().name).toBe('lights');
  });

  it('mark the starter sketches for a kernel that is not installed', async () => {
    vi.stubEnv('FREERTOS_KERNEL_PATH', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { session, view } = await opened();
    await view.change(() => session.files.showFileDialog({ kind: 'templates' }));
    await view.until(() => expect(view.all('item', /FreeRTOS is not installed/)).toHaveLength(1));
    expect(view.get('item', /FreeRTOS is not installed/).innerHTML).toContain('npx polyloop kernels get');
  });

  it('offer the starter sketches, and each opens as a new sketch', async () => {
    const { session, view } = await opened();
    await view.change(() => session.files.showFileDialog({ kind: 'templates' }));
    await view.until(() => expect(view.all('item').length).toBeGreaterThan(3));
    await view.change(() => view.all('item').at(1)?.querySelector('button')?.click());
    await view.until(() => expect(view.all('dialog')).toEqual([]));
    expect(session.document.currentSketch().tasks.length).toBeGreaterThan(0);
    expect(session.document.store.getState().file.path).toBeNull();
  });
});

it('the list of files to open has the focus as soon as it is there, and not Cancel', async () => {
  const { session, view } = await opened();
  await view.change(session.files.askOpen);
  await view.until(() => expect(document.activeElement?.className).toBe('file-entry'));
});
