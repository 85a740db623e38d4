/**
 * What an installer contains. Electron's own program cannot be part of a test, so a file with the same fuses
 * takes its place. electron-builder, the archive and all other files are the real ones.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll, getRawHeader } from '@electron/asar';
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { build, DIR_TARGET, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../host/pipeline.ts';
import { Templates } from '../../host/projects/templates.ts';
import { readSketchText } from '../../host/sketch-text.ts';
import { FUSES, packageConfig } from './config.ts';
import { installedClosure, productionDependencies, thirdPartyLicenses } from './packages.ts';
import { stage } from './stage.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const MEGABYTE = 1e6;

let dir: string;
let staged: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'polyloop-package-'));
  staged = join(dir, 'app');
  const window = join(dir, 'window');
  mkdirSync(window);
  writeFileSync(join(window, 'index.html'), '<!doctype html>');
  await stage({ root, window, out: staged });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Paths below a folder, with slashes. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));

describe('the staged program', () => {
  it('has what it runs, and neither tests nor sources nor the tools of development', () => {
    const files = filesBelow(staged);
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'THIRD-PARTY-LICENSES.txt',
        'build/electron/main.mjs',
        'build/electron/preload.cjs',
        'build/electron/virtual-avr-worker.js',
        'build/renderer/index.html',
        'package.json',
        'platformio/platform/platform.json',
        'platformio/setup/setup.mjs',
      ]),
    );
    expect(files.filter((file) => /\.test\.|\.tsx?$|\.map$|__pycache__/.test(file))).toEqual([]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(staged, file)).size, 0);
    // The window itself takes another 14 MB.
    expect(bytes).toBeLessThan(12 * MEGABYTE);
  });

  it('generates every starter from its own files', async () => {
    const starters = await new Templates(join(staged, 'templates', 'sketches')).list();
    expect(starters.length).toBeGreaterThan(10);
    const templates = new Templates(join(root, 'templates', 'sketches'));
    for (const { id } of starters) {
      const read = readSketchText((await templates.open(id)).text);
      if (!read.ok) throw new Error(`${id} cannot be read`);
      expect(generate(read.sketch, { programDir: staged }), id).toEqual(generate(read.sketch, { programDir: root }));
    }
  });

  it('opens serial ports with the native module for this system', () => expectSerialPorts(staged));
});

describe('the licences of what is shipped', () => {
  it('allow shipping it', () => {
    const licenses = installedClosure(root, productionDependencies(root)).map(({ license }) => license);
    const allowed =
      /^(?:MIT|ISC|0BSD|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|OFL-1\.1|\(MPL-2\.0 OR Apache-2\.0\)|\(Apache-2\.0 AND BSD-3-Clause\))$/;
    expect(licenses.filter((license) => !allowed.test(license))).toEqual([]);
  });

  it('are in the file, with the text of each package that has one', () => {
    const text = thirdPartyLicenses(root);
    for (const name of ['react ', 'monaco-editor ', 'blockly ', 'avr8js ', 'serialport ', 'node-gyp-build '])
      expect(text).toContain(`\n${name}`);
    // These packages are published without the text of their licence.
    expect([...text.matchAll(/^(\S+) .*\n-+\n\nThe package names its licence/gm)].map(([, name]) => name)).toEqual([
      '@bufbuild/protobuf',
      '@humanwhocodes/momoa',
      '@lit-labs/ssr-dom-shim',
      'react-remove-scroll-bar',
    ]);
  });
});

describe('the packaged program', () => {
  it('has one archive, the files that other programs read beside it, and the fuses set', async () => {
    const electronDist = standInForElectron(join(dir, 'electron'));
    const output = join(dir, 'out');
    const config = packageConfig(root, { electronDist, directories: { app: staged, output } });
    await build({ projectDir: root, targets: Platform.LINUX.createTarget(DIR_TARGET), config });
    const made = join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
    expect(await getCurrentFuseWire(join(made, 'polyloop'))).toMatchObject(
      Object.fromEntries(
        Object.entries(FUSES).map(([name, on]) => [FuseV1Options[upperFirst(name)], (on ? '1' : '0').charCodeAt(0)]),
      ),
    );
    const resources = join(made, 'resources');
    const extracted = join(dir, 'extracted');
    extractAll(join(resources, 'app.asar'), extracted);
    expectIntegrity(join(resources, 'app.asar'), extracted);
    // electron-builder orders node_modules in its own way.
    const ours = (folder: string) => filesBelow(folder).filter((name) => !name.startsWith('node_modules/'));
    expect(ours(extracted).sort()).toEqual(ours(staged).sort());
    expectSerialPorts(extracted);
    const unpacked = filesBelow(join(resources, 'app.asar.unpacked'));
    expect(unpacked).toContain('platformio/setup/setup.mjs');
    expect(unpacked.some((file) => file.endsWith('.node'))).toBe(true);
    expect(unpacked).not.toContain('build/electron/main.mjs');
    expect(readdirSync(made)).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']));
  });
});

/** An entry of the archive's header: a folder, a file or a link. */
interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

const filesOf = (entry: Entry, path = ''): readonly (readonly [path: string, entry: Entry])[] =>
  entry.files === undefined
    ? [[path, entry]]
    : Object.entries(entry.files).flatMap(([name, inner]) => filesOf(inner, path === '' ? name : `${path}/${name}`));

/** The archive's header has the hash of each file, which Electron compares when it reads the file. */
function expectIntegrity(archive: string, extracted: string): void {
  const files = filesOf(getRawHeader(archive).header as Entry).filter(([, entry]) => !('link' in entry));
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter(([path, { integrity }]) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(extracted, path)))
      .digest('hex');
    return integrity?.algorithm !== 'SHA256' || integrity.hash !== hash;
  });
  expect(wrong.map(([path]) => path)).toEqual([]);
}

/** Loads `serialport` and its native module from a folder with the program. */
function expectSerialPorts(folder: string): void {
  const code = `
    require('@serialport/bindings-cpp').autoDetect();
    // Linux lists ports with udevadm, which is not everywhere.
    const { SerialPort } = require('serialport');
    SerialPort.list().then(() => console.log('listed'), (error) => console.log(/udevadm/.test(error) && 'listed'));`;
  expect(execFileSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' })).toBe('listed\n');
}

type FuseName = Exclude<keyof typeof FuseV1Options, number>;
const upperFirst = (name: string): FuseName => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as FuseName;

/** A folder with the layout of Electron's, whose program consists of Electron's fuses, all on. */
function standInForElectron(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const fuses = '1'.repeat(8);
  const program = join(folder, 'electron');
  writeFileSync(program, `${sentinel}${String.fromCharCode(Number(FuseVersion.V1), fuses.length)}${fuses}`);
  chmodSync(program, 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), name);
  return folder;
}
