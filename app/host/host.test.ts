import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPart, newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { eventually } from '../../test/eventually.ts';
import type { BuildFinished, BuildLine } from '../contract/builds.ts';
import { connectHost, type HostClient } from '../contract/contract.ts';
import { channelPair } from '../contract/test-channel.ts';
import type { BuildOutcome, BuildRequest } from './builds/build.ts';
import { createHost, type Host } from './host.ts';
import { TestDevice } from './runs/test-device.ts';
import type { SetupRunner } from './setup/installer.ts';

const TEXT = writeSketch(newSketch('s', { tasks: [newTask('T1', { body: 'work();' })] }));
const OUTCOME = { message: null, diagnostics: [], memory: null, durationMs: 1, firmware: null } as const;

let dir: string;
let host: Host;
let client: HostClient;
let build: (request: BuildRequest) => Promise<BuildOutcome>;
let runSetup: SetupRunner;
let clangdPath: () => Promise<string>;
let requests: BuildRequest[];
let logged: unknown[];
let device: TestDevice;

function connectWindow(): HostClient {
  const [windowEnd, hostEnd] = channelPair();
  host.connect(hostEnd);
  return connectHost(windowEnd);
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-host-'));
  requests = [];
  logged = [];
  device = new TestDevice('virtual');
  const features = { ...device.features };
  runSetup = async () => true;
  build = async () => ({ ...OUTCOME, diagnostics: [], outcome: 'failed' });
  host = createHost({
    paths: { config: join(dir, 'config'), cache: join(dir, 'cache'), program: dir },
    version: '1',
    open: null,
    dialogs: null,
    exportProject: async (_text, dir) => ({ status: 'written', dir, files: 0 }),
    checkCode: async () => ({ outcome: 'checked', message: null, diagnostics: [] }),
    formatCode: async ({ text }) => ({ outcome: 'formatted', text, message: null }),
    createHelper: (path) => {
      clangdPath = path;
      return { help: async () => ({ available: false, names: [], active: 0, argument: 0 }), close: async () => {} };
    },
    build: (request) => {
      requests.push(request);
      return build(request);
    },
    devices: {
      list: async () => [{ id: 'virtual', label: 'Virtual Uno', features }],
      open: async () => device,
    },
    runSetup: (request) => runSetup(request),
    log: (_message, error) => logged.push(error),
  });
  client = connectWindow();
});
afterEach(async () => {
  await host.close();
  await rm(dir, { recursive: true, force: true });
});

/** Builds and returns everything that the window received. */
async function buildIn(window: HostClient, text = TEXT, path: string | null = null) {
  const lines: BuildLine[] = [];
  const finished = new Promise<BuildFinished>((resolve) => {
    window.on('builds.line', (line) => lines.push(line));
    window.on('builds.finished', resolve);
  });
  const { buildId } = await window.builds.start({ text, path, tool: 'platformio' });
  return { buildId, lines, finished };
}

function untilAborted({ signal }: BuildRequest): Promise<BuildOutcome> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ ...OUTCOME, diagnostics: [], outcome: 'cancelled' })),
  );
}

