/** Which window finds a run, with the real host: the one that was reloaded, and not a copy of it. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import type { Session } from './session.ts';
import { testHost } from './test-host.ts';
import { memoryStorage, testSession } from './test-session.ts';

const KEYS = ['polyloop.window', 'polyloop.window.left'];

/** What a browser does for a duplicated tab. */
function copyOf(storage: ReturnType<typeof memoryStorage>) {
  const copy = memoryStorage();
  for (const key of KEYS) {
    const value = storage.getItem(key);
    if (value !== null) copy.setItem(key, value);
  }
  return copy;
}

async function setUp() {
  const { openChannel } = await testHost();
  const windowStorage = memoryStorage();
  const open = async (storage = windowStorage) => {
    let leave = () => {};
    const onGone = (listener: () => void) => {
      leave = listener;
      return () => {};
    };
    const session = testSession(undefined, { openChannel, windowStorage: storage, onGone });
    session.connection.connect();
    await eventually(() => expect(session.document.store.getState().generation).toBe(1));
    return { session, leave: () => leave() };
  };
  const first = await open();
  await first.session.run.buildAndRun();
  await eventually(() => expect(phaseOf(first.session)).toBe('running'));
  return { ...first, windowStorage, open };
}

const phaseOf = ({ run }: Session) => run.store.getState().phase;
const runOf = ({ run }: Session) => run.store.getState().runId;

describe('a run', () => {
  it('is not that of a copy of its window, whose own run does not end it', async () => {
    const { session, windowStorage, open } = await setUp();
    const copied = copyOf(windowStorage);
    const { session: copy } = await open(copied);
    await copy.connection.requireHost();
    await eventually(() =>
      expect(copied.getItem('polyloop.window')).not.toBe(windowStorage.getItem('polyloop.window')),
    );
    expect(phaseOf(copy)).toBe('idle');
    await copy.run.buildAndRun();
    await eventually(() => expect(phaseOf(copy)).toBe('running'));
    expect(phaseOf(session)).toBe('running');
    expect(runOf(copy)).not.toBe(runOf(session));
  });

  it('is found by its window after a reload, also while the old connection has not ended', async () => {
    const { session, leave, open } = await setUp();
    leave();
    const { session: next } = await open();
    await eventually(() => expect(runOf(next)).toBe(runOf(session)));
  });

  it('is found by its window after a crash, which leaves no word', async () => {
    const { session, open } = await setUp();
    const runId = runOf(session);
    session.dispose();
    const { session: next } = await open();
    await eventually(() => expect(runOf(next)).toBe(runId));
  });

  it('stays that of its window when a copy is made after a reload', async () => {
    const { session, leave, windowStorage, open } = await setUp();
    leave();
    session.dispose();
    const { session: next } = await open();
    await eventually(() => expect(phaseOf(next)).toBe('running'));
    const { session: copy } = await open(copyOf(windowStorage));
    await copy.run.buildAndRun();
    await eventually(() => expect(phaseOf(copy)).toBe('running'));
    expect(phaseOf(next)).toBe('running');
  });
});
