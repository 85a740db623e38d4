/** Parts that the user operates, and which drive pins. */
import { describe, expect, it } from 'vitest';
import { newPart } from '../../../../generator/sketch/create.ts';
import { TestBoard } from './test-board.ts';

const wired = (...wiring: Parameters<TestBoard['wire']>) => new TestBoard().wire(...wiring);
const levels = (board: TestBoard) =>
  board.inputs.map(([, , input]) => (input.kind === 'digital' ? input.level : input));
const millivolts = (board: TestBoard) => {
  const input = board.inputs.at(-1)?.[2];
  return input?.kind === 'analog' ? Math.round(input.millivolts) : null;
};

describe('a button', () => {
  it('pulls its pin low while it is pressed, and its pull-up keeps the pin high otherwise', () => {
    expect(levels(wired('button', ['a']).set(1).set(0))).toEqual([1, 0, 1]);
  });
});

describe('a slide switch', () => {
  it('connects its pin to ground or to the supply', () => {
    expect(levels(wired('slide-switch', ['common'], 1).set(0))).toEqual([1, 0]);
  });
});

describe('a potentiometer', () => {
  it('sets a voltage from 0 to the supply', () => {
    const board = wired('potentiometer', ['wiper'], 50);
    expect([millivolts(board), millivolts(board.set(0)), millivolts(board.set(100))]).toEqual([2500, 0, 5000]);
  });
});

describe('a light sensor', () => {
  it('gives half of the supply at 100 lx, and more with more light', () => {
    const board = wired('light-sensor', ['signal'], 100);
    // A GL5528 with γ = 0.7: 10 kΩ, 50.1 kΩ and 2.0 kΩ.
    expect([millivolts(board), millivolts(board.set(10)), millivolts(board.set(1000))]).toEqual([2500, 832, 4168]);
  });
});

describe('an ultrasonic sensor', () => {
  const edges = (board: TestBoard) =>
    board.inputs.slice(1).map(([us, , input]) => [us, input.kind === 'digital' ? input.level : null]);

  it('answers a trigger with a pulse of 58 µs for each centimetre', () => {
    const board = wired('ultrasonic', ['trigger', 'echo'], 100).pulse('trigger', 10).wait(20_000);
    expect(edges(board)).toEqual([
      [470, 1],
      [6270, 0],
    ]);
    board.inputs.splice(1);
    const start = board.cycles / 16;
    board.set(2).pulse('trigger', 12).wait(20_000);
    expect(edges(board).map(([us]) => Number(us) - start)).toEqual([472, 588]);
  });

  it('ignores short triggers, and triggers while it measures', () => {
    const board = wired('ultrasonic', ['trigger', 'echo'], 100).pulse('trigger', 5).wait(20_000);
    expect(edges(board)).toEqual([]);
    board.pulse('trigger', 10).wait(1000).pulse('trigger', 10).wait(20_000);
    expect(edges(board)).toHaveLength(2);
  });
});

describe('a signal generator', () => {
  const times = (board: TestBoard) => board.inputs.slice(1).map(([us]) => us);

  it('has edges at exact times that do not drift', () => {
    const board = wired('signal-generator', ['output'], 3000).wait(1_000_000);
    expect(levels(board).slice(0, 4)).toEqual([0, 1, 0, 1]);
    expect(times(board)).toHaveLength(6000);
    expect(times(board).map((us, index) => Math.abs(us - ((index + 1) * 1e6) / 6000) < 1 / 16)).not.toContain(false);
  });

  it('changes its rate from the last edge on', () => {
    const board = wired('signal-generator', ['output'], 100).wait(7000).set(1000).wait(1700);
    expect(times(board)).toEqual([5000, 7000, 7500, 8000, 8500]);
    board.set(10).wait(60_000);
    expect(times(board).slice(5)).toEqual([58_500]);
  });
});

describe('rewiring', () => {
  it('releases the pins of a removed part, and keeps a part that stays as it was', () => {
    const board = new TestBoard();
    const key = { part: newPart('Key', 'button', { pins: { a: '2' } }), value: 0 };
    const sonar = { part: newPart('Sonar', 'ultrasonic', { pins: { trigger: '4', echo: '5' } }), value: 10 };
    const rate = { part: newPart('Rate', 'signal-generator', { pins: { output: '3' } }), value: 100 };
    board.parts.replace([key, sonar, rate]);
    board.pulse('4', 10).wait(200);
    board.inputs.splice(0);
    board.parts.replace([
      { ...rate, value: 100 },
      { part: newPart('Key', 'button', { pins: { a: '7' } }), value: 1 },
    ]);
    expect(board.inputs.map(([, pin, input]) => [pin, input.kind === 'digital' ? input.level : input.kind])).toEqual([
      ['2', 'floating'],
      ['5', 'floating'],
      ['7', 0],
    ]);
    board.inputs.splice(0);
    expect(board.wait(10_000).inputs.map(([us, pin]) => [us, pin])).toEqual([
      [5000, '3'],
      [10_000, '3'],
    ]);
  });
});
