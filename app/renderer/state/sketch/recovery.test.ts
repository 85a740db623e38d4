/** Unsaved changes survive their window and their host. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { eventually } from '../../../../test/eventually.ts';
import { createTabs, type Tabs } from '../session/tabs.ts';
import { testHost } from '../session/test-host.ts';
import { memoryStorage, testEnvironment } from '../session/test-session.ts';

const active = ({ store }: Tabs) => store.getState().active.session;
const rename = (tabs: Tabs, name: string) =>
  active(tabs).document.edit('Rename sketch', (sketch) => updateSketch(sketch, { name }));

async function openTabs(
  { openChannel }: Pick<Awaited<ReturnType<typeof testHost>>, 'openChannel'>,
  windowStorage = memoryStorage(),
) {
  const tabs = createTabs({ ...testEnvironment(), openChannel, windowStorage });
  onTestFinished(tabs.dispose);
  await eventually(() => expect(active(tabs).document.store.getState().generation).toBeGreaterThan(0));
  return tabs;
}

const dialogOf = (tabs: Tabs) => active(tabs).files.store.getState().dialog;

async function offered(tabs: Tabs) {
  return eventually(() => {
    const dialog = dialogOf(tabs);
    if (dialog?.kind !== 'recovered') throw new Error('nothing is offered');
    return dialog.left;
  });
}

async function setUp() {
  const host = await testHost();
  const folder = join(host.folder, 'config', 'recovery');
  const kept = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const textOfKept = async () => {
    const [name = ''] = await kept();
    return readFile(join(folder, name), 'utf8');
  };
  const tabs = await openTabs(host);
  rename(tabs, 'mine');
  await eventually(async () => expect(await textOfKept()).toContain('mine'));
  return { host, folder, kept, textOfKept, tabs };
}

describe('unsaved changes', () => {
  it('are kept in a file that only the user can read, until they are saved', async () => {
    const { host, folder, kept, textOfKept, tabs } = await setUp();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, (await kept())[0] ?? ''))).mode & 0o777).toBe(0o600);
    rename(tabs, 'mine again');
    await eventually(async () => expect(await textOfKept()).toContain('mine again'));
    active(tabs).files.saveTo(join(host.folder, 'a.polyloop.json'));
    await eventually(async () => expect(await kept()).toEqual([]));
    rename(tabs, 'third');
    await eventually(async () => expect(await kept()).toHaveLength(1));
    active(tabs).document.undo();
    await eventually(async () => expect(await kept()).toEqual([]));
  });

  it('are not offered to a window that follows immediately after they were saved', async () => {
    const { host, tabs } = await setUp();
    const { document, files } = active(tabs);
    files.saveTo(join(host.folder, 'a.polyloop.json'));
    await new Promise<void>((saved) => {
      const end = document.store.subscribe(() => {
        if (document.isUnsaved()) return;
        end();
        tabs.dispose();
        saved();
      });
    });
    const next = await openTabs(host);
    const client = await active(next).connection.requireHost();
    expect((await client.recovery.list({ own: [] })).left).toEqual([]);
  });

  it('are offered to the next window after a crash, and continue under the same name', async () => {
    const { host, kept, textOfKept, tabs } = await setUp();
    // The window is gone without a word: its storage is lost, and nothing was saved.
    tabs.dispose();
    const next = await openTabs(host);
    const left = await offered(next);
    expect(left).toMatchObject([{ name: 'mine', path: null }]);
    await active(next).recovery.restore(left);
    expect(active(next).document.currentSketch().name).toBe('mine');
    expect(active(next).document.isUnsaved()).toBe(true);
    rename(next, 'goes on');
    await eventually(async () => expect(await textOfKept()).toContain('goes on'));
    expect(await kept()).toHaveLength(1);
  });

  it('are not offered while their window is open, nor after they were discarded', async () => {
    const { host, kept, tabs } = await setUp();
    const other = await openTabs(host);
    const { left } = await (await active(other).connection.requireHost()).recovery.list({ own: [] });
    expect(left).toEqual([]);
    active(tabs).files.createSketch();
    tabs.close(tabs.store.getState().tabs[0]?.id ?? '');
    const dialog = dialogOf(tabs);
    if (dialog?.kind !== 'unsaved') throw new Error('no question');
    dialog.then();
    await eventually(async () => expect(await kept()).toEqual([]));
  });

  it('are offered after the host was killed, and can be discarded', async () => {
    const { host, folder, kept } = await setUp();
    // Another host reads the same folder, as after a restart. The first one no longer lives.
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.lock')) continue;
      const file = join(folder, name, (await readdir(join(folder, name)))[0] ?? '');
      const owner = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...owner, pid: 2 ** 30, started: null }));
    }
    const restarted = await testHost({
      paths: { config: join(host.folder, 'config'), cache: join(host.folder, 'cache'), program: host.program },
    });
    const next = await openTabs(restarted);
    const left = await offered(next);
    expect(left).toMatchObject([{ name: 'mine' }]);
    await active(next).recovery.discard(left);
    expect(await kept()).toEqual([]);
    expect(dialogOf(next)).toBeNull();
  });

  it('stay with their window across a reload', async () => {
    const host = await testHost();
    const storage = memoryStorage();
    const tabs = await openTabs(host, storage);
    rename(tabs, 'mine');
    const folder = join(host.folder, 'config', 'recovery');
    await eventually(async () =>
      expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(1),
    );
    tabs.keepForReload();
    tabs.dispose();
    const next = await openTabs(host, storage);
    expect(active(next).document.currentSketch().name).toBe('mine');
    rename(next, 'after the reload');
    await eventually(async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      expect(names).toHaveLength(1);
      expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toContain('after the reload');
    });
    expect(dialogOf(next)).toBeNull();
  });
});
