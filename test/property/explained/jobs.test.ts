/**
 * The explanation of a job: its parts sum to its response, agree with an account of the raw events,
 * and stay within the parts of its bound.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOf, type ExplainedBound } from '../../../generator/explain/bound/bound-parts.ts';
import { excessOf } from '../../../generator/explain/bound/limits.ts';
import { causeGroup } from '../../../generator/explain/cause.ts';
import { decompose, type ExplainedJob } from '../../../generator/explain/decompose.ts';
import { simulate } from '../../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../../generator/simulation/model.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from '../../../generator/simulation/schedule/schedule.ts';
import { STATE_COMPLETE } from '../../../generator/trace/jobs/task-jobs.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { setCount } from '../../differential/set-count.ts';
import { usually } from '../../every-case.ts';
import { type Case, type Cores, cases, type DrawnRun, ONE, runOf, several } from '../drawn-runs.ts';
import { type Account, Accounts } from './accounts.ts';

const RUNS = setCount(usually(240, 600));
/** Explained jobs on one core, also in the usual run. */
const LEAST_JOBS = process.env.POLYLOOP_SETS === undefined ? 10_000 : 10 * RUNS;
const UNTIL_NS = 1_000_000;
/** Jobs that are explained in each run. */
const MOST_JOBS = 100;

function scheduleOf(model: SimulationModel, seed: number): SimulatedSchedule {
  const schedule = playedSchedule(model, new TraceStore());
  simulate(model, schedule.trace, { untilNs: UNTIL_NS, seed });
  readOn(schedule);
  return schedule;
}

/** Complete jobs of every task. */
function jobsIn(schedule: SimulatedSchedule): ExplainedJob[] {
  const { tasks } = schedule.jobs;
  const each = Math.ceil(MOST_JOBS / tasks.length);
  return tasks.flatMap((jobs, task) =>
    Array.from({ length: Math.min(each, jobs.settled) }, (_, row) => row)
      .filter((row) => jobs.stateAt(row) === STATE_COMPLETE)
      .map((row) => decompose(schedule, task, row) as ExplainedJob),
  );
}

function sums(job: ExplainedJob): Map<string, number> {
  const found = new Map<string, number>();
  for (const { cause, ns } of job.parts) found.set(causeGroup(cause), (found.get(causeGroup(cause)) ?? 0) + ns);
  return found;
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, ns) => sum + ns, 0);

const isIdeal = ({ costs }: SimulationModel): boolean =>
  Object.entries(costs).every(([name, ns]) => ns === 0 || name === 'tickPeriodNs');

/**
 * Whether the events tell which of two jobs is more urgent. Of a sporadic task they show the release,
 * so under EDF its deadline seems later than it is by its jitter.
 */
const showsUrgency = ({ order, tasks }: SimulationModel): boolean =>
  order !== 'edf' || tasks.every(({ arrivals, jitterNs }) => arrivals.kind === 'periodic' || jitterNs === 0);

/**
 * Whether blocking can be told from the runtime by the events. While the runtime switches, a less
 * urgent task may still occupy the core.
 */
const showsBlocking = (model: SimulationModel): boolean => isIdeal(model) && showsUrgency(model);

/** The same parts from the account; the sum of the runtime and blocking where they cannot be told apart. */
function partsOf(account: Account, model: SimulationModel): Record<string, number> {
  const { own, interrupt, budget, previous, release, idle, before, less } = account;
  const tasks = Object.fromEntries(before.map((ns, task) => [`task ${task}`, ns]));
  const blocking = sumOf(less);
  const rest = showsBlocking(model) ? { runtime: idle, blocking } : { rest: idle + blocking };
  const parts = { own, interrupt, budget, previous, release, ...rest, ...tasks };
  return Object.fromEntries(Object.entries(parts).filter(([, ns]) => ns > 0));
}

function found(job: ExplainedJob, model: SimulationModel): Record<string, number> {
  const { runtime = 0, blocking = 0, ...others } = Object.fromEntries(sums(job));
  const rest = showsBlocking(model) ? { runtime, blocking } : { rest: runtime + blocking };
  return Object.fromEntries(Object.entries({ ...others, ...rest }).filter(([, ns]) => ns > 0));
}

interface Counts {
  jobs: number;
}

function explainRun(drawn: Case, on: Cores, counts: Counts, check: (run: DrawnRun, jobs: ExplainedJob[]) => void) {
  const run = runOf(drawn, on);
  fc.pre(run !== null);
  if (run === null) return;
  const jobs = jobsIn(scheduleOf(run.model, drawn.seed));
  for (const job of jobs) {
    expect(sumOf(job.parts.map(({ ns }) => ns))).toBe(job.responseNs);
    expect(job.parts.every(({ ns, cause }) => ns > 0 && cause.kind !== 'unknown')).toBe(true);
  }
  counts.jobs += jobs.length;
  check(run, jobs);
}

