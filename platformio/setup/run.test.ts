import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { PATIENCE } from '../../test/patience.ts';
import { isWindows } from './paths.mjs';
import { run } from './run.mjs';
import { which } from './which.mjs';

const node = (script: string) => [process.execPath, '-e', script];

test('lines of both streams, and the exit code', async () => {
  const lines: string[] = [];
  const result = await run(node("console.log('ä\\r\\nb'); console.error('c'); process.exitCode = 3"), {
    onLine: (line, stream) => lines.push(`${stream} ${line}`),
  });
  expect(lines.sort()).toEqual(['stderr c', 'stdout b', 'stdout ä']);
  expect(result).toMatchObject({ code: 3, cancelled: false, timedOut: false, startError: null });
});

test('variables are added to the environment and removed from it', async () => {
  const script = 'console.log(process.env.POLYLOOP_A, process.env.HOME ?? process.env.USERPROFILE ?? "none")';
  const { tail } = await run(node(script), { env: { POLYLOOP_A: 'x', HOME: undefined, USERPROFILE: undefined } });
  expect(tail).toEqual(['x none']);
});

test('a program that does not exist is a result, not an exception', async () => {
  const result = await run([path.join(os.tmpdir(), 'no-such-program')]);
  expect(result.code).toBeNull();
  expect(result.startError).toContain('ENOENT');
});

test('time runs out', async () => {
  expect(await run(node('setInterval(() => {}, 1000)'), { timeoutMs: 200 })).toMatchObject({
    code: null,
    timedOut: true,
  });
});

test("cancelling also ends the child's children", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop run-'));
  const beat = path.join(directory, 'beat');
  const grandchild = `setInterval(() => require('fs').writeFileSync(${JSON.stringify(beat)}, String(Date.now())), 20)`;
  const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  const abort = new AbortController();
  const running = run(node(child), { signal: abort.signal });
  await expect.poll(() => fs.existsSync(beat), PATIENCE).toBe(true);
  abort.abort();
  expect(await running).toMatchObject({ cancelled: true });
  const silent = async () => {
    const before = fs.readFileSync(beat, 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return fs.readFileSync(beat, 'utf8') === before;
  };
  await expect.poll(silent, PATIENCE).toBe(true);
  fs.rmSync(directory, { recursive: true, force: true });
});

test.skipIf(isWindows)('when npm ends without a signal, the process and its children end', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop run-'));
  const beat = path.join(directory, 'beat');
  const write = `setInterval(() => require('fs').writeFileSync(${JSON.stringify(beat)}, String(process.pid)), 20)`;
  const command = JSON.stringify([process.execPath, '-e', write]);
  const script = path.join(directory, 'script.mjs');
  const from = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'run.mjs')).href);
  fs.writeFileSync(script, `import { endOnSignals, run } from ${from}; endOnSignals(); await run(${command});`);
  const npm = `require('child_process').spawn(process.execPath, [${JSON.stringify(script)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
  const parent = spawn(process.execPath, ['-e', npm], { env: { ...process.env, npm_lifecycle_event: 'start' } });
  await expect.poll(() => fs.existsSync(beat) && fs.readFileSync(beat, 'utf8'), PATIENCE).toBeTruthy();
  const pid = Number(fs.readFileSync(beat, 'utf8'));
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
  fs.rmSync(directory, { recursive: true, force: true });
});

test.skipIf(isWindows)('a killed process takes a child with it that would never end', async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop run-'));
  const pids = path.join(directory, 'pids');
  // The grandchild ignores the end of its output, as avrdude does on a port that is gone.
  const grandchild = `require('fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + process.ppid); setInterval(() => {}, 1000)`;
  const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
  const from = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'run.mjs')).href);
  const script = path.join(directory, 'script.mjs');
  const command = JSON.stringify([process.execPath, '-e', child]);
  fs.writeFileSync(script, `import { run } from ${from}; await run(${command}, { endsWithParent: true });`);
  const parent = spawn(process.execPath, [script], { stdio: 'ignore' });
  const started = () => (fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8').split(' ').map(Number) : []);
  await expect.poll(() => started().length, PATIENCE).toBe(2);
  parent.kill('SIGKILL');
  await expect.poll(() => started().filter(isRunning), PATIENCE).toEqual([]);
  fs.rmSync(directory, { recursive: true, force: true });
});

const hasSetsid = process.platform === 'linux' && which('setsid') !== null;
/** A process in a session of its own. */
const daemon = (mark: string) => `setsid -f sh -c 'while :; do sleep 0.1; done; : ${mark}'; echo started`;

test.skipIf(!hasSetsid)('a child that ends takes with it what it has left in the background', async () => {
  const mark = `polyloop-left-${process.pid}-ended`;
  const result = await run(['/bin/sh', '-c', daemon(mark)], { endsWithParent: true });
  expect(result).toMatchObject({ code: 0, tail: ['started'] });
  await expect.poll(() => processesWith(mark), PATIENCE).toEqual([]);
});

test.skipIf(!hasSetsid)('a killed process takes with it what its child has left in the background', async () => {
  const mark = `polyloop-left-${process.pid}-killed`;
  const from = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'run.mjs')).href);
  const command = JSON.stringify(['/bin/sh', '-c', `${daemon(mark)}; sleep 3600`]);
  const script = `import { run } from ${from};
    await run(${command}, { endsWithParent: true, onLine: (line) => console.log(line) });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => parent.stdout?.once('data', resolve));
  parent.kill('SIGKILL');
  await expect.poll(() => processesWith(mark), PATIENCE).toEqual([]);
});

function processesWith(word: string): string[] {
  return fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
