/** A square wave with equal high and low times. Its edges are exact in board time and do not drift. */
import type { MakePart } from './part.ts';

export const signalGenerator: MakePart = (_part, wires, value) => {
  let halfPeriod = wires.clockHz / 2 / value;
  let level: 0 | 1 = 0;
  /** The exact time of the last edge, a fraction of a cycle before the edge on the pin. */
  let edge = wires.cycles;

  function schedule(): void {
    wires.next(edge + halfPeriod, () => {
      edge += halfPeriod;
      level = level === 0 ? 1 : 0;
      wires.driveLevel('output', level);
      schedule();
    });
  }

  wires.driveLevel('output', level);
  schedule();
  return {
    setValue: (hertz) => {
      halfPeriod = wires.clockHz / 2 / hertz;
      // A half period that is now over ends at once.
      edge = Math.max(edge, wires.cycles - halfPeriod);
      schedule();
    },
  };
};
