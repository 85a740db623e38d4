import { describe, expect, it } from 'vitest';
import { boardById } from '../boards/index.ts';
import type { Board } from '../platform/board.ts';
import { newPart, newSketch } from '../sketch/create.ts';
import { PART_KINDS, type PartKind } from '../sketch/model.ts';
import { newPartName, wirePart } from './wire.ts';
import { wiringProblems } from './wiring-problems.ts';

const uno = boardById('uno') as Board;
const messages = (...parts: readonly [string, PartKind, Record<string, string>][]) =>
  wiringProblems({ parts: parts.map(([name, kind, pins]) => newPart(name, kind, { pins })) }, uno).map(
    ({ message }) => message,
  );

describe('the wiring of parts', () => {
  it('has no problem as a new part of any kind is wired', () => {
    for (const kind of PART_KINDS) {
      const sketch = newSketch('s', { board: 'uno' });
      const wiring = wirePart(sketch, uno, kind);
      if (!wiring.ok) throw new Error(wiring.reason);
      expect(messages([newPartName(sketch, kind), kind, { ...wiring.pins }])).toEqual([]);
    }
  });

  it('must use a pin of the board that can do what the part needs', () => {
    expect(messages(['Lamp', 'led', { anode: '99' }])).toEqual([
      'Part "Lamp", anode: Arduino Uno has no pin 99. Choose another pin.',
    ]);
    expect(messages(['Dial', 'potentiometer', { wiper: '7' }])).toEqual([
      'Part "Dial", wiper: pin 7 does not work, because this needs an analog pin.',
    ]);
    expect(messages(['Lamp', 'led', { anode: '0' }])[0]).toContain('pin 0 is part of the serial line');
  });

  it('names the terminals of a part that has several', () => {
    expect(messages(['Eye', 'ultrasonic', { eye: '7' }])[0]).toMatch(
      /^Part "Eye" has no terminal "eye"\. Its terminals are ".+", ".+"\.$/,
    );
    expect(messages(['Lamp', 'led', { anything: '7' }])).toEqual([]);
  });

  it('lets one part set the level of a pin, and any number show it', () => {
    expect(messages(['Bell', 'button', { a: '7' }], ['Lamp', 'led', { anode: '7' }])).toEqual([]);
    expect(messages(['Bell', 'button', { a: '7' }], ['Switch', 'slide-switch', { common: '7' }])[0]).toContain(
      '"Bell" already sets the level of pin 7',
    );
  });
});
