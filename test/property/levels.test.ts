/**
 * Tasks that share priority levels (FIFO): compares response times with the worst of all simulated
 * schedules, and utilization bounds with the exact tests, including overheads.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { applyMethod } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { buildTaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import { play, type ReferenceJob } from './reference-scheduler.ts';
import { byDeadline, criticalJobs, freedoms, jobsOf, loadOf, type Numbers, taskSets, toSketch } from './task-sets.ts';

const LONG = 900;

/** Number of priority levels of the kernel. The tasks that exceed it share the last level. */
const levelsOf = fc.integer({ min: 1, max: 3 });
const ranksOf = (tasks: readonly Numbers[], levels: number) => tasks.map((_, index) => Math.min(index, levels - 1));

const shared = (tasks: readonly Numbers[], levels: number): Admission =>
  admit(sketchOf(toSketch(tasks), { policy: 'deadline-monotonic' }), {
    capabilities: preemptiveKernel({ priorityLevels: levels }),
  });

/** Response times by task in µs. Null if the test does not apply. */
function responsesUs({ methods, set }: Admission, method: string): (number | null)[] | null {
  const result = methods.find((candidate) => candidate.method === method);
  if (result?.applies !== true) return null;
  const bySource: (number | null)[] = [];
  for (const { entity, responseNs } of result.tasks) {
    bySource[set.entities[entity]?.source ?? -1] = responseNs === null ? null : responseNs / 1000;
  }
  return bySource;
}

/**
 * Jobs of one task with their full jitter. Each is released half a unit late, so that it is the
 * last of its instant.
 */
function phased({ T, C, D, J }: Numbers, task: number, phase: number): ReferenceJob[] {
  const jobs: ReferenceJob[] = [];
  for (let release = phase; release < LONG; release += T) {
    jobs.push({ task, arrival: release - J, release: release + 0.5, cost: C, due: release - J + D });
  }
  return jobs;
}

describe('response times on shared levels', () => {
  it('are reached in some phase: jitter, D below and above T', () => {
    fc.assert(
      fc.property(taskSets({ deadlines: 3, jitter: true, mostTasks: 4 }), levelsOf, (drawn, levels) => {
        const tasks = byDeadline(drawn);
        fc.pre(tasks.length > 1 && loadOf(tasks) <= 0.9 && tasks.every(({ T }) => T <= 28));
        const bounds = responsesUs(shared(tasks, levels), 'few-levels');
        fc.pre(bounds !== null);
        tasks.forEach((self, index) => {
          const others = criticalJobs(tasks, LONG).filter(({ task }) => task !== index);
          let worst = 0;
          for (let phase = 0; phase < self.T; phase += 2) {
            const jobs = [...others, ...phased(self, index, phase)];
            const rules = { preemptive: true, levels: ranksOf(tasks, levels), until: LONG * 2 };
            worst = Math.max(worst, play(jobs, tasks.length, rules).worst[index] as number);
          }
          // `phased` releases the job half a unit late. If no other job is pending then, its
          // response time includes the half unit.
          expect([worst, worst - 0.5]).toContain(bounds?.[index]);
        });
      }),
      { numRuns: 400, seed: 1986 },
    );
  });

  it('are never exceeded, and never above those of the test with mutual interference', () => {
    fc.assert(
      fc.property(taskSets({ deadlines: 2, jitter: true }), freedoms(true), levelsOf, (drawn, free, levels) => {
        const tasks = byDeadline(drawn);
        const admission = shared(tasks, levels);
        const bounds = responsesUs(admission, 'few-levels');
        if (bounds === null) return;
        const rules = { preemptive: true, levels: ranksOf(tasks, levels), until: 3600 };
        const { worst } = play(jobsOf(tasks, free, 1200), tasks.length, rules);
        const coarse = responsesUs(admission, 'response-time');
        bounds.forEach((bound, index) => {
          if (bound === null) return;
          expect(worst[index]).toBeLessThanOrEqual(bound);
          expect(bound).toBeLessThanOrEqual(coarse?.[index] ?? Number.POSITIVE_INFINITY);
        });
      }),
      { numRuns: 1500, seed: 1987 },
    );
  });
});

describe('utilization bounds', () => {
  const task = fc.record({ T: fc.integer({ min: 20, max: 400 }), share: fc.integer({ min: 1, max: 60 }) });
  const overheads = fc.record({
    releaseNs: fc.constantFrom(0, 300, 5000),
    tickNs: fc.constantFrom(0, 2000),
    tickPeriodNs: fc.constantFrom(10_000, 1_000_000),
    left: fc.constantFrom(0, 3),
  });

  it('admit no set that the exact test refuses: shared levels, releases, ticks, remaining telemetry', () => {
    const admitted = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 9 }),
        overheads,
        fc.integer({ min: 1, max: 9 }),
        (drawn, cost, most) => {
          const all = drawn.reduce((sum, { share }) => sum + share, 0);
          const tasks = drawn.map(({ T, share }) => ({ T, C: Math.max(1, Math.floor((T * 0.75 * share) / all)) }));
          const loads =
            cost.left === 0 ? [] : [{ name: 'left over', periodNs: 2e4, costNs: 3000, jitterNs: 0, most: cost.left }];
          const set = buildTaskSet(sketchOf(tasks), preemptiveKernel({ priorityLevels: most }), {
            ...NO_OVERHEADS,
            ...cost,
            loads,
          });
          const results = METHODS.map((method) => applyMethod(method, set)).filter(({ applies }) => applies);
          const exact = results.some(({ method, tasks: rows }) => {
            const timed = method === 'response-time' || method === 'few-levels';
            return timed && rows.every(({ meetsDeadline }) => meetsDeadline === true);
          });
          for (const { method, verdict } of results) {
            if (verdict !== 'schedulable') continue;
            expect(exact, method).toBe(true);
            admitted.set(method, (admitted.get(method) ?? 0) + 1);
          }
        },
      ),
      { numRuns: 3000, seed: 1973 },
    );
    for (const method of ['liu-layland', 'hyperbolic', 'few-levels']) expect(admitted.get(method)).toBeGreaterThan(50);
  });
});
