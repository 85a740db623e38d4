/** The default length of a simulated schedule. Pure functions. */
import { hyperperiodOf } from '../../../../generator/analysis/arithmetic.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { systemOf } from '../../../../generator/system/system.ts';

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

export function predictionLength(sketch: Sketch): PredictionLength {
  const { runnables } = systemOf(sketch);
  const periods = runnables.flatMap(({ periodNs }) => periodNs || []);
  if (periods.length === 0) return { playedNs: NO_PERIOD_NS, shownNs: NO_PERIOD_NS, hyperperiodNs: null };
  const longestNs = periods.reduce((most, period) => Math.max(most, period), 0);
  const latestNs = runnables.reduce((most, { offsetNs, jitterNs }) => Math.max(most, offsetNs + jitterNs), 0);
  const hyperperiodNs = hyperperiodOf(periods);
  const repeats = hyperperiodNs <= longestNs * MOST_PERIODS;
  const playedNs = repeats ? Math.max(2 * hyperperiodNs, 4 * longestNs) : longestNs * USUAL_PERIODS;
  const limited = (ns: number) => Math.min(MOST_NS, Math.max(LEAST_NS, ns));
  return {
    playedNs: limited(playedNs + latestNs),
    shownNs: limited(SHOWN_PERIODS * longestNs),
    hyperperiodNs: repeats ? hyperperiodNs : null,
  };
}
