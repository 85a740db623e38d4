/**
 * Jobs of every kind of sketch that a scheduler can run: several cores, servers, shared levels,
 * offsets, and super-loops that only the schedule abstraction admits. The parts of each job sum to its
 * response, and the parts of each bound to the bound. POLYLOOP_SETS is the number of sketches of each kind.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preemptiveKernel, superLoop } from '../../../generator/analysis/test-sketches.ts';
import { boundOf, type ExplainedBound } from '../../../generator/explain/bound/bound-parts.ts';
import { excessOf } from '../../../generator/explain/bound/limits.ts';
import { decompose, type ExplainedJob } from '../../../generator/explain/decompose.ts';
import type { Capabilities } from '../../../generator/platform/kernel.ts';
import { NO_OVERHEADS } from '../../../generator/platform/overheads.ts';
import { simulate } from '../../../generator/simulation/engine/engine.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from '../../../generator/simulation/schedule/schedule.ts';
import type { Policy, Sketch, Task } from '../../../generator/sketch/model.ts';
import { STATE_COMPLETE } from '../../../generator/trace/jobs/task-jobs.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { setCount } from '../../differential/set-count.ts';
import { usually } from '../../every-case.ts';
import { type Case, type Cores, cases, type DrawnRun, ONE, runOf } from '../drawn-runs.ts';

const RUNS = setCount(usually(30, 150));
const UNTIL_NS = 1_000_000;
const MOST_JOBS = 24;

interface Kind {
  readonly name: string;
  readonly on?: Cores;
  readonly capabilities?: Capabilities;
  readonly drawn?: (drawn: Case) => Case;
  readonly sketch?: (sketch: Sketch) => Sketch;
  /** The tests whose bounds must have parts in some runs, and those whose bounds have none. */
  readonly split?: readonly string[];
  readonly whole?: readonly string[];
  /** Causes that some jobs must have. */
  readonly causes?: readonly string[];
  /** Jobs run longer than their budgets. */
  readonly overruns?: true;
}

const PREEMPTIVE = preemptiveKernel({ vcpus: false });

const under =
  (policy: Policy, more: Partial<Case> = {}) =>
  (drawn: Case): Case => ({ ...drawn, policy, preemptive: true, ...more });

const tasksWith =
  (change: (task: Task, index: number) => Partial<Task>) =>
  (sketch: Sketch): Sketch => ({
    ...sketch,
    tasks: sketch.tasks.map((task, index) => ({ ...task, ...change(task, index) })),
  });

/** Harmonic periods and offsets, so that all arrivals are known. */
const patterned = tasksWith(({ periodUs = 0, budgetUs = 0, deadlineUs, offsetUs }) => {
  const period = 20 * 2 ** Math.min(3, Math.floor(Math.log2(Math.max(20, periodUs ?? 20) / 20)));
  const budget = Math.max(1, Math.min(budgetUs ?? 1, period - 2));
  return {
    kind: 'periodic',
    jitterUs: 0,
    periodUs: period,
    budgetUs: budget,
    execution: null,
    offsetUs: (7 * (offsetUs + (periodUs ?? 0))) % period,
    deadlineUs: Math.max(budget, Math.min(deadlineUs ?? period, period)),
  };
});

const withoutResources = (sketch: Sketch): Sketch => ({ ...sketch, resources: [] });

/** Some jobs want up to three times their budgets. */
const overrunning = tasksWith(({ budgetUs }, index) =>
  index % 2 === 0 ? { execution: { shape: 'uniform', leastUs: 1, mostUs: 3 * (budgetUs ?? 1), rarePercent: 0 } } : {},
);

const isolated = (sketch: Sketch): Sketch => withoutResources(overrunning(sketch));
const anywhere = (sketch: Sketch): Sketch => withoutResources(tasksWith(() => ({ affinity: [] }))(sketch));

