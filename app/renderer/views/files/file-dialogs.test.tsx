// @vitest-environment happy-dom
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { FileDialogs } from './file-dialogs.tsx';

/** A session whose document was opened from a file in the host's folder. */
async function opened() {
  const host = await testHost();
  const folder = join(host.folder, 'sketches');
  await mkdir(folder);
  const path = join(folder, 'lights.polyloop.json');
  await writeFile(path, writeSketch(newSketch('lights')));
  const session = testSession(undefined, { openChannel: host.openChannel });
  const view = await show(session, <FileDialogs />);
  session.connection.connect();
  await view.until(() => expect(session.document.store.getState().generation).toBe(1));
  await view.change(() => void session.files.openPath(path));
  await view.until(() => expect(session.document.currentSketch().name).toBe('lights'));
  const rename = (name: string) =>
    view.change(() => void session.document.edit('Rename', (sketch) => updateSketch(sketch, { name })));
  return { session, view, folder, path, rename };
}

describe('the question about unsaved changes', () => {
  it('continues without them if the user agrees', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await view.change(session.files.createSketch);
    expect(view.get('dialog', /“mine” has unsaved changes/)).toBeTruthy();
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

  it('changes nothing when it is cancelled', async () => {
    const { session, view, rename } = await opened();
    await rename('mine');
    await view.change(session.files.createSketch);
    await view.press('button', 'Cancel');
    expect(session.document.currentSketch().name).toBe('mine');
    expect(session.document.isUnsaved()).toBe(true);
  });
});

describe('the question about a file that another program changed', () => {
  it('opens the other version and discards this one', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, writeSketch(newSketch('theirs')));
    await view.change(() => session.files.save());
    await view.until(() => view.get('dialog', /changed by another program/));
    await view.press('button', 'Open the other version, discard mine');
    await view.until(() => expect(session.document.currentSketch().name).toBe('theirs'));
  });

  it('overwrites the file', async () => {
    const { session, view, path, rename } = await opened();
    await rename('mine');
    await writeFile(path, writeSketch(newSketch('theirs')));
    await view.change(() => session.files.save());
    await view.until(() => view.get('dialog', /changed by another program/));
    await view.press('button', 'Replace it');
    await view.until(() => expect(view.all('dialog')).toEqual([]));
    expect(await readFile(path, 'utf8')).toContain('mine');
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

  it('mark the starter sketches whose kernel is not installed', async () => {
    vi.stubEnv('FREERTOS_KERNEL_PATH', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { session, view } = await opened();
    await view.change(() => session.files.showFileDialog({ kind: 'templates' }));
    await view.until(() => expect(view.all('item', /FreeRTOS is not installed/)).toHaveLength(1));
    expect(view.get('item', /FreeRTOS is not installed/).innerHTML).toContain('git clone');
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
