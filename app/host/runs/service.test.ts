import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uno } from '../../../generator/boards/uno/index.ts';
import { newPart, newSketch } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { eventually } from '../../../test/eventually.ts';
import { EVENTS_AHEAD } from '../../contract/runs.ts';
import { FirmwareStore } from '../builds/firmware.ts';
import type { RunWatcher } from './run.ts';
import { RunService } from './service.ts';
import { TestDevice } from './test-device.ts';

class Watcher implements RunWatcher {
  states: string[] = [];
  bytes: number[] = [];
  offsets: number[] = [];
  pinNames: string[] = [];
  partStates: unknown[] = [];
  edgeBytes: number[] = [];
  status: RunWatcher['status'] = (_id, { state }) => void this.states.push(state);
  serial: RunWatcher['serial'] = (_id, offset, bytes) => {
    this.offsets.push(offset);
    this.bytes.push(...bytes);
  };
  parts: RunWatcher['parts'] = (_id, parts) => void this.partStates.push(...parts);
  edges: RunWatcher['edges'] = (_id, { words }) => void this.edgeBytes.push(...words);
  pins: RunWatcher['pins'] = (_id, pins) => void this.pinNames.push(...pins.map(({ pin }) => pin));
}

let dir: string;
let firmwareId: string;
let store: FirmwareStore;
let devices: TestDevice[];
let service: RunService;
let nextFailure: string | null;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-runs-'));
  const path = join(dir, 'firmware.hex');
  await writeFile(path, ':00000001FF\n');
  store = new FirmwareStore();
  firmwareId = (await store.add({ format: 'intel-hex', path }, uno, 'the sketch')).id;
  devices = [];
  nextFailure = null;
  const open = async (id: string) => {
    const device = new TestDevice(id);
    device.failWith = nextFailure;
    devices.push(device);
    return device;
  };
  service = new RunService({ list: async () => [], open }, store, 20);
});

afterEach(async () => {
  await service.close();
  await rm(dir, { recursive: true, force: true });
});

const start = (watcher: Watcher, windowId = 'w1') => service.start({ firmwareId, deviceId: 'test', windowId }, watcher);
const W1 = { windowId: 'w1' };
const settled = (watcher: Watcher) => eventually(() => expect(watcher.states).toContain('running'));
const heard = (watcher: Watcher, count: number) => eventually(() => expect(watcher.bytes).toHaveLength(count));

describe('a board that is ahead of its window', () => {
  const showAhead = () => {
    for (let event = 0; event < EVENTS_AHEAD; event++) devices[0]?.showPin('13', 1);
  };

  it('waits until the window has handled events', async () => {
    const watcher = new Watcher();
    const { runId } = await start(watcher);
    await settled(watcher);
    const device = devices[0];
    if (device === undefined) throw new Error('No device was opened.');
    device.calls.length = 0;
    showAhead();
    expect(device.calls).toEqual(['hold']);
    service.taken(runId, 1);
    expect(device.calls).toEqual(['hold', 'release']);
    service.taken('unknown', 1);
    await service.stop(runId);
    expect(watcher.states.at(-1)).toBe('stopped');
  });

  it('waits after a number of bytes, too, however late the messages are', async () => {
    const watcher = new Watcher();
    const sizes: number[] = [];
    watcher.serial = (_id, _offset, bytes) => void sizes.push(bytes.length);
    const { runId } = await start(watcher);
    await settled(watcher);
    const piece = new Uint8Array(2 ** 16);
    for (let count = 0; count < 40; count++) devices[0]?.flood(piece);
    // 2.5 MiB, before any timer has had a turn.
    expect(sizes).toEqual([2 ** 20, 2 ** 20]);
    await service.stop(runId);
    expect(sizes).toEqual([2 ** 20, 2 ** 20, 2 ** 19]);
  });

  it('does not wait for a window that is gone', async () => {
    const watcher = new Watcher();
    await start(watcher);
    await settled(watcher);
    showAhead();
    service.leave(watcher);
    showAhead();
    expect(devices[0]?.calls.filter((call) => /hold|release/.test(call))).toEqual(['hold', 'release']);
  });
});

