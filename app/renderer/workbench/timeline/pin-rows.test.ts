import { expect, test } from 'vitest';
import { newInterrupt, newPart, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { pinRowsOf } from './pin-rows.ts';

const PINS = ['2', '3', '9', '10', '12', '13'];
const sketch = {
  ...newSketch('s'),
  tasks: [
    newTask('blink', { body: 'digitalWrite(13, HIGH); analogWrite(9, 10);' }),
    newTask('quiet', { body: 'x = digitalRead(2);' }),
    newTask('hidden', { body: 'PORTB ^= 16;' }),
  ],
  interrupts: [newInterrupt('key', '3', { body: 'digitalWrite(10, LOW);' })],
  parts: [
    newPart('Lamp', 'led', { pins: { anode: '13' }, color: 'green' }),
    newPart('Mood', 'rgb-led', { pins: { red: '9', green: '10', blue: '11' } }),
  ],
};

test('a task has a row for each pin that its code names, with the name and the colour of the part', () => {
  const rows = pinRowsOf(sketch, PINS, new Map()).map(({ taskIndex, pin, label, colour }) => [
    taskIndex,
    pin,
    label,
    colour,
  ]);
  expect(rows).toEqual([
    [0, '9', 'Mood Red', '#e5484d'],
    [0, '13', 'Lamp', '#2f9e58'],
    [3, '10', 'Mood Green', '#2f9e58'],
  ]);
});

test('a task has a row for each pin that its jobs were seen to change', () => {
  const rows = pinRowsOf(sketch, PINS, new Map([[2, new Set(['12'])]]));
  expect(rows.filter(({ taskIndex }) => taskIndex === 2).map(({ pin, label }) => [pin, label])).toEqual([
    ['12', 'pin 12'],
  ]);
});
