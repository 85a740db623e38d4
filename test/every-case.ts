/**
 * `npm test` takes a fixed part of some long lists of cases: each board, target, policy and kind of
 * case stays. POLYLOOP_ALL=1 takes all cases and longer runs.
 */
const ALL = process.env.POLYLOOP_ALL === '1';

/** @param all the value with POLYLOOP_ALL=1 */
export const usually = <T>(part: T, all: T): T => (ALL ? all : part);

/** One of every `count` cases, from the one at `first` on. */
export const oneOf = <T>(count: number, cases: readonly T[], first = 0): readonly T[] =>
  ALL ? cases : cases.filter((_, index) => (index + first) % count === 0);

/** Every second case, from the one at `first`, which is 0 or 1. */
export const alternately = <T>(cases: readonly T[], first: number): readonly T[] => oneOf(2, cases, first);
