import { describe, expect, it } from 'vitest';
import { boardById } from '../boards/index.ts';
import { uno } from '../boards/uno/index.ts';
import type { Board } from '../platform/board.ts';
import { newInterrupt, newPart, newSketch } from '../sketch/create.ts';
import { PART_KINDS, type PartKind, type Sketch } from '../sketch/model.ts';
import { clampValue, initialValueOf, PART_TYPE_LIST, PART_TYPES, pinOf } from './kinds.ts';
import { newPartName, wirePart } from './wire.ts';

const pinsOf = (sketch: Sketch, kind: PartKind, board: Board = uno) => {
  const wiring = wirePart(sketch, board, kind);
  return wiring.ok ? wiring.pins : wiring.reason;
};

/** Adds one part of each kind in turn, as long as pins are left. */
function filled(kinds: readonly PartKind[]): Sketch {
  let sketch = newSketch('s');
  for (const kind of kinds) {
    const wiring = wirePart(sketch, uno, kind);
    if (!wiring.ok) throw new Error(wiring.reason);
    const part = newPart(newPartName(sketch, kind), kind, { pins: wiring.pins });
    sketch = { ...sketch, parts: [...sketch.parts, part] };
  }
  return sketch;
}

describe('the kinds of parts', () => {
  it('are described in the order of the model', () => {
    expect(PART_TYPE_LIST.map(({ kind }) => kind)).toEqual([...PART_KINDS]);
  });

  it.each(PART_TYPE_LIST)('$label starts with a value in the range of its control and its settings', (type) => {
    for (const range of [type.control, ...type.settings.filter((setting) => 'least' in setting)]) {
      if (range === null) continue;
      expect(range.initial).toBeGreaterThanOrEqual(range.least);
      expect(range.initial).toBeLessThanOrEqual(range.most);
    }
    for (const setting of type.settings) {
      if ('options' in setting) expect(setting.options.map(({ value }) => value)).toContain(setting.initial);
    }
    expect(new Set(type.terminals.map(({ id }) => id)).size).toBe(type.terminals.length);
  });

  it('take the rate at the start of a run from the sketch', () => {
    const generator = newPart('Rate', 'signal-generator', { rateHz: 250 });
    expect([generator, { ...generator, rateHz: null }, newPart('Lamp', 'led')].map(initialValueOf)).toEqual([
      250,
      10,
      null,
    ]);
  });

  it('limit a value to the range of the control', () => {
    const { control } = PART_TYPES.ultrasonic;
    expect([0, 17, 1000].map((value) => control && clampValue(control, value))).toEqual([2, 17, 400]);
  });

  it('accept any name for a single terminal, as older files have it', () => {
    expect(pinOf(newPart('Key', 'button', { pins: { contact: '2' } }), 'a')).toBe('2');
    expect(pinOf(newPart('Sonar', 'ultrasonic', { pins: { echo: '4' } }), 'trigger')).toBeUndefined();
  });
});

describe('a new part', () => {
  it('gets pins that can do what it needs, and the least useful of these', () => {
    const empty = newSketch('s');
    expect(pinsOf(empty, 'led')).toEqual({ anode: '13' });
    expect(pinsOf(empty, 'button')).toEqual({ a: '2' });
    expect(pinsOf(empty, 'potentiometer')).toEqual({ wiper: 'A0' });
    expect(pinsOf(empty, 'rgb-led')).toEqual({ red: '5', green: '6', blue: '11' });
    expect(pinsOf(empty, 'ultrasonic')).toEqual({ trigger: '13', echo: '4' });
  });

  it('never gets the serial line, nor a PWM pin of the timer that the runtime uses', () => {
    const leds = filled(Array.from({ length: 18 }, () => 'led'));
    const used = leds.parts.flatMap(({ pins }) => Object.values(pins));
    expect(new Set(used).size).toBe(18);
    expect(used).not.toContain('0');
    expect(used).not.toContain('1');
    expect(pinsOf(leds, 'led')).toMatch(/^LED: Arduino Uno has no free pin left\. Remove a part/);
    const three = filled(['rgb-led']);
    expect(pinsOf(three, 'rgb-led')).toMatch(/no free PWM pin left for its terminal Green/);
  });

  it('takes the pin of an interrupt that has no part if it raises interrupts, and no other part does', () => {
    const sketch = newSketch('s', { interrupts: [newInterrupt('Edge', '7')] });
    expect(pinsOf(sketch, 'signal-generator')).toEqual({ output: '7' });
    expect(Object.values(pinsOf(sketch, 'seven-segment'))).not.toContain('7');
  });

  it('fits beside all others on an Uno as long as pins are left', () => {
    const sketch = filled(['lcd', 'button', 'button', 'servo', 'buzzer', 'ultrasonic', 'light-sensor', 'led-strip']);
    const used = sketch.parts.flatMap(({ pins }) => Object.values(pins));
    expect(new Set(used).size).toBe(used.length);
  });

  it('is refused by a board without pins', () => {
    const board = boardById('mps2-an385') as Board;
    expect(pinsOf(newSketch('s'), 'led', board)).toBe(
      `${board.label} has no pins for parts. Choose a board with pins.`,
    );
  });

  it('is named after its kind', () => {
    const names = filled(['button', 'button', 'led', 'button']).parts.map(({ name }) => name);
    expect(names).toEqual(['Button', 'Button 2', 'LED', 'Button 3']);
  });
});
