import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { lockOwner, type Owner, takeFreeLock, takeLock } from './lock.mjs';
import { place, startOf } from './owner.mjs';

let directory = '';
let file = '';
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop lock-'));
  file = path.join(directory, 'setup.lock');
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const ID = '0123456789abcdef';
/** Above the maximum process number of any system. */
const ENDED = { pid: 2 ** 30, started: null };

/** A lock as another process would leave it. */
function leave(owner: Owner, lock = file) {
  fs.mkdirSync(lock, { recursive: true });
  fs.writeFileSync(path.join(lock, `${ID}.json`), JSON.stringify({ place, ...owner }));
}

const ownerFile = () => path.join(file, fs.readdirSync(file)[0] ?? '');

/** Sets the times of a lock and of its file. */
function setBack(ageMs: number) {
  const then = new Date(Date.now() - ageMs);
  for (const each of [ownerFile(), file]) fs.utimesSync(each, then, then);
}

const MODULE = JSON.stringify(new URL('./lock.mjs', import.meta.url).href);

/** A process that runs a script with the lock's path in `file`, and what it prints first. */
async function other(script: string) {
  const text = `import fs from 'node:fs'; import { takeFreeLock, takeLock } from ${MODULE};
    const file = ${JSON.stringify(file)}; ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes)));
    child.once('close', () => resolve(''));
  });
  const end = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    else return;
    await ended;
  };
  return { said, end };
}

const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);

async function kill(child: ReturnType<typeof spawn> | undefined) {
  const ended = new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGKILL');
  await ended;
}

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
  leave(ENDED);
  (await takeLock(file, neverWaits)).release();
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('the lock of a killed process is free at once, and that of a living one is held', async () => {
  const { said, end } = await other(`takeFreeLock(file); process.stdout.write('taken'); setInterval(() => {}, 1000);`);
  expect(said).toBe('taken');
  setBack(10 * 60_000);
  expect(takeFreeLock(file, 'the next')).toHaveProperty('owner.pid');
  await end();
  const { release } = await takeLock(file, neverWaits);
  release();
});

test('waits for each child that a killed set-up has named', async () => {
  const children = [sleeper(), sleeper()];
  const lock = await takeLock(file, neverWaits);
  for (const { pid = 0 } of children) lock.note(pid);
  const left: Owner = JSON.parse(fs.readFileSync(ownerFile(), 'utf8'));
  lock.release();
  expect(left.children?.map(({ pid }) => pid)).toEqual(children.map(({ pid }) => pid));
  leave({ ...left, ...ENDED });
  await kill(children[0]);
  expect(lockOwner(file)).not.toBeNull();
  let waited = false;
  const next = takeLock(file, () => {
    waited = true;
    children[1]?.kill();
  });
  (await next).release();
  expect(waited).toBe(true);
});

test('a wait can be cancelled', async () => {
  const { release } = await takeLock(file, neverWaits);
  const abort = new AbortController();
  const waiting = takeLock(file, () => abort.abort(new Error('no longer wanted')), { signal: abort.signal });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  release();
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

const FUTURE = -10 * 60_000;

test.each(['', '{"pid":', 'null', '[]', '{}'])('a lock whose text a power failure cut is free at once: %j', (text) => {
  leave({});
  fs.writeFileSync(ownerFile(), text);
  setBack(FUTURE);
  const next = takeFreeLock(file);
  if ('lock' in next) next.lock.release();
  expect(next).toHaveProperty('lock');
  expect(fs.readdirSync(directory)).toEqual([]);
});

test.each(['', '{"pid":', JSON.stringify({ pid: 2 ** 30 })])(
  'an empty, cut or abandoned lock of an earlier version, from the future, is free at once: %j',
  async (text) => {
    fs.writeFileSync(file, text);
    const later = new Date(Date.now() - FUTURE);
    fs.utimesSync(file, later, later);
    (await takeLock(file, neverWaits)).release();
    expect(fs.readdirSync(directory)).toEqual([]);
  },
);

test('a process that is killed while it takes a lock, or removes one, blocks no other process', async () => {
  // Before the rename, and after it removed the file of an ended owner.
  const { said, end } = await other(`fs.renameSync = (aside) => { process.stdout.write(aside);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }; takeFreeLock(file);`);
  await end();
  expect(fs.readdirSync(directory)).toEqual([path.basename(said)]);
  fs.mkdirSync(file);
  (await takeLock(file, neverWaits)).release();
  expect(fs.readdirSync(directory)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a process with the id of the owner is another one if it started later',
  () => {
    leave({ pid: process.pid, started: `${startOf(process.pid)}0` });
    setBack(FUTURE);
    const next = takeFreeLock(file);
    expect(next).toHaveProperty('lock');
    if ('lock' in next) next.lock.release();
  },
);

test.runIf(process.platform === 'linux')('a process that has ended and was not asked about holds nothing', async () => {
  // The shell becomes a program that never asks about its child, so the child stays as a zombie.
  const parent = spawn('/bin/sh', ['-c', 'cat <&3 >/dev/null & echo $!; exec sleep 3600'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const pid = Number(await new Promise((resolve) => parent.stdout?.once('data', resolve)));
  // Before that, the shell could ask.
  await eventually(() => expect(fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'));
  parent.stdio[3]?.destroy();
  await eventually(() => expect(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /));
  leave({ pid, started: startOf(pid) });
  expect(lockOwner(file)).toBeNull();
  await kill(parent);
});

test('one process alone takes a lock that many find abandoned', async () => {
  leave(ENDED);
  const script = `const taken = takeFreeLock(file); process.stdout.write('lock' in taken ? 'taken' : 'held');
    setInterval(() => {}, 1000);`;
  const all = await Promise.all(Array.from({ length: 6 }, () => other(script)));
  expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1);
  for (const { end } of all) await end();
});

test('what found a lock abandoned earlier does not remove the lock of the next owner', () => {
  leave(ENDED);
  const next = takeFreeLock(file);
  // The second half of the removal, late.
  fs.rmSync(path.join(file, `${ID}.json`), { force: true });
  expect(() => fs.rmdirSync(file)).toThrow();
  expect(lockOwner(file)?.pid).toBe(process.pid);
  if ('lock' in next) next.lock.release();
});

test('the lock of another computer is held until its owner has not touched it for a minute', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  leave({ ...ENDED, place: 'ffffffff' });
  setBack(10 * 60_000);
  expect(lockOwner(file)).not.toBeNull();
  now.mockReturnValue(59_000);
  expect(lockOwner(file)).not.toBeNull();
  setBack(FUTURE);
  expect(lockOwner(file)).not.toBeNull();
  now.mockReturnValue(118_000);
  expect(lockOwner(file)).not.toBeNull();
  now.mockReturnValue(120_000);
  expect(lockOwner(file)).toBeNull();
});

test.runIf(process.platform !== 'win32')('a prepared link is removed, and nothing behind it', async () => {
  const victim = path.join(directory, 'victim');
  leave(ENDED, victim);
  fs.writeFileSync(path.join(victim, 'mine'), '');
  fs.symlinkSync(victim, file);
  (await takeLock(file, neverWaits)).release();
  expect(fs.readdirSync(directory)).toEqual(['victim']);
  expect(fs.readdirSync(victim).sort()).toEqual([`${ID}.json`, 'mine']);
});

test('a disk that becomes full leaves no lock, and none that names no owner', () => {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  onTestFinished(() => write.mockRestore());
  expect(() => takeFreeLock(file)).toThrow('no space left');
  expect(fs.readdirSync(directory)).toEqual([]);
  write.mockRestore();
  const taken = takeFreeLock(file, 'the owner');
  write.mockImplementation(() => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  if ('lock' in taken) taken.lock.note(process.pid);
  expect(lockOwner(file)).toMatchObject({ user: 'the owner' });
  expect(fs.readdirSync(file)).toHaveLength(1);
  if ('lock' in taken) taken.lock.release();
});
