/** Folders that someone else prepared with links: the command line writes nothing outside of the folder that it is given. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIXTURES, runCli } from '../../app/cli/test-cli.ts';
import { host } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { findTools } from '../../platformio/setup/tools.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');

let folder = '';
let out = '';
let victim = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-prepared-'));
  [out, victim] = [join(folder, 'out'), join(folder, 'victim')];
  mkdirSync(out);
  mkdirSync(victim);
  writeFileSync(join(victim, 'main.cpp'), 'mine');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const untouched = () => {
  expect(readdirSync(victim)).toEqual(['main.cpp']);
  expect(readFileSync(join(victim, 'main.cpp'), 'utf8')).toBe('mine');
};

function link(target: string, name: string) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  symlinkSync(target, join(out, name));
}

/** What a stranger put into the folder: the target of a link below the victim's folder, and its name. */
const LINKS: readonly (readonly [what: string, target: string, name: string])[] = [
  ['a file', 'main.cpp', 'src/main.cpp'],
  ['a file of the top', 'main.cpp', 'platformio.ini'],
  ['the list of files', 'main.cpp', '.polyloop-files.json'],
  ['a folder', '', 'src'],
  ['a parent folder', '', 'lib'],
  ['nothing yet', 'new.cpp', 'src/main.cpp'],
  ['no folder yet', 'new', 'src'],
  ['no list yet', 'new.json', '.polyloop-files.json'],
];

describe.skipIf(process.platform === 'win32')('a prepared folder', () => {
  it.each(LINKS)('is refused by generate where a link leads to %s', async (_what, target, name) => {
    link(join(victim, target), name);
    const result = await runCli(['generate', LEAST, '--out', out, '--force']);
    expect(result.code).not.toBe(0);
    expect(result.error).toContain(`${join(out, name)} is a symbolic link, and Polyloop follows none.`);
    untouched();
  });

  it('is refused by generate if a relative link leaves it, or its links form a cycle', async () => {
    link(join('..', 'victim'), 'src');
    expect((await runCli(['generate', LEAST, '--out', out, '--force'])).error).toContain('is a symbolic link');
    rmSync(join(out, 'src'));
    link('src', 'src');
    expect((await runCli(['generate', LEAST, '--out', out, '--force'])).error).toContain('is a symbolic link');
    untouched();
  });

  it('may itself be a link, or be below one, because the user named it', async () => {
    const [named, real] = [join(folder, 'named'), join(folder, 'real')];
    mkdirSync(real);
    symlinkSync(real, named);
    expect((await runCli(['generate', LEAST, '--out', named])).code).toBe(0);
    expect((await runCli(['generate', LEAST, '--out', join(named, 'below')])).code).toBe(0);
    expect(readdirSync(join(real, 'below'))).toContain('platformio.ini');
  });
});

const { hostCc, hostCxx, pio } = findTools();

describe.skipIf(process.platform === 'win32' || !hostCc.installed || !hostCxx.installed)('a prepared build', () => {
  const build = (sketch: string) => {
    // Without a sandbox, which would hide the victim's folder: this bwrap fails.
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { POLYLOOP_HOME: join(folder, 'home'), PATH: `${programs}:${process.env.PATH}` };
    return runCli(['build', sketch, '--out', out, '--force', '--trust'], { env });
  };
  const ofHost = () => {
    const path = join(folder, 'host.polyloop.json');
    writeFileSync(path, writeSketch(newSketch('least', { board: host.id, tasks: [newTask('a', {})] })));
    return path;
  };

  it.each([
    ['the folder of objects', '', '.host'],
    ['an object', 'main.cpp', '.host/src-main.cpp.o'],
    ['a folder that is not there', 'new', '.host'],
  ])('is refused where a link leads %s elsewhere', async (_what, target, name) => {
    link(join(victim, target), name);
    const result = await build(ofHost());
    expect(result.code).not.toBe(0);
    expect(result.error).toContain(`${join(out, name)} is a symbolic link`);
    untouched();
  });

  it('removes a link in the place of the lock, and nothing behind it', async () => {
    link(victim, '.polyloop-build.lock');
    expect((await build(ofHost())).code).toBe(0);
    untouched();
  });

  it.skipIf(!pio.installed).each(['.pio', '.pio/build', '.pio/build/uno'])(
    'of PlatformIO is refused where %s is a link',
    async (name) => {
      link(victim, name);
      const result = await build(LEAST);
      expect(result.code).not.toBe(0);
      expect(result.error).toContain(`${join(out, name)} is a symbolic link`);
      untouched();
    },
  );
});
