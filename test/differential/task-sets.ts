/** Random task sets that are compared with other programs. Unit: µs. */
import fc from 'fast-check';
import type { TaskNumbers } from '../../generator/analysis/test-sketches.ts';

export interface RandomTask {
  readonly T: number;
  readonly C: number;
  readonly D: number;
  readonly J: number;
  /** A larger number is a higher priority. */
  readonly priority: number;
}

export interface Shape {
  readonly mostTasks: number;
  /** Largest D/T. */
  readonly deadlines: number;
  readonly jitter: boolean;
}

/**
 * Small periods, with many coinciding events and with loads up to and above 1; or periods over
 * three decades, with loads below 0.97. Loads just below 1 are omitted: their busy windows of a
 * hundred million jobs are slow and test nothing more.
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
  // Utilizations are scaled to a drawn total load. Drawn independently, nearly all sets of eight
  // tasks would be far above or below 1.
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

/** The sign of ΣC/T − 1, exactly: that difference times the product of the periods. */
export function excessOf(tasks: readonly { readonly T: number; readonly C: number }[]): bigint {
  const all = tasks.reduce((product, { T }) => product * BigInt(T), 1n);
  return tasks.reduce((sum, { T, C }) => sum + (BigInt(C) * all) / BigInt(T), 0n) - all;
}

/**
 * Sporadic tasks, because the bounds of the other programs hold for all arrivals that a period and
 * a jitter allow.
 */
export const toTasks = (tasks: readonly RandomTask[]): TaskNumbers[] =>
  tasks.map(({ T, C, D, J, priority }, index) => ({
    T,
    C,
    D,
    jitterUs: J,
    // Of equal priorities, the first task is more urgent.
    priority: 10 * priority - index,
    kind: 'sporadic',
  }));
