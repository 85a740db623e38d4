/**
 * The command line on a disk that is full or read-only, without a home folder, and under a clock that is set back and
 * forth: it says why, what was there stays, it leaves no litter, and the next build is right.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIXTURES, runCli } from '../../app/cli/test-cli.ts';
import { host } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { which } from '../../platformio/setup/which.mjs';
import { Victims } from './victims.ts';

const root = join(import.meta.dirname, '../..');
const LEAST = join(FIXTURES, 'least.polyloop.json');
const { hostCc, hostCxx } = findTools();
const hasCompiler = hostCc.installed && hostCxx.installed;
const isConfined = await hasSandbox();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A sketch for this computer whose program contains the mark. */
function sketchWith(mark: string): string {
  const body = `volatile const char *text = "${mark}"; (void)text;`;
  return writeSketch(newSketch('least', { board: host.id, tasks: [newTask('a', { body })] }));
}

/** Temporary files of saves and locks, wherever they are. */
const isLitter = (path: string): boolean => /\.polyloop-[0-9a-f]{8}-|\.tmp$|\.lock(\.|\/|$)/.test(path);

/**
 * Runs the command on a full disk of 12 MB on which only some bytes are left, then again with room.
 * @returns the exit code and the message of both, and the files that are then on the disk
 */
