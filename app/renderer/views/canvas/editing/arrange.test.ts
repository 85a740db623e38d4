import { expect, it } from 'vitest';
import { newChannel, newResource, newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { addGroup } from '../../../../../generator/sketch/groups/group-edits.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { refKey } from '../../../state/sketch/element-ref.ts';
import { layoutSketch, NODE_SIZES } from '../canvas-layout.ts';
import { arranged, arrangedSelection } from './arrange.ts';
import type { PlacedRef } from './boxes.ts';

const sketch = newSketch('s', {
  tasks: [newTask('A', { position: { x: 500, y: 40 } }), newTask('B', { position: { x: 90, y: 700 } }), newTask('C')],
  channels: [newChannel('ab', { writer: 'A', readers: ['B'] }), newChannel('bc', { writer: 'B', readers: ['C'] })],
  resources: [newResource('R')],
});

function grouped(...names: readonly string[]): Sketch {
  return names.reduce((now, name) => {
    const result = addGroup(now, `G${name}`, [{ kind: 'tasks', name }]);
    return result.ok ? result.sketch : expect.fail();
  }, sketch);
}

const overlap = (a: PlacedRef, b: PlacedRef): boolean => {
  const [s, t] = [NODE_SIZES[a.kind], NODE_SIZES[b.kind]];
  const [p, q] = [a.position, b.position];
  return p.x < q.x + t.width && q.x < p.x + s.width && p.y < q.y + t.height && q.y < p.y + s.height;
};

it('lays out a sketch without groups as before', () => {
  const places = new Map(arranged(sketch).map(({ position, ...ref }) => [refKey(ref), position]));
  expect(places).toEqual(layoutSketch(sketch));
});

it('keeps groups apart from each other and from the rest', () => {
  const places = arranged(grouped('A', 'B', 'C'));
  expect(places).toHaveLength(6);
  const pairs = places.flatMap((a, index) => places.slice(index + 1).map((b) => [a, b] as const));
  expect(pairs.filter(([a, b]) => overlap(a, b))).toEqual([]);
  const bottom = Math.max(...places.flatMap(({ kind, position }) => (kind === 'tasks' ? [] : position.y)));
  expect(places.every(({ kind, position }) => kind !== 'tasks' || position.y > bottom)).toBe(true);
});

it('lays out some elements where they are, and no others', () => {
  const places = arrangedSelection(sketch, [
    { kind: 'tasks', name: 'A' },
    { kind: 'tasks', name: 'B' },
    { kind: 'channels', name: 'ab' },
  ]);
  expect(places.map(({ name }) => name).sort()).toEqual(['A', 'B', 'ab']);
  expect(Math.min(...places.map(({ position }) => position.x))).toBe(90);
  expect(Math.min(...places.map(({ position }) => position.y))).toBe(40);
});
