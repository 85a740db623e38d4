import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Entries } from './entries.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'polyloop-entries-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const shared = () => path.join(dir, 'shared');

async function file(name: string, text: string): Promise<string> {
  const place = path.join(dir, name);
  await writeFile(place, text);
  return place;
}

test('an entry is given back, and a later one takes its place', async () => {
  const entries = new Entries(shared());
  const to = path.join(dir, 'a', 'b');
  expect(await entries.take('one', new Map([['x', to]]))).toBe(false);
  await entries.put('one', new Map([['x', await file('x', 'first')]]));
  expect(await entries.take('one', new Map([['x', to]]))).toBe(true);
  expect(await readFile(to, 'utf8')).toBe('first');
  await entries.put('one', new Map([['x', await file('x', 'second')]]));
  expect(await entries.read('one', 'x')).toBe('second');
  expect(await entries.read('one', 'y')).toBe(null);
});

test('an entry that lost a file is not there', async () => {
  const entries = new Entries(shared());
  const places = new Map([
    ['x', await file('x', '1')],
    ['y', await file('y', '2')],
  ]);
  await entries.put('one', places);
  await rm(path.join(shared(), 'one', 'y'));
  expect(await entries.take('one', places)).toBe(false);
});

test('several programs put and take an entry at once, and no part of another one', async () => {
  const places = async (text: string) =>
    new Map([
      ['x', await file(`x${text}`, text)],
      ['y', await file(`y${text}`, text)],
    ]);
  const puts = await Promise.all(['1', '2', '3', '4'].map(places));
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(puts.map((each) => new Entries(shared()).put('one', each)));
  }
  const [x, y] = await Promise.all(['x', 'y'].map((name) => new Entries(shared()).read('one', name)));
  expect(['1', '2', '3', '4']).toContain(x);
  expect(y).toBe(x);
  expect(await readdir(shared())).toEqual(['one']);
});

test('keeps only the entries that were used last', async () => {
  const entries = new Entries(shared(), 3);
  const places = new Map([['x', await file('x', '1')]]);
  for (const [index, key] of ['a', 'b', 'c'].entries()) {
    await entries.put(key, places);
    await utimes(path.join(shared(), key), 1000 + index, 1000 + index);
  }
  await mkdir(path.join(shared(), 'new-part-of-a-program-that-ended'));
  await utimes(path.join(shared(), 'new-part-of-a-program-that-ended'), 1, 1);
  expect(await entries.take('a', places)).toBe(true);
  await entries.put('d', places);
  expect((await readdir(shared())).sort()).toEqual(['a', 'c', 'd']);
});