const KINDS: readonly Kind[] = [
  {
    name: 'one ready queue, fixed priorities',
    on: { cores: 2, clusterCores: null },
    drawn: under('rate-monotonic', { load: 0.3 }),
    sketch: anywhere,
    split: ['response-time-limited-carry-in'],
    causes: ['task'],
  },
  {
    name: 'one ready queue, EDF',
    on: { cores: 3, clusterCores: null },
    drawn: under('edf', { load: 0.3 }),
    sketch: anywhere,
    split: ['response-time-global'],
  },
  {
    name: 'a ready queue for each core',
    on: { cores: 2, clusterCores: 1 },
    drawn: under('deadline-monotonic'),
    split: ['partitioned'],
    causes: ['task', 'blocking', 'release', 'previous', 'interrupt', 'runtime'],
  },
  { name: 'EDF on each core', on: { cores: 3, clusterCores: 1 }, drawn: under('edf'), split: ['partitioned'] },
  {
    name: 'clusters of cores',
    on: { cores: 3, clusterCores: 2 },
    drawn: under('rate-monotonic', { load: 0.4 }),
    sketch: anywhere,
    split: ['clustered'],
  },
  {
    name: 'affinities',
    on: { cores: 3, clusterCores: null },
    drawn: under('rate-monotonic', { load: 0.4 }),
    sketch: withoutResources,
    split: ['affinity'],
    whole: ['affinity'],
  },
  {
    name: 'shared priority levels',
    capabilities: preemptiveKernel({ vcpus: false, priorityLevels: 2 }),
    drawn: under('rate-monotonic'),
    split: ['few-levels'],
    causes: ['task', 'previous'],
  },
  {
    name: 'offsets',
    capabilities: PREEMPTIVE,
    drawn: (drawn) => ({ ...under('rate-monotonic')(drawn), load: 0.5 + drawn.load / 2, phasing: { kind: 'drawn' } }),
    sketch: patterned,
    split: ['offsets'],
  },
  {
    name: 'super-loops by their offsets',
    capabilities: superLoop,
    drawn: (drawn) => ({
      ...drawn,
      policy: 'edf',
      load: 0.4 + drawn.load / 2,
      interrupts: [],
      phasing: { kind: 'drawn' },
    }),
    sketch: patterned,
    whole: ['schedule-abstraction'],
    causes: ['blocking'],
  },
  {
    name: 'sporadic servers',
    capabilities: PREEMPTIVE,
    drawn: under('rate-monotonic'),
    sketch: isolated,
    split: ['response-time'],
    causes: ['budget', 'previous'],
    overruns: true,
  },
  {
    name: 'deferrable servers',
    capabilities: preemptiveKernel({ vcpus: false, server: 'deferrable' }),
    drawn: under('rate-monotonic', { load: 0.4 }),
    sketch: isolated,
    whole: ['periodic-resource'],
    causes: ['budget'],
    overruns: true,
  },
  {
    name: 'constant-bandwidth servers',
    capabilities: preemptiveKernel({ vcpus: false, server: 'constant-bandwidth' }),
    drawn: under('edf'),
    sketch: isolated,
    overruns: true,
  },
  {
    // The switches to an I/O VCPU are the runtime's in a trace. Its budget pays for them in the analysis.
    name: 'virtual CPUs with I/O budgets',
    capabilities: preemptiveKernel({ vcpus: true }),
    drawn: under('rate-monotonic', { overheads: NO_OVERHEADS }),
    split: ['response-time'],
    causes: ['interrupt'],
  },
];

const sumOf = (parts: readonly { readonly ns: number | null }[]): number =>
  parts.reduce((sum, { ns }) => sum + (ns ?? 0), 0);

function scheduleOf({ model }: DrawnRun, seed: number): SimulatedSchedule {
  const schedule = playedSchedule(model, new TraceStore());
  simulate(model, schedule.trace, { untilNs: UNTIL_NS, seed });
  readOn(schedule);
  return schedule;
}

function jobsIn(schedule: SimulatedSchedule): ExplainedJob[] {
  const each = Math.ceil(MOST_JOBS / schedule.jobs.tasks.length);
  return schedule.jobs.tasks.flatMap((jobs, task) =>
    Array.from({ length: Math.min(each, jobs.settled) }, (_, row) => row)
      .filter((row) => jobs.stateAt(row) === STATE_COMPLETE)
      .map((row) => decompose(schedule, task, row) as ExplainedJob),
  );
}

