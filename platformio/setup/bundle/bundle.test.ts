/**
 * Tests the bundle in a small checkout of its own, with the real start script and bundler, and a
 * program with sources that change.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root as realRoot } from '../paths.mjs';
import { bundleDir, currentBundle } from './current.mjs';
import { makeBundle } from './make.ts';

let root = '';
const inRoot = (name: string): string => path.join(root, name);

function write(name: string, text: string): void {
  mkdirSync(path.dirname(inRoot(name)), { recursive: true });
  writeFileSync(inRoot(name), text);
}

beforeEach(() => {
  root = mkdtempSync(path.join(realpathSync(tmpdir()), 'polyloop-bundle-'));
  for (const name of [
    'app/cli/bin.mjs',
    'platformio/setup/bundle/current.mjs',
    'platformio/setup/bundle/make.ts',
    'platformio/setup/bundle/program.mjs',
    'platformio/setup/paths.mjs',
  ]) {
    cpSync(path.join(realRoot, name), inRoot(name));
  }
  symlinkSync(path.join(realRoot, 'node_modules'), inRoot('node_modules'), 'junction');
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('app/cli/main.ts', "import { said } from '../host/said.ts';\nprocess.stdout.write(said().concat('\\n'));\n");
  write('app/host/said.ts', "export const said = (): string => 'one';\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_COMPILE_CACHE: inRoot('compile-cache') },
    });
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

const polyloop = (): Promise<Ended> => run(inRoot('app/cli/bin.mjs'));

describe('the start of the command line', () => {
  it('makes the bundle at the first start and uses it at the next', async () => {
    expect(currentBundle(root, 'cli')).toBeNull();
    expect(await polyloop()).toMatchObject({ code: 0, out: 'one\n' });
    const bundle = currentBundle(root, 'cli');
    expect(bundle).not.toBeNull();
    // Replaces the bundle's text to show that the bundle runs and not the sources.
    writeFileSync(bundle as string, "process.stdout.write('bundled\\n');");
    expect(await polyloop()).toMatchObject({ code: 0, out: 'bundled\n' });
  });

  it('never runs a bundle that is older than a source', async () => {
    await polyloop();
    write('app/host/said.ts', "export const said = (): string => 'two';\n");
    expect(await polyloop()).toMatchObject({ code: 0, out: 'two\n' });
    write('app/cli/main.ts', "process.stdout.write('three\\n');\n");
    expect(await polyloop()).toMatchObject({ code: 0, out: 'three\n' });
  });

  it('runs the sources if no bundle can be made', async () => {
    writeFileSync(inRoot('build'), 'a file in the place of the folder');
    expect(await polyloop()).toMatchObject({ code: 0, out: 'one\n' });
  });

  it('shows errors in the sources as Node prints them', async () => {
    await polyloop();
    write('app/host/said.ts', 'export const said = (): string => ;\n');
    const { code, error } = await polyloop();
    expect(code).toBe(1);
    expect(error).toContain('app/host/said.ts:1');
  });

  it('names lines of the sources in stack traces', async () => {
    write('app/host/said.ts', "\n\nexport function said(): string {\n  throw new Error('no');\n}\n");
    const { error } = await polyloop();
    expect(currentBundle(root, 'cli')).not.toBeNull();
    expect(error).toMatch(/said\.ts:4:9/);
  });
});

describe('a bundle', () => {
  const isCurrent = (): boolean => currentBundle(root, 'cli') !== null;

  it('defines the URL of each source, and the file names of CommonJS packages', async () => {
    write(
      'app/host/said.ts',
      "import writeFileAtomic from 'write-file-atomic';\n" +
        "export const said = (): string => [import.meta.url, typeof writeFileAtomic, writeFileAtomic._getTmpname('x')].join(' ');\n",
    );
    await makeBundle(root, 'cli');
    const { out, error } = await run(currentBundle(root, 'cli') as string);
    expect(error).toBe('');
    expect(out).toMatch(/^\S+ function x\.\d+\n$/);
    expect(out.split(' ')[0]).toBe(pathToFileURL(inRoot('app/host/said.ts')).href);
  });

  it('defines the folder and the name of each source', async () => {
    write(
      'app/host/said.ts',
      "export const said = (): string => [import.meta.dirname, import.meta.filename].join(' ');\n",
    );
    await makeBundle(root, 'cli');
    const { out } = await run(currentBundle(root, 'cli') as string);
    expect(out.trim().split(' ')).toEqual([
      inRoot(path.join('app', 'host')),
      inRoot(path.join('app', 'host', 'said.ts')),
    ]);
  });

  it('is outdated when an input changed or is missing, even with the same size and time', async () => {
    const file = inRoot('app/host/said.ts');
    const { atime, mtime } = statSync(file);
    await makeBundle(root, 'cli');
    expect(isCurrent()).toBe(true);
    write('app/host/said.ts', "export const said = (): string => 'two';\n");
    utimesSync(file, atime, mtime);
    expect(isCurrent()).toBe(false);
    await makeBundle(root, 'cli');
    expect(isCurrent()).toBe(true);
    rmSync(file);
    expect(isCurrent()).toBe(false);
  });

  it.each(['package-lock.json', 'platformio/setup/bundle/make.ts', 'app/cli/main.ts'])(
    'is outdated when %s changes',
    async (name) => {
      await makeBundle(root, 'cli');
      write(name, '{}\n');
      expect(isCurrent()).toBe(false);
    },
  );

  it('does not count as present while its entry or its list is missing', async () => {
    await makeBundle(root, 'cli');
    rmSync(currentBundle(root, 'cli') as string);
    expect(isCurrent()).toBe(false);
    await makeBundle(root, 'cli');
    expect(isCurrent()).toBe(true);
    writeFileSync(inRoot(`${bundleDir('cli')}/current.json`), '{"format":');
    expect(isCurrent()).toBe(false);
  });

  it('keeps files of the last day, because a running command may still load them', async () => {
    await makeBundle(root, 'cli');
    const first = readdirSync(inRoot(bundleDir('cli'))).filter((name) => name.startsWith('main-'));
    write('app/host/said.ts', "export const said = (): string => 'two';\n");
    await makeBundle(root, 'cli');
    const files = (): string[] => readdirSync(inRoot(bundleDir('cli')));
    expect(files()).toEqual(expect.arrayContaining(first));
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000);
    for (const name of first) utimesSync(inRoot(`${bundleDir('cli')}/${name}`), longAgo, longAgo);
    write('app/host/said.ts', "export const said = (): string => 'six';\n");
    await makeBundle(root, 'cli');
    expect(files().filter((name) => first.includes(name))).toEqual([]);
  });
});
