/**
 * Compares schedulability tests with schedules of the reference scheduler. No schedule exceeds a
 * bound, an exact bound is reached, and a set that an exact test refuses misses a deadline.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import type { Resource, Sketch } from '../../generator/sketch/model.ts';
import { play, type ReferenceJob } from './reference-scheduler.ts';
import {
  byDeadline,
  criticalJobs,
  criticalJobsOf,
  type Freedom,
  freedoms,
  interruptJobs,
  interruptOf,
  jobsOf,
  loadOf,
  type Numbers,
  type Server,
  taskSets,
  toSketch,
} from './task-sets.ts';

const RUNS = 2000;
const HORIZON = 1200;
/** Longer than the busy periods of the sets with compared exact responses. */
const LONG = 40_000;

const kernel = preemptiveKernel();
const onKernel = (tasks: readonly Numbers[], over: Partial<Sketch> = {}): Admission =>
  admit(sketchOf(toSketch(tasks), { policy: 'deadline-monotonic', ...over }), { capabilities: kernel });
/** A super-loop with simulated interrupts that can use two I/O budgets back to back. */
const loop = { ...superLoop, vcpus: true };
const onSuperLoop = (tasks: readonly Numbers[], over: Partial<Sketch> = {}): Admission =>
  admit(sketchOf(toSketch(tasks), { policy: 'deadline-monotonic', ...over }), { capabilities: loop });

const levels = (tasks: readonly unknown[]): number[] => tasks.map((_, index) => index);
const responsesUs = ({ tasks }: Admission) =>
  tasks.map(({ responseNs }) => (responseNs === null ? null : responseNs / 1000));

function check<Values extends unknown[]>(
  seed: number,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  predicate: (...values: Values) => void,
): void {
  const all = fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<Values>;
  fc.assert(
    fc.property(all, (values) => predicate(...values)),
    { numRuns: RUNS, seed },
  );
}

/** Checks that no simulated response time exceeds its bound. */
function expectWithin(admission: Admission, worst: readonly number[]): void {
  responsesUs(admission).forEach((bound, index) => {
    if (bound !== null) expect(worst[index], `task ${index}`).toBeLessThanOrEqual(Math.ceil(bound));
  });
}

describe('fixed priorities with preemption', () => {
  it('gives the longest response time from the critical instant: jitter, D below and above T', () => {
    check(1973, [taskSets({ deadlines: 3, jitter: true })], (tasks) => {
      const sorted = byDeadline(tasks);
      fc.pre(loadOf(sorted) < 1 - 1e-9);
      const simulated = play(criticalJobs(sorted, LONG), sorted.length, {
        preemptive: true,
        levels: levels(sorted),
        until: LONG * 2,
      });
      const admission = onKernel(sorted);
      expect(responsesUs(admission)).toEqual(simulated.worst);
      expect(admission.admitted).toBe(!simulated.missed);
      expect(admission.decidedBy).not.toBeNull();
    });
  });

  it('is never exceeded: offsets, jitter, early ends, sporadic arrivals', () => {
    check(1986, [taskSets({ deadlines: 3, jitter: true }), freedoms(true)], (tasks, free) => {
      const sorted = byDeadline(tasks);
      const simulated = play(jobsOf(sorted, free, HORIZON), sorted.length, {
        preemptive: true,
        levels: levels(sorted),
        until: HORIZON * 3,
      });
      expectWithin(onKernel(sorted), simulated.worst);
    });
  });

  it('is never exceeded when tasks share levels', () => {
    check(
      1987,
      [taskSets({ deadlines: 2, jitter: true }), freedoms(true), fc.integer({ min: 1, max: 3 })],
      (drawn, free, most) => {
        const tasks = byDeadline(drawn);
        const playedLevels = tasks.map((_, index) => Math.min(index, most - 1));
        const admission = admit(sketchOf(toSketch(tasks), { policy: 'deadline-monotonic' }), {
          capabilities: preemptiveKernel({ priorityLevels: most }),
        });
        const outcome = play(jobsOf(tasks, free, HORIZON), tasks.length, {
          preemptive: true,
          levels: playedLevels,
          until: HORIZON * 3,
        });
        expectWithin(admission, outcome.worst);
        const critical = play(criticalJobs(tasks, LONG), tasks.length, {
          preemptive: true,
          levels: playedLevels,
          until: LONG * 2,
        });
        if (critical.missed) expect(admission.admitted).toBe(false);
      },
    );
  });

  it('is never exceeded with critical sections under their ceilings', () => {
    const sections = fc.array(
      fc.option(fc.record({ at: fc.nat(6), length: fc.integer({ min: 1, max: 8 }), resource: fc.nat(1) })),
      { minLength: 5, maxLength: 5 },
    );
    check(1990, [taskSets({ deadlines: 2, jitter: true }), freedoms(true), sections], (tasks, free, held) => {
      const sorted = byDeadline(tasks);
      const used = sorted.map((task, index) => {
        const section = held[index] ?? null;
        if (section === null) return null;
        return { ...section, at: Math.min(section.at, task.C - 1), length: Math.min(section.length, task.C) };
      });
      const resources = [0, 1].map(
        (resource): Resource => ({
          name: `r${resource}`,
          ceiling: null,
          users: used.flatMap((section, index) =>
            section?.resource === resource ? [{ task: `T${index + 1}`, criticalSectionUs: section.length }] : [],
          ),
          position: null,
        }),
      );
      const ceilingOf = (resource: number) => used.findIndex((section) => section?.resource === resource);
      const outcome = play(jobsOf(sorted, free, HORIZON), sorted.length, {
        preemptive: true,
        levels: levels(sorted),
        sections: used.map((section) =>
          section === null ? null : { ...section, ceiling: ceilingOf(section.resource) },
        ),
        until: HORIZON * 3,
      });
      expectWithin(onKernel(sorted, { resources }), outcome.worst);
    });
  });

  it('is never exceeded below interrupts on their I/O budgets', () => {
    check(
      2011,
      [taskSets({ deadlines: 2, jitter: true, mostTasks: 3 }), freedoms(true), servers, moments],
      (tasks, free, io, when) => {
        const sorted = byDeadline(tasks);
        const outcome = play([...jobsOf(sorted, free, HORIZON), ...ioJobs(io, free, when)], sorted.length, {
          preemptive: true,
          levels: levels(sorted),
          until: HORIZON * 3,
        });
        expectWithin(onKernel(sorted, { interrupts: io.map(interruptOf) }), outcome.worst);
      },
    );
  });
});

