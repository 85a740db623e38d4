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

  it('gives many cards about the shape of the canvas, connected or not', () => {
    const names = Array.from({ length: 30 }, (_, index) => `task ${index + 1}`);
    const tasks = names.map((name) => newTask(name));
    const pairs = Array.from({ length: 15 }, (_, index) =>
      newChannel(`value ${index + 1}`, { writer: names[index] ?? null, readers: [names[index + 15] ?? ''] }),
    );
    for (const channels of [[], pairs]) {
      const places = [...layoutSketch(newSketch('many', { tasks, channels })).values()];
      const width = Math.max(...places.map(({ x }) => x)) + NODE_SIZES.tasks.width;
      const height = Math.max(...places.map(({ y }) => y)) + NODE_SIZES.tasks.height;
      expect(width / height).toBeGreaterThan(1);
      expect(width / height).toBeLessThan(3);
      expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(30 + channels.length);
    }
  });

  it('joins what channels connect into one group, whatever their order', () => {
    const tasks = ['A', 'B', 'C', 'D'].map((name) => newTask(name));
    const places = layoutSketch(
      newSketch('joined', {
        tasks,
        channels: [
          newChannel('one', { writer: 'A', readers: ['B'] }),
          newChannel('two', { writer: 'C', readers: ['D'] }),
          newChannel('three', { writer: 'B', readers: ['C'] }),
        ],
      }),
    );
    const xs = ['tasks:A', 'channels:one', 'tasks:B', 'channels:three', 'tasks:C', 'channels:two', 'tasks:D'].map(
      (key) => at(places, key).x,
    );
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(new Set(xs).size).toBe(7);
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
