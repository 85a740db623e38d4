/**
 * Compares the preemptive core with the reference scheduler of the analysis, on the host's threads,
 * where the runtime takes no time. Each task's worst response is equal to the microsecond. Budgets
 * equal the jobs' execution times, so no budget may be exhausted.
 */
import { describe, expect, it } from 'vitest';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_RELEASE,
} from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { play, type ReferenceJob, type Section } from '../property/reference-scheduler.ts';
import { hostCompiler, runOnHost } from './toolchain.ts';

/** A task. Times in µs. Tasks are in the order of the task table. */
interface Task {
  readonly period: number;
  readonly offset: number;
  readonly deadline: number;
  readonly cost: number;
  readonly jobs: number;
  readonly section: Section | null;
}

const HORIZON_US = 400_000;

/** Park and Miller's minimal standard generator: the same sets on every machine. */
function random(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 48_271) % 2_147_483_647;
    return least + (state % (most - least + 1));
  };
}

/** Random tasks in the order of deadlines, with a load of 75 to 95 %. */
function randomTasks(seed: number, sections: boolean): Task[] {
  const next = random(seed);
  const count = next(3, 5);
  const share = next(75, 95) / 100 / count;
  const periods = Array.from({ length: count }, () => next(3000, 40_000)).sort((a, b) => a - b);
  return periods.map((period, index) => {
    const cost = Math.max(20, Math.floor(period * share));
    const at = next(1, Math.ceil(cost / 2));
    const length = Math.ceil((cost - at) / next(2, 4));
    const section = sections && next(0, 2) > 0 ? { at, length, ceiling: next(0, index) } : null;
    const offset = next(0, period);
    return { period, offset, deadline: period, cost, jobs: Math.floor((HORIZON_US - offset) / period), section };
  });
}

const jobsOf = (tasks: readonly Task[]): ReferenceJob[] =>
  tasks.flatMap(({ period, offset, deadline, cost, jobs }, task) =>
    Array.from({ length: jobs }, (_, k) => {
      const arrival = offset + k * period;
      return { task, arrival, release: arrival, cost, due: arrival + deadline };
    }),
  );

/**
 * The longest response times of the reference scheduler. Null if a job overruns or if equal
 * deadlines leave the order open.
 */
function longestResponses(tasks: readonly Task[], edf: boolean): readonly number[] | null {
  const jobs = jobsOf(tasks);
  const rules = { preemptive: true, until: Number.POSITIVE_INFINITY };
  const levels = { levels: tasks.map((_, index) => index), sections: tasks.map(({ section }) => section) };
  const { worst } = play(jobs, tasks.length, edf ? rules : { ...rules, ...levels });
  const open = edf && new Set(jobs.map(({ due }) => due)).size < jobs.length;
  return open || worst.some((response, index) => response > (tasks[index]?.period ?? 0)) ? null : worst;
}

function configOf(tasks: readonly Task[], edf: boolean): Record<string, number | string> {
  const config: Record<string, number | string> = { PL_TASK_COUNT: tasks.length, PL_PREEMPTIVE: 1 };
  config.PL_POLICY = edf ? 'PL_POLICY_EDF' : 'PL_POLICY_FIXED';
  config.PL_USES_RESOURCES = 1;
  tasks.forEach((task, index) => {
    const { section } = task;
    const fields = { PERIOD: task.period, OFFSET: task.offset, DEADLINE: task.deadline, COST: task.cost };
    const held = { AT: section?.at ?? 0, LENGTH: section?.length ?? 0, CEILING: section?.ceiling ?? index };
    for (const [name, value] of Object.entries({ ...fields, ...held, JOBS: task.jobs }))
      config[`${name}_${index}`] = `UINT32_C(${value})`;
  });
  return config;
}

/** The longest response times of the jobs that take time, in µs. */
async function measured(tasks: readonly Task[], edf: boolean): Promise<number[]> {
  const env = { PL_HOST_RUN_US: String(HORIZON_US + 100_000) };
  const telemetry = await runOnHost({ name: 'schedule', config: configOf(tasks, edf) }, { env });
  const released = tasks.map((): number[] => []);
  const worst = tasks.map(() => 0);
  const done = tasks.map(() => 0);
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object) {
      expect([KIND_EVENTS_DROPPED, KIND_BUDGET_EXHAUSTED]).not.toContain(kind);
      if (kind === KIND_RELEASE) released[object]?.push(timeNs / 1000);
      if (kind !== KIND_COMPLETE) return;
      const k = done[object] ?? 0;
      done[object] = k + 1;
      if (k >= (tasks[object]?.jobs ?? 0)) return;
      worst[object] = Math.max(worst[object] ?? 0, timeNs / 1000 - (released[object]?.[k] ?? 0));
    },
  });
  decoder.push(telemetry);
  decoder.end();
  return worst;
}

function sets(count: number, edf: boolean, sections: boolean): { tasks: Task[]; expected: readonly number[] }[] {
  const found: { tasks: Task[]; expected: readonly number[] }[] = [];
  for (let seed = 104_729; found.length < count; seed += 7919) {
    const tasks = randomTasks(seed, sections);
    const expected = longestResponses(tasks, edf);
    if (expected !== null) found.push({ tasks, expected });
  }
  return found;
}

describe.skipIf(hostCompiler === null || process.platform === 'win32')('schedules of threads', () => {
  it.each(sets(3, false, false))('fixed priorities: set %#', async ({ tasks, expected }) => {
    expect(await measured(tasks, false)).toEqual(expected);
  });

  it.each(sets(5, false, true))('fixed priorities with ceilings: set %#', async ({ tasks, expected }) => {
    expect(await measured(tasks, false)).toEqual(expected);
  });

  it.each(sets(4, true, false))('earliest deadline first: set %#', async ({ tasks, expected }) => {
    expect(await measured(tasks, true)).toEqual(expected);
  });
});
