/** Converts microseconds to ticks of a board's release timer. */

import { US_PER_S } from '../sketch/time.ts';
import { tr } from '../words/tr.ts';

/**
 * Comparisons must work across the wrap of a 32-bit counter, so only half its range can be used.
 */
export const MAX_TICKS = 2 ** 31 - 1;
/**
 * Limit for the period of a budget: its server adds several periods, including past ones
 * (runtime-c/src/server.h).
 */
export const MAX_SERVER_TICKS = 2 ** 29;

export type Ticks =
  | { readonly ok: true; readonly ticks: number }
  /** Why the conversion fails, and the nearest valid times. */
  | { readonly ok: false; readonly reason: string };

/** The shortest time above 0 that is whole microseconds and whole ticks. */
export const leastUs = (timerHz: number): number => US_PER_S / greatestCommonDivisor(US_PER_S, timerHz);

/** The longest time in whole microseconds that fits this number of ticks. */
export function longestUs(timerHz: number, ticks: number = MAX_TICKS): number {
  return Number((BigInt(ticks) * BigInt(US_PER_S)) / BigInt(timerHz));
}

/**
 * The smallest number of ticks, 1 to `MAX_TICKS`, that covers the time; `MAX_TICKS` if the timer
 * cannot hold it.
 */
export function ticksFor(us: number, timerHz: number): number {
  const ticks = (BigInt(us) * BigInt(timerHz) + BigInt(US_PER_S - 1)) / BigInt(US_PER_S);
  if (ticks > BigInt(MAX_TICKS)) return MAX_TICKS;
  return Math.max(1, Number(ticks));
}

/**
 * The time in ticks if it is a whole number of them and fits the timer. Exact for any time of a
 * sketch.
 */
export function toTicks(us: number, timerHz: number): Ticks {
  const product = BigInt(us) * BigInt(timerHz);
  const ticks = product / BigInt(US_PER_S);
  if (ticks > BigInt(MAX_TICKS)) {
    return {
      ok: false,
      reason: tr`${us} µs is too long for the board's timer. Choose at most ${longestUs(timerHz)} µs.`,
    };
  }
  if (product % BigInt(US_PER_S) === 0n) return { ok: true, ticks: Number(ticks) };
  const { below, above } = neighbours(us, timerHz);
  const near = [below, above].filter((time) => time !== null).join(tr` or `);
  return { ok: false, reason: tr`${us} µs is not a whole number of ticks of the board's timer. Choose ${near} µs.` };
}

/** The nearest times that are whole microseconds and whole ticks. */
function neighbours(us: number, timerHz: number): { below: number | null; above: number } {
  const step = leastUs(timerHz);
  const below = Math.floor(us / step) * step;
  return { below: below > 0 ? below : null, above: below + step };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
