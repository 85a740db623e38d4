import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentsOf, isInPlace, place, removeLeftovers } from './place.mjs';

let parent = '';
let directory = '';
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop place-'));
  directory = path.join(parent, 'part');
});
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

const fill = (text: string) => async (temporary: string) => fs.writeFileSync(path.join(temporary, 'file'), text);
const content = () => fs.readFileSync(path.join(directory, 'file'), 'utf8');

test('is in place only for the inputs that it was made from', async () => {
  expect(isInPlace(directory, { version: 1 })).toBe(false);
  await place(directory, { version: 1 }, fill('one'));
  expect(isInPlace(directory, { version: 1 })).toBe(true);
  expect(isInPlace(directory, { version: 2 })).toBe(false);
  await place(directory, { version: 2 }, fill('two'));
  expect(content()).toBe('two');
});

test('a failure keeps the old directory and leaves no other files', async () => {
  await place(directory, 1, fill('one'));
  const failing = place(directory, 2, async (temporary) => {
    fs.writeFileSync(path.join(temporary, 'file'), 'half');
    throw new Error('no network');
  });
  await expect(failing).rejects.toThrow('no network');
  expect(content()).toBe('one');
  expect(fs.readdirSync(parent)).toEqual(['part']);
});

test('a directory without a stamp is replaced', async () => {
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'stray'), '');
  expect(isInPlace(directory, 1)).toBe(false);
  await place(directory, 1, fill('one'));
  expect(fs.existsSync(path.join(directory, 'stray'))).toBe(false);
});

test('the next set-up removes the files of a killed set-up', () => {
  fs.mkdirSync(path.join(parent, '.making-abc', 'deep'), { recursive: true });
  fs.mkdirSync(directory);
  removeLeftovers(parent);
  expect(fs.readdirSync(parent)).toEqual(['part']);
});

test('two parts of one folder that are made at the same time do not remove each other', async () => {
  let finish = () => {};
  const slow = place(directory, 1, async (temporary) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    fs.writeFileSync(path.join(temporary, 'file'), 'one');
  });
  await place(path.join(parent, 'other'), 1, fill('two'));
  finish();
  await slow;
  expect(content()).toBe('one');
  expect(fs.readdirSync(parent).sort()).toEqual(['other', 'part']);
});

test('contents name files with / on every system', () => {
  fs.mkdirSync(path.join(parent, 'a', 'b'), { recursive: true });
  fs.writeFileSync(path.join(parent, 'a', 'b', 'c.txt'), 'text');
  expect(contentsOf(parent)).toEqual({ 'a/b/c.txt': 'text' });
});
