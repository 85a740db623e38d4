/**
 * Kills the server and the command line at random moments of editing, saving, building, running and writing a real
 * board. Nothing that was kept is lost, no file is broken, nothing stays behind, and the next build is right.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostClient } from '../../app/contract/contract.ts';
import { host as thisComputer } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { BenchUno, missingForBench } from '../bench-uno/bench.ts';
import { eventually } from '../eventually.ts';
import { usually } from '../every-case.ts';
import { Victims } from './victims.ts';

/** What a victim does. A run of `npm test` takes the first of them, once each. */
const KINDS = ['edit', 'build', 'native', 'flash', 'run', 'build-cli', 'run-cli'] as const;
const SAMPLE = 4;
const ROUNDS = Number(process.env.POLYLOOP_KILLS ?? usually(SAMPLE, 500));
/** With more rounds than the sample, the kind of each is drawn, and each says when it is done. */
const IS_LONG = ROUNDS > SAMPLE;
/** A victim is killed within this time. A build of known commands takes about a third of it. */
const LIVES_MS = 1500;
/** On a busy computer. A round takes about eight seconds. */
const LONGEST_ROUND_MS = 10 * 60_000;
/** A different sequence for each run that takes all cases. */
const SEED = Number(process.env.POLYLOOP_SEED ?? (IS_LONG ? Date.now() % 2 ** 31 : 16));

/** mulberry32, by Tommy Ettinger: numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const { pio, hostCc } = findTools();
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pinOf = (version: number) => 2 + (version % 8);
/** Each version has another pin, so its firmware differs. */
const textOf = (version: number, board: 'uno' | typeof thisComputer.id = 'uno') => {
  const body = board === 'uno' ? `digitalWrite(${pinOf(version)}, HIGH);` : `static volatile int n = ${version}; n++;`;
  return writeSketch(newSketch(`v${version}`, { board, tasks: [newTask('blink', { periodUs: 20_000, body })] }));
};
const versionIn = (text: string) => {
  const read = readSketch(text);
  if (!read.ok) throw new Error(`a broken file: ${text}`);
  return Number(read.sketch.name.slice(1));
};

/** What a window that edits and saves knows for certain. */
interface Known {
  saved: number;
  kept: number;
}

