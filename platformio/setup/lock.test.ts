import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

let directory = '';
let file = '';
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop lock-'));
  file = path.join(directory, 'setup.lock');
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const neverWaits = () => expect.fail('must not wait');

test('the second waits for the first', async () => {
  const { release } = await takeLock(file, neverWaits);
  let waited = false;
  const second = takeLock(file, () => {
    waited = true;
    release();
  });
  (await second).release();
  expect(waited).toBe(true);
  expect(fs.existsSync(file)).toBe(false);
});

test('many at once: one at a time', async () => {
  let inside = 0;
  const work = async () => {
    const { release } = await takeLock(file, () => {});
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
    release();
  };
  await Promise.all(Array.from({ length: 5 }, work));
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('the lock of a process that is gone is taken over', async () => {
  // Above the greatest process number of any system.
  fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 30, host: os.hostname() }));
  (await takeLock(file, neverWaits)).release();
});

test('what a killed set-up had started is waited for', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 30, child: child.pid, host: os.hostname() }));
  let waited = false;
  const lock = takeLock(file, () => {
    waited = true;
    child.kill();
  });
  (await lock).release();
  expect(waited).toBe(true);
});

test('a lock that nobody has touched for long is taken over, whatever it says', async () => {
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }));
  const longAgo = new Date(Date.now() - 10 * 60_000);
  fs.utimesSync(file, longAgo, longAgo);
  (await takeLock(file, neverWaits)).release();
});

test("releasing twice does not release another one's lock", async () => {
  const first = await takeLock(file, neverWaits);
  first.release();
  const second = await takeLock(file, neverWaits);
  first.release();
  expect(fs.existsSync(file)).toBe(true);
  second.release();
});