/** The account of the raw events has the same parts. */
function checkEvents({ model }: DrawnRun, jobs: readonly ExplainedJob[], seed: number): void {
  const accounts = new Accounts(model);
  simulate(model, accounts, { untilNs: UNTIL_NS, seed });
  for (const job of jobs) {
    const account = accounts.done.find(({ task, endNs }) => task === job.task && endNs === job.endNs);
    const expected = partsOf(account as Account, model);
    expect(found(job, model), `job ${job.number} of task ${job.task}`).toEqual(expected);
  }
}

interface Seen {
  limited: number;
  exact: number;
  reached: number;
  readonly additive: Map<string, number>;
}

function checkBound(bound: ExplainedBound, seen: Seen): void {
  if (!bound.additive) return;
  seen.additive.set(bound.method, (seen.additive.get(bound.method) ?? 0) + 1);
  expect(sumOf(bound.parts.map(({ ns }) => ns ?? 0))).toBe(bound.responseNs);
  // If the first job of the busy period is the only one, its shares are limits.
  const isOnly = bound.method === 'response-time' && bound.parts.every(({ cause }) => cause.kind !== 'previous');
  const isLimited = bound.parts.some(({ mostNs }) => mostNs !== null);
  const tasks = isOnly && isLimited ? bound.parts.filter(({ cause }) => cause.kind === 'task') : [];
  expect(tasks.map(({ ns }) => ns)).toEqual(tasks.map(({ mostNs }) => mostNs));
}

/** The parts of each job stay within those of its bound. */
function checkLimits({ sketch, admission, model }: DrawnRun, jobs: readonly ExplainedJob[], seen: Seen): void {
  const bounds = model.tasks.map((_, task) => boundOf(sketch, admission, task));
  for (const bound of bounds) if (bound !== null) checkBound(bound, seen);
  for (const job of jobs) {
    const bound = bounds[job.task] ?? null;
    if (bound === null) continue;
    expect(job.responseNs).toBeLessThanOrEqual(bound.responseNs);
    const excess = excessOf(job.parts, bound.parts);
    if (excess === null || !showsUrgency(model)) continue;
    seen.limited += 1;
    const told = `job ${job.number} of task ${job.task}: ${JSON.stringify([job.parts, bound])}`;
    expect(excess.excessNs, told).toBeLessThanOrEqual(0);
    if (!isIdeal(model)) continue;
    expect([...excess.over], told).toEqual([]);
    seen.exact += 1;
    const most = new Map(bound.parts.map(({ cause, mostNs }) => [causeGroup(cause), mostNs]));
    if (job.parts.some(({ cause, ns }) => cause.kind === 'task' && ns === most.get(causeGroup(cause))))
      seen.reached += 1;
  }
}

describe('the parts of a simulated job', () => {
  it('sum to its response, agree with the events, and stay within the parts of its bound, on one core', () => {
    const counts = { jobs: 0 };
    const seen: Seen = { limited: 0, exact: 0, reached: 0, additive: new Map() };
    fc.assert(
      fc.property(cases, (drawn) => {
        explainRun(drawn, ONE, counts, (run, jobs) => {
          checkEvents(run, jobs, drawn.seed);
          checkLimits(run, jobs, seen);
        });
      }),
      { numRuns: RUNS },
    );
    expect(counts.jobs).toBeGreaterThanOrEqual(LEAST_JOBS);
    expect(seen.limited).toBeGreaterThan(counts.jobs / 2);
    expect(seen.exact).toBeGreaterThan(counts.jobs / 10);
    // The limits are not far off: some jobs reach one of another task.
    expect(seen.reached).toBeGreaterThan(counts.jobs / 200);
    expect([...seen.additive.keys()].toSorted()).toEqual([
      'response-time',
      'response-time-edf',
      'response-time-edf-non-preemptive',
      'response-time-non-preemptive',
    ]);
  }, 600_000);

  it('sum to its response on several cores', () => {
    const counts = { jobs: 0 };
    fc.assert(
      fc.property(cases, several, (drawn, on) => explainRun({ ...drawn, preemptive: true }, on, counts, () => {})),
      { numRuns: Math.ceil(RUNS / 4) },
    );
    expect(counts.jobs).toBeGreaterThan(2 * RUNS);
  }, 600_000);
});
