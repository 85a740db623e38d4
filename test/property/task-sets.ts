/** Random task sets for the property tests, small enough to simulate completely, and their jobs. */
import fc from 'fast-check';
import type { TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import type { Interrupt } from '../../generator/sketch/model.ts';
import { INTERRUPT, type ReferenceJob } from './reference-scheduler.ts';

export interface Numbers {
  readonly T: number;
  readonly C: number;
  readonly D: number;
  readonly J: number;
}

export interface Shape {
  /** Largest deadline, as a multiple of the period; 1: D ≤ T. */
  readonly deadlines: number;
  readonly jitter: boolean;
  readonly mostTasks?: number;
}

/**
 * Task sets with ΣC/T ≤ 1. Times are even numbers of µs, so that a blocking job can start 1 µs
 * earlier.
 */
export function taskSets({ deadlines, jitter, mostTasks = 5 }: Shape): fc.Arbitrary<Numbers[]> {
  const task = fc
    .record({
      T: fc.integer({ min: 3, max: 20 }),
      C: fc.integer({ min: 1, max: 8 }),
      share: fc.double({ min: 0.3, max: deadlines, noNaN: true }),
      J: jitter ? fc.integer({ min: 0, max: 9 }) : fc.constant(0),
    })
    .map(({ T, C, share, J }) => {
      const cost = Math.min(C, T);
      return { T: 2 * T, C: 2 * cost, D: 2 * Math.max(cost, Math.round(T * share)), J: 2 * J };
    });
  return fc.array(task, { minLength: 1, maxLength: mostTasks }).filter((tasks) => loadOf(tasks) <= 1 + 1e-12);
}

export const loadOf = (tasks: readonly Numbers[]): number => tasks.reduce((sum, { T, C }) => sum + C / T, 0);

export const byDeadline = (tasks: readonly Numbers[]): Numbers[] => [...tasks].sort((a, b) => a.D - b.D);

/** Sporadic tasks, for the analysis with arbitrary phases. */
export const toSketch = (tasks: readonly Numbers[]): TaskNumbers[] =>
  tasks.map(({ T, C, D, J }) => ({ kind: 'sporadic', T, C, D, jitterUs: J }));

/**
 * The jobs of the critical instant: synchronous release at 0, the first job of each task with full
 * jitter, later ones without.
 */
export function criticalJobs(tasks: readonly Numbers[], until: number): ReferenceJob[] {
  return tasks.flatMap((task, index) => criticalJobsOf(task, index, until));
}

export function criticalJobsOf({ T, C, D, J }: Numbers, task: number, until: number): ReferenceJob[] {
  const jobs: ReferenceJob[] = [];
  for (let arrival = -J; arrival < until; arrival += T) {
    jobs.push({ task, arrival, release: Math.max(arrival, 0), cost: C, due: arrival + D });
  }
  return jobs;
}

export interface Freedom {
  readonly offset: number;
  /**
   * Values of successive jobs, repeated: shares of the jitter and of the cost, and the delay of an
   * arrival beyond T.
   */
  readonly jitter: readonly number[];
  readonly cost: readonly number[];
  readonly gap: readonly number[];
}

const shares = fc.array(fc.constantFrom(0, 0.5, 1, 1, 1), { minLength: 3, maxLength: 7 });

/** The behaviour that a task set leaves open. `sporadic`: includes the time between arrivals. */
export function freedoms(sporadic: boolean, most = 6): fc.Arbitrary<Freedom[]> {
  const gap = sporadic
    ? fc.array(fc.constantFrom(0, 0, 0, 1, 5), { minLength: 1, maxLength: 5 })
    : fc.constant<number[]>([0]);
  const one = fc.record({ offset: fc.integer({ min: 0, max: 40 }), jitter: shares, cost: shares, gap });
  return fc.array(one, { minLength: most, maxLength: most });
}

/** The jobs of a task set with the given behaviour. */
export function jobsOf(tasks: readonly Numbers[], free: readonly Freedom[], until: number): ReferenceJob[] {
  return tasks.flatMap(({ T, C, D, J }, task) => {
    const { offset, jitter, cost, gap } = free[task] as Freedom;
    const jobs: ReferenceJob[] = [];
    for (let arrival = offset, k = 0; arrival < until; arrival += T + at(gap, k), k += 1) {
      // Jobs of one task are released in the order of their arrivals.
      const release = Math.max(arrival + Math.round(J * at(jitter, k)), jobs.at(-1)?.release ?? 0);
      jobs.push({ task, arrival, release, cost: Math.max(1, Math.round(C * at(cost, k))), due: arrival + D });
    }
    return jobs;
  });
}

const at = (list: readonly number[], k: number): number => list[k % list.length] as number;

export interface Server {
  readonly C: number;
  readonly T: number;
}

/**
 * The jobs of a server that uses its whole budget once per period, at any time at which the budget
 * still fits.
 */
export function interruptJobs(
  { C, T }: Server,
  offset: number,
  moments: readonly number[],
  until: number,
): ReferenceJob[] {
  const jobs: ReferenceJob[] = [];
  for (let start = offset, k = 0; start < until; start += T, k += 1) {
    const release = start + Math.round((T - C) * at(moments, k));
    jobs.push({ task: INTERRUPT, arrival: release, release, cost: C, due: release + T });
  }
  return jobs;
}

/** The interrupt with this server's I/O budget, for the analysis. */
export function interruptOf({ C, T }: Server, index: number): Interrupt {
  return {
    name: `io${index}`,
    pin: String(2 + index),
    source: null,
    mode: 'rising',
    topHalfUs: 0,
    bottomHalfUs: 1,
    ioBudgetUs: C,
    ioPeriodUs: T,
    handlerBudgetUs: 0,
    handlerPeriodUs: 1,
    handlerExhaustion: 'background',
    arrivals: null,
    body: '',
    position: null,
  };
}
