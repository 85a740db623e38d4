import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getViewportForBounds } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { newChannel, newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { freePlace, layoutSketch, NODE_SIZES, positionsOf } from './canvas-layout.ts';
import { FAR_BELOW } from './semantic-zoom.tsx';
import { clearPadding, fitOptions } from './use-fit.ts';

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

describe('the starter sketches', () => {
  const folder = path.join(import.meta.dirname, '../../../../templates/sketches');
  /** The canvas of a window of 1280 × 720 pixels. */
  const CANVAS = { width: 876, height: 386 };
  /** The least space between two cards. */
  const APART = 8;

  function boxesOf(name: string) {
    const read = readSketch(readFileSync(path.join(folder, name, `${name}.polyloop.json`), 'utf8'));
    if (!read.ok) throw new Error(`${name} is not a sketch`);
    return [...positionsOf(read.sketch)].map(([key, { x, y }]) => {
      const kind = key.slice(0, key.indexOf(':')) as keyof typeof NODE_SIZES;
      return { key, x, y, ...NODE_SIZES[kind] };
    });
  }

  it.each(readdirSync(folder))('%s: the cards are apart, and have their details in the smallest window', (name) => {
    const boxes = boxesOf(name);
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
        const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
        expect(Math.max(across, down), `${a.key} and ${b.key}`).toBeGreaterThanOrEqual(APART);
      }
    }
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
    const bounds = { x, y, width, height };
    const options = fitOptions(false);
    const padding = clearPadding(boxes, bounds, CANVAS, options);
    const view = getViewportForBounds(bounds, CANVAS.width, CANVAS.height, 0, 1.25, padding ?? 0);
    expect(view.zoom).toBeGreaterThanOrEqual(FAR_BELOW);
  });
});
