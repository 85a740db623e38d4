/**
 * Compares the simulator's engine with the reference scheduler (reference-scheduler.ts), which shares
 * no code with it: the same jobs complete at the same times. The reference uses the releases that
 * the engine drew, after a check that they are valid.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { SimulatedInterrupt, SimulationModel } from '../../generator/simulation/model.ts';
import { modelOf, type TaskNumbers } from '../../generator/simulation/test-models.ts';
import { KIND_COMPLETE, KIND_DEADLINE_MISS, KIND_INTERRUPT_ENTER, KIND_RELEASE } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';
import { INTERRUPT, play, type ReferenceJob, type Rules, type Section } from './reference-scheduler.ts';

const RUNS = setCount(1000);
const HORIZON = 400;

interface Drawn {
  readonly T: number;
  readonly D: number;
  readonly J: number;
  readonly at: number;
  /** Execution times of successive jobs. */
  readonly costs: readonly number[];
  readonly level: number;
  readonly section: { readonly at: number; readonly length: number; readonly resource: number } | null;
}

/** All times are even, except for the start and length of a section. */
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    T: fc.integer({ min: 3, max: 20 }),
    costs: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    share: fc.double({ min: 0.3, max: 2.5, noNaN: true }),
    J: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 })),
    at: fc.integer({ min: 0, max: 15 }),
    level: fc.integer({ min: 0, max: 3 }),
    section: fc.option(fc.record({ at: fc.nat({ max: 2 }), length: fc.nat({ max: 2 }), resource: fc.nat({ max: 1 }) })),
  })
  .map(({ T, costs, share, J, at, level, section }) => ({
    T: 2 * T,
    D: 2 * Math.max(1, Math.round(T * share)),
    J: 2 * J,
    at: 2 * at,
    costs: costs.map((cost) => 2 * cost),
    level,
    section:
      section === null ? null : { at: 2 * section.at + 1, length: 2 * section.length + 1, resource: section.resource },
  }));

const sets = fc.array(drawn, { minLength: 1, maxLength: 6 });

interface Storm {
  readonly at: number;
  readonly T: number;
  readonly C: number;
}

const storms = fc.array(
  fc
    .record({ at: fc.nat({ max: 20 }), T: fc.integer({ min: 6, max: 30 }), C: fc.integer({ min: 1, max: 2 }) })
    .map(({ at, T, C }) => ({ at: 2 * at, T: 2 * T, C: 2 * C })),
  { maxLength: 2 },
);

const isWhole = ({ costs, section }: Drawn): boolean =>
  section === null || Math.min(...costs) > section.at + section.length;

/** Overrunning jobs are queued, so no release is dropped. */
const numbersOf = (task: Drawn, sections: boolean): TaskNumbers => ({
  T: task.T,
  C: Math.max(...task.costs),
  D: task.D,
  at: task.at,
  jitterNs: task.J,
  priority: task.level,
  budgetNs: Number.POSITIVE_INFINITY,
  execution: { kind: 'recorded', ns: Float64Array.from(task.costs) },
  overrun: 'catch-up',
  catchUpLimit: HORIZON,
  sections:
    sections && task.section !== null && isWhole(task)
      ? [{ resource: task.section.resource, atNs: task.section.at, lengthNs: task.section.length }]
      : [],
});

const interruptOf = ({ at, T, C }: Storm): SimulatedInterrupt => ({
  arrivals: { kind: 'periodic', offsetNs: at, periodNs: T },
  topHalfNs: C,
  bottomHalfNs: 0,
  ioServer: null,
  handler: null,
  writes: [],
  core: 0,
});

/** Records the times of events by task. */
class Observer implements TraceSink {
  readonly releases: number[][];
  readonly ends: number[][];
  /** Numbers of the jobs with a reported miss. */
  readonly missed: number[][];
  enters = 0;

  constructor(tasks: number) {
    const lists = (): number[][] => Array.from({ length: tasks }, () => []);
    [this.releases, this.ends, this.missed] = [lists(), lists(), lists()];
  }

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number): void {
    if (kind === KIND_RELEASE) this.releases[object]?.push(timeNs);
    else if (kind === KIND_COMPLETE) this.ends[object]?.push(timeNs);
    else if (kind === KIND_DEADLINE_MISS) this.missed[object]?.push(this.ends[object]?.length ?? 0);
    else if (kind === KIND_INTERRUPT_ENTER) this.enters += 1;
  }

  text(): void {}
}

/**
 * Among equal deadlines, the task with the higher priority runs first. The reference gets deadlines
 * that differ by less than 1.
 */
const TINY = 2 ** -10;

/** The released jobs, after a check of their times. */
function jobsOf(task: Drawn, index: number, releases: readonly number[]): ReferenceJob[] {
  return releases.map((release, k) => {
    const arrival = task.at + k * task.T;
    expect(release).toBeGreaterThanOrEqual(arrival);
    expect(release).toBeLessThanOrEqual(arrival + task.J);
    const cost = task.costs[k % task.costs.length] as number;
    return { task: index, arrival, release, cost, due: arrival + task.D + task.level * TINY };
  });
}

/** The jobs of interrupts, and one that takes no time, so that both simulations start at 0. */
function interruptJobs(all: readonly Storm[]): ReferenceJob[] {
  const jobs = all.flatMap(({ at, T, C }) =>
    Array.from({ length: Math.ceil((HORIZON + 1 - at) / T) }, (_, k) => interruptJob(at + k * T, C)),
  );
  return [interruptJob(0, 0), ...jobs];
}

