import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockOwner, takeFreeLock, takeLock } from './lock.mjs';

let directory = '';
let file = '';
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop lock-'));
  file = path.join(directory, 'setup.lock');
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const neverWaits = () => expect.fail('must not wait');

test('the second process waits for the first', async () => {
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

test('one of many processes works at a time', async () => {
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

test('the lock of an ended process is taken over', async () => {
  // Above the maximum process number of any system.
  fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 30, host: os.hostname() }));
  (await takeLock(file, neverWaits)).release();
});

test('waits for the children of a killed set-up', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 30, children: [child.pid], host: os.hostname() }));
  let waited = false;
  const lock = takeLock(file, () => {
    waited = true;
    child.kill();
  });
  (await lock).release();
  expect(waited).toBe(true);
});

test('waits for each child that a killed set-up has named', async () => {
  const children = [0, 1].map(() => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
  const lock = await takeLock(file, neverWaits);
  for (const { pid = 0 } of children) lock.note(pid);
  const left = JSON.parse(fs.readFileSync(file, 'utf8'));
  lock.release();
  expect(left.children).toEqual(children.map(({ pid }) => pid));
  fs.writeFileSync(file, JSON.stringify({ ...left, pid: 2 ** 30 }));
  const [first, second] = children;
  first?.kill();
  await new Promise((resolve) => first?.once('exit', resolve));
  expect(lockOwner(file)).not.toBeNull();
  second?.kill();
  await new Promise((resolve) => second?.once('exit', resolve));
  expect(lockOwner(file)).toBeNull();
});

const setBack = (age: number) => {
  const then = new Date(Date.now() - age);
  fs.utimesSync(file, then, then);
};

test("a lock without touches is taken over, although another process has the owner's id", async () => {
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }));
  setBack(10 * 60_000);
  (await takeLock(file, () => {}, { touchMs: 10 })).release();
});

test('a working owner keeps its lock when the lock is old after a sleep of the computer', async () => {
  const owner = await takeLock(file, neverWaits, { touchMs: 10 });
  let released = false;
  const release = () => {
    released = true;
    owner.release();
  };
  setBack(10 * 60_000);
  const second = await takeLock(file, () => void setTimeout(release, 500), { touchMs: 100 });
  expect(released).toBe(true);
  second.release();
});

test('a wait can be cancelled', async () => {
  const { release } = await takeLock(file, neverWaits);
  const abort = new AbortController();
  const waiting = takeLock(file, () => abort.abort(new Error('no longer wanted')), { signal: abort.signal });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  release();
});

const DEAD_OWNER = JSON.stringify({ pid: 2 ** 30, host: os.hostname() });

test('an abandoned lock is removed by one process at a time', async () => {
  fs.writeFileSync(file, DEAD_OWNER);
  fs.writeFileSync(`${file}.takeover`, '');
  let released = false;
  // The other process removes the abandoned lock, takes the lock itself, and releases it later.
  const other = () => {
    expect(fs.readFileSync(file, 'utf8')).toBe(DEAD_OWNER);
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }));
    fs.rmSync(`${file}.takeover`);
    setTimeout(() => {
      released = true;
      fs.rmSync(file);
    }, 300);
  };
  const { release } = await takeLock(file, other);
  expect(released).toBe(true);
  release();
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('a process that is killed while it removes an abandoned lock blocks no other process', async () => {
  fs.writeFileSync(file, DEAD_OWNER);
  const guard = `${file}.takeover`;
  fs.writeFileSync(guard, '');
  const longAgo = new Date(Date.now() - 10 * 60_000);
  fs.utimesSync(guard, longAgo, longAgo);
  (await takeLock(file, () => {})).release();
  expect(fs.readdirSync(directory)).toEqual([]);
});

test("a second release does not release another process's lock", async () => {
  const first = await takeLock(file, neverWaits);
  first.release();
  const second = await takeLock(file, neverWaits);
  first.release();
  expect(fs.existsSync(file)).toBe(true);
  second.release();
});

test('a lock that does not wait names its owner, until the owner releases it', () => {
  const first = takeFreeLock(file, 'the first program');
  const lock = 'lock' in first ? first.lock : null;
  lock?.note(process.pid);
  expect(takeFreeLock(file, 'the second')).toMatchObject({ owner: { user: 'the first program', pid: process.pid } });
  lock?.release();
  expect(lockOwner(file)).toBeNull();
  const second = takeFreeLock(file, 'the second');
  expect(lockOwner(file)).toMatchObject({ user: 'the second' });
  if ('lock' in second) second.lock.release();
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('a lock that does not wait is taken from an ended owner, after its child has ended, too', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  fs.writeFileSync(file, JSON.stringify({ pid: 2 ** 30, children: [child.pid], host: os.hostname(), user: 'killed' }));
  expect(takeFreeLock(file, 'the next')).toMatchObject({ owner: { user: 'killed' } });
  child.kill();
  await ended;
  const next = takeFreeLock(file, 'the next');
  expect(next).toHaveProperty('lock');
  if ('lock' in next) next.lock.release();
});

test.each(['', '{"pid":'])('a lock whose owner was killed before it wrote its name is taken over: %j', (text) => {
  fs.writeFileSync(file, text);
  setBack(10 * 60_000);
  expect(takeFreeLock(file, 'the next')).toHaveProperty('lock');
});

test.runIf(process.platform === 'linux')('the clock of the computer does not decide whether an owner lives', () => {
  const first = takeFreeLock(file, 'the first program');
  setBack(10 * 60_000);
  expect(takeFreeLock(file, 'the second')).toMatchObject({ owner: { user: 'the first program' } });
  // Another process has the id of the owner, and the clock was set back since the owner's last touch.
  const owner = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ ...owner, started: `${owner.started}0` }));
  setBack(-10 * 60_000);
  const next = takeFreeLock(file, 'the next');
  expect(next).toHaveProperty('lock');
  if ('lock' in first) first.lock.release();
  if ('lock' in next) next.lock.release();
});
