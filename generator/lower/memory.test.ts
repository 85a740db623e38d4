import { describe, expect, it } from 'vitest';
import { boardById } from '../boards/index.ts';
import { uno } from '../boards/uno/index.ts';
import { newChannel, newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Channel, Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';

function diagnosticsOf(...channels: Channel[]) {
  const board = boardById('uno');
  if (board === undefined) throw new Error('no Uno');
  const sketch = newSketch('s', { tasks: ['a', 'b', 'c'].map((name) => newTask(name)), channels });
  return lower(sketch, board, targetById('superloop')).diagnostics;
}

const ring = (name: string, capacity: number, readers = ['b']) =>
  newChannel(name, { kind: 'ring-buffer', capacity, writer: 'a', readers });

describe("channels in a board's RAM", () => {
  it('are rejected if they do not fit, at the largest one', () => {
    const [found] = diagnosticsOf(ring('small', 50), ring('large', 200, ['b', 'c']), ring('other', 100));
    expect(found).toMatchObject({ severity: 'error', pointer: '/channels/1' });
    expect(found?.message).toContain('"large"');
    // 51, 2 · 201 and 101 items of four bytes.
    expect(found?.message).toContain('takes 1608 bytes, a buffer for each of its 2 readers; all channels take 2216 of');
  });

  it('give a warning if they leave little memory', () => {
    expect(diagnosticsOf(ring('large', 240, ['b']), ring('more', 80))).toMatchObject([
      { severity: 'warning', pointer: '/channels/0' },
    ]);
  });

  it('pass if they fit, and need nothing while unconnected', () => {
    const loose = newChannel('loose', { kind: 'ring-buffer', capacity: 254 });
    expect(diagnosticsOf(ring('a', 200), loose, { ...loose, name: 'loose too' })).toEqual([]);
  });
});

describe("stacks in a board's RAM", () => {
  const freertos = targetById('freertos');
  const threads = boardById('uno')?.targets.freertos?.threads;
  const of = (over: Partial<Sketch>) => {
    const board = boardById('uno');
    if (board === undefined || threads == null) throw new Error('no Uno');
    return lower(newSketch('s', { target: 'freertos', ...over }), board, freertos);
  };

  it('have the default size of the target on this board, or the size in the task', () => {
    const { program } = of({ tasks: [newTask('a'), newTask('b', { stackBytes: 300 })] });
    expect(program?.tasks.map(({ stackBytes }) => stackBytes)).toEqual([threads?.stackBytes, 300]);
    const without = lower(newSketch('s', { tasks: [newTask('a', { stackBytes: 5 })] }), uno, targetById('superloop'));
    expect(without.program).toMatchObject({ threads: null, tasks: [{ stackBytes: 0 }] });
  });

  it('that do not fit are rejected at the task with the largest', () => {
    const tasks = [newTask('a'), newTask('greedy', { stackBytes: 1900 }), newTask('b')];
    const [found] = of({ tasks }).diagnostics;
    expect(found).toMatchObject({ severity: 'error', pointer: '/tasks/1/stackBytes' });
    expect(found?.message).toMatch(
      /^Task "greedy": its stack takes 1900 bytes.*threads and kernel take \d+ of the 2048 bytes of RAM/,
    );
  });

  it('count with the channels', () => {
    const channels = [ring('half', 200)];
    const { diagnostics, memory } = of({ tasks: ['a', 'b', 'c', 'd'].map((name) => newTask(name)), channels });
    const [found] = diagnostics;
    expect(found).toMatchObject({ severity: 'error', pointer: '/channels/0' });
    const [, channelBytes, stackBytes, total] =
      /all channels take (\d+), threads and kernel (\d+), together (\d+) of/.exec(found?.message ?? '') ?? [];
    expect(Number(channelBytes)).toBeGreaterThanOrEqual(804);
    expect(Number(total)).toBe(Number(channelBytes) + Number(stackBytes));
    // The same figure as the estimate that the window shows.
    expect(Number(total)).toBe(memory?.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it('of handlers are reported at their interrupt', () => {
    const interrupts = ['2', '3', '4', '5', '6', '7', '8'].map((pin) => newInterrupt(`on ${pin}`, pin));
    const errors = of({ interrupts }).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ pointer: '/interrupts/0' }]);
  });

  it('are rejected if a context switch alone would overflow them', () => {
    const [found] = of({ tasks: [newTask('a', { stackBytes: 10 })] }).diagnostics;
    expect(found?.message).toMatch(
      /^Task "a": its stack has 10 bytes, but the runtime alone takes \d+ bytes .*\. Choose from/,
    );
  });
});
