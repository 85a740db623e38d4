import { expect, test } from 'vitest';
import {
  newChannel,
  newInterrupt,
  newPart,
  newResource,
  newSketch,
  newTask,
} from '../../../generator/sketch/create.ts';
import { pictureOf } from './template-picture.ts';

const at = (x: number, y: number) => ({ position: { x, y } });

test('the picture of a sketch has its elements and the wires between them', () => {
  const sketch = newSketch('s', {
    tasks: [newTask('reads', at(0, 0)), newTask('shows', at(400, 0)), newTask('nowhere')],
    interrupts: [newInterrupt('pulse', '2', at(0, 200))],
    // A channel may have the name of a task.
    channels: [newChannel('shows', { writer: 'pulse', readers: ['shows', 'nowhere'], ...at(200, 100) })],
    resources: [newResource('bus', { users: [{ task: 'reads', criticalSectionUs: 10 }], ...at(200, 300) })],
    parts: [newPart('LED', 'led', { color: 'yellow', ...at(600, 0) })],
  });
  const { nodes, wires } = pictureOf(sketch);
  expect(nodes.map(({ what }) => what)).toEqual(['task', 'task', 'interrupt', 'four-slot', 'resource', 'led']);
  expect(nodes[3]).toEqual({ what: 'four-slot', x: 200, y: 100 });
  expect(nodes[5]).toEqual({ what: 'led', x: 600, y: 0, color: 'yellow' });
  expect(wires).toEqual([
    { from: 2, to: 3 },
    { from: 3, to: 1 },
    { from: 0, to: 4 },
  ]);
});
