/**
 * Time of the schedulability tests and the simulation, in one run with the oracles. Prints docs/bench-analysis.md.
 *
 *   npm run bench:analysis > docs/bench-analysis.md
 *   node bench/analysis/measure.ts schedules      only the section of schedule abstraction
 *
 * Each time is the quickest of three goes on the same input, so that other programs on the machine, and the first translation
 * of our own, count little; of what takes longer than 40 ms it is the processor time of the thread.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { applyMethod, type Method, type MethodResult } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { explore } from '../../generator/analysis/schedule-abstraction/explore.ts';
import { MOST_STATES } from '../../generator/analysis/schedule-abstraction/late-jobs.ts';
import { allSchedules } from '../../generator/analysis/schedule-abstraction/pattern.ts';
import { buildTaskSet, type TaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import { modelOf } from '../../generator/simulation/test-models.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { askBounds, missingOracle } from '../../test/differential/rta-oracle.ts';
import { missingSimso, playInSimso } from '../../test/differential/simso-oracle.ts';
import { helpTimes } from './help.ts';
import { growthPlot, type Point } from './plot.ts';
import { harmonicTasks, randomTasks } from './sets.ts';

const LOAD = 0.8;
const print = (line = ''): void => console.log(line);

const GOES = 3;
/** Above it processor time is told, whose clock goes in steps of some milliseconds. Unit: ms. */
const LONG_MS = 40;

/** The quickest of three goes. Unit: ms. */
function timed(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let go = 0; go < GOES; go += 1) {
    const [before, cpu] = [performance.now(), process.threadCpuUsage()];
    run();
    const wall = performance.now() - before;
    const { user, system } = process.threadCpuUsage(cpu);
    least = Math.min(least, wall > LONG_MS ? (user + system) / 1000 : wall);
  }
  return least;
}

