/** The default length of a simulated schedule. Pure functions. */
import type { Sketch } from '../../../../generator/sketch/model.ts';

const NS_PER_US = 1000;
/**
 * If the hyperperiod is at most this many of the longest periods, two hyperperiods are simulated.
 */
const MOST_PERIODS = 60;
/** Otherwise this many of the longest periods are simulated. */
const USUAL_PERIODS = 20;
/** The initial view shows this many of the longest period. */
const SHOWN_PERIODS = 2;
const LEAST_NS = 1_000_000;
/** Times up to this length stay exact, even after additions. */
const MOST_NS = 2 ** 51;
/** The length for a sketch without periodic tasks. */
const NO_PERIOD_NS = 1_000_000_000;

export interface PredictionLength {
  readonly playedNs: number;
  /** Length of the initial view. */
  readonly shownNs: number;
  /** Null when the hyperperiod is longer than the simulated schedule. */
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

/** Returns the least common multiple, or null when it is above `most`. */
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
