import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { channelFunctions } from './channel-names.ts';

const sketch = newSketch('s', {
  tasks: [newTask('Sense'), newTask('Act')],
  channels: [
    newChannel('level', { writer: 'Sense', readers: ['Act'], item: [{ name: 'value', type: 'int16', count: 1 }] }),
    newChannel('frame', { writer: 'Act', readers: ['Sense'], item: [{ name: 'bytes', type: 'uint8', count: 8 }] }),
  ],
});

const signatures = (name: string) =>
  channelFunctions(sketch, { kind: 'tasks', name }).map(({ signature }) => signature);

describe('channel functions', () => {
  it('are those of the ends that the task holds', () => {
    expect(signatures('Sense')).toEqual(['bool level_write(int16_t item)', 'bool frame_read(frame_t *item)']);
    expect(signatures('Act')).toEqual(['bool level_read(int16_t *item)', 'bool frame_write(frame_t item)']);
  });

  it('are none in the prelude', () => {
    expect(channelFunctions(sketch, null)).toEqual([]);
  });
});
