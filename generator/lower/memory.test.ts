import { describe, expect, it } from 'vitest';
import { boardById } from '../boards/index.ts';
import { newChannel, newSketch, newTask } from '../sketch/create.ts';
import type { Channel } from '../sketch/model.ts';
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
  it('are refused when they do not fit, at the one that takes most', () => {
    const [found] = diagnosticsOf(ring('small', 50), ring('large', 200, ['b', 'c']), ring('other', 100));
    expect(found).toMatchObject({ severity: 'error', pointer: '/channels/1' });
    expect(found?.message).toContain('"large"');
    // 51, 2 · 201 and 101 items of four bytes.
    expect(found?.message).toContain('takes 1608 bytes, a buffer for each of its 2 readers; all channels take 2216 of');
  });

  it('are warned of when they leave little', () => {
    expect(diagnosticsOf(ring('large', 240, ['b']), ring('more', 80))).toMatchObject([
      { severity: 'warning', pointer: '/channels/0' },
    ]);
  });

  it('pass when there is room, and count nothing while nobody is connected', () => {
    const loose = newChannel('loose', { kind: 'ring-buffer', capacity: 254 });
    expect(diagnosticsOf(ring('a', 200), loose, { ...loose, name: 'loose too' })).toEqual([]);
  });
});
