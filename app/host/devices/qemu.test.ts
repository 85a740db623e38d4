import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mps2An385 } from '../../../generator/boards/mps2-an385/index.ts';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import { buildSketch } from '../pipeline.ts';
import type { DeviceStatus, FirmwareImage } from './device.ts';
import { QemuBoard } from './qemu.ts';

const { armGcc, qemuArm } = findTools();
const missing = [armGcc, qemuArm].find((tool) => !tool.installed);
const title =
  missing === undefined ? 'the emulated Arm board' : `skipped, because a tool is not installed: ${missing.name}`;

/** Telemetry reports the time once per frame, so the time that is read may be this far ahead. */
const STEP_NS = 150e6;

let folder: string;
let firmware: FirmwareImage;

async function built(name: string, body: string): Promise<FirmwareImage> {
  const sketch = newSketch(name, { board: mps2An385.id, tasks: [newTask('echo', { body })] });
  const request = { sketch, dir: join(folder, name), tool: 'platformio', onLine: () => {} } as const;
  const outcome = await buildSketch({ ...request, signal: new AbortController().signal });
  if (outcome.firmware === null) throw new Error(outcome.message ?? 'the build failed');
  return outcome.firmware;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyloop-qemu-test-'));
  if (missing === undefined) firmware = await built('paced', 'if (Serial.read() == 71) Serial.print("heard a G");');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function listen() {
  const statuses: DeviceStatus[] = [];
  const heard = { bytes: 0, text: '' };
  const serial = (bytes: Uint8Array) => {
    heard.bytes += bytes.length;
    heard.text += Buffer.from(bytes).toString('latin1');
  };
  return { statuses, heard, events: { serial, status: (s: DeviceStatus) => void statuses.push(s), pins: () => {} } };
}

/** The sockets of this process and its children to which another process could connect (proc(5)). */
async function reachableSockets(): Promise<string[]> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
  const files = [process.pid, ...children].flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).map((fd) => `${pid}/fd/${fd}`),
  );
  const links = await Promise.all(files.map((file) => readlink(join('/proc', file)).catch(() => '')));
  const own = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? 'none'));
  const rowsOf = async (table: string) => {
    const text = await readFile(join('/proc/net', table), 'utf8');
    return text.split('\n').map((row) => row.trim().split(/\s+/));
  };
  const tcp = [...(await rowsOf('tcp')), ...(await rowsOf('tcp6'))].filter((row) => own.has(row[9] ?? ''));
  // The flag of a socket that accepts connections.
  const unix = (await rowsOf('unix')).filter((row) => own.has(row[6] ?? '') && row[3] === '00010000');
  return [...tcp, ...unix].map((row) => row.join(' '));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(missing !== undefined)(title, () => {
  it('is paced to real time, stops while it is paused, and continues', async () => {
    const device = new QemuBoard('qemu', mps2An385);
    const { statuses, heard, events } = listen();
    const began = performance.now();
    await device.start(firmware, events);
    await until(() => (statuses.at(-1)?.boardTimeNs ?? 0) > 1e9);
    // The program is never ahead of the wall clock by more than one telemetry step. Without pacing
    // it would run several times as fast.
    expect(statuses.at(-1)?.boardTimeNs).toBeLessThan((performance.now() - began) * 1e6 + STEP_NS);
    await device.pause();
    // Output that was in transit at the stop still arrives, then nothing does. A running program
    // would send output every 66 ms.
    const news = async () => {
      const before = heard.bytes;
      await new Promise((resolve) => setTimeout(resolve, 600));
      return heard.bytes - before;
    };
    await expect.poll(news).toBe(0);
    const { bytes } = heard;
    await device.resume();
    await until(() => heard.bytes > bytes);
    await device.stop();
    expect(statuses.at(-1)?.state).toBe('stopped');
  });

  it('ends at the end of its time, although it sends only bytes that are not telemetry', async () => {
    const body = 'noInterrupts(); for (;;) *(volatile unsigned *)0x40004000U = 0x55;';
    const board = new QemuBoard('garbage', mps2An385);
    const { statuses, heard, events } = listen();
    await board.pause();
    await board.start(await built('garbage', body), events);
    await board.runFor(50e6);
    expect(statuses.at(-1)?.state).toBe('stopped');
    expect(heard.bytes).toBeGreaterThan(0);
  });

  it('delivers input to the program', async () => {
    const device = new QemuBoard('qemu', mps2An385);
    const { heard, events } = listen();
    await device.start(firmware, events);
    await until(() => heard.bytes > 0);
    if (process.platform === 'linux') expect(await reachableSockets()).toEqual([]);
    device.write(new TextEncoder().encode('G'));
    await until(() => heard.text.includes('heard a G'));
    await device.stop();
  });
});
