/** How much of a schedule to play when nobody says. Pure. */
import type { Sketch } from '../../../../generator/sketch/model.ts';

const NS_PER_US = 1000;
/** A hyperperiod of up to so many of the longest periods is played whole, twice over. */
const MOST_PERIODS = 60;
/** Else so many of the longest periods. */
const USUAL_PERIODS = 20;
/** What is shown first: so many of the longest period. */
const SHOWN_PERIODS = 2;
const LEAST_NS = 1_000_000;
/** Far within what is exact, with what is added to it. */
const MOST_NS = 2 ** 51;
/** Nothing in the sketch repeats. */
const NO_PERIOD_NS = 1_000_000_000;

export interface PredictionLength {
  readonly playedNs: number;
  /** What a view shows at first. */
  readonly shownNs: number;
  /** null: longer than what is played. */
  readonly hyperperiodNs: number | null;
}

export function predictionLength({ tasks, interrupts }: Sketch): PredictionLength {
  const periods = [
    ...tasks.flatMap(({ periodUs }) => periodUs ?? []),
    ...interrupts.flatMap(({ handlerBudgetUs, handlerPeriodUs }) => (handlerBudgetUs > 0 ? handlerPeriodUs : [])),
  ].filter((period) => period > 0);
  if (periods.length === 0) return { playedNs: NO_PERIOD_NS, shownNs: NO_PERIOD_NS, hyperperiodNs: null };
  const longestUs = periods.reduce((most, period) => Math.max(most, period), 0);
  const latestUs = tasks.reduce((most, { offsetUs, jitterUs }) => Math.max(most, offsetUs + jitterUs), 0);
  const hyperUs = commonMultiple(periods, longestUs * MOST_PERIODS);
  const playedUs = hyperUs === null ? longestUs * USUAL_PERIODS : Math.max(2 * hyperUs, 4 * longestUs);
  const limited = (us: number) => Math.min(MOST_NS, Math.max(LEAST_NS, us * NS_PER_US));
  return {
    playedNs: limited(playedUs + latestUs),
    shownNs: limited(SHOWN_PERIODS * longestUs),
    hyperperiodNs: hyperUs === null ? null : hyperUs * NS_PER_US,
  };
}

/** The least common multiple; null when it is above `most`. */
function commonMultiple(values: readonly number[], most: number): number | null {
  let multiple = 1;
  for (const value of values) {
    multiple *= value / commonDivisor(multiple, value);
    if (multiple > most) return null;
  }
  return multiple;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
