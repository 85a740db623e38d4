/** Parts that show something simple: light, colour, segments, an angle, a tone. */
import { describe, expect, it } from 'vitest';
import { TestBoard } from './test-board.ts';

const wired = (...wiring: Parameters<TestBoard['wire']>) => new TestBoard().wire(...wiring);

describe('an LED', () => {
  it('is as bright as its pin is high, whatever part of a period is measured', () => {
    const board = wired('led', ['anode']);
    expect(board.view).toEqual({ shows: 'light', brightness: 0 });
    // PWM of 490 Hz with 25 %, in intervals that are not whole periods.
    board.wave('anode', 510, 1530, 16).write('anode', 1).wait(400);
    expect(board.view).toEqual({ shows: 'light', brightness: 0.25 });
    board.wait(110).write('anode', 0).wait(1530).wave('anode', 510, 1530, 15);
    expect(board.view).toEqual({ shows: 'light', brightness: 0.25 });
    board.write('anode', 1).wait(30_000);
    expect(board.view).toEqual({ shows: 'light', brightness: 1 });
    board.wait(10_000).write('anode', 0).wait(30_000);
    expect(board.view).toEqual({ shows: 'light', brightness: 0.25 });
  });

  it('is hardly lit by a short burst, and not visibly by a pull-up', () => {
    const board = wired('led', ['anode']);
    board.wave('anode', 5, 5, 10).wait(9_900);
    expect(board.view).toEqual({ shows: 'light', brightness: 0.005 });
    board.pullUp('anode').wait(1000);
    expect(board.view).toEqual({ shows: 'light', brightness: 0 });
  });

  it('is dark without a wire, or on a pin that the board does not have', () => {
    for (const terminals of [[], ['X']]) {
      expect(wired('led', terminals).write('anode', 1).wait(10).view).toEqual({ shows: 'light', brightness: 0 });
    }
  });
});

describe('an RGB LED', () => {
  const TERMINALS = ['red', 'green', 'blue'];

  it('mixes its colours', () => {
    const board = wired('rgb-led', TERMINALS).write('red', 1).wait(300).write('green', 1).wait(100);
    expect(board.view).toEqual({ shows: 'colour', red: 1, green: 0.25, blue: 0 });
  });

  it('with a common anode is lit by low levels of outputs', () => {
    const board = wired('rgb-led', TERMINALS, 0, { common: 'anode' }).write('red', 0).write('green', 1).wait(100);
    expect(board.view).toEqual({ shows: 'colour', red: 1, green: 0, blue: 0 });
  });
});

describe('a seven-segment digit', () => {
  const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  it('shows its segments, with the common terminal connected', () => {
    const board = wired('seven-segment', SEGMENTS);
    for (const segment of ['b', 'c']) board.write(segment, 1);
    expect(board.wait(100).view).toEqual({ shows: 'segments', segments: [0, 1, 1, 0, 0, 0, 0, 0] });
  });

  it.each(['cathode', 'anode'] as const)('that is shown in turn, with a common %s, has a steady share', (common) => {
    const board = wired('seven-segment', [...SEGMENTS, 'point', 'common'], 0, { common });
    const [on, off] = common === 'cathode' ? ([1, 0] as const) : ([0, 1] as const);
    for (const segment of [...SEGMENTS, 'point']) board.write(segment, off);
    for (let i = 0; i < 10; i++) {
      board.write('a', on).write('point', on).write('common', off).wait(1000);
      // The other digits: the same segment pins, another common terminal.
      board.write('common', on).wait(3000);
    }
    expect(board.wait(500).view).toEqual({ shows: 'segments', segments: [0.25, 0, 0, 0, 0, 0, 0, 0.25] });
  });
});

describe('a servo', () => {
  it('turns to the angle of a pulse, and keeps it', () => {
    const board = wired('servo', ['signal']);
    const angles = [544, 1472, 2400, 2600, 500].map((us) => board.pulse('signal', us).wait(20_000 - us).view);
    const degrees = angles.map((view) => view?.shows === 'angle' && view.degrees);
    expect(degrees).toEqual([0, 90, 180, 180, 0]);
    board.pulse('signal', 1472).pulse('signal', 30).wait(50).pulse('signal', 5000);
    expect(board.view).toEqual({ shows: 'angle', degrees: 90, driven: true });
    expect(board.wait(100_000).view).toEqual({ shows: 'angle', degrees: 90, driven: false });
  });
});

describe('a buzzer', () => {
  const hertz = (board: TestBoard) => (board.view?.shows === 'tone' ? board.view.hertz : null);

  it('sounds with the frequency of its pin, and is silent soon after the last period', () => {
    const board = wired('buzzer', ['signal']);
    expect(board.view).toEqual({ shows: 'tone', hertz: 0 });
    expect(board.wave('signal', 500, 500, 33).view).toEqual({ shows: 'tone', hertz: 1000 });
    expect(board.wave('signal', 250, 250, 66).view).toEqual({ shows: 'tone', hertz: 2000 });
    expect(board.wait(1000).view).toEqual({ shows: 'tone', hertz: 0 });
  });

  it('sounds low between two periods of a low tone, but not when its pin clicks', () => {
    const board = wired('buzzer', ['signal']).wave('signal', 10_000, 10_000, 3);
    expect(board.view).toEqual({ shows: 'tone', hertz: 50 });
    expect(board.wait(1000).view).toEqual({ shows: 'tone', hertz: 50 });
    board.wait(1_000_000).wave('signal', 50_000, 50_000, 3);
    expect(hertz(board)).toBe(0);
  });
});
