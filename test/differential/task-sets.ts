/** Random task sets that are compared with other programs. Unit: µs. */
import fc from 'fast-check';
import type { TaskNumbers } from '../../generator/analysis/test-sketches.ts';

export interface RandomTask {
  readonly T: number;
  readonly C: number;
  readonly D: number;
  readonly J: number;
  /** Larger is more urgent. */
  readonly priority: number;
}

export interface Shape {
  readonly mostTasks: number;
  /** Largest D/T. */
  readonly deadlines: number;
  readonly jitter: boolean;
}

/**
 * Small periods, in which everything coincides, and loads of exactly 1 and above occur; or periods over three decades, whose
 * load stays below 0.97. Loads that just fail to be 1 are left out: a busy window of a hundred million jobs says no more than
 * one of a thousand.
 */
export function randomSets(shape: Shape): fc.Arbitrary<RandomTask[]> {
  const small = tasksWith(fc.integer({ min: 2, max: 30 }), shape).filter(
    (tasks) => loadOf(tasks) <= 0.999 || excessOf(tasks) >= 0n,
  );
  const decades = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 10, max: 99 }))
    .map(([decade, digits]) => digits * 10 ** decade + (digits % 7));
  const wide = tasksWith(decades, shape).filter((tasks) => loadOf(tasks) <= 0.97);
  return fc.oneof(small, wide);
}

function tasksWith(periods: fc.Arbitrary<number>, { mostTasks, deadlines, jitter }: Shape): fc.Arbitrary<RandomTask[]> {
  const task = fc.record({
    T: periods,
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    reach: fc.oneof(fc.constant(1), fc.double({ min: 0.3, max: deadlines, noNaN: true })),
    delay: jitter ? fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.5, noNaN: true })) : fc.constant(0),
    priority: fc.integer({ min: 0, max: 9 }),
  });
  // Shares are scaled to a common load: drawn one by one, nearly all sets of eight would be too much or next to nothing.
  const load = fc.double({ min: 0.4, max: 1.1, noNaN: true });
  return fc.tuple(fc.array(task, { minLength: 1, maxLength: mostTasks }), load).map(([tasks, wanted]) => {
    const scale = wanted / tasks.reduce((sum, { share }) => sum + share, 0);
    return tasks.map(({ T, share, reach, delay, priority }) => {
      const C = Math.min(T, Math.max(1, Math.round(T * share * scale)));
      return { T, C, D: Math.max(1, Math.round(T * Math.min(reach, deadlines))), J: Math.round(T * delay), priority };
    });
  });
}

export const loadOf = (tasks: readonly RandomTask[]): number => tasks.reduce((sum, { T, C }) => sum + C / T, 0);

/** ΣC/T − 1 over the product of the periods, exactly. */
export function excessOf(tasks: readonly { readonly T: number; readonly C: number }[]): bigint {
  const all = tasks.reduce((product, { T }) => product * BigInt(T), 1n);
  return tasks.reduce((sum, { T, C }) => sum + (BigInt(C) * all) / BigInt(T), 0n) - all;
}

/** Sporadic ones: what other programs bound are all arrivals that a period and a jitter allow. */
export const toTasks = (tasks: readonly RandomTask[]): TaskNumbers[] =>
  tasks.map(({ T, C, D, J, priority }, index) => ({
    T,
    C,
    D,
    jitterUs: J,
    // Of equals the first is the more urgent.
    priority: 10 * priority - index,
    kind: 'sporadic',
  }));
