// @vitest-environment happy-dom
/** Typed text is in the host's file of unsaved changes within a second, by a clock that the test moves. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Session } from '../../state/session/session.ts';
import { createTabs } from '../../state/session/tabs.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testEnvironment } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { useCodeSync } from './use-code-sync.ts';

type Model = Parameters<typeof useCodeSync>[1];

/** What the code editor's text does for the window. */
class TypedText {
  #text = '';
  #listener = () => {};
  readonly getValue = () => this.#text;
  readonly isDisposed = () => false;
  readonly onDidChangeContent = (listener: () => void) => {
    this.#listener = listener;
    return { dispose: () => {} };
  };
  type(more: string): void {
    this.#text += more;
    this.#listener();
  }
}

function Body({ text, session }: { readonly text: TypedText; readonly session: Session }) {
  const [task] = session.document.currentSketch().tasks;
  const body = { id: 'body', owner: { kind: 'tasks', name: task?.name ?? '' } } as const;
  useCodeSync(null, text as unknown as Model, body, 'body');
  return null;
}

/** Lets the host work. No fake time passes. */
const work = () => setImmediate();

/** Whether the condition holds soon, without any fake time. */
async function soon(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let turn = 0; turn < 50_000; turn++) {
    if (await holds()) return true;
    await work();
  }
  return false;
}

async function setUp() {
  const host = await testHost();
  const folder = join(host.folder, 'config', 'recovery');
  // From the start: a timer of the window that runs by the real clock would put off those of the test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const tabs = createTabs({ ...testEnvironment(), openChannel: host.openChannel });
  onTestFinished(tabs.dispose);
  const { session } = tabs.store.getState().active;
  expect(await soon(() => session.document.store.getState().generation > 0)).toBe(true);
  session.document.showDocument(newSketch('typed', { tasks: [newTask('a', { body: '' })] }));
  const text = new TypedText();
  await show(session, <Body text={text} session={session} />);
  vi.advanceTimersByTime(1000);
  const kept = async () => {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((each) => each.endsWith('.json')) ?? '';
    return readFile(join(folder, name), 'utf8').catch(() => '');
  };
  return { folder, session, text, kept };
}

describe('typed text', () => {
  it('is kept within a second of the edit, also while the user goes on typing', async () => {
    const { text, kept } = await setUp();
    for (let tenth = 0; tenth < 40; tenth++) {
      text.type(`/*${tenth}*/`);
      vi.advanceTimersByTime(100);
      // The host needs some of the second, too.
      const due = tenth - 9;
      if (due >= 0) expect(await soon(async () => (await kept()).includes(`/*${due}*/`)), `after ${tenth}`).toBe(true);
    }
    vi.advanceTimersByTime(900);
    expect(await soon(async () => (await kept()).includes('/*39*/'))).toBe(true);
  });

  it('that cannot be kept is kept as soon as it can, and a notice stays until then', async () => {
    const { folder, session, text, kept } = await setUp();
    const notices = () => session.notices.store.getState().notices.filter(({ text: words }) => /not kept/.test(words));
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, '');
    text.type('mine');
    vi.advanceTimersByTime(1000);
    expect(await soon(() => notices().length === 1)).toBe(true);
    for (let second = 0; second < 30; second++) {
      vi.advanceTimersByTime(1000);
      await work();
    }
    expect(notices()).toHaveLength(1);
    for (let other = 0; other < 5; other++) session.notices.notify(`other ${other}`);
    expect(notices()).toHaveLength(1);
    await rm(folder);
    vi.advanceTimersByTime(2000);
    expect(await soon(async () => (await kept()).includes('mine'))).toBe(true);
    expect(await soon(() => notices().length === 0)).toBe(true);
  });
});
