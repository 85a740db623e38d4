/** A passive buzzer: it sounds with the frequency of the square wave on its pin. */
import type { MakePart } from './part.ts';

const LOWEST_HZ = 20;

export const buzzer: MakePart = (_part, wires) => {
  /** The rises since the last reading: their number, and the first and the last. */
  let rises = 0;
  let firstRise = Number.NaN;
  let lastRise = Number.NaN;
  /** The length of the last period. Unit: cycles. */
  let period = Number.NaN;
  wires.watch('signal', ({ level, output }, cycle) => {
    if (level !== 1 || !output) return;
    period = cycle - lastRise;
    lastRise = cycle;
    if (rises === 0) firstRise = cycle;
    rises++;
  });
  function hertz(): number {
    const longest = wires.clockHz / LOWEST_HZ;
    // The sound has ended when the next rise is overdue.
    const isSounding = period <= longest && wires.cycles - lastRise < 2 * period;
    const average = rises >= 2 ? (lastRise - firstRise) / (rises - 1) : period;
    rises = 0;
    return isSounding ? Math.round((wires.clockHz / Math.min(average, longest)) * 10) / 10 : 0;
  }
  return { view: () => ({ shows: 'tone', hertz: hertz() }) };
};
