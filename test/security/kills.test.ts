/**
 * Kills a window, the server and the command line at random moments of typing, saving, building, running and writing a
 * board. At most one second of edits is lost, no file is broken, nothing stays behind, and the next build is right.
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
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { BenchUno, missingForBench } from '../bench-uno/bench.ts';
import { usually } from '../every-case.ts';
import { Random } from '../random.ts';
import { type Loss, TYPING, type TypingKind, typeAndKill } from './typing-kills.ts';
import { Victims } from './victims.ts';
import { missingForWindow } from './window.ts';

/** What a victim does. */
const KINDS = [...TYPING, 'edit', 'build', 'native', 'flash', 'run', 'run, window', 'build-cli', 'run-cli'] as const;
type Kind = (typeof KINDS)[number];
/** A run of `npm test` takes these, once each. */
const SAMPLE = ['type, both', 'type, server', 'edit', 'build', 'native', 'flash'] as const satisfies readonly Kind[];
const ROUNDS = Number(process.env.POLYLOOP_KILLS ?? usually(0, 500));
/** A different sequence for each long run. */
const SEED = Number(process.env.POLYLOOP_SEED ?? (ROUNDS > 0 ? Math.floor(Math.random() * 2 ** 31) : 16));
/** A victim is killed within this time. A build of known commands takes about a third of it. */
const LIVES_MS = 1500;
/** What a user types is kept within this time. */
const MOST_LOST_MS = 1000;
/** On a busy computer. A round takes about eight seconds. */
const LONGEST_ROUND_MS = 30 * 60_000;

const { pio, hostCc } = findTools();
/** Why a kind cannot be tried here. Null: it can. */
const MISSING: Partial<Record<Kind, string | null>> = {
  flash: missingForBench(),
  ...Object.fromEntries([...TYPING, 'run, window' as const].map((kind) => [kind, missingForWindow()])),
};
const possible = KINDS.filter((kind) => (MISSING[kind] ?? null) === null);

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pinOf = (version: number) => 2 + (version % 8);
/** Each version has another pin, so its firmware differs. */
const textOf = (version: number, board: 'uno' | typeof thisComputer.id = 'uno') => {
  const body = board === 'uno' ? `digitalWrite(${pinOf(version)}, HIGH);` : `static volatile int n = ${version}; n++;`;
  return writeSketch(newSketch(`v${version}`, { board, tasks: [newTask('blink', { periodUs: 20_000, body })] }));
};
const toType = writeSketch(newSketch('typed', { tasks: [newTask('blink', { periodUs: 20_000, body: '' })] }));
const versionIn = (text: string) => {
  const read = readSketch(text);
  if (!read.ok) throw new Error(`a broken file: ${text}`);
  return Number(read.sketch.name.slice(1));
};

