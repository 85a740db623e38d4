/**
 * The collected program at work: the bundle of the main process runs in plain Node with the window's part played by
 * test-window.ts. The layout is the installed one, in which other programs cannot read the archive.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsDir } from '../../../platformio/setup/paths.mjs';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { hasTestPorts, TestPorts } from '../../../test/ports/ports.ts';
import { stage, UNPACKED } from './stage.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

let dir: string;
let archive: string;
let unpacked: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'polyloop-staged-'));
  archive = join(dir, 'resources', 'app.asar');
  unpacked = `${archive}.unpacked`;
  const window = join(dir, 'window');
  mkdirSync(window);
  writeFileSync(join(window, 'index.html'), '<!doctype html>');
  await stage({ root, window, out: archive });
  unpack();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Moves what electron-builder keeps outside of the archive. Node loads its native modules from either place. */
function unpack(): void {
  const files = globSync('**/*', { cwd: archive }).filter(
    (name) => statSync(join(archive, name)).isFile() && !name.endsWith('.node'),
  );
  for (const name of files.filter((each) => UNPACKED.some((pattern) => matchesGlob(each, pattern)))) {
    mkdirSync(dirname(join(unpacked, name)), { recursive: true });
    renameSync(join(archive, name), join(unpacked, name));
  }
}

describe('the collected program', () => {
  it('has each file that its sources open by name, where other programs can read it', () => {
    const sources = ['platformio/**/*.{ts,mjs}', 'app/{host,electron}/**/*.ts', 'templates/*.ts', 'generator/**/*.ts'];
    const opened = sources
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((name) => !/\.test\.|\/test-/.test(name))
      .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(/\bownFile\(([^)]*)\)/g)])
      .map(([, names = '']) => [...names.matchAll(/'([^']+)'/g)].map(([, part = '']) => part).join('/'));
    expect(opened).toEqual(expect.arrayContaining(['driver/boards/table.tsv', 'driver/upload/firmware.py']));
    expect(opened.filter((name) => !statSync(join(unpacked, 'platformio', name), { throwIfNoEntry: false }))).toEqual(
      [],
    );
  });

  it('names its own files in no other way, because a bundle is at another place than its sources', () => {
    const places = ['platformio/driver/**/*.ts', 'app/{host,electron}/**/*.ts', 'templates/*.ts', 'generator/**/*.ts']
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((name) => !/\.test\.|\/test-/.test(name))
      .filter((name) => /import\.meta\.|\broot\b[^;]*\bsetup\/paths/.test(readFileSync(join(root, name), 'utf8')))
      .filter((name) => !RUN_ONLY_FROM_SOURCES.test(name));
    expect(places.sort()).toEqual(KNOWN_PLACES);
  });

  const { pio, avrdude } = findTools();
  const missing = [pio, avrdude].find(({ installed }) => !installed);
  if (missing !== undefined && !missing.installed) console.warn(`Builds are not tried: ${describeMissing(missing)}`);
  it.skipIf(missing !== undefined || !hasTestPorts())(
    'lists boards, builds a sketch, and starts avrdude at the port',
    async () => {
      const ports = await TestPorts.start();
      try {
        const driver = join(import.meta.dirname, 'test-window.ts');
        const main = join(archive, 'build', 'electron', 'main.mjs');
        const { stdout } = await promisify(execFile)(process.execPath, [driver, main, await ports.plug('board')], {
          cwd: dir,
          env: { ...process.env, POLYLOOP_HOME: join(dir, 'home'), POLYLOOP_TOOLS_DIR: toolsDir },
        });
        const { boards, problem, built, written } = JSON.parse(stdout);
        expect({ problem, ...built }).toMatchObject({ problem: null, outcome: 'ok', message: null });
        expect(boards).toBeGreaterThan(800);
        expect(written).toMatch(/avrdude .*-p atmega328p .*firmware\.hex/);
      } finally {
        await ports.stop();
      }
    },
  );
});

/** Programs of a checkout, which no installer contains. */
const RUN_ONLY_FROM_SOURCES = /^app\/electron\/(?:build|package\/\w+)\.ts$/;

/** Their places are right in the bundle: the host is told its folder, and a worker and the preload script are beside it. */
const KNOWN_PLACES = [
  'app/electron/main.ts',
  'app/host/devices/virtual-avr.ts',
  'app/host/paths.ts',
  'platformio/driver/build-sandbox.ts',
  'templates/load.ts',
];