const interruptJob = (release: number, cost: number): ReferenceJob => ({
  task: INTERRUPT,
  arrival: release,
  release,
  cost,
  due: Number.POSITIVE_INFINITY,
});

interface Case {
  readonly set: readonly Drawn[];
  readonly storm: readonly Storm[];
  readonly seed: number;
}

/**
 * Simulates a case with both schedulers. Every job completes at the same time, and the reported
 * misses are those of the late jobs.
 */
function compare({ set, storm, seed }: Case, model: SimulationModel, rules: Omit<Rules, 'until'>): void {
  const observer = new Observer(model.tasks.length);
  simulate(model, observer, { untilNs: HORIZON, seed });
  const jobs = set.flatMap((task, index) => jobsOf(task, index, observer.releases[index] ?? []));
  const outcome = play([...jobs, ...interruptJobs(storm)], set.length, { ...rules, until: HORIZON });
  set.forEach((_, index) => {
    const ended = jobs
      .map((job, at) => ({ job, end: outcome.ends[at] as number }))
      .filter(({ job, end }) => job.task === index && end < HORIZON);
    expect(observer.ends[index]?.filter((end) => end < HORIZON)).toEqual(ended.map(({ end }) => end));
    const late = ended.flatMap(({ job, end }, k) => (end > job.due ? k : []));
    expect(observer.missed[index]?.filter((k) => k < ended.length)).toEqual(late);
  });
}

const cases = fc.record({ set: sets, storm: storms, seed: fc.nat() });
const numbers = (set: readonly Drawn[], sections = false): TaskNumbers[] =>
  set.map((task) => numbersOf(task, sections));

/** Gives the tasks distinct priorities in their order. */
const distinct = (set: readonly Drawn[]): Drawn[] => set.map((task, level) => ({ ...task, level }));

describe('the engine gives the schedules of the reference scheduler', () => {
  for (const preemptive of [true, false]) {
    const how = preemptive ? 'with preemption' : 'without preemption';

    it(`fixed priorities ${how}, jitter, interrupts`, () => {
      fc.assert(
        fc.property(cases, ({ set, ...rest }) => {
          const ranked = distinct(set);
          const model = modelOf(numbers(ranked), { preemptive, interrupts: rest.storm.map(interruptOf) });
          compare({ set: ranked, ...rest }, model, { preemptive, levels: ranked.map(({ level }) => level) });
        }),
        { numRuns: RUNS },
      );
    });

    it(`EDF ${how}, jitter, interrupts`, () => {
      fc.assert(
        fc.property(cases, ({ set, ...rest }) => {
          const ranked = distinct(set);
          const model = modelOf(numbers(ranked), { preemptive, order: 'edf', interrupts: rest.storm.map(interruptOf) });
          compare({ set: ranked, ...rest }, model, { preemptive });
        }),
        { numRuns: RUNS },
      );
    });
  }

  it('background tasks use idle time, with and without preemption', () => {
    const lengths = [4, 10, 2];
    fc.assert(
      fc.property(cases, fc.boolean(), ({ set, ...rest }, preemptive) => {
        const ranked = distinct(set);
        const background: TaskNumbers = {
          T: 1,
          C: Number.POSITIVE_INFINITY,
          D: Number.POSITIVE_INFINITY,
          background: true,
          execution: { kind: 'recorded', ns: Float64Array.from(lengths) },
        };
        const model = modelOf([...numbers(ranked), background], {
          preemptive,
          interrupts: rest.storm.map(interruptOf),
        });
        compare({ set: ranked, ...rest }, model, {
          preemptive,
          levels: ranked.map(({ level }) => level),
          background: lengths,
        });
      }),
      { numRuns: RUNS },
    );
  });

  // Without jitter, which can be odd, no release coincides with the start of a section.
  it('fixed priorities with sections under the ceiling', () => {
    fc.assert(
      fc.property(cases, ({ set, ...rest }) => {
        const ranked = distinct(set).map((task) => ({ ...task, J: 0 }));
        const users = (resource: number) =>
          ranked.flatMap((task) => (task.section?.resource === resource && isWhole(task) ? task.level : []));
        const ceilings = [0, 1].map((resource) => Math.min(99, ...users(resource)));
        const sections = ranked.map((task): Section | null =>
          task.section !== null && isWhole(task)
            ? { ...task.section, ceiling: ceilings[task.section.resource] as number }
            : null,
        );
        const model = modelOf(numbers(ranked, true), {
          interrupts: rest.storm.map(interruptOf),
          resources: ceilings.map((ceiling) => ({ ceiling })),
        });
        compare({ set: ranked, ...rest }, model, {
          preemptive: true,
          levels: ranked.map(({ level }) => level),
          sections,
        });
      }),
      { numRuns: RUNS },
    );
  });

  // The order of simultaneous releases is undefined, so no two releases coincide here.
  it('equal priorities in FIFO order', () => {
    fc.assert(
      fc.property(cases, fc.boolean(), ({ set, ...rest }, preemptive) => {
        const apart = set.map((task, index) => ({ ...task, T: 16 * Math.ceil(task.T / 12), at: 2 * index, J: 0 }));
        const model = modelOf(numbers(apart), { preemptive, interrupts: rest.storm.map(interruptOf) });
        compare({ set: apart, ...rest }, model, { preemptive, levels: apart.map(({ level }) => level) });
      }),
      { numRuns: RUNS },
    );
  });
});
