/**
 * `npm test` takes a fixed part of some long lists of cases: each board, target, policy and kind of
 * case stays. POLYLOOP_ALL=1 takes all cases and longer runs.
 */
const ALL = process.env.POLYLOOP_ALL === '1';

/** @param all the value with POLYLOOP_ALL=1 */
export const usually = <T>(part: T, all: T): T => (ALL ? all : part);

/** Every second case, from the one at `first`, which is 0 or 1. */
export const alternately = <T>(cases: readonly T[], first: number): readonly T[] =>
  ALL ? cases : cases.filter((_, index) => (index + first) % 2 === 0);
