/**
 * Compares schedule-abstraction analysis with all possible schedules, and its counterexamples with
 * the rules of a super-loop.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../generator/analysis/schedule-abstraction/explore.ts';
import { pathTo } from '../../generator/analysis/schedule-abstraction/path.ts';
import { patternOf } from '../../generator/analysis/schedule-abstraction/pattern.ts';
import { everySchedule, type OpenTask } from './every-schedule.ts';

const openTask: fc.Arbitrary<OpenTask> = fc
  .record({
    T: fc.constantFrom(3, 4, 6, 8, 12),
    offset: fc.constantFrom(0, 0, 0, 1, 2, 5),
    J: fc.constantFrom(0, 0, 0, 1, 2, 5),
    C: fc.integer({ min: 1, max: 5 }),
    open: fc.constantFrom(0, 0, 1, 2, 4),
    share: fc.double({ min: 0.5, max: 2.2, noNaN: true }),
  })
  .map(({ T, offset, J, C, open, share }) => {
    const most = Math.min(C, T);
    return { T, offset, J, C: most, least: Math.max(1, most - open), D: Math.max(most, Math.round(T * share)) };
  });

const openSets = fc
  .array(openTask, { minLength: 1, maxLength: 3 })
  .filter((tasks) => tasks.reduce((sum, { C, T }) => sum + C / T, 0) <= 1.0001);

const explored = (tasks: readonly OpenTask[], edf: boolean) => {
  const pattern = patternOf(
    tasks.map(({ T, offset, J, least, C, D }) => ({
      periodNs: T,
      offsetNs: offset,
      jitterNs: J,
      leastNs: least,
      mostNs: C,
      deadlineNs: D,
      promiseNs: D,
    })),
    edf,
  );
  return { pattern, ...explore(pattern, 20_000) };
};

/** Tasks in the order in which jobs with equal absolute deadlines run. */
const ordered = (tasks: readonly OpenTask[], edf: boolean) => (edf ? [...tasks].sort((a, b) => a.D - b.D) : tasks);

describe.each([false, true])('schedule-abstraction analysis, EDF: %s', (edf) => {
  it('refuses exactly the sets that some schedule misses, and finds the longest response times', {
    timeout: 120_000,
  }, () => {
    let [missed, held] = [0, 0];
    fc.assert(
      fc.property(openSets, (drawn) => {
        const tasks = ordered(drawn, edf);
        const all = everySchedule(tasks, edf, 30_000);
        if (!all.complete) return;
        const { finished, late, responsesNs } = explored(tasks, edf);
        expect({ finished, missed: late !== null }).toEqual({ finished: !all.missed, missed: all.missed });
        if (!all.missed) expect(responsesNs).toEqual(all.worst);
        if (all.missed) missed += 1;
        else held += 1;
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(missed, held)).toBeGreaterThan(500);
  });

  it('gives a possible schedule as the counterexample', () => {
    let shown = 0;
    fc.assert(
      fc.property(openSets, (drawn) => {
        const tasks = ordered(drawn, edf);
        const { pattern, late } = explored(tasks, edf);
        if (late === null) return;
        shown += 1;
        const path = pathTo(pattern, late);
        path.forEach(({ task, job, releasedNs, startedNs, endedNs }, index) => {
          const { T, offset, J, least, C, D } = tasks[task] as OpenTask;
          const arrival = offset + job * T;
          expect(releasedNs).toBeGreaterThanOrEqual(arrival);
          expect(releasedNs).toBeLessThanOrEqual(Math.min(arrival + J, startedNs));
          expect(endedNs - startedNs).toBeGreaterThanOrEqual(least);
          expect(endedNs - startedNs).toBeLessThanOrEqual(C);
          // The processor is never idle, and no more urgent job waits.
          if (index > 0) expect(startedNs).toBe(path[index - 1]?.endedNs);
          for (const other of path.slice(index + 1)) {
            const keyOf = (one: typeof other) => {
              const { T: period, offset: first, D: deadline } = tasks[one.task] as OpenTask;
              return edf ? first + one.job * period + deadline : one.task;
            };
            const mine = keyOf({ task, job, releasedNs, startedNs, endedNs });
            if (other.releasedNs <= startedNs) expect(keyOf(other)).toBeGreaterThanOrEqual(mine);
          }
          const isLast = index === path.length - 1;
          expect(endedNs > arrival + D).toBe(isLast);
        });
      }),
      { numRuns: 3000 },
    );
    expect(shown).toBeGreaterThan(500);
  });
});