const wordsOf = ({ typed, recovered, lostMs, lostWallMs }: Loss) =>
  `${recovered} of ${typed} edits recovered, ${Math.round(lostMs)} ms lost (${Math.round(lostWallMs)} ms with waits)`;

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
  async function build(path = file): Promise<string> {
    const { code, text } = await victims.cli(['build', path, '--json']);
    expect(code, text).toBe(0);
    return digestOf(JSON.parse(text.slice(text.indexOf('{'))).firmware.path);
  }

  beforeAll(async () => {
    expect(await buildWindow(() => {})).toBe(true);
    folder = await mkdtemp(join(tmpdir(), 'polyloop-kills-'));
    const sketches = join(folder, 'sketches');
    await mkdir(sketches);
    file = join(sketches, 'killed.polyloop.json');
    native = join(sketches, 'native.polyloop.json');
    victims = new Victims(folder);
    await victims.prepare();
    for (const version of [0, 1]) {
      await writeFile(file, textOf(version));
      images.set(version, await build());
    }
    expect(images.get(0)).not.toBe(images.get(1));
    await writeFile(native, textOf(0, thisComputer.id));
    expect(await victims.cli(['run', native, '--for', '50ms', '--trust'])).toMatchObject({ code: 0 });
    if (possible.includes('flash')) bench = await BenchUno.start();
  });
  afterAll(async () => {
    await bench?.stop();
    await victims.remove();
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

  async function editAndKill(round: number, afterMs: number, about: string): Promise<void> {
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
    // Nothing is offered that the file has.
    const offered = mine === undefined ? null : (await next.host.recovery.read({ id })).unsaved;
    expect(offered === null ? onDisk : versionIn(offered.text), about).toBeGreaterThanOrEqual(known.kept);
    await next.host.recovery.drop({ id });
    // A save tidies its folder up.
    const { revision } = await next.host.projects.open({ path: file });
    await next.host.projects.save({ path: file, text: textOf(1), expectedRevision: revision });
    await next.kill();
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

  async function buildOrRunAndKill(what: 'build' | 'run' | 'native', version: number, moment: Promise<unknown>) {
    const { host, kill } = await victims.server();
    if (what === 'build') await until(moment, buildInWindow(host, file, textOf(version)));
    else if (what === 'run') await until(moment, runInWindow(host, file, textOf(0), 'virtual'));
    else await until(moment, runInWindow(host, native, textOf(0, thisComputer.id), 'host'));
    await kill();
  }

  /** Kills a window that builds and runs. Its server ends later, in order. */
  async function runAndKillWindow(version: number, afterMs: number): Promise<void> {
    await writeFile(file, textOf(version));
    const server = await victims.server(['--sketch', file]);
    const window = await victims.window(server.url);
    await window.run();
    await delay(2 * afterMs);
    await window.kill();
    await server.end();
  }

  async function cliAndKill(what: 'flash' | 'build-cli' | 'run-cli', ran: string, version: number, afterMs: number) {
    const args = {
      flash: ['flash', file, '--port', bench?.port ?? ''],
      'build-cli': ['build', file],
      'run-cli': ['run', ran, '--for', '60s'],
    }[what];
    await writeFile(file, textOf(version));
    const killer = new AbortController();
    const ended = victims.cli(args, killer.signal);
    await delay(afterMs);
    killer.abort();
    await ended;
  }

  const isTyping = (what: Kind): what is TypingKind => what.startsWith('type');

  /** @returns what was lost of what was typed */
  async function kill(what: Kind, round: number, random: Random, about: string): Promise<Loss | null> {
    const afterMs = random.between(0, LIVES_MS);
    const version = 2 + round;
    if (isTyping(what)) {
      await writeFile(file, toType);
      const loss = await typeAndKill({ victims, file, random, what, afterMs: 3 * afterMs });
      expect(loss.lostMs, `${about}: ${wordsOf(loss)}`).toBeLessThanOrEqual(MOST_LOST_MS);
      return loss;
    }
    if (what === 'edit') await editAndKill(round, afterMs, about);
    else if (what === 'run, window') await runAndKillWindow(version, afterMs);
    else if (what === 'build') await buildOrRunAndKill(what, version, delay(afterMs));
    else if (what === 'run' || what === 'native') await buildOrRunAndKill(what, version, delay(afterMs + 1000));
    else await cliAndKill(what, random.chance(0.5) ? file : native, version, afterMs + (what === 'flash' ? 1000 : 0));
    return null;
  }

  /** Nothing runs, the next build is right, and it has removed what compilers and builds left. */
  async function afterwards(round: number, about: string): Promise<void> {
    expect(await victims.leftAfterTenSeconds(), `${about}: what is left after ten seconds`).toEqual([]);
    const version = round % 2;
    await writeFile(file, textOf(version));
    expect(await build(), about).toBe(images.get(version));
    expect((await readdir(join(folder, 'sketches'))).sort(), about).toEqual([
      'killed.polyloop.json',
      'native.polyloop.json',
    ]);
    expect(
      (await readdir(victims.temporary)).filter((name) => /^(?:polyloop|cc)/.test(name)),
      about,
    ).toEqual([]);
  }

  /** Programs that use the same folders and port once more leave nothing of those that were killed. */
  async function expectNoLitter(): Promise<void> {
    await build(native);
    if (bench !== null) {
      await writeFile(file, textOf(0));
      const flashed = await victims.cli(['flash', file, '--port', bench.port]);
      expect(flashed.code, flashed.text).toBe(0);
    }
    const { host, end } = await victims.server();
    const unsaved = { file: { path: null, revision: null, writable: true }, text: textOf(0), saved: textOf(1) };
    await host.recovery.keep({ id: 'last', unsaved });
    await host.recovery.drop({ id: 'last' });
    // As a window does when it opens.
    expect((await host.recovery.list({ own: [] })).left).toEqual([]);
    await end();
    const names = await readdir(folder, { recursive: true });
    const isOfBrowser = (name: string) => name.startsWith('browser/');
    const litter = names.filter((name) => /\.(?:lock|takeover|tmp)$|recovery\/./.test(name) && !isOfBrowser(name));
    expect(litter).toEqual([]);
    // A folder for each of the two sketches.
    const builds = (await readdir(join(victims.home, 'cache', 'builds'))).length;
    expect(builds).toBe(2);
  }

  const LIMIT = { timeout: LONGEST_ROUND_MS };
  if (ROUNDS === 0) {
    it.for(SAMPLE.map((what, round) => ({ what, round })))('of "$what"', LIMIT, async ({ what, round }, { skip }) => {
      const missing = MISSING[what] ?? null;
      if (missing !== null) skip(`not installed: ${missing}`);
      const random = new Random(SEED + round);
      await kill(what, round, random, what);
      await afterwards(round, what);
    });
  }
  it.skipIf(ROUNDS === 0)(`${ROUNDS} times`, { timeout: ROUNDS * LONGEST_ROUND_MS }, async () => {
    const random = new Random(SEED);
    const counts = new Map<Kind, number>();
    let mostLostMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const what = random.of(possible);
      const about = `seed ${SEED}, round ${round}: ${what}`;
      const loss = await kill(what, round, random, about);
      await afterwards(round, about);
      counts.set(what, (counts.get(what) ?? 0) + 1);
      mostLostMs = Math.max(mostLostMs, loss?.lostMs ?? 0);
      const lost = loss === null ? '' : `, ${wordsOf(loss)}`;
      process.stderr.write(`${round + 1} of ${ROUNDS}: ${about}${lost}\n`);
    }
    const kinds = [...counts].map(([what, count]) => `${count} ${what}`).join('; ');
    process.stderr.write(`${ROUNDS} kills (${kinds}). At most ${Math.round(mostLostMs)} ms of edits were lost.\n`);
  });
  it('leaves no litter', LIMIT, expectNoLitter);
});
