import { describe, expect, it } from 'vitest';
import { newPart, newSketch } from '../sketch/create.ts';
import { addElement } from '../sketch/edits.ts';
import type { Part, Sketch } from '../sketch/model.ts';
import { samplesOf } from './samples.ts';

const LED = newPart('LED', 'led', { pins: { anode: '13' } });
const LED_2 = newPart('LED 2', 'led', { pins: { anode: '12' } });
const KNOB = newPart('Knob', 'potentiometer', { pins: { wiper: 'A0' } });
const SERVO = newPart('Servo', 'servo', { pins: { signal: '8' } });
const BUTTON = newPart('Button', 'button', { pins: { a: '2' } });

const offers = (sketch: Sketch, part: Part) => samplesOf(sketch, part).map(({ offer }) => offer);

function withFirst(sketch: Sketch, part: Part): Sketch {
  const [sample] = samplesOf(sketch, part);
  if (sample === undefined) throw new Error(`${part.name} has no sample`);
  const added = addElement(sketch, 'tasks', sample.task);
  if (!added.ok) throw new Error(added.problems.map(({ message }) => message).join(' '));
  return added.sketch;
}

describe('the samples of a part', () => {
  it('blink two LEDs with two tasks of different names and periods', () => {
    const both = newSketch('lights', { parts: [LED, LED_2] });
    const { tasks } = withFirst(withFirst(both, LED), LED_2);
    expect(tasks).toMatchObject([
      { periodUs: 500_000, body: 'digitalWrite(13, !digitalRead(13));' },
      { periodUs: 200_000, body: 'digitalWrite(12, !digitalRead(12));' },
    ]);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(2);
  });

  it('connect a part with another part, from both sides', () => {
    const sketch = newSketch('desk', { parts: [KNOB, SERVO, BUTTON, LED] });
    expect(offers(sketch, KNOB)).toEqual(['Let Knob move Servo', 'Print the value of Knob']);
    expect(offers(sketch, SERVO)).toEqual(['Let Knob move Servo', 'Turn Servo to and fro']);
    expect(offers(sketch, BUTTON)).toEqual(['Let Button switch LED', 'Print the level of Button']);
    expect(offers(sketch, LED)).toEqual(['Blink LED', 'Let Button switch LED']);
    expect(samplesOf(sketch, KNOB)[0]?.task.body).toBe(samplesOf(sketch, SERVO)[0]?.task.body);
  });

  it('are not offered for a part that code uses or that is not wired', () => {
    const sketch = withFirst(newSketch('desk', { parts: [KNOB, SERVO] }), SERVO);
    expect(offers(sketch, SERVO)).toEqual([]);
    expect(offers(sketch, KNOB)).toEqual([]);
    expect(offers(newSketch('desk'), newPart('LED', 'led', { pins: {} }))).toEqual([]);
    expect(offers(newSketch('desk'), newPart('LED', 'led', { pins: { anode: '13); (' } }))).toEqual([]);
  });

  it('do not take another number for a pin', () => {
    const sketch = withFirst(newSketch('lights', { parts: [LED, LED_2] }), LED);
    expect(offers({ ...sketch, prelude: 'static int values[12];' }, LED_2)).toEqual(['Blink LED 2']);
  });
});
