/** The symbols of the tests' formulas, each with its meaning in words. */
import { tr } from '../words/tr.ts';

/** A test as a formula without numbers: in TeX, and the meaning of each of its symbols. */
export interface Formula {
  readonly tex: string;
  /** A symbol in TeX, and its meaning. */
  readonly legend: readonly LegendEntry[];
}

export type LegendEntry = readonly [symbol: string, meaning: string];

/** A symbol of one test. Its meaning is read when it is shown, in the language that is chosen then. */
export type OwnSymbol = readonly [symbol: string, meaning: () => string];

/** Symbols with the same meaning in every test. */
const COMMON = {
  C: () => tr`budget: the longest a job runs, with what the runtime costs it`,
  T: () => tr`period: the time between two releases, or the least such time`,
  D: () => tr`deadline, counted from the arrival`,
  J: () => tr`release jitter: how late a job may be released`,
  R: () => tr`worst response time: from the arrival of a job to its end`,
  B: () => tr`longest blocking by a less urgent task`,
  U: () => tr`utilization: C/T, summed over all tasks`,
  I: () => tr`interrupts and the runtime itself: what they can take in this time`,
  i: () => tr`the task in question`,
  j: () => tr`each more urgent task`,
  m: () => tr`number of processors`,
  n: () => tr`number of tasks`,
  ε: () => tr`the smallest unit of time, 1 ns`,
} as const;

/**
 * A formula with its legend. Names of common symbols get their common meaning. Symbols of this test
 * alone are given with theirs.
 */
export const formula = (
  tex: string,
  common: readonly (keyof typeof COMMON)[],
  own: readonly OwnSymbol[] = [],
): Formula => ({
  tex,
  get legend() {
    return [
      ...common.map((symbol) => [symbol === 'ε' ? '\\varepsilon' : symbol, COMMON[symbol]()] as const),
      ...own.map(([symbol, meaning]) => [symbol, meaning()] as const),
    ];
  },
});

/** The entry for times just before or just after another one. See `exactUs`. */
export const justBefore = (): LegendEntry => ['x^{-},\\ x^{+}', tr`just before and just after x, by 1 ns`];
