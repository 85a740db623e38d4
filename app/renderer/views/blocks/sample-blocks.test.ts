import { describe, expect, it } from 'vitest';
import { samplesOf } from '../../../../generator/parts/samples.ts';
import { formOf } from '../../../../generator/sketch/blocks/forms.ts';
import { newPart, newSketch } from '../../../../generator/sketch/create.ts';
import { builtTask } from './sample-blocks.ts';

const SKETCH = newSketch('desk', {
  parts: [
    newPart('LED', 'led', { pins: { anode: '13' } }),
    newPart('Knob', 'potentiometer', { pins: { wiper: 'A0' } }),
    newPart('Servo', 'servo', { pins: { signal: '9' } }),
    newPart('Button', 'button', { pins: { a: '2' } }),
    newPart('Eye', 'ultrasonic', { pins: { trigger: '7', echo: '8' } }),
    newPart('Horn', 'buzzer', { pins: { signal: '3' } }),
  ],
});
const samples = SKETCH.parts.flatMap((part) => samplesOf(SKETCH, part));

function built(offer: string) {
  const sample = samples.find((each) => each.offer === offer);
  if (sample === undefined)
    throw new Error(`no offer “${offer}” among ${samples.map((each) => each.offer).join(', ')}`);
  return builtTask(SKETCH, sample);
}

describe('the sample task of a part', () => {
  it.each([
    ['Blink LED', 'digitalWrite(13'],
    ['Let Button switch LED', 'digitalRead(2)'],
    ['Let Knob move Servo', 'analogRead(A0)'],
    ['Print the value of Knob', 'analogRead(A0) != last'],
    ['Print the distance of Eye', 'Serial.println'],
  ])('“%s” is built from blocks', (offer, text) => {
    const task = built(offer);
    expect(formOf(task.body, task.blocks?.body)).toBe('blocks');
    expect(task.body).toContain(text);
    expect(task.setup).toBe('');
  });

  it('without blocks for it is its code', () => {
    const task = built('Let Horn beep');
    expect(task.blocks).toBeUndefined();
    expect(task.body).toContain('tone(3, 440)');
  });
});
