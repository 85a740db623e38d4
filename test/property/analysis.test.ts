/**
 * The tests of schedulability against schedules played out job by job: a schedule never exceeds a bound, and an exact
 * bound is reached.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import { type PlayTask, worstResponses } from './schedule-player.ts';

const RUNS = 3000;

const taskSet = fc
  .array(fc.record({ T: fc.integer({ min: 3, max: 24 }), C: fc.integer({ min: 1, max: 8 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((tasks) => tasks.map(({ T, C }) => ({ T, C: Math.min(C, T) })))
  .filter((tasks) => tasks.reduce((sum, { T, C }) => sum + C / T, 0) <= 1);

/** Rate-monotonic order, ties by drawing order, as the analysis has it. */
const ordered = (tasks: readonly TaskNumbers[]) => [...tasks].sort((a, b) => a.T - b.T);
const hyperperiod = (tasks: readonly TaskNumbers[]) => tasks.reduce((acc, { T }) => (acc * T) / gcd(acc, T), 1);
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const play = (tasks: readonly TaskNumbers[], offsets: readonly number[] = []): PlayTask[] =>
  tasks.map(({ T, C }, index) => ({ period: T, cost: C, offset: offsets[index] ?? 0 }));

describe('response-time analysis', () => {
  it('equals the worst response of the schedule from the critical instant, preemptively', () => {
    fc.assert(
      fc.property(taskSet, (tasks) => {
        const sorted = ordered(tasks);
        const horizon = Math.min(hyperperiod(sorted), 20_000) + 200;
        const { tasks: rows } = admit(sketchOf(sorted), { capabilities: preemptiveKernel() });
        const played = worstResponses(play(sorted), horizon, true);
        expect(rows.map((row) => (row.responseNs ?? 0) / 1000)).toEqual(played);
      }),
      { numRuns: RUNS, seed: 1973 },
    );
  });

  it('is never exceeded without preemption, whatever the phases', () => {
    const offsets = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(taskSet, offsets, (tasks, phases) => {
        const sorted = ordered(tasks);
        const { tasks: rows } = admit(sketchOf(sorted), { capabilities: superLoop });
        const played = worstResponses(play(sorted, phases), 2_000, false);
        rows.forEach((row, index) => {
          if (row.responseNs !== null) expect(played[index]).toBeLessThanOrEqual(Math.ceil(row.responseNs / 1000));
        });
      }),
      { numRuns: RUNS, seed: 2007 },
    );
  });

  it('never turns schedulable into unschedulable when a budget shrinks or a period grows', () => {
    const change = fc.record({ index: fc.nat(4), shrink: fc.boolean(), by: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(taskSet, change, (tasks, { index, shrink, by }) => {
        const before = admit(sketchOf(ordered(tasks)), { capabilities: preemptiveKernel() });
        const eased = tasks.map((task, at) => {
          if (at !== index) return task;
          return shrink ? { ...task, C: Math.max(1, task.C - by) } : { ...task, T: task.T + by, D: task.T };
        });
        // A longer period with the old deadline: deadline-monotonic order keeps the priorities.
        const after = admit(sketchOf(ordered(eased), { policy: 'deadline-monotonic' }), {
          capabilities: preemptiveKernel(),
        });
        if (before.admitted) expect(after.admitted).toBe(true);
      }),
      { numRuns: RUNS, seed: 1990 },
    );
  });

  it('agrees with a sufficient test that admits', () => {
    fc.assert(
      fc.property(taskSet, (tasks) => {
        const { methods } = admit(sketchOf(tasks), { capabilities: preemptiveKernel() });
        const exact = methods.find((result) => result.method === 'response-time');
        if (methods.some((result) => result.verdict === 'schedulable')) expect(exact?.verdict).toBe('schedulable');
      }),
      { numRuns: RUNS, seed: 2003 },
    );
  });
});
