/**
 * Compares schedules of the simulation with those of SimSo, job by job. `DIFFERENCES` must explain
 * every difference; docs/oracles.md lists them.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import { modelOf } from '../../generator/simulation/test-models.ts';
import { usually } from '../every-case.ts';
import { Completions } from './completions.ts';
import { setCount } from './set-count.ts';
import {
  missingSimso,
  playInSimso,
  type SimsoQuestion,
  type SimsoScheduler,
  type SimsoTask,
  type TimesDone,
} from './simso-oracle.ts';

if (missingSimso !== null) console.warn(`Not compared with SimSo: ${missingSimso}`);

const SETS = setCount(usually(100, 250));
const BATCH = 60;
/** Length of a simulation, in periods of the longest possible task. */
const LENGTH = 5;
const LONGEST = 30;

/**
 * Limits shrinking, because SimSo is slow. The time suffices for a counterexample of a few tasks.
 * An unfinished run is a failure.
 */
const SHRINKING = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true };

interface Times {
  readonly done: TimesDone;
  readonly missed: readonly number[];
}

function modelFor({ scheduler, cores, tasks }: SimsoQuestion): SimulationModel {
  const partitioned = scheduler === 'partitioned-fp';
  const order = scheduler.endsWith('edf') ? 'edf' : 'fixed-priority';
  const numbers = tasks.map(({ period, cost, deadline, offset, priority, core }) => ({
    T: period,
    C: cost,
    D: deadline,
    at: offset,
    priority: 100 - priority,
    // In SimSo, any number of jobs of a task can wait for the task's current job.
    overrun: 'catch-up' as const,
    catchUpLimit: 65_535,
    ...(partitioned ? { cluster: core, affinity: [core] } : {}),
  }));
  const each = Array.from({ length: cores }, (_, core) => ({ cores: [core], dispatcher: 'priority' as const }));
  return modelOf(numbers, {
    order,
    cores,
    preemptive: !scheduler.startsWith('non-preemptive'),
    ...(partitioned ? { clusters: each } : {}),
  });
}

function simulateHere(question: SimsoQuestion): Times {
  const sink = new Completions(question.tasks.length);
  simulate(modelFor(question), sink, { untilNs: question.until, seed: 0 });
  return sink;
}

/**
 * Number of a task's completed jobs that missed their deadlines. The miss of a waiting job is
 * reported when the job becomes current.
 */
function missesOf({ tasks }: SimsoQuestion, done: TimesDone): number[] {
  return tasks.map(({ period, deadline, offset }, index) => {
    const ends = done[index] ?? [];
    return ends.filter((end, job) => end > offset + job * period + deadline).length;
  });
}

const before = (until: number, times: readonly number[]): number[] => times.filter((time) => time < until);

interface Difference {
  readonly question: SimsoQuestion;
  readonly ours: TimesDone;
  readonly theirs: TimesDone;
}

/**
 * Every job that arrives during the simulation: its deadline, and its completion time or, if it did
 * not complete, the end of the simulation.
 */
function jobsOf({ tasks, until }: SimsoQuestion, done: TimesDone): { readonly due: number; readonly end: number }[] {
  return tasks.flatMap(({ period, deadline, offset }, index) =>
    Array.from({ length: Math.max(0, Math.ceil((until - offset) / period)) }, (_, job) => ({
      due: offset + job * period + deadline,
      end: done[index]?.[job] ?? until,
    })),
  );
}

/** By deadline: the completion times of the jobs with this deadline. */
function endsByDeadline(question: SimsoQuestion, done: TimesDone): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  for (const { due, end } of jobsOf(question, done)) ends.set(due, [...(ends.get(due) ?? []), end]);
  return ends;
}

const DIFFERENCES: Readonly<Record<string, (difference: Difference) => boolean>> = {
  // EDF does not define the order of jobs with equal deadlines, and SimSo chooses another one than
  // the product. On one core, the last completion among the jobs with the same deadline is the same
  // in both.
  'equal deadlines': ({ question, ours, theirs }) => {
    if (question.scheduler !== 'edf' || question.cores > 1) return false;
    const there = endsByDeadline(question, theirs);
    return [...endsByDeadline(question, ours)].every(([due, ends]) => {
      const others = there.get(due) ?? [];
      if (ends.length === 1) return ends[0] === others[0];
      return Math.max(...ends) === Math.max(...others);
    });
  },
};

const explained = new Map<string, number>();
const count = (what: string, times = 1): void => void explained.set(what, (explained.get(what) ?? 0) + times);
afterAll(() => {
  for (const [what, times] of explained) console.log(`${what}: ${times}`);
});

