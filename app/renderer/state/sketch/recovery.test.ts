/** Unsaved changes survive their window and their host. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { HostClient } from '../../../contract/contract.ts';
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

/** The window connects by itself to the next host. */
async function nextHost(tabs: Tabs, last: HostClient) {
  await eventually(async () => expect(await active(tabs).connection.requireHost()).not.toBe(last));
}

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

  it('are not offered when their file has them already, as after a kill right after a save', async () => {
    const { host, folder, kept, tabs } = await setUp();
    const [name = ''] = await kept();
    const record = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const path = join(host.folder, 'a.polyloop.json');
    active(tabs).files.saveTo(path);
    await eventually(async () => expect(await kept()).toEqual([]));
    const file = { ...record.unsaved.file, path };
    const left = async (text: string) => {
      await writeFile(join(folder, name), JSON.stringify({ ...record, unsaved: { ...record.unsaved, file, text } }));
      const client = await active(tabs).connection.requireHost();
      return (await client.recovery.list({ own: [] })).left;
    };
    const saved = await readFile(path, 'utf8');
    expect(await left(saved.replace('mine', 'more'))).toMatchObject([{ name: 'more', path }]);
    expect(await kept()).toEqual([name]);
    expect(await left(saved)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('are kept as they are written, before the file is written', async () => {
    const host = await testHost();
    const posted: unknown[] = [];
    const tabs = await openTabs({
      openChannel: async () => {
        const channel = await host.openChannel();
        const post = (message: unknown) => {
          posted.push(JSON.stringify(message));
          channel.post(message);
        };
        return { ...channel, post };
      },
    });
    const nameOf = (message: unknown) => /\b(keep|save|drop)\b/.exec(String(message))?.[1];
    const sent = () => posted.map(nameOf).filter((name) => name !== undefined);
    rename(tabs, 'first');
    await eventually(() => expect(sent()).toEqual(['keep']));
    // The newest edit is not kept yet, and a kill between the save and the end of what was kept would offer the first.
    rename(tabs, 'second');
    active(tabs).files.saveTo(join(host.folder, 'a.polyloop.json'));
    await eventually(() => expect(sent()).toEqual(['keep', 'keep', 'save', 'drop']));
    expect(posted.findLast((message) => nameOf(message) === 'keep')).toContain('second');
  });

  /** A window whose first save the host executes but never answers. The host then says nothing more until it ends. */
  async function unansweredTabs(host: Awaited<ReturnType<typeof testHost>>) {
    let isSilent = false;
    let hasEnded = false;
    let endHost = () => {};
    const tabs = await openTabs({
      openChannel: async () => {
        const channel = await host.openChannel();
        const post = (message: unknown) => {
          isSilent ||= !hasEnded && /\bsave\b/.test(JSON.stringify(message));
          channel.post(message);
        };
        const onMessage = (listener: (message: unknown) => void) =>
          channel.onMessage((message) => (isSilent ? undefined : listener(message)));
        endHost = () => {
          hasEnded = true;
          isSilent = false;
          channel.close();
        };
        return { ...channel, post, onMessage };
      },
    });
    return { tabs, endHost: () => endHost() };
  }
  async function editsDuringASave() {
    const host = await testHost();
    const path = join(host.folder, 'a.polyloop.json');
    const first = await openTabs(host);
    active(first).files.saveTo(path);
    await eventually(() => expect(active(first).document.store.getState().file.path).toBe(path));
    first.dispose();
    const { tabs, endHost } = await unansweredTabs(host);
    await active(tabs).files.openPath(path, 'here');
    rename(tabs, 'first');
    active(tabs).files.save();
    const onDisk = () => readFile(path, 'utf8');
    await eventually(async () => expect(await onDisk()).toContain('first'));
    rename(tabs, 'second');
    return { host, tabs, endHost, onDisk };
  }

  it('that follow a save without an answer are saved later, and no question is asked about that save', async () => {
    const { tabs, endHost, onDisk } = await editsDuringASave();
    const last = await active(tabs).connection.requireHost();
    endHost();
    await nextHost(tabs, last);
    active(tabs).files.save();
    await eventually(async () => expect(await onDisk()).toContain('second'));
    expect(dialogOf(tabs)).toBeNull();
  });

  it('that follow a save without an answer are restored by the next window, which saves them', async () => {
    const { host, tabs, endHost, onDisk } = await editsDuringASave();
    const folder = join(host.folder, 'config', 'recovery');
    await eventually(async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toContain('second');
    });
    endHost();
    tabs.dispose();
    const next = await openTabs(host);
    await active(next).recovery.restore(await offered(next));
    expect(active(next).document.currentSketch().name).toBe('second');
    active(next).files.save();
    await eventually(async () => expect(await onDisk()).toContain('second'));
    expect(dialogOf(next)).toBeNull();
  });

  it('are forgotten by the next host, if the one before ended before it could', async () => {
    const { host, kept } = await setUp();
    const { folder } = host;
    const path = join(folder, 'a.polyloop.json');
    let isDeaf = false;
    const tabs = await openTabs({
      openChannel: async () => {
        const channel = await host.openChannel();
        const post = (message: unknown) => {
          if (JSON.stringify(message).includes('drop') && isDeaf) {
            isDeaf = false;
            channel.close();
          } else channel.post(message);
        };
        return { ...channel, post };
      },
    });
    rename(tabs, 'other');
    await eventually(async () => expect(await kept()).toHaveLength(2));
    isDeaf = true;
    const last = await active(tabs).connection.requireHost();
    active(tabs).files.saveTo(path);
    await nextHost(tabs, last);
    await eventually(async () => expect(await kept()).toHaveLength(1));
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
