/**
 * Computes when the next visible change of an avr8js timer occurs. The package steps each timer at
 * every tick, which costs more time than running the program. Nothing visible happens between a
 * match and the next wrap, so cpu.ts skips those steps. A differential test runs programs both ways
 * and requires the same cycles.
 */
import type { TimerInside } from './internals.ts';

const PHASE_CORRECT = 1;
const PHASE_FREQUENCY_CORRECT = 4;
/**
 * avr8js detects a wrap by a counter that is smaller than before, and it may serve an event some
 * cycles late, at the end of a long instruction. The last stop before a wrap must therefore be this
 * close to it, and a counter this small is not skipped ahead.
 */
const NEAR_TOP = 16;
const SHORTEST_TOP = 4 * NEAR_TOP;

/**
 * Returns the number of ticks until the counter matches a compare register, wraps, changes
 * direction, or comes near to one of these. At least 1.
 */
export function ticksToNextEvent(timer: TimerInside): number {
  const { tcnt, timerMode, TOP } = timer;
  if (TOP < SHORTEST_TOP) return 1;
  const phase = timerMode === PHASE_CORRECT || timerMode === PHASE_FREQUENCY_CORRECT;
  const down = phase && !timer.countingUp;
  let ticks = down ? tcnt : TOP + (phase ? 0 : 1) - tcnt;
  if (!phase) ticks = nearer(ticks, TOP - NEAR_TOP - tcnt);
  ticks = nearer(ticks, down ? tcnt - timer.ocrA : timer.ocrA - tcnt);
  ticks = nearer(ticks, down ? tcnt - timer.ocrB : timer.ocrB - tcnt);
  if (timer.config.OCRC !== 0) ticks = nearer(ticks, down ? tcnt - timer.ocrC : timer.ocrC - tcnt);
  return Math.max(1, ticks);
}

function nearer(ticks: number, other: number): number {
  return other > 0 && other < ticks ? other : ticks;
}
