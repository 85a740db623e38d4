/**
 * Earliest deadline first. Compares response times with the worst of all simulated schedules, and
 * the quick search for a failing deadline with a search of every deadline. Compares blocking with a
 * step-by-step simulation of the stack resource policy.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import {
  nonPreemptiveBlocking,
  preemptiveBlocking,
  type StepFunction,
} from '../../generator/analysis/edf/deadline-blocking.ts';
import { type Completions, completions } from '../../generator/analysis/edf/deadline-completion.ts';
import {
  type DeadlineTable,
  deadlineBefore,
  deadlineHorizon,
  deadlineTable,
} from '../../generator/analysis/edf/deadline-table.ts';
import { demandIn, fixedPoint, loadSign } from '../../generator/analysis/edf/demand.ts';
import { longestBusyPeriod } from '../../generator/analysis/edf/longest-busy-period.ts';
import { neededBy, searchBackwards, searchForwards } from '../../generator/analysis/edf/qpa.ts';
import { responseTimeEdf } from '../../generator/analysis/edf/response-time-edf.ts';
import { applyMethod } from '../../generator/analysis/method.ts';
import { stepBudget } from '../../generator/analysis/response.ts';
import { buildTaskSet, type Entity, utilizationOf } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import type { Resource, Sketch } from '../../generator/sketch/model.ts';
import { play, type ReferenceJob } from './reference-scheduler.ts';
import { playSrp } from './reference-srp.ts';
import { criticalJobs, freedoms, interruptOf, jobsOf, loadOf, type Numbers, taskSets, toSketch } from './task-sets.ts';

const kernel = preemptiveKernel();

const edf = (tasks: readonly Numbers[], capabilities = kernel, over: Partial<Sketch> = {}): Admission =>
  admit(sketchOf(toSketch(tasks), { policy: 'edf', ...over }), { capabilities });

function responsesUs({ methods, set }: Admission, method: string): (number | null)[] {
  const result = methods.find((candidate) => candidate.method === method);
  expect(result?.applies).toBe(true);
  const bySource: (number | null)[] = [];
  for (const { entity, responseNs } of result?.tasks ?? []) {
    bySource[set.entities[entity]?.source ?? -1] = responseNs === null ? null : responseNs / 1000;
  }
  return bySource;
}

/** Longer than every busy period of the sets below. */
const LONG = 900;

/** Short busy periods, so that all phases can be simulated. */
const smallSets = (jitter: boolean) =>
  taskSets({ deadlines: 3, jitter, mostTasks: 4 }).filter(
    (tasks) => loadOf(tasks) <= 0.9 && tasks.every(({ T }) => T <= 28),
  );

/**
 * Jobs of one task. Its first arrival is `phase` after the earliest possible one. Among equal
 * deadlines its jobs are the last.
 */
function phased({ T, C, D, J }: Numbers, task: number, phase: number): ReferenceJob[] {
  const jobs: ReferenceJob[] = [];
  for (let arrival = phase - J; arrival < LONG; arrival += T) {
    jobs.push({ task, arrival, release: Math.max(arrival, 0), cost: C, due: arrival + D + 0.5 });
  }
  return jobs;
}

/**
 * The longest response time of one task over all its phases, with all other tasks released at 0.
 */
function worstOverPhases(
  tasks: readonly Numbers[],
  index: number,
  preemptive: boolean,
  before: readonly ReferenceJob[],
) {
  const self = tasks[index] as Numbers;
  const blocked = before[0]?.task;
  const others = criticalJobs(tasks, LONG).filter(({ task }) => task !== index && task !== blocked);
  let worst = 0;
  for (let phase = 0; phase < self.T; phase += 2) {
    const jobs = [...before, ...others, ...phased(self, index, phase)];
    const simulated = play(jobs, tasks.length, { preemptive, until: LONG * 2 });
    worst = Math.max(worst, simulated.worst[index] as number);
  }
  return worst;
}

