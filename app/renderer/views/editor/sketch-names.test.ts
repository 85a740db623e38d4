import { describe, expect, it } from 'vitest';
import { newChannel, newResource, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { CodeMember } from '../../state/sketch/bodies.ts';
import { sketchFunctions } from './sketch-names.ts';

const sketch = newSketch('s', {
  tasks: [newTask('Sense'), newTask('Act')],
  channels: [
    newChannel('level', { writer: 'Sense', readers: ['Act'], item: [{ name: 'value', type: 'int16', count: 1 }] }),
    newChannel('frame', { writer: 'Act', readers: ['Sense'], item: [{ name: 'bytes', type: 'uint8', count: 8 }] }),
  ],
});

const signatures = (name: string, member: CodeMember = 'body') =>
  sketchFunctions(sketch, { kind: 'tasks', name }, member)
    .filter(({ kind }) => kind !== 'snippet')
    .map(({ signature }) => signature);

describe('channel functions', () => {
  it('match the ends to which the task is connected', () => {
    expect(signatures('Sense')).toEqual(['bool level_write(int16_t item)', 'bool frame_read(frame_t *item)']);
    expect(signatures('Act')).toEqual(['bool level_read(int16_t *item)', 'bool frame_write(frame_t item)']);
  });

  it('are none in the prelude', () => {
    expect(sketchFunctions(sketch, null)).toEqual([]);
  });
});

describe('resource functions', () => {
  const locked = newSketch('s', {
    tasks: [newTask('Sense'), newTask('Act')],
    resources: [newResource('I2C bus', { users: [{ task: 'Sense', criticalSectionUs: 10 }] })],
  });

  it('exist only for its users, under the name in the generated code', () => {
    const names = (name: string) => sketchFunctions(locked, { kind: 'tasks', name }).map((each) => each.name);
    expect(names('Sense')).toEqual(['I2C_bus_lock', 'I2C_bus_unlock', 'I2C_bus_guard']);
    expect(names('Act')).toEqual([]);
  });
});
