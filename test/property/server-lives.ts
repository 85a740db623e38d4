/**
 * Random lives of a server: the work that arrives and the ticks that other tasks use; the ticks in
 * which the server runs; and the promises of a sporadic server. For the server of the runtime and
 * that of the simulation.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { CoinServer } from './server.ts';

export const WRAP = 2 ** 32;

export interface Server {
  readonly budget: number;
  readonly period: number;
  readonly start: number;
}

export const serverOf = (longestPeriod: number): fc.Arbitrary<Server> =>
  fc.integer({ min: 1, max: 12 }).chain((budget) =>
    fc.record({
      budget: fc.constant(budget),
      period: fc.integer({ min: budget, max: longestPeriod }),
      start: fc.oneof(
        fc.constant(0),
        fc.integer({ min: WRAP / 2 - 200, max: WRAP / 2 }),
        fc.integer({ min: WRAP - 200, max: WRAP }),
      ),
    }),
  );

export interface Life extends Server {
  /** Work that arrives before each tick. Unit: ticks. */
  readonly demands: readonly number[];
  /** By tick: whether another task runs. */
  readonly blocked: readonly boolean[];
}

interface Job {
  /** Ticks between the previous job and this one. */
  readonly gap: number;
  readonly demand: number;
}

const idle = (ticks: number) => Array<number>(ticks).fill(0);

function lifeOf(server: Server, jobs: readonly Job[], blocked: readonly boolean[]): Life {
  const demands = [...jobs.flatMap((job) => [...idle(job.gap), job.demand]), ...idle(3 * server.period)];
  return { ...server, demands, blocked: demands.map((_, at) => blocked[at % blocked.length] === true) };
}

const anyJob: fc.Arbitrary<Job> = fc.record({
  gap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 })),
  demand: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 4, max: 35 }) },
  ),
});

/** Repeats `blocked` up to the length of the life. */
const livesOf = (blocked: fc.Arbitrary<boolean[]>): fc.Arbitrary<Life> =>
  fc.tuple(serverOf(40), fc.array(anyJob, { maxLength: 20 }), blocked).map((parts) => lifeOf(...parts));

export const alone = livesOf(fc.constant([]));
export const preempted = livesOf(fc.array(fc.boolean(), { maxLength: 30 }));

/** Jobs of at most the budget, at least a period apart. */
export const wellBehaved: fc.Arbitrary<Life> = serverOf(20).chain((server) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: server.period - 1, max: server.period + 15 }),
        demand: fc.integer({ min: 1, max: server.budget }),
      }),
      { maxLength: 8 },
    )
    .map((jobs) => lifeOf(server, jobs, [])),
);

export type Supply = readonly boolean[];

export function liveByCoins(life: Life): Supply {
  const server = new CoinServer(life.budget, life.period, life.start);
  let backlog = 0;
  return life.demands.map((arriving, index) => {
    const now = life.start + index;
    if (backlog === 0 && arriving > 0) server.wake(now);
    backlog += arriving;
    if (backlog === 0 || life.blocked[index] === true || server.capacity(now) === 0) return false;
    server.charge(1);
    backlog--;
    return true;
  });
}

/** Total execution time before each tick and at the end. Unit: ticks. */
export function totals(supply: Supply): number[] {
  const sums = [0];
  for (const ran of supply) sums.push((sums.at(-1) ?? 0) + (ran ? 1 : 0));
  return sums;
}

export const between = (sums: readonly number[], from: number, to: number): number =>
  (sums[Math.min(to, sums.length - 1)] ?? 0) - (sums[from] ?? 0);

/** No window of a period holds more than the budget. */
export function expectIsolation(life: Life, supply: Supply): void {
  const sums = totals(supply);
  const windows = supply.map((_, from) => between(sums, from, from + life.period));
  expect(Math.max(...windows)).toBeLessThanOrEqual(life.budget);
}

/** The intervals in which the server always has work: begin and end, in ticks from the start. */
function busyTimes(life: Life, supply: Supply): { begin: number; end: number }[] {
  const busy: { begin: number; end: number }[] = [];
  let backlog = 0;
  supply.forEach((ran, at) => {
    const arriving = life.demands[at] ?? 0;
    if (backlog === 0 && arriving > 0) busy.push({ begin: at, end: at });
    backlog += arriving;
    const last = busy.at(-1);
    if (backlog > 0 && last !== undefined) last.end = at + 1;
    backlog -= ran ? 1 : 0;
  });
  return busy;
}

/** After an activation, every period in which the server has work contains its whole budget. */
export function expectBandwidth(life: Life, supply: Supply): void {
  const sums = totals(supply);
  for (const { begin, end } of busyTimes(life, supply)) {
    for (let from = begin; from + life.period <= end; from += life.period) {
      expect(between(sums, from, from + life.period)).toBe(life.budget);
    }
  }
}

/** Each job runs without interruption from its arrival. */
export function expectNoDelay(life: Life, supply: Supply): void {
  const delayed = life.demands.filter((ticks, at) => supply.slice(at, at + ticks).includes(false));
  expect(delayed).toEqual([]);
}
