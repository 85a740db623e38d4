import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../sketch/create.ts';
import { lacksStack, uploadDoubts } from './upload-doubts.ts';

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

describe('after a build of the sketch as it is', () => {
  const sketch = newSketch('s', { tasks });
  const fits = { ramBytes: 900, ramAvailableBytes: 2048, flashBytes: 9000, flashAvailableBytes: 32_256 };
  const stack = { task: null, bytes: 900, certainBytes: 400, availableBytes: 500, unknown: [] };

  it('its figures take the place of the estimates', () => {
    const channels = [large, { ...large, name: 'more' }, { ...large, name: 'most' }];
    const estimatedTooLarge = newSketch('s', { tasks, channels });
    expect(uploadDoubts(estimatedTooLarge, null, fits)).toEqual([]);
    expect(uploadDoubts(estimatedTooLarge, null)).toHaveLength(1);
    expect(uploadDoubts(sketch, null, { ...fits, ramBytes: 3000, flashBytes: 40_000 })).toEqual([
      'RAM of the build: 3000 of 2048 B. It does not fit.',
      'Flash of the build: 40000 of 32256 B. It does not fit.',
    ]);
  });

  it('a stack counts by what the code certainly needs', () => {
    expect(uploadDoubts(sketch, null, { ...fits, stacks: [stack] })).toEqual([]);
    const short = { ...fits, stacks: [{ ...stack, certainBytes: 600 }] };
    expect(lacksStack(short)).toBe(true);
    expect(uploadDoubts(sketch, null, short)).toEqual(['Stack: at most 900 of 500 B. It does not fit.']);
  });
});
