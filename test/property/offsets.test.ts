/**
 * Tasks released at their offsets: compares the analysis of the whole release pattern with a
 * simulation.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { play, type ReferenceJob } from './reference-scheduler.ts';
import { interruptJobs, interruptOf } from './task-sets.ts';

interface Numbers {
  readonly T: number;
  readonly C: number;
  readonly D: number;
  readonly O: number;
}

/** Hyperperiods of at most 120. */
const PERIODS = [4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60];
const HYPERPERIOD = 120;
const MOST_OFFSET = 30;

const sets = fc
  .array(
    fc.record({
      T: fc.constantFrom(...PERIODS),
      share: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      due: fc.double({ min: 0.2, max: 2, noNaN: true }),
      O: fc.integer({ min: 0, max: MOST_OFFSET }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .map((drawn) =>
    drawn.map(({ T, share, due, O }): Numbers => {
      const C = Math.max(1, Math.round(T * share));
      return { T, C, D: Math.max(C, Math.round(T * due)), O };
    }),
  )
  .filter((tasks) => tasks.some(({ O }) => O > 0) && tasks.reduce((sum, { T, C }) => sum + C / T, 0) <= 1 + 1e-12);

const byDeadline = (tasks: readonly Numbers[]) => [...tasks].sort((a, b) => a.D - b.D);

function jobsOf(tasks: readonly Numbers[], costs: readonly number[] = [1]): ReferenceJob[] {
  return tasks.flatMap(({ T, C, D, O }, task) => {
    const jobs: ReferenceJob[] = [];
    for (let arrival = O, k = 0; arrival < MOST_OFFSET + 4 * HYPERPERIOD; arrival += T, k += 1) {
      const cost = Math.max(1, Math.round(C * (costs[(k + task) % costs.length] as number)));
      jobs.push({ task, arrival, release: arrival, cost, due: arrival + D });
    }
    return jobs;
  });
}

const judged = (tasks: readonly Numbers[], over: Partial<Sketch>): Admission =>
  admit(
    sketchOf(
      tasks.map(({ T, C, D, O }) => ({ T, C, D, offsetUs: O })),
      over,
    ),
    { capabilities: preemptiveKernel() },
  );

function offsetsOf({ methods }: Admission) {
  const found = methods.find(({ method }) => method === 'offsets');
  expect(found?.applies).toBe(true);
  return found as NonNullable<typeof found>;
}

const until = MOST_OFFSET + 8 * HYPERPERIOD;
const levels = (tasks: readonly unknown[]) => tasks.map((_, index) => index);

describe('fixed priorities', () => {
  it('gives the response times of the simulated pattern: D below and above T', () => {
    fc.assert(
      fc.property(sets, (drawn) => {
        const tasks = byDeadline(drawn);
        const { worst, missed } = play(jobsOf(tasks), tasks.length, { preemptive: true, levels: levels(tasks), until });
        const admission = judged(tasks, { policy: 'deadline-monotonic' });
        const result = offsetsOf(admission);
        expect(result.tasks.map(({ responseNs }) => (responseNs ?? Number.NaN) / 1000)).toEqual(worst);
        expect(result.verdict).toBe(missed ? 'unschedulable' : 'schedulable');
        expect(admission.admitted).toBe(!missed);
      }),
      { numRuns: 2000, seed: 1980 },
    );
  });

  it('gives bounds that are never exceeded: jobs that end early, interrupts with I/O budgets', () => {
    const server = fc.record({ C: fc.integer({ min: 1, max: 3 }), T: fc.integer({ min: 8, max: 40 }) });
    const moments = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 2, maxLength: 5 });
    const costs = fc.array(fc.constantFrom(0.2, 0.6, 1), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sets, fc.option(server), moments, costs, (drawn, io, when, shares) => {
        const tasks = byDeadline(drawn);
        const served = io === null ? [] : interruptJobs(io, 3, when, 600);
        const jobs = [...jobsOf(tasks, shares), ...served];
        const { worst } = play(jobs, tasks.length, { preemptive: true, levels: levels(tasks), until });
        const interrupts = io === null ? [] : [interruptOf(io, 0)];
        for (const policy of ['deadline-monotonic'] as const) {
          for (const { entity, responseNs } of offsetsOf(judged(tasks, { policy, interrupts })).tasks) {
            if (responseNs !== null) expect(worst[entity]).toBeLessThanOrEqual(responseNs / 1000);
          }
        }
      }),
      { numRuns: 1000, seed: 1991 },
    );
  });
});

describe('earliest deadline first', () => {
  it('admits exactly the sets that miss no deadline', () => {
    let missing = 0;
    fc.assert(
      fc.property(sets, (tasks) => {
        const { missed } = play(jobsOf(tasks), tasks.length, { preemptive: true, until });
        const admission = judged(tasks, { policy: 'edf' });
        expect(offsetsOf(admission).verdict).toBe(missed ? 'unschedulable' : 'schedulable');
        expect(admission.admitted).toBe(!missed);
        if (missed) missing += 1;
      }),
      { numRuns: 2000, seed: 1990 },
    );
    expect(missing).toBeGreaterThan(200);
  });
});
