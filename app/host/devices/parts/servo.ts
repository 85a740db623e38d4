/** A hobby servo. The width of each pulse is an angle, with the limits of Arduino's Servo library. */
import type { MakePart } from './part.ts';

const LEAST_US = 544;
const MOST_US = 2400;
/** Pulses outside these widths are noise. */
const SHORTEST_US = 400;
const LONGEST_US = 2700;
const RANGE = 180;
const START = 90;
/** Without a pulse for this long, nothing drives the servo. */
const SILENCE_US = 100_000;

export const servo: MakePart = (_part, wires) => {
  let degrees = START;
  let rose = Number.NaN;
  let pulsedAt = Number.NEGATIVE_INFINITY;
  wires.watch('signal', ({ level }, cycle) => {
    if (level === 1) {
      rose = cycle;
      return;
    }
    const us = ((cycle - rose) / wires.clockHz) * 1e6;
    rose = Number.NaN;
    if (!(us >= SHORTEST_US && us <= LONGEST_US)) return;
    const turned = ((us - LEAST_US) / (MOST_US - LEAST_US)) * RANGE;
    degrees = Math.round(Math.min(RANGE, Math.max(0, turned)) * 10) / 10;
    pulsedAt = cycle;
  });
  return {
    view: () => ({ shows: 'angle', degrees, driven: wires.cycles - pulsedAt < wires.cyclesOf(SILENCE_US) }),
  };
};