function compare(question: SimsoQuestion, simso: TimesDone): void {
  const here = simulateHere(question);
  const ours = here.done.map((times) => before(question.until, times));
  const theirs = simso.map((times) => before(question.until, times));
  const name = `${question.scheduler} on ${question.cores}`;
  count(`${name}: sets`);
  count(
    `${name}: jobs`,
    ours.reduce((sum, { length }) => sum + length, 0),
  );
  const same = ours.every((times, index) => String(times) === String(theirs[index]));
  if (!same) {
    const why = Object.entries(DIFFERENCES).find(([, explains]) => explains({ question, ours, theirs }))?.[0];
    if (why === undefined) expect(ours).toEqual(theirs);
    count(`${name}: sets that differ by "${why}"`);
  }
  for (const [index, late] of missesOf(question, here.done).entries()) {
    const recorded = here.missed[index] as number;
    // One more job, which has not completed at the end of the simulation, can have missed its
    // deadline.
    expect(
      recorded === late || recorded === late + 1,
      `task ${index}: ${late} jobs were late, ${recorded} were recorded`,
    ).toBe(true);
  }
}

interface Drawn {
  readonly tasks: readonly SimsoTask[];
  readonly until: number;
}

/** Times as drawn: small integers, so that many events coincide. */
const plain = (drawn: Drawn): Drawn => drawn;

/**
 * Multiplies times by 16 and shifts each task by one more unit, so that no two jobs have the same
 * deadline.
 */
const apart = ({ tasks, until }: Drawn): Drawn => ({
  until: 16 * until,
  tasks: tasks.map((task, index) => ({
    ...task,
    period: 16 * task.period,
    deadline: 16 * task.deadline,
    cost: 16 * task.cost - (index % 3),
    offset: 16 * task.offset + index,
  })),
});

/**
 * Multiplies times by 4096 and adds 1 to each execution time, so that no completion coincides with
 * an arrival, except after 4096 jobs without idle time.
 */
const neverAtOnce = ({ tasks, until }: Drawn): Drawn => ({
  until: 4096 * until,
  tasks: tasks.map((task, index) => ({
    ...task,
    period: 4096 * task.period,
    deadline: 4096 * task.deadline + index,
    cost: 4096 * task.cost + 1,
    offset: 4096 * task.offset,
  })),
});

/** Sets with a load near the number of cores, some above it. */
function draws(cores: number): fc.Arbitrary<Drawn> {
  const task = fc.record({
    period: fc.integer({ min: 3, max: LONGEST }),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    reach: fc.oneof(fc.constant(1), fc.double({ min: 0.3, max: 2, noNaN: true })),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LONGEST })),
    order: fc.double({ min: 0, max: 1, noNaN: true }),
    core: fc.integer({ min: 0, max: cores - 1 }),
  });
  const tasks = fc.array(task, { minLength: 1, maxLength: 5 + cores });
  return fc.tuple(tasks, fc.double({ min: 0.4, max: 1.15, noNaN: true })).map(([list, load]) => {
    const scale = (load * cores) / list.reduce((sum, { share }) => sum + share, 0);
    const places = [...list.keys()].sort((a, b) => (list[a]?.order ?? 0) - (list[b]?.order ?? 0));
    return {
      until: LENGTH * LONGEST,
      tasks: list.map(({ period, share, reach, offset, core }, index) => ({
        period,
        cost: Math.min(period, Math.max(1, Math.round(period * share * scale))),
        deadline: Math.max(1, Math.round(period * reach)),
        offset,
        priority: places.indexOf(index),
        core,
      })),
    };
  });
}

function overSets(scheduler: SimsoScheduler, cores: number, spread: (drawn: Drawn) => Drawn): void {
  const batch = fc.array(draws(cores), { minLength: 1, maxLength: BATCH, size: 'max' });
  let drawn = 0;
  const property = fc.property(batch, (sets) => {
    drawn += sets.length;
    const questions = sets.map((set) => ({ scheduler, cores, ...spread(set) }));
    const answers = playInSimso(questions);
    questions.forEach((question, index) => void compare(question, answers[index]?.done ?? []));
  });
  for (let seed = 1; drawn < SETS; seed += 1) fc.assert(property, { numRuns: 1, seed, ...SHRINKING });
}

describe.skipIf(missingSimso !== null)('every job completes at the same time as in SimSo', () => {
  it('under fixed priorities on one core', () => overSets('fp', 1, plain));
  it('under EDF on one core, with many equal deadlines', () => overSets('edf', 1, plain));
  it('under EDF on one core, without equal deadlines', () => overSets('edf', 1, apart));
  it('under fixed priorities without preemption', () => overSets('non-preemptive-fp', 1, neverAtOnce));
  it('under EDF without preemption', () => overSets('non-preemptive-edf', 1, neverAtOnce));
  it('on three cores, each with its own tasks', () => overSets('partitioned-fp', 3, plain));
  it.each([2, 4])('under global fixed priorities on %s cores', (cores) => overSets('fp', cores, plain));
  it.each([2, 4])('under global EDF on %s cores, without equal deadlines', (cores) => overSets('edf', cores, apart));
});
