/**
 * Covers the path from a starter sketch to events on the timeline as a window sees it, with the
 * real tools and the real virtual board.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIND_COMPLETE, KIND_DEADLINE_MISS, KIND_RELEASE } from '../../generator/trace/kinds.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { eventually } from '../../test/eventually.ts';
import type { BuildFinished } from '../contract/builds.ts';
import { connectHost, type HostClient } from '../contract/contract.ts';
import { channelPair } from '../contract/test-channel.ts';
import type { ShownLanguage } from '../words/language.ts';
import { createProgramHost } from './create.ts';
import type { Host } from './host.ts';
import { hostPaths } from './paths.ts';

const { pio } = findTools();
const WINDOW = 'window-1';

let home: string;
let host: Host;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'polyloop-create-'));
  host = createProgramHost({ version: '1', open: null, dialogs: null, paths: hostPaths({ POLYLOOP_HOME: home }) });
});
afterAll(async () => {
  await host.close();
  await rm(home, { recursive: true, force: true });
});

function openWindow(language?: ShownLanguage): HostClient {
  const [windowEnd, hostEnd] = channelPair();
  host.connect(hostEnd);
  return connectHost(windowEnd, language);
}

async function build(window: HostClient, text: string): Promise<BuildFinished> {
  const finished = new Promise<BuildFinished>((resolve) => window.on('builds.finished', resolve));
  await window.builds.start({ text, path: null, tool: 'platformio' });
  return finished;
}

/** Handles a run's bytes as a window does. */
class Record {
  readonly store = new TraceStore();
  readonly decoder = new TelemetryDecoder(this.store);
  readonly states: string[] = [];
  /** Bytes that came before the answer with those before them. */
  readonly #early: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #taken = 0;

  /** The board waits for a window that does not say which events it has handled. */
  follow(window: HostClient): void {
    const handled = ({ runId }: { runId: string }) => void window.runs.taken({ runId, events: 1 }).catch(() => {});
    window.on('runs.status', ({ status }) => this.states.push(status.state));
    window.on('runs.serial', ({ offset, bytes }) => this.take(offset, bytes));
    window.on('runs.status', handled);
    window.on('runs.serial', handled);
    window.on('runs.pins', handled);
    window.on('runs.parts', handled);
    window.on('runs.edges', handled);
  }

  take(offset: number, bytes: Uint8Array): void {
    if (offset > this.#taken) {
      this.#early.push({ offset, bytes });
      return;
    }
    this.decoder.push(bytes.subarray(this.#taken - offset));
    this.#taken = Math.max(this.#taken, offset + bytes.length);
    for (const early of this.#early.splice(0)) this.take(early.offset, early.bytes);
  }

  count(kind: number): number {
    let count = 0;
    this.store.walk(this.store.first, this.store.end, (_index, _timeNs, each) => {
      if (each === kind) count++;
    });
    return count;
  }
}

describe.skipIf(!pio.installed)('a starter', () => {
  it('can be built and run on the virtual board, and a reloaded window finds its run', async () => {
    const window = openWindow();
    const { text } = await window.projects.openTemplate({ id: 'three-blinks' });
    const built = await build(window, text);
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    const { devices } = await window.devices.list({ board: 'uno' });
    const before = new Record();
    before.follow(window);
    const order = { firmwareId: built.firmwareId ?? '', deviceId: devices[0]?.id ?? '', windowId: WINDOW };
    const { runId, features } = await window.runs.start(order);
    expect(features).toEqual({ pause: true, speedControl: true, pins: true });
    await window.runs.setSpeed({ runId, speed: 'max' });
    await eventually(() => expect(before.store.endNs).toBeGreaterThan(1e9));
    window.close();

    const again = openWindow();
    const after = new Record();
    after.follow(again);
    const { run } = await again.runs.current({ windowId: WINDOW });
    if (run === null) throw new Error('the run is gone');
    expect(run).toMatchObject({ runId, sketchText: text });
    after.take(run.serialOffset, run.serial);
    await eventually(() => expect(after.store.endNs).toBeGreaterThan(2e9));
    await again.runs.stop({ runId });
    expect(after.states.at(-1)).toBe('stopped');

    const names = after.store.currentMetadata?.objects.filter((each) => each.class === 'task').map(({ name }) => name);
    expect(names).toHaveLength(3);
    expect(after.decoder.statistics).toMatchObject({ badFrames: 0, lostFrames: 0, malformedFrames: 0 });
    expect(after.count(KIND_RELEASE)).toBeGreaterThan(10);
    expect(after.count(KIND_COMPLETE)).toBeGreaterThan(10);
    expect(after.count(KIND_DEADLINE_MISS)).toBe(0);
    expect((await again.runs.current({ windowId: WINDOW })).run).toBeNull();
  });

  it('reports a pin or a device that the board does not have', async () => {
    const window = openWindow();
    const { text } = await window.projects.openTemplate({ id: 'three-blinks' });
    const { firmwareId } = await build(window, text);
    const order = { firmwareId: firmwareId ?? '', deviceId: 'virtual', windowId: WINDOW };
    const { runId } = await window.runs.start(order);
    const input = { kind: 'digital', level: 1 } as const;
    await expect(window.runs.setPin({ runId, pin: '99', input })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(window.runs.start({ ...order, deviceId: 'none' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('windows in several languages', () => {
  it('get their own texts, in answers, errors and the events of a build', async () => {
    const [english, korean, pseudo] = [openWindow('en'), openWindow('ko'), openWindow('pseudo')];
    const purposeOf = async (window: HostClient) => (await window.tools.status({})).tools[0]?.purpose;
    // At the same time, and in turns.
    const purposes = await Promise.all([purposeOf(korean), purposeOf(english), purposeOf(pseudo)]);
    expect(purposes).toEqual(['스케치를 빌드합니다', 'builds sketches', '⟦builds sketches⟧']);
    expect(await purposeOf(english)).toBe('builds sketches');
    const missing = { text: 'no sketch', path: null, tool: 'platformio' } as const;
    const messages = [english, korean].map(
      (window) =>
        new Promise<string | null>((resolve) => window.on('builds.finished', ({ message }) => resolve(message))),
    );
    await Promise.all([korean.builds.start(missing), english.builds.start(missing)]);
    expect(await messages[0]).toBe('The sketch has errors. Fix them, then build again.');
    expect(await messages[1]).toMatch(/[가-힣]/);
    await expect(korean.projects.openTemplate({ id: 'none' })).rejects.toThrow(/[가-힣]/);
  });
});
