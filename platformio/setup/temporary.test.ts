/** The temporary folders of a killed program are removed at the next start, and those of a living one never. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporary, removeLeftTemporary } from './temporary.mjs';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'temporary-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const MODULE = new URL('./temporary.mjs', import.meta.url).href;
/** Makes a folder with a file, says its path, and waits. */
const MAKER = `
import fs from 'node:fs';
import { makeTemporary } from '${MODULE}';
const made = await makeTemporary('upload');
fs.writeFileSync(made + '/platformio.ini', '');
process.stdout.write(made);
setInterval(() => {}, 1000);
`;

async function startMaker() {
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', MAKER], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const made = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  const end = () =>
    new Promise((resolve) => {
      child.once('close', resolve);
      child.kill('SIGKILL');
    });
  return { made, end };
}

test('a killed process leaves its folder to the next start, whatever its age', async () => {
  const { made, end } = await startMaker();
  const old = new Date(0);
  fs.utimesSync(made, old, old);
  expect(removeLeftTemporary(folder)).toEqual([]);
  expect(fs.existsSync(path.join(made, 'platformio.ini'))).toBe(true);
  await end();
  expect(removeLeftTemporary(folder)).toEqual([path.basename(made)]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('the next program removes it before it makes its own', async () => {
  const first = await startMaker();
  await first.end();
  const second = await startMaker();
  expect(fs.readdirSync(folder)).toEqual([path.basename(second.made)]);
  await second.end();
});

test.runIf(process.platform === 'linux')(
  'a process with the id of the owner is another one if it started later',
  async () => {
    const { made, end } = await startMaker();
    const other = made.replace(/-[0-9a-f]{8}-(\w{6})$/, '-00000000-$1');
    fs.renameSync(made, other);
    expect(removeLeftTemporary(folder)).toEqual([path.basename(other)]);
    await end();
  },
);

test.runIf(process.platform !== 'win32')('what is not surely left stays', async () => {
  const { made, end } = await startMaker();
  await end();
  // Of another computer or container that shares the folder, a name of another program, and a link.
  const [, kind, , pid, mark] = path.basename(made).split('-');
  fs.mkdirSync(path.join(folder, `polyloop-${kind}-ffffffff-${pid}-${mark}-abcdef`));
  fs.mkdirSync(path.join(folder, 'polyloop-upload-abcdef'));
  const target = path.join(folder, 'target');
  fs.renameSync(made, target);
  fs.symlinkSync(target, made);
  expect(removeLeftTemporary(folder)).toEqual([]);
  expect(fs.readdirSync(folder)).toHaveLength(4);
  expect(fs.readdirSync(target)).toEqual(['platformio.ini']);
});

test('only the user can open the folder', async () => {
  vi.stubEnv('TMPDIR', folder);
  const made = await makeTemporary('check');
  if (process.platform !== 'win32') expect(fs.statSync(made).mode & 0o777).toBe(0o700);
  fs.rmSync(made, { recursive: true });
  vi.unstubAllEnvs();
});

/** Says where its temporary files go, leaves one there, and waits. */
const CHILD = `
const fs = require('node:fs');
const made = require('node:os').tmpdir();
fs.writeFileSync(made + '/ccAbCdEf.s', '');
process.stdout.write(made + '\\n');
setInterval(() => {}, 1000);
`;

test('what a killed compiler left goes with the program that started it, or at the next start', async () => {
  const run = new URL('./run.mjs', import.meta.url).href;
  const parent = (how: string) => `
import { run } from '${run}';
await run([process.execPath, '--eval', ${JSON.stringify(CHILD)}], { ownTemporary: true, endsWithParent: true, onLine(line) {
  process.stdout.write(line);
  ${how}
} });`;
  for (const how of ['process.exit(0);', "process.kill(process.pid, 'SIGKILL');"]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', parent(how)], {
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      // What the parent started ends with it.
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const made = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
    expect(path.dirname(made)).toBe(folder);
    if (how.includes('SIGKILL')) expect(removeLeftTemporary(folder)).toEqual([path.basename(made)]);
    expect(fs.readdirSync(folder)).toEqual([]);
  }
});
