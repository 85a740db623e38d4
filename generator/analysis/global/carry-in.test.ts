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

/** From … to. */
type Job = readonly [number, number];

/** Most of a window of length L that jobs in these intervals take, each running from its first unit on. */
const overlap = (jobs: readonly Job[], from: number, to: number): number =>
  jobs.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);

const value = (fill: (into: Piece) => void): number => {
  const one = piece();
  fill(one);
  return one.workNs;
};

describe('the workload in a window', () => {
  it('is that of a job that ends as late as it can, and others that come as early as they can', () => {
    for (const { rival, responseNs } of shapes()) {
      const { periodNs: T, costNs: C } = rival;
      // The first ends at R, the others follow their arrivals at T, 2T, …
      const jobs = Array.from(
        { length: 9 },
        (_, k): Job => (k === 0 ? [responseNs - C, responseNs] : [k * T, k * T + C]),
      );
      // A shorter window is full of the first; it is capped elsewhere.
      for (let L = C; L <= 3 * T; L += 1) {
        const start = responseNs - C;
        expect(value((into) => workloadIn(rival, responseNs, L, into))).toBe(overlap(jobs, start, start + L));
      }
    }
  });

  it('without a job begun is that of jobs from its start on, the first of which may be late by its jitter', () => {
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

  it('with a job begun lies between that without and that of any window', () => {
    for (const { rival, responseNs } of shapes()) {
      for (let L = rival.costNs; L <= 3 * rival.periodNs; L += 1) {
        const begun = value((into) => workloadWithCarryIn(rival, responseNs, L, into));
        expect(begun).toBeLessThanOrEqual(value((into) => workloadIn(rival, responseNs, L, into)));
        if (rival.jitterNs > 0) continue;
        expect(begun).toBeGreaterThanOrEqual(value((into) => workloadWithoutCarryIn(rival, L, into)));
      }
    }
  });

  it('goes on along its line, and is not below it at the end', () => {
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

  it('due by the end of a window is cut by the slack of the rival', () => {
    const rival = { periodNs: 10, costNs: 4, jitterNs: 0 };
    expect([0, 3, 5].map((slackNs) => workloadDueBy(rival, slackNs, 27))).toEqual([12, 12, 10]);
  });
});

describe('the sum of the largest', () => {
  it('takes so many and no more', () => {
    expect(sumOfLargest(Float64Array.of(3, 9, 1, 9, 4), 2)).toBe(18);
    expect(sumOfLargest(Float64Array.of(3), 0)).toBe(0);
  });
});
