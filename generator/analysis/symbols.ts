/** The symbols of the tests' formulas, each with its meaning in words. */

/** A test as a formula without numbers: in TeX, and the meaning of each of its symbols. */
export interface Formula {
  readonly tex: string;
  /** A symbol in TeX, and its meaning. */
  readonly legend: readonly LegendEntry[];
}

export type LegendEntry = readonly [symbol: string, meaning: string];

/** Symbols with the same meaning in every test. */
const COMMON = {
  C: 'budget: the longest a job runs, with what the runtime costs it',
  T: 'period: the time between two releases, or the least such time',
  D: 'deadline, counted from the arrival',
  J: 'release jitter: how late a job may be released',
  R: 'worst response time: from the arrival of a job to its end',
  B: 'longest blocking by a less urgent task',
  U: 'utilization: C/T, summed over all tasks',
  I: 'interrupts and the runtime itself: what they can take in this time',
  i: 'the task in question',
  j: 'each more urgent task',
  m: 'number of processors',
  n: 'number of tasks',
  ε: 'the smallest unit of time, 1 ns',
} as const;

/**
 * A formula with its legend. Names of common symbols get their common meaning. Symbols of this test
 * alone are given with theirs.
 */
export const formula = (
  tex: string,
  common: readonly (keyof typeof COMMON)[],
  own: readonly LegendEntry[] = [],
): Formula => ({
  tex,
  legend: [...common.map((symbol) => [symbol === 'ε' ? '\\varepsilon' : symbol, COMMON[symbol]] as const), ...own],
});

/** The entry for times just before or just after another one. See `exactUs`. */
export const JUST_BEFORE: LegendEntry = ['x^{-},\\ x^{+}', 'just before and just after x, by 1 ns'];
