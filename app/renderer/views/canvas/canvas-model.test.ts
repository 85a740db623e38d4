import { describe, expect, it } from 'vitest';
import { newChannel, newResource, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { edgesOf, nodesOf } from './canvas-model.ts';

const sketch = newSketch('s', {
  tasks: [newTask('A', { position: { x: 8, y: 16 } }), newTask('B')],
  channels: [newChannel('c', { writer: 'A', readers: ['B', 'A'] }), newChannel('loose')],
});

describe('edges', () => {
  it('go from the writer into the channel and out to each reader', () => {
    expect(edgesOf(sketch).map(({ source, target }) => `${source} > ${target}`)).toEqual([
      'tasks:A > channels:c',
      'channels:c > tasks:B',
      'channels:c > tasks:A',
    ]);
  });

  it('go from each user to the resource', () => {
    const locked = newSketch('s', {
      tasks: [newTask('A'), newTask('B')],
      resources: [newResource('bus', { users: ['A', 'B'].map((task) => ({ task, criticalSectionUs: 10 })) })],
    });
    expect(edgesOf(locked).map(({ source, target, ariaLabel }) => [source, target, ariaLabel])).toEqual([
      ['tasks:A', 'resources:bus', 'Wire: task A locks resource bus'],
      ['tasks:B', 'resources:bus', 'Wire: task B locks resource bus'],
    ]);
  });

  it('have distinct ids', () => {
    const ids = edgesOf(sketch).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('nodes', () => {
  it('stay the same objects while nothing changes', () => {
    const first = nodesOf(sketch, [], new Set());
    const again = nodesOf({ ...sketch, name: 'other' }, first, new Set());
    expect(again.every((node, index) => node === first[index])).toBe(true);
  });

  it('follow a changed position, but not while the user drags them', () => {
    const first = nodesOf(sketch, [], new Set()).map((node) => ({ ...node, position: { x: 100, y: 100 } }));
    expect(nodesOf(sketch, first, new Set())[0]?.position).toEqual({ x: 8, y: 16 });
    const dragged = first.map((node) => ({ ...node, dragging: true }));
    expect(nodesOf(sketch, dragged, new Set())[0]?.position).toEqual({ x: 100, y: 100 });
  });

  it('are selected initially if their element is', () => {
    const nodes = nodesOf(sketch, [], new Set(['tasks:B']));
    expect(nodes.filter(({ selected }) => selected).map(({ id }) => id)).toEqual(['tasks:B']);
  });
});
