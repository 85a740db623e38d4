/**
 * The clock of the computer is set back and forth while a server keeps changes, saves and builds, and before and after
 * it is killed. Nothing is lost, no lock lasts, and nothing stays behind.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostClient } from '../../app/contract/contract.ts';
import { host as thisComputer } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { SetClock } from './set-clock.ts';
import { Victims } from './victims.ts';

const { hostCc, hostCxx } = findTools();
const canSet = process.platform === 'linux' && hostCc.installed && hostCxx.installed;
const SECONDS_PER_DAY = 86_400;

const textOf = (name: string) => {
  const body = `volatile const char *mark = "mark of ${name}"; (void)mark;`;
  return writeSketch(newSketch(name, { board: thisComputer.id, tasks: [newTask('a', { body })] }));
};
const isLitter = (path: string): boolean => /\.polyloop-[0-9a-f]{8}-|\.tmp$|\.lock(\.|\/|$)/.test(path);

describe.skipIf(!canSet)('a clock that is set', () => {
  let folder: string;
  let file: string;
  let victims: Victims;
  let clock: SetClock;

  beforeAll(async () => {
    expect(await buildWindow(() => {})).toBe(true);
    folder = await mkdtemp(join(tmpdir(), 'polyloop-clock-'));
    await mkdir(join(folder, 'sketches'));
    file = join(folder, 'sketches', 'a.polyloop.json');
    victims = new Victims(folder);
    await victims.prepare();
    if (hostCc.installed) clock = new SetClock(folder, hostCc.command);
  });
  afterAll(async () => {
    await victims.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const litter = async () => (await readdir(folder, { recursive: true })).filter(isLitter);
  const built = async (host: HostClient, text: string) => {
    const done = new Promise<string | null>((resolve) => {
      host.on('builds.finished', ({ firmwareId }) => resolve(firmwareId));
    });
    await host.builds.start({ text, path: file, tool: 'platformio' });
    return done;
  };
  const kept = (host: HostClient, text: string, saved: string, revision: string) =>
    host.recovery.keep({ id: 'of-a-victim', unsaved: { file: { path: file, revision, writable: true }, text, saved } });

  it('is the clock of the programs of this test', () => {
    const secondsIn = (days: number) => {
      clock.set(days);
      const program = [process.execPath, '-p', 'Math.floor(Date.now() / 1000)'] as const;
      return Number(
        execFileSync(program[0], program.slice(1), { env: { ...process.env, ...clock.env }, encoding: 'utf8' }),
      );
    };
    const [past, now, future] = [secondsIn(-400), secondsIn(0), secondsIn(400)];
    expect(Math.round((now - past) / SECONDS_PER_DAY)).toBe(400);
    expect(Math.round((future - now) / SECONDS_PER_DAY)).toBe(400);
  });

  // Before the start, while the server works, and before the next start. Unit: days.
  it.each([
    [0, 400, 0],
    [0, -400, 0],
    [400, 0, -400],
    [-400, 3650, 0],
  ])('loses nothing, and lets no lock last: %d, %d and %d days', async (first, second, third) => {
    clock.set(first);
    await writeFile(file, textOf('on_disk'));
    const { host, kill } = await victims.server([], clock.env);
    const opened = await host.projects.open({ path: file });
    await kept(host, textOf('before'), opened.text, opened.revision);
    clock.set(second);
    const saved = await host.projects.save({ path: file, text: textOf('saved'), expectedRevision: opened.revision });
    if (saved.status !== 'saved') throw new Error(JSON.stringify(saved));
    await kept(host, textOf('newest'), textOf('saved'), saved.revision);
    const started = new Promise((resolve) => host.on('builds.line', resolve));
    await host.builds.start({ text: textOf('killed'), path: file, tool: 'platformio' });
    await started;
    await kill();
    expect(await victims.leftAfterTenSeconds()).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(textOf('saved'));

    clock.set(third);
    const next = await victims.server([], clock.env);
    const { left } = await next.host.recovery.list({ own: [] });
    expect(left.map(({ id }) => id)).toEqual(['of-a-victim']);
    const { unsaved } = await next.host.recovery.read({ id: 'of-a-victim' });
    expect(unsaved?.text).toBe(textOf('newest'));
    // The first change that the next server keeps removes what the killed one has left beside it.
    await kept(next.host, textOf('newest'), textOf('saved'), saved.revision);
    await next.host.recovery.drop({ id: 'of-a-victim' });
    const { revision } = await next.host.projects.open({ path: file });
    await next.host.projects.save({ path: file, text: textOf('newest'), expectedRevision: revision });
    expect(await built(next.host, textOf('newest'))).not.toBeNull();
    const programs = (await readdir(join(victims.home, 'cache'), { recursive: true })).filter((name) =>
      name.endsWith('.host/program'),
    );
    const contents = await Promise.all(programs.map((name) => readFile(join(victims.home, 'cache', name), 'latin1')));
    expect(contents.join()).toContain('mark of newest');
    await next.end();
    expect(await victims.leftAfterTenSeconds()).toEqual([]);
    expect(await litter()).toEqual([]);
  });
});