function onFullDisk(leftKib: number, command: string) {
  const disk = '/mnt/disk';
  const cli = `${process.execPath} ${root}/app/cli/bin.mjs`;
  writeFileSync(join(folder, 'a.polyloop.json'), sketchWith('first'));
  const script = `cp ${folder}/a.polyloop.json ${disk}; cd ${disk}; export POLYLOOP_HOME=${disk}/home
    mkdir -p home/config; echo '{"trustedFolders":["${disk}"]}' >home/config/settings.json
    dd if=/dev/zero of=fill bs=1k >/dev/null 2>&1; truncate -s -${leftKib}k fill
    ${cli} ${command} >${folder}/out 2>&1; echo $? >${folder}/code
    cmp a.polyloop.json ${folder}/a.polyloop.json && find . >${folder}/between
    rm fill; ${cli} ${command} >${folder}/out-again 2>&1; echo $? >${folder}/code-again; find . >${folder}/after`;
  const binds = [...['--bind', folder, folder], ...['--size', '12000000', '--tmpfs', disk]];
  const sandbox = ['--dev-bind', '/', '/', '--tmpfs', '/mnt', ...binds];
  execFileSync('bwrap', [...sandbox, '--', '/bin/sh', '-c', script], { stdio: 'ignore' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    code: Number(read('code')),
    out: read('out'),
    between: read('between').trim().split('\n'),
    again: { code: Number(read('code-again')), out: read('out-again') },
    after: read('after').trim().split('\n'),
  };
}

describe.skipIf(!hasCompiler || !isConfined)('a full disk', () => {
  it.each([
    [0, 'build a.polyloop.json --out out --trust'],
    [200, 'build a.polyloop.json --out out --trust'],
    [200, 'run a.polyloop.json --trust --for 50ms'],
    [0, 'generate a.polyloop.json --out out'],
    [40, 'generate a.polyloop.json --out out'],
  ])('with %d KiB left: %s', (leftKib, command) => {
    const { code, out, between, again, after } = onFullDisk(leftKib, command);
    expect(code, out).not.toBe(0);
    expect(out).toMatch(/disk is full|No space left/i);
    expect(out).not.toMatch(/\n {4}at /);
    expect(between.filter(isLitter)).toEqual([]);
    expect(again.code, again.out).toBe(0);
    expect(after.filter(isLitter)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a place in which nothing can be written', () => {
  it.skipIf(!isConfined)('is named by build and generate', () => {
    const places = join(folder, 'places');
    mkdirSync(places);
    for (const command of ['build', 'generate']) {
      const options = [command, LEAST, '--out', `${places}/out`];
      const binds = ['--dev-bind', '/', '/', '--ro-bind', places, places];
      const script = `"$@" 2>&1; echo "code $?"`;
      const cli = [process.execPath, `${root}/app/cli/bin.mjs`, ...options];
      const said = execFileSync('bwrap', [...binds, '--', '/bin/sh', '-c', script, 'sh', ...cli], { encoding: 'utf8' });
      expect(said).toMatch(/places\/out.*the disk is read-only/);
      expect(said).not.toMatch(/code 0|\n {4}at /);
    }
    expect(readdirSync(places)).toEqual([]);
  });

  it.each(['', 'here', '/proc', '/dev/null'])('as the home folder %j ends a build with a message', async (home) => {
    const none = { POLYLOOP_HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
    const before = readdirSync(process.cwd());
    const { code, out, error } = await runCli(['build', LEAST], { env: { ...none, HOME: home } });
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(error).toMatch(/home|HOME|\/proc|\/dev\/null/);
    expect(error).not.toMatch(/\n {4}at /);
    expect(readdirSync(process.cwd())).toEqual(before);
  });
});

describe.skipIf(process.platform !== 'linux')('a window without a home folder', () => {
  const none = { POLYLOOP_HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
  let victims: Victims;
  beforeEach(async () => {
    expect(await buildWindow(() => {})).toBe(true);
    victims = new Victims(folder);
    await victims.prepare();
  });
  afterEach(() => victims.remove());

  it.each(['', 'here'])('does not open with the home folder %j, and the message says why', async (HOME) => {
    const before = readdirSync(process.cwd());
    await expect(victims.server([], { ...none, HOME })).rejects.toThrow(/not a full path. Set HOME/);
    expect(readdirSync(process.cwd())).toEqual(before);
    expect(await victims.leftAfterTenSeconds()).toEqual([]);
  });

  it.each(['/proc', '/dev/null'])(
    'says with the home folder %s what it cannot keep, and saves elsewhere',
    async (HOME) => {
      const file = join(folder, 'a.polyloop.json');
      writeFileSync(file, sketchWith('first'));
      const { host, end } = await victims.server([], { ...none, HOME });
      const { text, revision } = await host.projects.open({ path: file });
      const unsaved = { file: { path: file, revision, writable: true }, text: sketchWith('second'), saved: text };
      await expect(host.recovery.keep({ id: 'homeless', unsaved })).rejects.toThrow(HOME);
      await expect(host.settings.set({ welcomed: true })).rejects.toThrow(HOME);
      const saved = await host.projects.save({ path: file, text: sketchWith('second'), expectedRevision: revision });
      expect(saved.status).toBe('saved');
      expect(readFileSync(file, 'utf8')).toBe(sketchWith('second'));
      await end();
      expect(await victims.leftAfterTenSeconds()).toEqual([]);
      expect(readdirSync(folder).filter(isLitter)).toEqual([]);
    },
  );
});

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const hasFaketime = which('faketime') !== null && existsSync(FAKETIME);

describe.skipIf(!hasCompiler || !hasFaketime)('a clock that is set (not installed: faketime)', () => {
  it('back and forth makes no build wrong and no lock last', async () => {
    const [file, out] = [join(folder, 'a.polyloop.json'), join(folder, 'out')];
    const program = () => {
      const names = readdirSync(join(out, '.host')).filter((name) => !/\.(o|json|d)$/.test(name));
      return names.map((name) => readFileSync(join(out, '.host', name), 'latin1')).join();
    };
    for (const [at, mark] of [
      ['+0', 'mark-now'],
      ['+400d', 'mark-later'],
      ['-400d', 'mark-earlier'],
      ['+0', 'mark-again'],
    ] as const) {
      writeFileSync(file, sketchWith(mark));
      const clock = { LD_PRELOAD: FAKETIME, FAKETIME: at, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
      const env = { ...clock, POLYLOOP_HOME: join(folder, 'home') };
      const result = await runCli(['build', file, '--out', out, '--trust'], { env });
      expect(result.code, result.error).toBe(0);
      expect(program()).toContain(mark);
      expect(readdirSync(out).filter(isLitter)).toEqual([]);
    }
  });
});