describe('response times under earliest deadline first', () => {
  it('are reached in some phase: jitter, D below and above T', () => {
    fc.assert(
      fc.property(smallSets(true), (tasks) => {
        const bounds = responsesUs(edf(tasks), 'response-time-edf');
        tasks.forEach((_, index) => {
          expect(bounds[index]).toBe(worstOverPhases(tasks, index, true, []));
        });
      }),
      { numRuns: 1000, seed: 1996 },
    );
  });

  it('are reached without preemption, behind a job that has just started', () => {
    fc.assert(
      fc.property(smallSets(false), (tasks) => {
        const bounds = responsesUs(edf(tasks, superLoop), 'response-time-edf-non-preemptive');
        tasks.forEach((_, index) => {
          const alone = worstOverPhases(tasks, index, false, []);
          const blocked = tasks.map((blocker, task) => {
            if (task === index) return 0;
            const due = blocker.D - 1;
            const begun: ReferenceJob = { task, arrival: -1, release: -1, cost: blocker.C, due };
            // The blocking task's next jobs come a period later.
            const next = criticalJobs([blocker], LONG).map((job) => {
              const arrival = job.arrival + blocker.T - 1;
              return { ...job, task, arrival, release: arrival, due: arrival + blocker.D };
            });
            return worstOverPhases(tasks, index, false, [begun, ...next]);
          });
          expect(Math.floor(bounds[index] ?? Number.NaN)).toBe(Math.max(alone, ...blocked));
        });
      }),
      { numRuns: 500, seed: 1997 },
    );
  });

  it('are never exceeded: offsets, jitter, early ends, sporadic arrivals', () => {
    fc.assert(
      fc.property(taskSets({ deadlines: 3, jitter: true }), freedoms(true), fc.boolean(), (tasks, free, preemptive) => {
        const method = preemptive ? 'response-time-edf' : 'response-time-edf-non-preemptive';
        const bounds = responsesUs(edf(tasks, preemptive ? kernel : superLoop), method);
        const { worst } = play(jobsOf(tasks, free, 1200), tasks.length, { preemptive, until: 3600 });
        bounds.forEach((bound, index) => {
          if (bound !== null) expect(worst[index]).toBeLessThanOrEqual(Math.ceil(bound));
        });
      }),
      { numRuns: 1500, seed: 1998 },
    );
  });

  it('give the same verdict as the processor-demand test', () => {
    fc.assert(
      fc.property(taskSets({ deadlines: 2, jitter: true }), fc.boolean(), (tasks, preemptive) => {
        const { methods } = edf(tasks, preemptive ? kernel : superLoop);
        const [demand, response] = methods.filter(({ applies, method }) => applies && method !== 'periodic-resource');
        expect(response?.verdict).toBe(demand?.verdict);
      }),
      { numRuns: 1500, seed: 1999 },
    );
  });
});

describe('sections under the stack resource policy', () => {
  const section = fc.record({ at: fc.nat(6), length: fc.integer({ min: 2, max: 9 }), resource: fc.nat(1) });
  const held = fc.array(fc.option(section, { freq: 2 }), { minLength: 5, maxLength: 5 });

  it('never delay a job beyond its bound, and no admitted set misses a deadline', () => {
    fc.assert(
      fc.property(taskSets({ deadlines: 2, jitter: true }), freedoms(true), held, (tasks, free, wanted) => {
        const used = tasks.map(({ C }, index) => {
          const one = wanted[index] ?? null;
          return one === null ? null : { ...one, at: Math.min(one.at, C - 1), length: Math.min(one.length, C) };
        });
        const resources = [0, 1].map(
          (resource): Resource => ({
            name: `r${resource}`,
            ceiling: null,
            position: null,
            users: used.flatMap((one, index) =>
              one?.resource === resource ? [{ task: `T${index + 1}`, criticalSectionUs: one.length }] : [],
            ),
          }),
        );
        const ceilingOf = (resource: number) =>
          Math.min(...tasks.flatMap(({ D }, index) => (used[index]?.resource === resource ? [D] : [])));
        const sections = used.map((one) => (one === null ? null : { ...one, ceiling: ceilingOf(one.resource) }));
        const levels = tasks.map(({ D }) => D);
        const worst = playSrp(jobsOf(tasks, free, 500), levels, sections);
        const admission = edf(tasks, kernel, { resources });
        responsesUs(admission, 'response-time-edf').forEach((bound, index) => {
          if (bound !== null) expect(worst[index]).toBeLessThanOrEqual(bound);
        });
        if (tasks.some(({ D }, index) => (worst[index] as number) > D)) expect(admission.admitted).toBe(false);
      }),
      { numRuns: 1200, seed: 1991 },
    );
  });
});

