/**
 * Kills the server while it keeps changes and saves on a disk that becomes full. What it said it had kept or saved is
 * there, also for a server that starts while the disk is full, and nothing else is left after the first change when there
 * is room again.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostClient } from '../../app/contract/contract.ts';
import { newSketch } from '../../generator/sketch/create.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { usually } from '../every-case.ts';
import { Random } from '../random.ts';
import { Victims } from './victims.ts';

const SEED = Number(process.env.POLYLOOP_SEED ?? 16);
const KILLS = usually(3, 30);
/** The disk is full after about half of it. */
const LIVES_MS = 600;
const DISK_BYTES = 4 * 2 ** 20;

const textOf = (version: number) => writeSketch(newSketch(`v${version}`, {}));
function versionIn(text: string): number {
  const read = readSketch(text);
  if (!read.ok) throw new Error(`a broken file: ${text}`);
  return Number(read.sketch.name.slice(1));
}
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A disk in memory, which only the administrator can make. Null: it is made. */
function missingDisk(at: string): string | null {
  if (process.platform !== 'linux') return 'Linux';
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', at]);
  return status === 0 ? null : 'the right to mount a disk';
}

const folder = mkdtempSync(join(tmpdir(), 'polyloop-full-disk-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const missing = missingDisk(disk);

describe.skipIf(missing !== null)(`a server that is killed on a full disk (missing: ${missing})`, () => {
  const file = join(disk, 'a.polyloop.json');
  const fill = join(disk, 'fill');
  const victims = new Victims(disk);

  beforeAll(async () => {
    expect(await buildWindow(() => {})).toBe(true);
    for (const part of [join(victims.home, 'config'), victims.temporary]) mkdirSync(part, { recursive: true });
  });
  afterAll(() => {
    execFileSync('umount', [disk]);
    rmSync(folder, { recursive: true });
  });

  /** Until not one more byte fits. */
  function fillUp(): void {
    for (const size of [65_536, 4096, 1]) {
      try {
        for (;;) writeFileSync(fill, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // The disk is full.
      }
    }
  }

  /** Keeps and saves version after version until the host is gone. Some fail, because the disk is full. */
  async function edit(host: HostClient, id: string, known: { saved: number; kept: number }): Promise<number> {
    let { revision, text: saved } = await host.projects.open({ path: file });
    let failures = 0;
    for (let version = 1; ; version++) {
      const text = textOf(version);
      try {
        await host.recovery.keep({ id, unsaved: { file: { path: file, revision, writable: true }, text, saved } });
        known.kept = version;
        if (version % 3 !== 0) continue;
        const result = await host.projects.save({ path: file, text, expectedRevision: revision });
        if (result.status !== 'saved') throw new Error(JSON.stringify(result));
        known.saved = version;
        ({ revision } = result);
        saved = text;
      } catch (error) {
        const message = String(error);
        if (/connection|lost|closed/i.test(message)) return failures;
        if (!/the disk is full/.test(message)) throw error;
        failures += 1;
      }
    }
  }

  it(`loses nothing that it said it had, ${KILLS} times`, async () => {
    const random = new Random(SEED);
    let failures = 0;
    for (let round = 0; round < KILLS; round++) {
      const about = `seed ${SEED}, round ${round}`;
      writeFileSync(file, textOf(0));
      const id = `killed-${round}`;
      const known = { saved: 0, kept: -1 };
      const { host, kill } = await victims.server();
      const edited = edit(host, id, known);
      await delay(random.between(0, LIVES_MS));
      fillUp();
      await delay(random.between(0, LIVES_MS));
      await kill();
      failures += await edited;
      expect(await victims.leftAfterTenSeconds(), about).toEqual([]);

      expect(versionIn(readFileSync(file, 'utf8')), about).toBeGreaterThanOrEqual(known.saved);
      const next = await victims.server();
      const { left } = await next.host.recovery.list({ own: [] });
      const isOffered = left.some((one) => one.id === id);
      const offered = isOffered ? (await next.host.recovery.read({ id })).unsaved?.text : readFileSync(file, 'utf8');
      expect(versionIn(offered ?? ''), about).toBeGreaterThanOrEqual(known.kept);

      rmSync(fill, { force: true });
      const { revision } = await next.host.projects.open({ path: file });
      const unsaved = { file: { path: file, revision, writable: true }, text: textOf(1), saved: textOf(0) };
      // The first change removes what killed servers left.
      expect(await next.host.recovery.keep({ id, unsaved }), about).toEqual({ kept: true });
      await next.host.recovery.drop({ id });
      const saved = await next.host.projects.save({ path: file, text: textOf(1), expectedRevision: revision });
      expect(saved.status, about).toBe('saved');
      await next.end();
      const names = readdirSync(disk, { recursive: true, encoding: 'utf8' });
      expect(
        names.filter((name) => /\.tmp$|\.polyloop-[0-9a-f]{8}-|recovery\/.*\.json$/.test(name)),
        about,
      ).toEqual([]);
      expect(existsSync(fill)).toBe(false);
    }
    expect(failures, 'saves and keeps that the full disk refused').toBeGreaterThan(0);
  });
});

if (missing !== null) rmSync(folder, { recursive: true });