describe('a build', () => {
  it('sends its lines and then its end to its own window only', async () => {
    const other = connectWindow();
    const heard: unknown[] = [];
    other.on('builds.line', (line) => heard.push(line));
    build = async ({ onLine }) => {
      onLine({ stream: 'out', text: 'one' });
      onLine({ stream: 'error', text: 'two' });
      return { ...OUTCOME, diagnostics: [], outcome: 'failed', message: 'No compiler.' };
    };
    const { buildId, lines, finished } = await buildIn(client);
    expect(await finished).toMatchObject({ buildId, outcome: 'failed', ok: false, message: 'No compiler.' });
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two']);
    await other.settings.get({});
    expect(heard).toEqual([]);
  });

  it('of the same sketch uses the same folder, and of another sketch another folder', async () => {
    for (const path of ['/a/x.polyloop.json', '/a/x.polyloop.json', '/b/x.polyloop.json', null]) {
      await (await buildIn(client, TEXT, path)).finished;
    }
    const folders = requests.map((request) => request.dir);
    expect(folders[0]).toBe(folders[1]);
    expect(new Set(folders).size).toBe(3);
    expect(folders[0]).toContain(join(dir, 'cache'));
  });

  it('can be cancelled', async () => {
    build = untilAborted;
    const { buildId, finished } = await buildIn(client);
    await eventually(() => expect(requests).toHaveLength(1));
    await client.builds.cancel({ buildId });
    expect(await finished).toMatchObject({ outcome: 'cancelled', firmwareId: null });
    await client.builds.cancel({ buildId });
  });

  it('ends with its own window only, and another window cannot cancel it', async () => {
    build = untilAborted;
    const { buildId } = await buildIn(client);
    await eventually(() => expect(requests).toHaveLength(1));
    await connectWindow().builds.cancel({ buildId });
    expect(requests[0]?.signal.aborted).toBe(false);
    client.close();
    await eventually(() => expect(requests[0]?.signal.aborted).toBe(true));
  });

  it('of text that is not a sketch reports the problems', async () => {
    const { finished } = await buildIn(client, '{"polyloop": 1}');
    const result = await finished;
    expect(result.outcome).toBe('failed');
    expect(result.diagnostics.length).toBeGreaterThan(0);
    expect(requests).toEqual([]);
  });

  it('that throws is logged and ends', async () => {
    build = async () => {
      throw new TypeError('secret');
    };
    const result = await (await buildIn(client)).finished;
    expect(result).toMatchObject({ outcome: 'failed', message: expect.not.stringContaining('secret') });
    expect(logged).toHaveLength(1);
  });
});