interface Seen {
  jobs: number;
  limited: number;
  readonly causes: Set<string>;
  readonly split: Set<string>;
  readonly whole: Set<string>;
}

function checkJob(job: ExplainedJob, schedule: SimulatedSchedule, seen: Seen): void {
  seen.jobs += 1;
  for (const { cause } of job.parts) seen.causes.add(cause.kind);
  expect(sumOf(job.parts)).toBe(job.responseNs);
  expect(job.parts.every(({ ns, cause }) => ns > 0 && cause.kind !== 'unknown')).toBe(true);
  // Its execution is its own time and the interrupts above it; others can run on the core before and after it.
  const executionNs = schedule.jobs.task(job.task)?.executionAt(job.row) ?? Number.NaN;
  const ownNs = sumOf(job.parts.filter(({ cause }) => cause.kind === 'own'));
  const interruptNs = sumOf(job.parts.filter(({ cause }) => cause.kind === 'interrupt'));
  expect(ownNs).toBeLessThanOrEqual(executionNs);
  expect(ownNs + interruptNs).toBeGreaterThanOrEqual(executionNs);
}

function checkBound(bound: ExplainedBound, seen: Seen): void {
  const told = JSON.stringify(bound);
  (bound.additive ? seen.split : seen.whole).add(bound.method);
  expect(bound.additive ? sumOf(bound.parts) : bound.responseNs, told).toBe(bound.responseNs);
  expect(bound.unsplit === null, told).toBe(bound.additive);
  // The job's own part is its budget.
  if (bound.additive) expect(bound.parts.filter(({ cause }) => cause.kind === 'own').length, told).toBe(1);
}

function checkRun(run: DrawnRun, kind: Kind, seed: number, seen: Seen): void {
  const schedule = scheduleOf(run, seed);
  const bounds = run.model.tasks.map((_, task) => boundOf(run.sketch, run.admission, task));
  for (const bound of bounds) if (bound !== null) checkBound(bound, seen);
  const showsUrgency = run.sketch.policy !== 'edf' || run.sketch.tasks.every(({ jitterUs }) => jitterUs === 0);
  for (const job of jobsIn(schedule)) {
    checkJob(job, schedule, seen);
    const bound = bounds[job.task] ?? null;
    if (bound === null || kind.overruns) continue;
    const told = `${kind.name}, job ${job.number} of task ${job.task}: ${JSON.stringify([job.parts, bound])}`;
    expect(job.responseNs, told).toBeLessThanOrEqual(bound.responseNs);
    const excess = excessOf(job.parts, bound.parts);
    if (excess === null || !showsUrgency) continue;
    seen.limited += 1;
    expect(excess.excessNs, told).toBeLessThanOrEqual(0);
  }
}

describe('a simulated job', () => {
  it.each(KINDS)(
    'sums to its response: $name',
    (kind) => {
      const { on = ONE, capabilities, sketch, drawn: draw = (same) => same } = kind;
      const seen: Seen = { jobs: 0, limited: 0, causes: new Set(), split: new Set(), whole: new Set() };
      fc.assert(
        fc.property(cases, (drawn) => {
          const run = runOf(draw(drawn), on, { ...(capabilities && { capabilities }), ...(sketch && { sketch }) });
          fc.pre(run !== null);
          if (run !== null) checkRun(run, kind, drawn.seed, seen);
        }),
        { numRuns: RUNS },
      );
      expect(seen.jobs).toBeGreaterThan(5 * RUNS);
      expect([...seen.causes]).toEqual(expect.arrayContaining([...(kind.causes ?? [])]));
      expect([...seen.split]).toEqual(expect.arrayContaining([...(kind.split ?? [])]));
      expect([...seen.whole]).toEqual(expect.arrayContaining([...(kind.whole ?? [])]));
    },
    600_000,
  );
});
