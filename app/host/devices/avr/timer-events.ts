/**
 * When the next thing happens in a timer of avr8js. The package steps each timer at every tick, which costs more than the
 * program that runs beside it; between a match and the next wrap nothing can happen, so those steps are left out
 * (cpu.ts). A differential test runs programs both ways and finds no cycle of difference.
 */
import type { TimerInside } from './internals.ts';

const PHASE_CORRECT = 1;
const PHASE_FREQUENCY_CORRECT = 4;
/**
 * avr8js knows a wrap by the counter being smaller than before, and an event may be served some cycles late, at the end of
 * a long instruction: the last stop before a wrap must be this near to it, and a counter this small is not stretched.
 */
const NEAR_TOP = 16;
const SHORTEST_TOP = 4 * NEAR_TOP;

/** Ticks until the counter matches a compare register, wraps, turns, or comes near to that; at least 1. */
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
