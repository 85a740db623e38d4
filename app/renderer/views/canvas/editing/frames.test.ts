import { describe, expect, it } from 'vitest';
import type { Group } from '../../../../../generator/sketch/model.ts';
import { FRAME } from './arrange.ts';
import type { Box } from './boxes.ts';
import { around, framesOf } from './frames.ts';

const box = (name: string, x: number, y: number): Box => ({
  ref: { kind: 'tasks', name },
  x,
  y,
  width: 100,
  height: 50,
});
const BOXES = [box('a', 0, 0), box('b', 300, 200), box('c', 900, -400)];
const group = (tasks: readonly string[]): Group => ({
  ...{ name: 'G', note: '', color: 'grey', channels: [], interrupts: [], resources: [], parts: [] },
  tasks,
});

describe('the frames of groups', () => {
  it('are around their members, with space for the title above', () => {
    const { margin, title } = FRAME;
    expect(framesOf([group(['a', 'b'])], BOXES)).toEqual([
      { x: -margin, y: -margin - title, width: 400 + 2 * margin, height: 250 + 2 * margin + title },
    ]);
  });

  it('are left out for groups with no drawn member', () => {
    expect(framesOf([group(['z'])], BOXES)).toEqual([]);
  });

  it('have a box around them and the other elements', () => {
    const [frame] = framesOf([group(['a', 'b'])], BOXES);
    expect(around([...BOXES, ...(frame === undefined ? [] : [frame])])).toEqual({
      x: -FRAME.margin,
      y: -400,
      width: 1000 + FRAME.margin,
      height: 650 + FRAME.margin,
    });
    expect(around([])).toBeNull();
  });
});
