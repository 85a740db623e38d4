import { describe, expect, it } from 'vitest';
import { type Alignment, aligned, type Box, nextBox } from './boxes.ts';

const box = (name: string, x: number, y: number, width = 100, height = 50): Box => ({
  ref: { kind: 'tasks', name },
  x,
  y,
  width,
  height,
});

describe('the next element', () => {
  const a = box('a', 0, 0);
  const b = box('b', 200, 10);
  const c = box('c', 400, 0);
  const d = box('d', 30, 300);
  const all = [a, b, c, d];

  it.each([
    [a, 'right', b],
    [b, 'right', c],
    [c, 'right', null],
    [c, 'left', b],
    [b, 'left', a],
    [a, 'down', d],
    [b, 'down', d],
    [d, 'up', a],
    [a, 'left', null],
  ] as const)('of $ref.name to the %s', (from, direction, to) => {
    expect(nextBox(all, from, direction)?.ref.name).toBe(to?.ref.name);
  });
});

describe('alignment', () => {
  const boxes = [box('a', 0, 0), box('b', 50, 200, 60, 20), box('c', 330, 90)];
  const xs = (how: Alignment) => aligned(boxes, how).map(({ position }) => position.x);
  const ys = (how: Alignment) => aligned(boxes, how).map(({ position }) => position.y);

  it('puts sides or middles on one line, and keeps the other coordinate', () => {
    expect(xs('left')).toEqual([0, 0, 0]);
    expect(xs('right')).toEqual([330, 370, 330]);
    expect(xs('centre')).toEqual([165, 185, 165]);
    expect(ys('left')).toEqual([0, 200, 90]);
    expect(ys('top')).toEqual([0, 0, 0]);
    expect(ys('bottom')).toEqual([170, 200, 170]);
    expect(ys('middle')).toEqual([85, 100, 85]);
  });

  it('distributes with equal gaps between the outer boxes', () => {
    expect(xs('columns')).toEqual([0, 185, 330]);
    expect(aligned(boxes, 'rows').map(({ name, position }) => [name, position.y])).toEqual([
      ['a', 0],
      ['c', 100],
      ['b', 200],
    ]);
  });

  it('needs two boxes, and three to distribute', () => {
    expect(aligned(boxes.slice(0, 1), 'left')).toEqual([]);
    expect(aligned(boxes.slice(0, 2), 'rows')).toEqual([]);
  });
});