describe.skipIf(process.platform !== 'linux' || !pio.installed || !hostCc.installed)('a kill at any moment', () => {
  let folder: string;
  let file: string;
  let native: string;
  let victims: Victims;
  let bench: BenchUno | null = null;
  const images = new Map<number, string>();

  const digestOf = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  /** Builds the file's present content on the command line. Returns the digest of its firmware. */
  async function build(): Promise<string> {
    const { code, text } = await victims.cli(['build', file, '--json']);
    expect(code, text).toBe(0);
    return digestOf(JSON.parse(text.slice(text.indexOf('{'))).firmware.path);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyloop-kills-'));
    const sketches = join(folder, 'sketches');
    await mkdir(sketches);
    file = join(sketches, 'killed.polyloop.json');
    native = join(sketches, 'native.polyloop.json');
    victims = new Victims(folder);
    for (const version of [0, 1]) {
      await writeFile(file, textOf(version));
      images.set(version, await build());
    }
    expect(images.get(0)).not.toBe(images.get(1));
    await writeFile(native, textOf(0, thisComputer.id));
    expect(await victims.cli(['run', native, '--for', '50ms', '--trust'])).toMatchObject({ code: 0 });
    if (missingForBench() === null) bench = await BenchUno.start();
  });
  afterAll(async () => {
    await bench?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Edits and saves as fast as the host answers, until the host is gone. */
  async function edit(host: HostClient, id: string, known: Known, first: number): Promise<void> {
    const opened = await host.projects.open({ path: file });
    let { revision } = opened;
    let saved = opened.text;
    for (let version = first; ; version++) {
      const text = textOf(version);
      await host.recovery.keep({ id, unsaved: { file: { path: file, revision, writable: true }, text, saved } });
      known.kept = version;
      if (version % 3 !== 0) continue;
      const result = await host.projects.save({ path: file, text, expectedRevision: revision });
      if (result.status !== 'saved') throw new Error(JSON.stringify(result));
      known.saved = version;
      ({ revision } = result);
      saved = text;
    }
  }

  async function buildInWindow(host: HostClient, path: string, text: string): Promise<string | null> {
    const done = new Promise<string | null>((resolve) => {
      host.on('builds.finished', ({ firmwareId }) => resolve(firmwareId));
    });
    await host.builds.start({ text, path, tool: 'platformio' });
    return done;
  }

  async function runInWindow(host: HostClient, path: string, text: string, deviceId: string): Promise<void> {
    const firmwareId = await buildInWindow(host, path, text);
    if (firmwareId === null) throw new Error('the build failed');
    await host.runs.start({ firmwareId, deviceId, windowId: 'window-of-a-victim' });
    await delay(10 * LIVES_MS);
  }

  /** Runs the action until its victim is killed. What the action then says is of no interest. */
  const until = (moment: Promise<unknown>, action: Promise<unknown>) => Promise.race([moment, action.catch(() => {})]);

  it(`${ROUNDS} times`, { timeout: ROUNDS * LONGEST_ROUND_MS }, async () => {
    const random = randomFrom(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const what = KINDS[IS_LONG ? Math.floor(random() * KINDS.length) : round % SAMPLE] ?? 'edit';
      const about = `seed ${SEED}, round ${round}: ${what}`;
      const afterMs = random() * LIVES_MS;
      if (what === 'edit') {
        await writeFile(file, textOf(0));
        const { host, kill } = await victims.server();
        const known: Known = { saved: 0, kept: -1 };
        const id = `killed-${round}`;
        const edited = edit(host, id, known, 1).catch(() => {});
        await delay(afterMs);
        await Promise.all([kill(), edited]);
        const onDisk = versionIn(await readFile(file, 'utf8'));
        expect(onDisk, about).toBeGreaterThanOrEqual(known.saved);
        const next = await victims.server();
        const left = await next.host.recovery.list({ own: [] });
        const mine = left.left.find((one) => one.id === id);
        if (known.kept >= 0) {
          expect(mine, about).toBeDefined();
          const { unsaved } = await next.host.recovery.read({ id });
          expect(versionIn(unsaved?.text ?? ''), about).toBeGreaterThanOrEqual(known.kept);
        }
        await next.host.recovery.drop({ id });
        // A save tidies its folder up.
        const { revision } = await next.host.projects.open({ path: file });
        await next.host.projects.save({ path: file, text: textOf(1), expectedRevision: revision });
        await next.kill();
      } else if (what === 'build' || what === 'run' || what === 'native') {
        const { host, kill, closeWindow } = await victims.server();
        const moment = delay(what === 'build' ? afterMs : afterMs + 1000);
        if (what === 'build') await until(moment, buildInWindow(host, file, textOf(2 + round)));
        else if (what === 'run') await until(moment, runInWindow(host, file, textOf(0), 'virtual'));
        else await until(moment, runInWindow(host, native, textOf(0, thisComputer.id), 'host'));
        if (random() < 0.3) closeWindow();
        await kill();
      } else {
        const ran = random() < 0.5 ? file : native;
        const flash = bench === null ? ['build', file] : ['flash', file, '--port', bench.port];
        const args = { 'build-cli': ['build', file], 'run-cli': ['run', ran, '--for', '60s'], flash }[what];
        await writeFile(file, textOf(2 + round));
        const killer = new AbortController();
        const ended = victims.cli(args, killer.signal);
        await delay(afterMs + (what === 'flash' ? 1000 : 0));
        killer.abort();
        await ended;
      }
      // What a killed program started ends within ten seconds, and on a busy computer a little later.
      await eventually(async () => expect(await victims.survivors(), about).toEqual([]));
      const version = round % 2;
      await writeFile(file, textOf(version));
      expect(await build(), about).toBe(images.get(version));
      const litter = (await readdir(join(folder, 'sketches'))).filter(
        (name) => !name.endsWith('.polyloop.json') || name.startsWith('.'),
      );
      expect(litter, about).toEqual([]);
      if (IS_LONG)
        process.stderr.write(`${round + 1} of ${ROUNDS}: ${about}, killed after ${Math.round(afterMs)} ms\n`);
    }
    if (bench !== null) {
      await writeFile(file, textOf(0));
      const flashed = await victims.cli(['flash', file, '--port', bench.port]);
      expect(flashed.code, flashed.text).toBe(0);
    }
    // Polyloop's own, and those of compilers.
    expect((await readdir(victims.temporary)).filter((name) => /^(?:polyloop|cc)/.test(name))).toEqual([]);
    const kept = await readdir(join(victims.home, 'config', 'recovery'));
    expect(kept.filter((name) => !name.endsWith('.lock'))).toEqual([]);
  });
});