/** With the explanation, which is worked out when it is read. */
function judged(method: Method, set: TaskSet): MethodResult {
  const result = applyMethod(method, set);
  void result.explanation;
  return result;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const shown = (ms: number): string => ms.toPrecision(3);

interface Setting {
  readonly name: string;
  readonly over: Partial<Sketch>;
  readonly preemptive?: false;
  /** D = T. */
  readonly implicit?: true;
  /** Fewer levels than tasks. */
  readonly levels?: number;
}

const fixedPriorities: Setting = { name: 'fixed priorities', over: { policy: 'deadline-monotonic' } };
const edf: Setting = { name: 'EDF', over: { policy: 'edf' } };
const fixedNonPreemptive: Setting = { ...fixedPriorities, name: 'fixed priorities, non-preemptive', preemptive: false };
const edfNonPreemptive: Setting = { ...edf, name: 'EDF, non-preemptive', preemptive: false };

const SETTINGS: readonly Setting[] = [
  fixedPriorities,
  edf,
  fixedNonPreemptive,
  edfNonPreemptive,
  { name: 'rate-monotonic, D = T', over: { policy: 'rate-monotonic' }, implicit: true },
  { name: 'fixed priorities, 8 levels', over: { policy: 'deadline-monotonic' }, levels: 8 },
  { name: 'fixed priorities, 4 cores', over: { policy: 'deadline-monotonic', cores: 4 } },
  { name: 'EDF, 4 cores', over: { policy: 'edf', cores: 4 } },
  { name: 'EDF, 4 cores, partitioned', over: { policy: 'edf', cores: 4, clusterCores: 1 } },
  { name: 'EDF, 4 cores in clusters of 2', over: { policy: 'edf', cores: 4, clusterCores: 2 } },
];

function sketchFor({ over, implicit }: Setting, seed: number, tasks: number): Sketch {
  const drawn = randomTasks(seed, tasks, (LOAD * ((over.cores ?? 1) + 1)) / 2);
  return sketchOf(implicit ? drawn.map(({ T, C }) => ({ T, C })) : drawn, over);
}

const kernelOf = ({ preemptive, levels }: Setting): Capabilities =>
  preemptive === false ? superLoop : preemptiveKernel({ priorityLevels: levels ?? null });

const setFor = (setting: Setting, seed: number, tasks: number) =>
  buildTaskSet(sketchFor(setting, seed, tasks), kernelOf(setting));

const row = (...cells: readonly (string | number)[]): void => print(`| ${cells.join(' | ')} |`);
const head = (...cells: readonly string[]): void => {
  row(...cells);
  row(...cells.map((_, index) => (index === 0 ? '---' : '---:')));
};

function printAllMethods(): void {
  print('## All tests of a sketch with 100 tasks');
  print();
  print(
    'Everything that a judgement takes: from the sketch to numbers, then every test of the registry. 100 random sets each.',
  );
  print('Goal: 16 ms, one frame, at the 99th percentile.');
  print();
  head('policy', 'median, ms', '99 %, ms', 'most, ms');
  for (const setting of SETTINGS) {
    const judge = (seed: number) => {
      const set = setFor(setting, seed, 100);
      for (const method of METHODS) judged(method, set);
    };
    for (let seed = 0; seed < 30; seed += 1) judge(seed);
    const times = Array.from({ length: 100 }, (_, seed) => timed(() => judge(1000 + seed)));
    row(setting.name, shown(quantile(times, 0.5)), shown(quantile(times, 0.99)), shown(Math.max(...times)));
  }
  print();
}

function printHelp(): void {
  print('## Design help for 12 tasks');
  print();
  print('The limits of one task, which follow a slider, and all of it. 20 random sets each. Goals: 30 ms and 200 ms.');
  print(
    'Where a limit lies next to a full processor busy periods are long, and each verdict takes its share of steps.',
  );
  print();
  head('policy', 'limits, median, ms', '95 %, ms', 'all, median, ms', '95 %, ms');
  for (const setting of SETTINGS) {
    const sketches = Array.from({ length: 20 }, (_, seed) => sketchFor(setting, seed, 12));
    const { limits, all } = helpTimes(sketches, kernelOf(setting), timed);
    row(setting.name, ...[limits, all].flatMap((times) => [0.5, 0.95].map((share) => shown(quantile(times, share)))));
  }
  print();
}

function methodTimes(method: Method, setting: Setting, tasks: number, count: number): number[] {
  return Array.from({ length: count }, (_, seed) => {
    const set = setFor(setting, seed, tasks);
    return timed(() => void judged(method, set));
  });
}

function printLarge(): void {
  print('## Exact tests of 1000 tasks');
  print();
  print('100 random sets each. Goals: response times 16 ms, processor demand (QPA) 50 ms.');
  print();
  head('test', 'median, ms', '99 %, ms', 'most, ms');
  for (const [id, setting] of [
    ['response-time', fixedPriorities],
    ['processor-demand', edf],
    ['response-time-edf', edf],
    ['response-time-non-preemptive', fixedNonPreemptive],
    ['processor-demand-non-preemptive', edfNonPreemptive],
  ] as const) {
    const method = METHODS.find((candidate) => candidate.id === id);
    if (method === undefined) continue;
    methodTimes(method, setting, 1000, 10);
    const times = methodTimes(method, setting, 1000, 100);
    row(method.label, shown(quantile(times, 0.5)), shown(quantile(times, 0.99)), shown(Math.max(...times)));
  }
  print();
}

const HYPERPERIOD_NS = 200_000_000;

/** Whether the search of a set ended, or found a schedule that misses; and how long all of the method takes. */
function scheduleSearch(setting: Setting, seed: number, tasks: number) {
  const sketch = sketchOf(harmonicTasks(seed, tasks, 0.3), setting.over);
  const set = buildTaskSet(sketch, superLoop);
  const pattern = allSchedules(set);
  const found = pattern === null ? null : explore(pattern, MOST_STATES);
  const method = METHODS.find(({ id }) => id === 'schedule-abstraction') as Method;
  return {
    jobs: set.entities.reduce((sum, { periodNs }) => sum + HYPERPERIOD_NS / periodNs, 0),
    decided: found !== null && (found.finished || found.late !== null),
    holds: found?.finished ?? false,
    ms: timed(() => void judged(method, set)),
  };
}

function printSchedules(): void {
  print('## Schedule abstraction');
  print();
  print(
    'Every schedule of a super-loop. 100 random sets each: a load of 0.3, periods that divide 200 ms, jitters of up to 0.1·T, D = T.',
  );
  print(
    `It gives up after ${MOST_STATES} states. **Jobs**: of a hyperperiod, median. **Decided**: a schedule misses, or none does.`,
  );
  print();
  head('policy', 'tasks', 'jobs', 'decided', 'none misses', 'median, ms', '99 %, ms', 'most, ms');
  for (const setting of [fixedNonPreemptive, edfNonPreemptive]) {
    for (const tasks of [5, 10, 20]) {
      for (let seed = 0; seed < 10; seed += 1) scheduleSearch(setting, seed, tasks);
      const all = Array.from({ length: 100 }, (_, seed) => scheduleSearch(setting, 1000 + seed, tasks));
      const count = (is: (one: (typeof all)[number]) => boolean) => `${all.filter(is).length} %`;
      const times = all.map(({ ms }) => ms);
      const figures = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(shown);
      const jobs = quantile(
        all.map((one) => one.jobs),
        0.5,
      );
      row(
        setting.name,
        tasks,
        jobs,
        count(({ decided }) => decided),
        count(({ holds }) => holds),
        ...figures,
      );
    }
  }
  print();
}

function printProven(): void {
  print('## Beside the crate response-time-analysis');
  print();
  if (missingOracle !== null) {
    print(`Not measured: ${missingOracle}\n`);
    return;
  }
  const sets = Array.from({ length: 50 }, (_, seed) => setFor(fixedPriorities, seed, 100));
  const questions = sets.map(({ entities }) => ({
    policy: 'fixed-priority' as const,
    limit: 10 ** 13,
    tasks: entities.map(({ periodNs, costNs, deadlineNs, rank }) => ({
      period: periodNs,
      cost: costNs,
      deadline: deadlineNs,
      priority: rank,
    })),
  }));
  const started = performance.now();
  const bounds = askBounds(questions);
  const theirs = performance.now() - started;
  const method = METHODS.find(({ id }) => id === 'response-time') as Method;
  const results = sets.map((set) => applyMethod(method, set));
  const goes = (one: (method: Method, set: TaskSet) => MethodResult) =>
    timed(() => {
      for (const set of sets) one(method, set);
    });
  const [ours, withWords] = [goes(applyMethod), goes(judged)];
  const same = results.reduce(
    (sum, { tasks }, index) =>
      sum + tasks.filter(({ entity, responseNs }) => bounds[index]?.[entity] === responseNs).length,
    0,
  );
  print(
    `Response times of 50 sets of 100 tasks: ${shown(ours)} ms here, ${shown(theirs)} ms there (start of its process and JSON`,
  );
  print(
    `included); ${same} of ${50 * 100} bounds are the same. With the explanation of each bound in words and TeX: ${shown(withWords)} ms.`,
  );
  print();
}

class Counter implements TraceSink {
  events = 0;

  metadata(): void {}
  segment(): void {}
  text(): void {}

  event(): void {
    this.events += 1;
  }
}

const modelFrom = (seed: number, tasks: number) =>
  modelOf(
    [...randomTasks(seed, tasks, LOAD)]
      .sort((a, b) => a.T - b.T)
      .map(({ T, C }, index) => ({ T, C, priority: index, overrun: 'catch-up' as const, catchUpLimit: 1000 })),
  );

const EVENTS = 3_000_000;

function printSimulation(): void {
  print('## Simulation');
  print();
  print('Fixed priorities on one core, trace events a second. Goal: 5 million.');
  print();
  head('tasks', 'sink', 'events', 'million events/s');
  for (const tasks of [10, 100, 1000]) {
    for (const [name, make] of [
      ['counter', () => new Counter()],
      ['trace store', () => new TraceStore({ capacity: 4_000_000 })],
    ] as const) {
      const play = () => void new Simulation(modelFrom(7, tasks), make(), { seed: 1 }).run(2 ** 50, EVENTS);
      row(tasks, name, EVENTS, (EVENTS / timed(play) / 1000).toFixed(1));
    }
  }
  print();
}

function printSimso(): void {
  print('## Beside SimSo');
  print();
  if (missingSimso !== null) {
    print(`Not measured: ${missingSimso}\n`);
    return;
  }
  print(
    '20 sets of 10 tasks under fixed priorities, each for 2 s of its own time in steps of 1 µs. Processor time of the plays',
  );
  print('alone, without start and JSON. Goal: 100 times as fast.');
  print();
  const until = 2_000_000;
  const models = Array.from({ length: 20 }, (_, seed) => modelFrom(seed, 10));
  const answers = playInSimso(
    models.map(({ tasks }) => ({
      scheduler: 'fp',
      cores: 1,
      until,
      tasks: tasks.map(({ arrivals, budgetNs, deadlineNs, priority }) => ({
        period: arrivals.kind === 'periodic' ? arrivals.periodNs : 1,
        cost: budgetNs,
        deadline: deadlineNs,
        offset: 0,
        priority: 100 - priority,
        core: 0,
      })),
    })),
  );
  const theirs = answers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1000;
  const play = () => {
    for (const model of models) new Simulation(model, new Counter(), { seed: 1 }).run(until);
  };
  const ours = timed(play);
  const jobs = answers.reduce((sum, { done }) => sum + done.reduce((all, times) => all + times.length, 0), 0);
  print(
    `${jobs} jobs: ${shown(ours)} ms here, ${shown(theirs)} ms in SimSo: ${Math.round(theirs / ours)} times as fast.`,
  );
  print();
}

const COUNTS = [10, 20, 50, 100, 200, 500, 1000];

async function printGrowth(): Promise<void> {
  print('## Growth');
  print();
  print(
    'Median of 9 random sets (3 from 500 tasks on), each test under the first of the policies above that it applies to.',
  );
  print();
  print('![Time of each test over the number of tasks](images/bench-analysis.svg)');
  print();
  head('test', ...COUNTS.map((tasks) => `${tasks} tasks, ms`));
  const points: Point[] = [];
  const left: string[] = [];
  for (const method of METHODS) {
    const setting = SETTINGS.find((candidate) => applyMethod(method, setFor(candidate, 1, 10)).applies);
    if (setting === undefined) {
      left.push(method.label);
      continue;
    }
    const medians = COUNTS.map((tasks) => quantile(methodTimes(method, setting, tasks, tasks >= 500 ? 3 : 9), 0.5));
    row(method.label, ...medians.map(shown));
    COUNTS.forEach((tasks, index) => void points.push({ method: method.label, tasks, ms: medians[index] as number }));
  }
  print();
  print(`Not measured, because none of these policies needs them: ${left.join(', ') || 'none'}.`);
  const file = path.join(import.meta.dirname, '..', '..', 'docs', 'images', 'bench-analysis.svg');
  writeFileSync(file, `${await growthPlot(points.map((point) => ({ ...point, ms: Math.max(point.ms, 0.001) })))}\n`);
}

async function printAll(): Promise<void> {
  print('# How long analysis and simulation take');
  print();
  print(`On one core of an ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}, as printed by`);
  print();
  print('    npm run bench:analysis > docs/bench-analysis.md');
  print();
  print(
    'Each time is the quickest of three goes on the same input; where one takes more than 40 ms, its processor time. Random sets:',
  );
  print(
    'periods over three decades from 1 ms, deadlines from 0.8·T to T, a load of 0.8 (on 4 cores 2), spread over the tasks',
  );
  print('uniformly (Bini, Buttazzo 2005).');
  print();
  printAllMethods();
  printHelp();
  printLarge();
  printSchedules();
  printProven();
  printSimulation();
  printSimso();
  await printGrowth();
}

if (process.argv[2] === 'schedules') printSchedules();
else await printAll();