describe('a run', () => {
  it('of built firmware sends output, accepts input, and can be controlled', async () => {
    build = async () => {
      const path = join(dir, 'firmware.hex');
      await writeFile(path, ':00000001FF\n');
      return { ...OUTCOME, diagnostics: [], outcome: 'ok', firmware: { format: 'intel-hex', path } };
    };
    const { firmwareId } = await (await buildIn(client)).finished;
    const { devices } = await client.devices.list({ board: 'uno' });
    const states: string[] = [];
    const bytes: number[] = [];
    client.on('runs.status', ({ status }) => states.push(status.state));
    const shown: unknown[] = [];
    client.on('runs.parts', (event) => shown.push(event));
    client.on('runs.serial', (event) => bytes.push(...event.bytes));
    const deviceId = devices[0]?.id ?? '';
    const { runId } = await client.runs.start({ firmwareId: firmwareId ?? '', deviceId, windowId: 'w' });
    device.say(7, 8);
    await eventually(() => expect(bytes).toEqual([7, 8]));
    await client.runs.write({ runId, bytes: new Uint8Array([1]) });
    await client.runs.setPin({ runId, pin: '2', input: { kind: 'digital', level: 1 } });
    const parts = [newPart('Key', 'button', { pins: { a: '2' } }), newPart('Lamp', 'led', { pins: { anode: '13' } })];
    await client.runs.setParts({ runId, parts });
    await client.runs.setPart({ runId, part: 'Key', value: 1 });
    await expect(client.runs.setPart({ runId, part: 'Lamp', value: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    const lit = { part: 'Lamp', view: { shows: 'light', brightness: 1 } } as const;
    device.showPart(lit);
    expect((await client.runs.current({ windowId: 'w' })).run).toMatchObject({ parts: [lit], partValues: { Key: 1 } });
    expect(shown).toEqual([{ runId, parts: [lit] }]);
    await client.runs.setSpeed({ runId, speed: 'max' });
    await client.runs.pause({ runId });
    await client.runs.resume({ runId });
    expect((await client.runs.current({ windowId: 'w' })).run).toMatchObject({ runId, sketchText: TEXT });
    await client.runs.stop({ runId });
    expect(device.written).toEqual([1]);
    expect(device.calls).toEqual([
      'setParts ',
      'setPin 2',
      'setParts Key=0 Lamp=0',
      'setPart Key=1',
      'setSpeed Infinity',
    ]);
    expect(states).toEqual(['running', 'paused', 'running', 'stopped']);
    await expect(client.runs.pause({ runId })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('needs a board that exists', async () => {
    await expect(client.devices.list({ board: 'nothing' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('settings', () => {
  it('are stored, and other windows receive changes', async () => {
    const other = connectWindow();
    const reported = new Promise((resolve) => other.on('settings.changed', resolve));
    expect(await client.settings.set({ theme: 'dark' })).toMatchObject({ theme: 'dark', tool: 'platformio' });
    expect(await reported).toMatchObject({ theme: 'dark' });
    expect(await other.settings.get({})).toMatchObject({ theme: 'dark' });
  });
});

describe('the clangd of the settings', () => {
  it('is what the windows and their helpers are given', async () => {
    const nowhere = join(dir, 'clangd');
    expect(await clangdPath()).toBe('');
    await client.settings.set({ clangd: nowhere });
    expect(await clangdPath()).toBe(nowhere);
    const problem = expect.stringContaining(`There is no program at ${nowhere}.`);
    expect(await client.tools.clangd({})).toMatchObject({ installed: false, version: null, problem });
    const { tools } = await client.tools.status({});
    expect(tools.find(({ name }) => name === 'clangd')).toMatchObject({ installed: false, problem });
  });
});

describe('an installation of tools', () => {
  it('runs once, and all windows receive its lines and its end', async () => {
    const other = connectWindow();
    const lines: string[] = [];
    const ends: boolean[] = [];
    for (const window of [client, other]) {
      window.on('tools.line', ({ text }) => lines.push(text));
      window.on('tools.installed', ({ ok }) => ends.push(ok));
    }
    let finish = (_ok: boolean): void => {};
    let runs = 0;
    runSetup = ({ part, onLine }) => {
      runs++;
      onLine(`[1/1] ${part} … installing`);
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    await client.tools.install({ part: 'build-tools' });
    await other.tools.install({ part: 'build-tools' });
    finish(true);
    await eventually(() => expect(ends).toEqual([true, true]));
    expect(lines).toEqual(Array(2).fill('[1/1] build-tools … installing'));
    expect(runs).toBe(1);
  });

  it('that does not start says why', async () => {
    const lines: string[] = [];
    client.on('tools.line', ({ text }) => lines.push(text));
    const end = new Promise((resolve) => client.on('tools.installed', resolve));
    runSetup = async () => Promise.reject(new Error('no Node'));
    await client.tools.install({ part: 'build-tools' });
    expect(await end).toEqual({ part: 'build-tools', ok: false });
    expect(lines).toEqual(['The set-up did not start: no Node']);
  });

  it('ends with the host', async () => {
    runSetup = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)));
    await client.tools.install({ part: 'build-tools' });
    await host.close();
  });
});

describe('the host', () => {
  it('lists the installed tools and how to get the others', async () => {
    const { tools } = await client.tools.status({});
    expect(tools.map(({ name }) => name)).toContain('PlatformIO');
    for (const tool of tools) {
      expect(tool.installed).toBe(tool.install === null);
      expect(tool.installed).toBe(tool.problem === null);
    }
    expect(tools.map(({ name }) => name)).toContain('FreeRTOS');
  });

  it('rejects native dialogs where the system has none', async () => {
    await expect(client.projects.pickOpen({})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('ends all builds and connections when it closes', async () => {
    build = untilAborted;
    await buildIn(client);
    await eventually(() => expect(requests).toHaveLength(1));
    await host.close();
    expect(requests[0]?.signal.aborted).toBe(true);
    await expect(client.settings.get({})).rejects.toMatchObject({ code: 'disconnected' });
  });
});
