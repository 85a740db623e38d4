/** Simulates the seven tasks of a paper on RTEMS's SMP schedulers on one core and on four, under each scheduler. */
import { Recording } from '../../app/host/measuring/recording.ts';
import { admit } from '../../generator/analysis/admission.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import type { DispatcherKind } from '../../generator/simulation/model.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Policy, Sketch, Task } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { KIND_COMPLETE, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';

export interface Scheduler {
  readonly kind: DispatcherKind;
  /** As in RTEMS's configuration. */
  readonly label: string;
  readonly policy: Policy;
}

/** Fixed priorities are rate-monotonic, because the paper gives no priorities. */
export const SCHEDULERS: readonly Scheduler[] = [
  { kind: 'rtems-edf', label: 'EDF_SMP', policy: 'edf' },
  { kind: 'rtems-simple', label: 'SIMPLE_SMP', policy: 'rate-monotonic' },
  { kind: 'rtems-priority', label: 'PRIORITY_SMP', policy: 'rate-monotonic' },
  { kind: 'rtems-priority-affinity', label: 'PRIORITY_AFFINITY_SMP', policy: 'rate-monotonic' },
];

/** The paper's table 1: T and C in ms. */
export const SEVEN = [
  ['T1', 500, 60],
  ['T2', 500, 60],
  ['T3', 100, 12],
  ['T4', 400, 48],
  ['T5', 100, 12],
  ['T6', 1000, 120],
  ['T7', 1000, 120],
] as const;

const MS_US = 1000;
const MS_NS = 1_000_000;
/** Thirty times the least common multiple of the periods. */
export const SIMULATED_MS = 60_000;

export interface Row {
  readonly name: string;
  readonly runs: number;
  readonly misses: number;
  readonly wallMs: number;
  readonly worstMs: number;
  readonly cpuMs: number;
  readonly preemptions: number;
  readonly migrations: number;
}

/** Tasks with arbitrary affinities, where an idle core is of no use: T, C and D in ms, and the cores. */
export const STRANDED = [
  ['A', 20, 11, 17, [1, 2]],
  ['B', 10, 3, 4, [0]],
  ['C', 10, 4, 9, [1]],
  ['D', 12, 7, 12, [0]],
] as const;

export const STRANDED_CORES = 3;

export interface Setup {
  readonly scheduler: Scheduler;
  readonly cores: number;
  readonly tasks: readonly Task[];
}

/** Start times of the tasks' first periods. Unit: ms. */
export type Phases = readonly number[];

export const together: Phases = SEVEN.map(() => 0);

export const sevenTasks = (phases: Phases): Task[] =>
  SEVEN.map(([name, periodMs, budgetMs], index) =>
    newTask(name, {
      periodUs: periodMs * MS_US,
      budgetUs: budgetMs * MS_US,
      offsetUs: (phases[index] ?? 0) * MS_US,
    }),
  );

export const strandedTasks = (): Task[] =>
  STRANDED.map(([name, periodMs, budgetMs, deadlineMs, affinity]) =>
    newTask(name, {
      periodUs: periodMs * MS_US,
      budgetUs: budgetMs * MS_US,
      deadlineUs: deadlineMs * MS_US,
      affinity: [...affinity],
    }),
  );

/** R by task, from the analysis of affinities; null: the analysis gives no bound. Unit: ms. */
export function boundsOf(setup: Setup): (number | null)[] {
  const { tasks } = admit(sketchOf(setup), { capabilities: targetById('rtems') });
  return tasks.map(({ responseNs }) => (responseNs === null ? null : responseNs / MS_NS));
}

function sketchOf({ scheduler, cores, tasks }: Setup): Sketch {
  return { ...newSketch('seven tasks'), target: 'rtems', policy: scheduler.policy, cores, tasks };
}

function simulationOf(setup: Setup, sink: TraceSink): Simulation {
  const built = buildSimulation(sketchOf(setup), {
    capabilities: targetById('rtems'),
    dispatcher: setup.scheduler.kind,
    server: 'none',
  });
  if (!built.ok) throw new Error(built.reason);
  return new Simulation(built.model, sink);
}

/** Simulates without overheads of the kernel, and counts. */
export function play(setup: Setup): Row[] {
  const recording = new Recording();
  const simulation = simulationOf(setup, recording.store);
  const step = 1000 * MS_NS;
  for (let until = step; until <= SIMULATED_MS * MS_NS; until += step) {
    simulation.run(until);
    recording.count();
  }
  return setup.tasks.map(({ name }, index): Row => {
    const statistics = recording.statistics.tasks[index];
    if (statistics === undefined) throw new Error(`nothing is known of ${name}`);
    const { preemptions, migrations } = recording.switches.of(index);
    return {
      name,
      runs: statistics.completed,
      misses: statistics.deadlineMisses,
      wallMs: (statistics.responseNs.mean ?? 0) / MS_NS,
      worstMs: (statistics.responseNs.worst ?? 0) / MS_NS,
      cpuMs: (statistics.executionNs.mean ?? 0) / MS_NS,
      preemptions,
      migrations,
    };
  });
}

/**
 * Start times of the periods if the first period of each task begins when the task first runs, as in
 * RTEMS, where the task then calls rtems_rate_monotonic_period. Under EDF a task has no deadline before
 * this call: it runs after all tasks with a deadline, and tasks without a deadline run in the order in
 * which they were started. Under the other schedulers the task has its priority from the beginning.
 * Unit: ms.
 */
export function phasesAsStarted(scheduler: Scheduler, cores: number): Phases {
  const phases: number[] = SEVEN.map(() => 0);
  let from = 0;
  const order = [...SEVEN.keys()];
  if (scheduler.policy !== 'edf') order.sort((a, b) => SEVEN[a]![1] - SEVEN[b]![1]);
  order.forEach((task, count) => {
    const begun = order.slice(0, count);
    const tasks = sevenTasks(phases).filter((_, index) => begun.includes(index));
    if (count > 0) from = firstFreeMs({ scheduler, cores, tasks }, from);
    phases[task] = from;
  });
  return phases;
}

/** The first time from the given time on at which a core is idle. Unit: ms. */
function firstFreeMs(setup: Setup, fromMs: number): number {
  let busy = 0;
  let free = -1;
  let now = 0;
  /** Called after all events of one time. */
  const settle = (timeNs: number): void => {
    if (timeNs > now && free < 0 && busy < setup.cores && timeNs > fromMs * MS_NS) free = Math.max(now, fromMs * MS_NS);
    now = timeNs;
  };
  const simulation = simulationOf(setup, {
    metadata: () => undefined,
    segment: () => undefined,
    text: () => undefined,
    event(timeNs, kind) {
      settle(timeNs);
      if (kind === KIND_START || kind === KIND_SWITCH_IN) busy += 1;
      if (kind === KIND_COMPLETE || kind === KIND_SWITCH_OUT) busy -= 1;
    },
  });
  for (let until = 0; free < 0; until += MS_NS) simulation.run(until);
  return free / MS_NS;
}