const servers: fc.Arbitrary<Server[]> = fc.array(
  fc.record({ C: fc.integer({ min: 1, max: 4 }), T: fc.integer({ min: 8, max: 40 }) }),
  { minLength: 1, maxLength: 2 },
);
const moments = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 2, maxLength: 5 });

const ioJobs = (io: readonly Server[], free: readonly Freedom[], when: readonly number[]): ReferenceJob[] =>
  io.flatMap((server, index) => interruptJobs(server, free[index]?.offset ?? 0, when, HORIZON));

/**
 * Jobs of a task's worst case without preemption: the longest less urgent job starts one unit
 * before the critical instant.
 */
function blockedJobs(sorted: readonly Numbers[], index: number): ReferenceJob[] {
  const lower = sorted.slice(index + 1);
  const longest = Math.max(0, ...lower.map(({ C }) => C));
  const level = criticalJobs(sorted.slice(0, index + 1), LONG);
  if (lower.length === 0) return level;
  const blocker: ReferenceJob = { task: index + 1, arrival: -1, release: -1, cost: longest, due: LONG };
  return [...level, blocker];
}

describe('fixed priorities without preemption', () => {
  it('gives the longest response time of each task from its own critical instant: jitter, D below and above T', () => {
    check(2007, [taskSets({ deadlines: 3, jitter: true })], (tasks) => {
      const sorted = byDeadline(tasks);
      fc.pre(loadOf(sorted) < 1 - 1e-9);
      const bounds = responsesUs(onSuperLoop(sorted));
      sorted.forEach((_, index) => {
        const { worst } = play(blockedJobs(sorted, index), sorted.length + 1, {
          preemptive: false,
          levels: levels([...sorted, null]),
          until: LONG * 2,
        });
        // In the analysis the blocking job starts one nanosecond before the release, here one
        // microsecond.
        expect(Math.floor(bounds[index] ?? Number.NaN)).toBe(worst[index]);
      });
    });
  });

  it('is never exceeded: offsets, jitter, early ends, sporadic arrivals, background runs', () => {
    const background = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 });
    check(2008, [taskSets({ deadlines: 3, jitter: true }), freedoms(true), background], (tasks, free, runs) => {
      const sorted = byDeadline(tasks);
      const bounds = admit(
        sketchOf(
          [
            ...toSketch(sorted),
            ...runs.map((C) => ({ T: 0, C: 0, kind: 'background' as const, periodUs: null, budgetUs: C })),
          ],
          { policy: 'deadline-monotonic' },
        ),
        { capabilities: superLoop },
      );
      const outcome = play(jobsOf(sorted, free, HORIZON), sorted.length, {
        preemptive: false,
        levels: levels(sorted),
        background: runs,
        until: HORIZON * 3,
      });
      expectWithin(bounds, outcome.worst);
    });
  });

  it('is never exceeded below interrupts on their I/O budgets', () => {
    check(
      2015,
      [taskSets({ deadlines: 2, jitter: true, mostTasks: 3 }), freedoms(true), servers, moments],
      (tasks, free, io, when) => {
        const sorted = byDeadline(tasks);
        const outcome = play([...jobsOf(sorted, free, HORIZON), ...ioJobs(io, free, when)], sorted.length, {
          preemptive: false,
          levels: levels(sorted),
          until: HORIZON * 3,
        });
        expectWithin(onSuperLoop(sorted, { interrupts: io.map(interruptOf) }), outcome.worst);
      },
    );
  });
});

