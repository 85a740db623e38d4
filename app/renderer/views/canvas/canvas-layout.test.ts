import { describe, expect, it } from 'vitest';
import { newChannel, newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { freePlace, layoutSketch, NODE_SIZES, positionsOf } from './canvas-layout.ts';

const chain = newSketch('chain', {
  tasks: [newTask('Sense'), newTask('Act'), newTask('Alone')],
  channels: [newChannel('level', { writer: 'Sense', readers: ['Act'] })],
  parts: [newPart('LED', 'led')],
});

const at = (places: ReadonlyMap<string, { x: number; y: number }>, key: string) => {
  const place = places.get(key);
  if (place === undefined) throw new Error(`${key} has no place`);
  return place;
};

describe('layout', () => {
  it('places data flow from left to right', () => {
    const places = layoutSketch(chain);
    const [from, via, to] = ['tasks:Sense', 'channels:level', 'tasks:Act'].map((key) => at(places, key).x);
    expect(from).toBeLessThan(via ?? 0);
    expect(via).toBeLessThan(to ?? 0);
  });

  it('gives every element a distinct position', () => {
    const places = [...positionsOf(chain).values()].map(({ x, y }) => `${x},${y}`);
    expect(new Set(places).size).toBe(5);
  });

  it('terminates for a cycle of channels', () => {
    const loop = newSketch('loop', {
      tasks: [newTask('A'), newTask('B')],
      channels: [
        newChannel('there', { writer: 'A', readers: ['B'] }),
        newChannel('back', { writer: 'B', readers: ['A'] }),
      ],
    });
    expect(layoutSketch(loop).size).toBe(4);
  });

  it('keeps existing positions and places the other elements below', () => {
    const mixed = {
      ...chain,
      tasks: [newTask('Sense', { position: { x: 500, y: 300 } }), newTask('Act'), newTask('Alone')],
    };
    const places = positionsOf(mixed);
    expect(at(places, 'tasks:Sense')).toEqual({ x: 500, y: 300 });
    expect(at(places, 'tasks:Act').y).toBeGreaterThanOrEqual(300 + NODE_SIZES.tasks.height);
  });
});

describe('a free place', () => {
  it('is the wanted one if it is free, and next to the occupied area otherwise', () => {
    const sketch = newSketch('s', { tasks: [newTask('A', { position: { x: 0, y: 0 } })] });
    expect(freePlace(sketch, 'tasks', { x: 400, y: 400 })).toEqual({ x: 400, y: 400 });
    const { x, y } = freePlace(sketch, 'tasks', { x: 10, y: 10 });
    expect(x >= NODE_SIZES.tasks.width || y >= NODE_SIZES.tasks.height || x <= -176 || y <= -104).toBe(true);
    expect(Math.hypot(x, y)).toBeLessThan(200);
  });
});
