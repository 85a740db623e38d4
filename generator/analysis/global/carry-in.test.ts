import { describe, expect, it } from 'vitest';
import {
  capped,
  type Piece,
  piece,
  type Rival,
  sumOfLargest,
  workloadDueBy,
  workloadIn,
  workloadWithCarryIn,
  workloadWithoutCarryIn,
} from './carry-in.ts';

interface Shape {
  readonly rival: Rival;
  readonly responseNs: number;
}

/** C ≤ R ≤ T ≤ 9, J ≤ R − C. */
function* shapes(): Generator<Shape> {
  for (let T = 1; T <= 9; T += 1) {
    for (let C = 1; C <= T; C += 1) {
      for (let R = C; R <= T; R += 1) {
        for (const J of new Set([0, R - C])) yield { rival: { periodNs: T, costNs: C, jitterNs: J }, responseNs: R };
      }
    }
  }
}

/** Start and end. */
type Job = readonly [number, number];

/**
 * Maximum workload of jobs in these intervals in a window of length L. Each job runs from the first
 * unit of its interval.
 */
const overlap = (jobs: readonly Job[], from: number, to: number): number =>
  jobs.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);

const value = (fill: (into: Piece) => void): number => {
  const one = piece();
  fill(one);
  return one.workNs;
};

describe('the workload in a window', () => {
  it('is a job that ends as late as possible, followed by jobs that arrive as early as possible', () => {
    for (const { rival, responseNs } of shapes()) {
      const { periodNs: T, costNs: C } = rival;
      // The first job ends at R, and the others start at their arrivals T, 2T, …
      const jobs = Array.from(
        { length: 9 },
        (_, k): Job => (k === 0 ? [responseNs - C, responseNs] : [k * T, k * T + C]),
      );
      // The first job fills a shorter window. That case is capped elsewhere.
      for (let L = C; L <= 3 * T; L += 1) {
        const start = responseNs - C;
        expect(value((into) => workloadIn(rival, responseNs, L, into))).toBe(overlap(jobs, start, start + L));
      }
    }
  });

  it('without carry-in is the workload of jobs from the window start on, the first delayed by up to its jitter', () => {
    for (const { rival } of shapes()) {
      const { periodNs: T, costNs: C, jitterNs: J } = rival;
      const jobs = Array.from({ length: 9 }, (_, k): Job => (k === 0 ? [0, C] : [k * T - J, k * T - J + C]));
      if (T - J < C) continue;
      for (let L = 0; L <= 3 * T; L += 1) {
        const shown = value((into) => workloadWithoutCarryIn(rival, L, into));
        expect(shown).toBeGreaterThanOrEqual(overlap(jobs, 0, L));
        if (J === 0) expect(shown).toBe(overlap(jobs, 0, L));
      }
    }
  });

  it('with carry-in is between the workload without carry-in and the workload of any window', () => {
    for (const { rival, responseNs } of shapes()) {
      for (let L = rival.costNs; L <= 3 * rival.periodNs; L += 1) {
        const begun = value((into) => workloadWithCarryIn(rival, responseNs, L, into));
        expect(begun).toBeLessThanOrEqual(value((into) => workloadIn(rival, responseNs, L, into)));
        if (rival.jitterNs > 0) continue;
        expect(begun).toBeGreaterThanOrEqual(value((into) => workloadWithoutCarryIn(rival, L, into)));
      }
    }
  });

  it('follows its line, and is not below the line after its end', () => {
    const strays: object[] = [];
    for (const { rival, responseNs } of shapes()) {
      const kinds: ((window: number, into: Piece) => void)[] = [
        (window, into) => workloadIn(rival, responseNs, window, into),
        (window, into) => workloadWithoutCarryIn(rival, window, into),
        (window, into) => workloadWithCarryIn(rival, responseNs, window, into),
      ];
      for (const fill of kinds) {
        for (let L = 1; L <= 3 * rival.periodNs; L += 1) {
          const at = piece();
          const limited = (window: number, into: Piece) => {
            fill(window, into);
            capped(into, 2 * rival.costNs, 0);
            capped(into, Math.max(0, window - 1), 1);
          };
          limited(L, at);
          for (let on = 1; on <= Math.min(at.spanNs, 20); on += 1) {
            const later = value((into) => limited(L + on, into));
            const line = at.workNs + at.slope * on;
            if (later < line || (on < at.spanNs && later !== line))
              strays.push({ rival, responseNs, L, on, later, line });
          }
        }
      }
    }
    expect(strays).toEqual([]);
  });

  it('due by the end of a window is reduced by the slack of the rival', () => {
    const rival = { periodNs: 10, costNs: 4, jitterNs: 0 };
    expect([0, 3, 5].map((slackNs) => workloadDueBy(rival, slackNs, 27))).toEqual([12, 12, 10]);
  });
});

describe('the sum of the largest', () => {
  it('adds exactly the given number of values', () => {
    expect(sumOfLargest(Float64Array.of(3, 9, 1, 9, 4), 2)).toBe(18);
    expect(sumOfLargest(Float64Array.of(3), 0)).toBe(0);
  });
});