describe('a run', () => {
  it('sends its window all events, after the answer', async () => {
    const watcher = new Watcher();
    const { runId, features } = await start(watcher);
    expect(features.pause).toBe(true);
    expect(watcher.states).toEqual([]);
    devices[0]?.say(1, 2);
    devices[0]?.showPin('13', 1);
    await heard(watcher, 2);
    devices[0]?.say(3);
    devices[0]?.say(4);
    await heard(watcher, 4);
    expect(watcher).toMatchObject({ states: ['running'], bytes: [1, 2, 3, 4], offsets: [0, 2], pinNames: ['13'] });
    await service.stop(runId);
    expect(watcher.states).toEqual(['running', 'stopped']);
    expect(() => service.device(runId)).toThrow('ended');
  });

  it('is found again by a reloaded window, with all output and no byte twice', async () => {
    const before = new Watcher();
    const { runId } = await start(before);
    await settled(before);
    devices[0]?.say(1, 2, 3);
    service.leave(before);
    devices[0]?.say(4);
    const after = new Watcher();
    const { run: current } = service.current(W1, after);
    expect(current).toMatchObject({ runId, sketchText: 'the sketch', serialOffset: 0 });
    expect([...(current?.serial ?? [])]).toEqual([1, 2, 3, 4]);
    devices[0]?.say(5);
    await heard(after, 1);
    expect(after).toMatchObject({ bytes: [5], offsets: [4] });
    expect(devices[0]?.stops).toBe(0);
  });

  it('wires the parts of its sketch, keeps what the user set, and shows both to a reloaded window', async () => {
    const lamp = newPart('Lamp', 'led', { pins: { anode: '13' } });
    const knob = newPart('Knob', 'potentiometer', { pins: { wiper: 'A0' } });
    const far = newPart('Far', 'ultrasonic', { pins: { trigger: '4', echo: '7' } });
    const path = join(dir, 'parts.hex');
    await writeFile(path, ':00000001FF\n');
    const text = writeSketch(newSketch('s', { parts: [lamp, knob, far] }));
    const { id } = await store.add({ format: 'intel-hex', path }, uno, text);
    const watcher = new Watcher();
    const order = { firmwareId: id, deviceId: 'test', windowId: 'w1', partValues: { Knob: 70 } };
    const { runId } = await service.start(order, watcher);
    expect(devices[0]?.calls).toEqual(['setParts Lamp=0 Knob=70 Far=100']);
    const lit = { part: 'Lamp', view: { shows: 'light', brightness: 0.5 } } as const;
    devices[0]?.showPart(lit);
    await settled(watcher);
    expect(watcher.partStates).toEqual([lit]);
    service.parts(runId).setValue('Far', 1000);
    service.parts(runId).wire([{ ...far, pins: { trigger: '8', echo: '9' } }, lamp]);
    expect(devices[0]?.calls.slice(1)).toEqual(['setPart Far=400', 'setParts Far=400 Lamp=0']);
    expect(() => service.parts(runId).setValue('Knob', 1)).toThrow('no part "Knob" to operate');
    expect(() => service.parts(runId).setValue('Lamp', 1)).toThrow('no part "Lamp" to operate');
    expect(service.current(W1, new Watcher()).run).toMatchObject({ parts: [lit], partValues: { Far: 400 } });
    service.parts(runId).wire([far]);
    devices[0]?.showPart(lit);
    expect(service.current({ ...W1, isOwn: true }, new Watcher()).run?.parts).toEqual([]);
    expect(watcher.partStates).toEqual([lit]);
  });

  it('is not visible to another window', async () => {
    await start(new Watcher());
    expect(service.current({ windowId: 'w2' }, new Watcher()).run).toBeNull();
  });

  it('is not given to another window that has the same id, unless the window is sure that it is its own', async () => {
    const [first, copy, reloaded] = [new Watcher(), new Watcher(), new Watcher()];
    expect(service.current(W1, first)).toEqual({ run: null, isTaken: false });
    const { runId } = await start(first);
    expect(service.current(W1, copy)).toEqual({ run: null, isTaken: true });
    expect(service.current({ ...W1, isOwn: true }, reloaded)).toMatchObject({ run: { runId }, isTaken: false });
    service.leave(first);
    expect(service.current(W1, copy).isTaken).toBe(true);
    service.leave(reloaded);
    expect(service.current(W1, copy)).toMatchObject({ run: { runId }, isTaken: false });
  });

  it('is stopped when its window does not come back', async () => {
    const watcher = new Watcher();
    await start(watcher);
    service.leave(watcher);
    await eventually(() => expect(devices[0]?.stops).toBeGreaterThan(0));
    expect(service.current(W1, watcher).run).toBeNull();
  });

  it('is stopped by the next run of its window', async () => {
    const watcher = new Watcher();
    await start(watcher);
    await settled(watcher);
    await start(watcher);
    expect(devices.map(({ stops }) => stops > 0)).toEqual([true, false]);
  });

  it('that ends by itself reports the reason', async () => {
    const watcher = new Watcher();
    const { runId } = await start(watcher);
    await settled(watcher);
    devices[0]?.report('failed', 'The board was unplugged.');
    expect(watcher.states).toEqual(['running', 'failed']);
    expect(devices[0]?.stops).toBeGreaterThan(0);
    expect(() => service.device(runId)).toThrow('ended');
  });

  it('that does not start reports the reason and releases the device', async () => {
    nextFailure = 'The port is in use.';
    await expect(start(new Watcher())).rejects.toMatchObject({ code: 'unavailable', message: 'The port is in use.' });
    expect(devices[0]?.stops).toBeGreaterThan(0);
  });

  it('never runs firmware that a later build has replaced', async () => {
    await writeFile(join(dir, 'firmware.hex'), 'other');
    await expect(start(new Watcher())).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.start({ firmwareId: 'x', deviceId: 'test', windowId: 'w' }, new Watcher())).rejects.toThrow(
      'build the sketch again',
    );
  });

  it('ends with the host', async () => {
    await start(new Watcher());
    await service.close();
    expect(devices[0]?.stops).toBeGreaterThan(0);
  });
});