describe('earliest deadline first', () => {
  it('with preemption, refuses exactly the sets that miss a deadline from the synchronous release', () => {
    check(1990, [taskSets({ deadlines: 2, jitter: true })], (tasks) => {
      const { missed } = play(criticalJobs(tasks, LONG), tasks.length, { preemptive: true, until: LONG * 2 });
      const admission = onKernel(tasks, { policy: 'edf' });
      fc.pre(loadOf(tasks) < 1 - 1e-9 || missed);
      expect(admission.admitted).toBe(!missed);
    });
  });

  it('with preemption, an admitted set never misses a deadline, with any arrivals', () => {
    check(1996, [taskSets({ deadlines: 2, jitter: true }), freedoms(true)], (tasks, free) => {
      const { missed } = play(jobsOf(tasks, free, HORIZON), tasks.length, { preemptive: true, until: HORIZON * 3 });
      if (missed) expect(onKernel(tasks, { policy: 'edf' }).admitted).toBe(false);
    });
  });

  it('without preemption, refuses exactly the sets that miss a deadline behind a job that has just started', () => {
    check(1991, [taskSets({ deadlines: 2, jitter: true })], (tasks) => {
      fc.pre(loadOf(tasks) < 1 - 1e-9);
      const missed = [null, ...tasks.keys()].some((blocker) => missesBehind(tasks, blocker));
      expect(onSuperLoop(tasks, { policy: 'edf' }).admitted).toBe(!missed);
    });
  });

  it('without preemption, an admitted set never misses a deadline, with any arrivals', () => {
    check(1997, [taskSets({ deadlines: 2, jitter: true }), freedoms(true)], (tasks, free) => {
      const { missed } = play(jobsOf(tasks, free, HORIZON), tasks.length, { preemptive: false, until: HORIZON * 3 });
      if (missed) expect(onSuperLoop(tasks, { policy: 'edf' }).admitted).toBe(false);
    });
  });

  it('an admitted set below interrupts with I/O budgets never misses a deadline', () => {
    check(
      2013,
      [taskSets({ deadlines: 2, jitter: true, mostTasks: 3 }), freedoms(true), servers, moments, fc.boolean()],
      (tasks, free, io, when, preemptive) => {
        const jobs = [...jobsOf(tasks, free, HORIZON), ...ioJobs(io, free, when)];
        const { missed } = play(jobs, tasks.length, { preemptive, until: HORIZON * 3 });
        const judge = preemptive ? onKernel : onSuperLoop;
        if (missed) expect(judge(tasks, { policy: 'edf', interrupts: io.map(interruptOf) }).admitted).toBe(false);
      },
    );
  });
});

/**
 * Whether a deadline is missed if a job of the blocker starts one unit before the critical instant
 * of the other tasks.
 */
function missesBehind(tasks: readonly Numbers[], blocker: number | null): boolean {
  const jobs = tasks.flatMap((task, index) => {
    if (index !== blocker) return criticalJobsOf(task, index, LONG);
    const { T, C, D, J } = task;
    const first: ReferenceJob = { task: index, arrival: -1 - J, release: -1, cost: C, due: -1 - J + D };
    return [first, ...criticalJobsOf(task, index, LONG).map((job) => later(job, T - 1 - J + J))];
  });
  const rules = { preemptive: false, until: LONG * 2 };
  return play(jobs, tasks.length, rules).missed;
}

/** The job, with its arrival delayed by this time. */
const later = (job: ReferenceJob, by: number): ReferenceJob => ({
  ...job,
  arrival: job.arrival + by,
  release: Math.max(job.release, job.arrival + by),
  due: job.due + by,
});

describe('the analysis', () => {
  it('keeps a set schedulable when a budget shrinks or a period grows', () => {
    const change = fc.record({ index: fc.nat(4), shrink: fc.boolean(), by: fc.integer({ min: 1, max: 5 }) });
    check(1995, [taskSets({ deadlines: 2, jitter: true }), change], (tasks, { index, shrink, by }) => {
      const sorted = byDeadline(tasks);
      const before = onKernel(sorted);
      const eased = sorted.map((task, at) => {
        if (at !== index) return task;
        return shrink ? { ...task, C: Math.max(1, task.C - by) } : { ...task, T: task.T + by };
      });
      if (before.admitted) expect(onKernel(eased).admitted).toBe(true);
    });
  });

  it('admits every set that a sufficient test admits', () => {
    check(2003, [taskSets({ deadlines: 1, jitter: false })], (tasks) => {
      const { methods } = onKernel(
        tasks.map((task) => ({ ...task, D: task.T })),
        { policy: 'rate-monotonic' },
      );
      const exact = methods.find((result) => result.method === 'response-time');
      if (methods.some((result) => result.verdict === 'schedulable')) expect(exact?.verdict).toBe('schedulable');
    });
  });

  it('terminates at full load', () => {
    check(1, [taskSets({ deadlines: 3, jitter: true })], (tasks) => {
      for (const policy of ['deadline-monotonic', 'edf'] as const) {
        expect(onKernel(tasks, { policy }).sentence).toMatch(/[^.]\.$/);
        expect(onSuperLoop(tasks, { policy }).sentence).toMatch(/[^.]\.$/);
      }
    });
  });
});
