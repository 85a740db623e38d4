/**
 * Examples of the literature: M. Nasri, B. Brandenburg, RTSS 2017, figure 1, and G. von der
 * Brüggen, J.-J. Chen, W.-H. Huang, ECRTS 2015 after M. Nasri, B. Brandenburg. The numbers are as
 * in the tests and examples of github.com/brandenburg/np-schedulability-analysis.
 */
import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';
import { pathTo } from './path.ts';
import { patternOf } from './pattern.ts';

/** T, C_min, C_max, D = T. */
const of = (edf: boolean, ...tasks: readonly (readonly [T: number, least: number, most: number])[]) =>
  patternOf(
    tasks.map(([T, leastNs, mostNs]) => ({
      periodNs: T,
      offsetNs: 0,
      jitterNs: 0,
      leastNs,
      mostNs,
      deadlineNs: T,
      promiseNs: T,
    })),
    edf,
  );

const [FAST, MIDDLE, LONG] = [[10, 1, 2] as const, [30, 7, 8] as const, [60, 3, 13] as const];

describe('figure 1 of Nasri and Brandenburg 2017', () => {
  it('misses under EDF: the second job of the fast task ends at 24', () => {
    const pattern = of(true, FAST, MIDDLE, LONG);
    const { late, finished } = explore(pattern, 1000);
    expect(finished).toBe(false);
    expect(late).toMatchObject({ endNs: 24, edge: { task: 0 } });
    expect(late?.edge.before.served[0]).toBe(1);
    // The first two jobs end so early that the long job starts just before the fast one arrives.
    const path = late === null ? [] : pathTo(pattern, late);
    expect(path.map(({ task, startedNs, endedNs }) => [task, startedNs, endedNs]).slice(-2)).toEqual([
      [2, 9, 22],
      [0, 22, 24],
    ]);
  });

  it('misses under rate-monotonic priorities, too', () => {
    expect(explore(of(false, FAST, MIDDLE, LONG), 1000).late).toMatchObject({ endNs: 24, edge: { task: 0 } });
  });

  it('holds under fixed priorities with the long task above the middle one', () => {
    expect(explore(of(false, FAST, LONG, MIDDLE), 1000)).toMatchObject({ finished: true, responsesNs: [9, 15, 25] });
  });
});

describe('completely specified job sets', () => {
  const examples = [
    {
      name: 'cw-fig2',
      edf: true,
      tasks: [
        [10, 3, 3],
        [12, 6, 6],
        [60, 8, 8],
      ],
    },
    {
      name: 'prm-fig1',
      edf: false,
      tasks: [
        [10, 1, 1],
        [30, 8, 8],
        [60, 17, 17],
      ],
    },
    {
      name: 'prm-fig2',
      edf: false,
      tasks: [
        [10, 3, 3],
        [12, 6, 6],
        [60, 8, 8],
      ],
    },
  ] as const;
  it.each(examples)('$name misses without inserted idle time', ({ edf, tasks }) => {
    const { late, widest } = explore(of(edf, ...tasks), 1000);
    expect(late).not.toBeNull();
    expect(widest).toBe(1);
  });
});

it('terminates with a backlog at the end of every hyperperiod', () => {
  const full = patternOf(
    [1, 2].map((mostNs) => ({
      periodNs: 3,
      offsetNs: 2 - mostNs,
      jitterNs: 0,
      leastNs: mostNs,
      mostNs,
      deadlineNs: 9,
      promiseNs: 9,
    })),
    false,
  );
  expect(explore(full, 1000)).toMatchObject({ finished: true, late: null });
});

it('reports that it stopped at its limit', () => {
  expect(explore(of(false, FAST, LONG, MIDDLE), 3)).toMatchObject({ finished: false, late: null });
});
