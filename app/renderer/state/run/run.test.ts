import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeviceEvents } from '../../../host/devices/device.ts';
import { TestDevice } from '../../../host/runs/test-device.ts';
import { testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

async function connected(device: TestDevice) {
  const list = async () => [{ id: 'test', label: 'Uno', features: device.features }];
  const { openChannel, folder } = await testHost({ devices: { list, open: async () => device } });
  const session = testSession(undefined, { openChannel });
  session.connection.connect();
  await expect.poll(() => session.document.store.getState().generation).toBe(1);
  // The host remembers the device of a sketch that has a file.
  const file = { path: join(folder, 'blink.polyloop.json'), revision: null, writable: true };
  session.document.showDocument(session.document.currentSketch(), file);
  return session;
}

it('Stop works as soon as the program runs, also before the host has answered the start', async () => {
  const device = new TestDevice('virtual');
  const session = await connected(device);
  const { run } = session;
  const stopOnce = run.store.subscribe(({ phase }) => {
    if (phase !== 'running') return;
    stopOnce();
    void run.stopRun();
  });
  await run.buildAndRun();
  await expect.poll(() => run.store.getState()).toMatchObject({ phase: 'idle', runId: null });
  expect(device.stops).toBe(1);
});

it('a program that ends before the host has answered the start leaves no run', async () => {
  class Refusing extends TestDevice {
    override async start(_firmware: unknown, { status }: DeviceEvents): Promise<void> {
      status({ state: 'failed', boardTimeNs: null, speed: null, message: 'The boot loader does not answer.' });
    }
  }
  const session = await connected(new Refusing());
  await session.run.buildAndRun();
  await expect.poll(() => session.run.store.getState()).toMatchObject({ phase: 'idle', runId: null });
  expect(session.notices.store.getState().notices.at(-1)?.text).toBe('The boot loader does not answer.');
});

describe('a device that runs programs of the user', () => {
  class Native extends TestDevice {
    readonly isNative = true;
  }
  const asked = async (session: Awaited<ReturnType<typeof connected>>) => {
    await expect.poll(() => session.trust.store.getState().question).not.toBeNull();
    const { question } = session.trust.store.getState();
    if (question === null) throw new Error('no question');
    return question;
  };

  it('asks once for a folder, and starts nothing without trust', async () => {
    const device = new Native('virtual');
    const session = await connected(device);
    const folder = await realpath(dirname(session.document.store.getState().file.path ?? ''));
    const refused = session.run.buildAndRun();
    const question = await asked(session);
    expect(question.folder).toBe(folder);
    question.answer(false);
    await refused;
    expect(device.starts).toBe(0);
    expect(session.notices.store.getState().notices.at(-1)?.text).toContain(`trust the folder ${folder}`);
    const trusted = session.run.buildAndRun();
    (await asked(session)).answer(true);
    await trusted;
    expect(device.starts).toBe(1);
    await session.run.stopRun();
    await session.run.buildAndRun();
    expect(device.starts).toBe(2);
    expect(session.settings.store.getState().settings.trustedFolders).toEqual([folder]);
    expect(session.trust.store.getState().question).toBeNull();
  });

  it('asks for a sketch without a file in its window, and remembers no folder', async () => {
    const device = new Native('virtual');
    const session = await connected(device);
    session.document.showDocument(session.document.currentSketch());
    const running = session.run.buildAndRun();
    const question = await asked(session);
    expect(question.folder).toBeNull();
    question.answer(true);
    await running;
    await session.run.stopRun();
    await session.run.buildAndRun();
    expect(device.starts).toBe(2);
    expect(session.settings.store.getState().settings.trustedFolders).toEqual([]);
  });
});
