import { expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../sketch/create.ts';
import { uploadDoubts } from './upload-doubts.ts';

const tasks = [newTask('a'), newTask('b')];
const item = [{ name: 'value', type: 'uint32' as const, count: 1 }];
const large = newChannel('large', { kind: 'ring-buffer', item, capacity: 250, writer: 'a', readers: ['b'] });

it('nothing speaks against a sketch that fits, on its own board', () => {
  expect(uploadDoubts(newSketch('s', { tasks }), null)).toEqual([]);
});

it('names the board at the port and the memory that does not suffice', () => {
  const channels = [large, { ...large, name: 'more' }, { ...large, name: 'most' }];
  const [board, ram, ...others] = uploadDoubts(newSketch('s', { tasks, channels }), 'Arduino Mega 2560');
  expect(board).toMatch(/^The sketch is for the board Arduino Uno\. .* another one: Arduino Mega 2560\.$/);
  expect(ram).toMatch(/^Estimated RAM: [34]\d\d\d of 2048 B\. It does not fit\.$/);
  expect(others).toEqual([]);
});

it('knows no memory of a board of PlatformIO before a build', () => {
  const facts = { name: 'B', platform: 'p', mcu: 'm', usb: [], clockHz: 16e6, ramBytes: 64, flashBytes: 64 };
  expect(uploadDoubts(newSketch('s', { tasks, board: 'b', boardFacts: facts }), null)).toEqual([]);
});