describe('the search from the last deadline backwards', () => {
  /**
   * Larger sets near full load, with sections, overheads, a timer tick and an interrupt that can
   * use two budgets back to back.
   */
  const larger = fc.array(
    fc.record({
      T: fc.integer({ min: 100, max: 20_000 }),
      share: fc.integer({ min: 1, max: 100 }),
      D: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
      J: fc.integer({ min: 0, max: 50 }),
      section: fc.nat(40),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const servers = fc
    .record({ T: fc.integer({ min: 100, max: 20_000 }), part: fc.double({ min: 0.001, max: 0.3, noNaN: true }) })
    .map(({ T, part }) => ({ T, C: Math.max(1, Math.round(T * part)) }));
  const shares = fc.oneof(
    { arbitrary: fc.double({ min: 0.5, max: 0.97, noNaN: true }), weight: 5 },
    { arbitrary: fc.double({ min: 0.97, max: 0.999, noNaN: true }), weight: 1 },
  );

  const largerSets = fc.tuple(larger, shares, fc.option(servers), fc.boolean()).map(([drawn, most, io, preemptive]) => {
    const load = most - (io === null ? 0 : io.C / io.T);
    const all = drawn.reduce((sum, { share }) => sum + share, 0);
    const tasks = drawn.map(({ T, share, D, J }) => {
      const C = Math.max(1, Math.floor((T * load * share) / all));
      return { T, C, D: Math.max(C, Math.round(T * D)), jitterUs: J };
    });
    const users = drawn.flatMap(({ section }, index) =>
      section === 0 ? [] : [{ task: `T${index + 1}`, criticalSectionUs: section }],
    );
    const resources = users.length === 0 ? [] : [{ name: 'bus', ceiling: null, users, position: null }];
    const free = { deliveryNs: 0, perInterruptNs: 0, releaseNs: 0, loads: [] };
    const costs = { releaseNs: 500, tickNs: 1000, tickPeriodNs: 1_000_000, blockingNs: 700 };
    const overheads = { ...NO_OVERHEADS, ...costs, interrupts: free };
    const capabilities = preemptive ? kernel : superLoop;
    const interrupts = io === null ? [] : [interruptOf(io, 0)];
    const set = buildTaskSet(sketchOf(tasks, { policy: 'edf', resources, interrupts }), capabilities, overheads);
    return { set, preemptive };
  });

  /** Theorem 5 of Zhang and Burns, literally: the last deadline that fails, or null. */
  function lastThatFails(table: DeadlineTable, blocking: StepFunction, horizonNs: number): number | null {
    for (let time = deadlineBefore(table, horizonNs + 1); time >= 0; ) {
      const needed = neededBy(table, blocking, time);
      if (needed > time) return time;
      time = deadlineBefore(table, Math.min(time, needed));
    }
    return null;
  }

  it('finds a failing deadline exactly if the search of every deadline does', () => {
    let failed = 0;
    fc.assert(
      fc.property(largerSets, ({ set, preemptive }) => {
        const table = deadlineTable(set);
        const blocking = preemptive ? preemptiveBlocking(set) : nonPreemptiveBlocking(set);
        const busy = longestBusyPeriod(set, table, blocking.mostNs, stepBudget(1e9));
        fc.pre(busy !== null && busy < 1e10);
        const latest = table.firstNs.at(-1) as number;
        const every = searchForwards(table, blocking, Math.max(busy as number, latest), stepBudget(1e9));
        const horizon = deadlineHorizon(set, table, blocking.mostNs);
        const quick = searchBackwards(table, blocking, horizon, stepBudget(1e9));
        expect(quick.finished && every.finished).toBe(true);
        expect(quick.failsAtNs === null).toBe(every.failsAtNs === null);
        expect(quick.failsAtNs).toBe(lastThatFails(table, blocking, horizon));
        if (every.failsAtNs !== null) failed += 1;
      }),
      { numRuns: 3000, seed: 2009 },
    );
    // Both outcomes are common among these sets.
    expect(failed).toBeGreaterThan(500);
    expect(failed).toBeLessThan(2500);
  });

  it('gives the same longest busy period as the full iteration, also near full load', () => {
    let long = 0;
    const nearlyFull = fc.tuple(largerSets, fc.integer({ min: 2, max: 6 })).map(([{ set }, digits]) => {
      const left = 1 - utilizationOf(set) - 10 ** -digits;
      const [last] = set.entities.slice(-1);
      const added = Math.floor(left * (last?.periodNs ?? 0));
      const entities = set.entities.map((one) => (one === last ? { ...one, costNs: one.costNs + added } : one));
      return left < 0 ? set : { ...set, entities };
    });
    fc.assert(
      fc.property(nearlyFull, (set) => {
        const table = deadlineTable(set);
        const { demand } = table;
        const rows = demand.periodNs.length;
        const all = { from: 0, to: rows, skip: -1 };
        const steps = stepBudget(5e6);
        const expected = fixedPoint(1, steps, rows, (window) => 3000 + demandIn(demand, all, window));
        fc.pre(expected !== null && Number.isFinite(expected));
        expect(longestBusyPeriod(set, table, 3000, stepBudget(1e9))).toBe(expected);
        if ((expected as number) > 100 * Math.max(...demand.periodNs)) long += 1;
      }),
      { numRuns: 500, seed: 2011 },
    );
    expect(long).toBeGreaterThan(30);
  });

  it('gives the same response times as a search of every deadline', () => {
    let answered = 0;
    fc.assert(
      fc.property(
        largerSets.filter(({ preemptive }) => preemptive),
        ({ set }) => {
          const table = deadlineTable(set);
          fc.pre(loadSign(table.demand, table.demand.periodNs.length) <= 0);
          const walked = completions(set, table, preemptiveBlocking(set), stepBudget(1e8), false);
          fc.pre(walked !== null);
          const expected = set.entities.map((self) => worstOf(walked as Completions, self));
          const { tasks } = applyMethod(responseTimeEdf, set);
          expect(tasks.map(({ responseNs }) => responseNs)).toEqual(expected);
          answered += 1;
        },
      ),
      { numRuns: 1500, seed: 2010 },
    );
    expect(answered).toBeGreaterThan(1000);
  });

  /**
   * Response time of a task, from every step of the completion times at or after its first
   * deadline.
   */
  function worstOf({ dueNs, doneNs }: Completions, self: Entity): number {
    const first = self.deadlineNs - self.jitterNs;
    const at = dueNs.findLastIndex((due) => due <= first);
    return dueNs
      .slice(at + 1)
      .reduce(
        (worst, due, index) => Math.max(worst, (doneNs[at + 1 + index] as number) - (due - self.deadlineNs)),
        (doneNs[at] as number) + self.jitterNs,
      );
  }
});
