import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeviceInfo } from '../../../contract/runs.ts';
import { type DeviceEvents, type FirmwareImage, StackTooSmall } from '../../../host/devices/device.ts';
import { TestDevice } from '../../../host/runs/test-device.ts';
import { testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

async function connected(device: TestDevice, info: Partial<DeviceInfo> = {}) {
  const list = async () => [{ id: 'test', label: 'Uno', features: device.features, ...info }];
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

it('Cancel works before the host has begun the build: nothing runs', async () => {
  const device = new TestDevice('virtual');
  const { run } = await connected(device);
  const phases: string[] = [];
  run.store.subscribe(({ phase }) => void phases.push(phase));
  const done = run.buildAndRun();
  expect(run.store.getState().phase).toBe('building');
  await run.stopRun();
  await done;
  expect(run.store.getState()).toMatchObject({ phase: 'idle', runId: null });
  expect(phases).not.toContain('starting');
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

it('another sketch in the place of the one that ran has no measured trace', async () => {
  const session = await connected(new TestDevice('virtual'));
  const ran = session.document.currentSketch();
  await session.run.buildAndRun();
  await expect.poll(() => session.run.store.getState().phase).toBe('running');
  await session.run.stopRun();
  session.document.showDocument(ran);
  expect(session.trace.store.getState().sketch).toEqual(ran);
  session.document.showDocument({ ...ran, tasks: [] });
  expect(session.trace.store.getState().sketch).toBeNull();
  expect(session.health.store.getState().verdict).toBeNull();
});

it('Run names the board of which there is none', async () => {
  const { openChannel } = await testHost({
    devices: { list: async () => [], open: async () => Promise.reject(new Error('not used')) },
  });
  const session = testSession(undefined, { openChannel });
  session.connection.connect();
  await expect.poll(() => session.document.store.getState().generation).toBe(1);
  await session.run.buildAndRun();
  expect(session.notices.store.getState().notices.at(-1)?.text).toContain('There is no Arduino Uno to run this on.');
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
    // Another sketch without a file, of the same name.
    await session.run.stopRun();
    session.document.showDocument(session.document.currentSketch());
    const other = session.run.buildAndRun();
    (await asked(session)).answer(false);
    await other;
    expect(device.starts).toBe(2);
  });
});

describe('a real board', () => {
  class Real extends TestDevice {
    override readonly features = { pause: false, speedControl: false, pins: false };
    readonly images: FirmwareImage[] = [];
    /** What the board says of each program; null: it accepts it. */
    lack: string | null = null;

    override async start(firmware: FirmwareImage, events: DeviceEvents): Promise<void> {
      this.images.push(firmware);
      if (this.lack !== null && firmware.stackProblem !== null) throw new StackTooSmall(this.lack);
      await super.start(firmware, events);
    }
  }
  type Connected = Awaited<ReturnType<typeof connected>>;
  const asked = async ({ doubts }: Connected) => {
    await expect.poll(() => doubts.store.getState().question).not.toBeNull();
    return doubts.store.getState().question ?? expect.fail('no question');
  };

  it('is written without a question where nothing speaks against it', async () => {
    const device = new Real();
    const session = await connected(device);
    await session.run.buildAndRun();
    expect(device.starts).toBe(1);
    expect(session.doubts.store.getState().question).toBeNull();
  });

  it('is written with a program whose stack does not suffice only if the user insists', async () => {
    const device = new Real();
    device.lack = 'The code needs 1800 bytes of stack.';
    const session = await connected(device);
    const refused = session.run.buildAndRun();
    const question = await asked(session);
    expect(question).toMatchObject({ device: 'Uno', doubts: [device.lack] });
    question.answer(false);
    await refused;
    expect(device.starts).toBe(0);
    expect(session.run.store.getState().phase).toBe('idle');
    expect(session.trace.store.getState().sketch).toBeNull();
    expect(session.notices.store.getState().notices.at(-1)?.text).toBe(device.lack);
    const insisted = session.run.buildAndRun();
    (await asked(session)).answer(true);
    await insisted;
    expect(device.starts).toBe(1);
    expect(device.images.map(({ stackProblem }) => stackProblem)).toEqual([undefined, undefined, null]);
  });

  it('is another one by its USB number: nothing is built before the user has answered', async () => {
    const device = new Real();
    const session = await connected(device, { otherBoard: 'Arduino Mega 2560' });
    const refused = session.run.buildAndRun();
    const question = await asked(session);
    expect(question.doubts).toHaveLength(1);
    expect(question.doubts[0]).toContain('another one: Arduino Mega 2560');
    question.answer(false);
    await refused;
    expect(session.build.store.getState().phase).toBe('idle');
    expect(device.images).toEqual([]);
    const insisted = session.run.buildAndRun();
    (await asked(session)).answer(true);
    await insisted;
    expect(device.starts).toBe(1);
  });

  it('has too little memory by the estimate: the question says how much', async () => {
    const device = new Real();
    const session = await connected(device);
    const sketch = session.document.currentSketch();
    const [first, second] = sketch.tasks;
    if (first === undefined || second === undefined) return expect.fail('no tasks');
    const ends = { writer: first.name, readers: [second.name], position: null };
    const item = [{ name: 'value', type: 'uint32' as const, count: 1 }];
    const channels = Array.from({ length: 4 }, (_, index) => ({
      ...{ name: `large${index}`, kind: 'ring-buffer' as const, item, capacity: 200 },
      ...ends,
    }));
    session.document.showDocument({ ...sketch, channels });
    const refused = session.run.buildAndRun();
    const question = await asked(session);
    expect(question.doubts[0]).toMatch(/^Estimated RAM: \d+ of 2048 B\. It does not fit\.$/);
    question.answer(false);
    await refused;
    expect(device.images).toEqual([]);
  });
});
