/**
 * Temporal isolation: a task with jobs within their budget never exceeds its bound, whatever the
 * execution times of other tasks are. The analysis assumes that every task stays within its budget;
 * the simulated servers enforce the budgets.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdmissionContext, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS, type Overheads } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import type { SimulatedTask, SimulationModel } from '../../generator/simulation/model.ts';
import type { Interrupt, Policy, Sketch } from '../../generator/sketch/model.ts';
import { nsOfUs } from '../../generator/sketch/time.ts';
import { KIND_BUDGET_EXHAUSTED, KIND_COMPLETE, KIND_INTERRUPT_MASK } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';
import { type Numbers, taskSets } from './task-sets.ts';

const RUNS = setCount(1500);
const HORIZON_US = 1200;
const TEXTBOOK: AdmissionContext = { capabilities: preemptiveKernel(), overheads: null };

interface Course {
  /** Index of the task that stays within its budget, modulo the number of tasks. */
  readonly victim: number;
  readonly offsets: readonly number[];
  /** By task: the execution times of its jobs in turn, as shares of its budget. */
  readonly shares: readonly (readonly number[])[];
  readonly exhaustion: readonly ('background' | 'wait')[];
  readonly overrun: readonly ('skip' | 'catch-up')[];
  readonly seed: number;
}

const MOST_TASKS = 5;
const forEach = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: MOST_TASKS, maxLength: MOST_TASKS });

const courses: fc.Arbitrary<Course> = fc.record({
  victim: fc.nat({ max: MOST_TASKS - 1 }),
  offsets: forEach(fc.nat({ max: 40 })),
  shares: forEach(fc.array(fc.constantFrom(0.3, 1, 1, 1.5, 2, 4), { minLength: 1, maxLength: 5 })),
  exhaustion: forEach(fc.constantFrom('background', 'wait')),
  overrun: forEach(fc.constantFrom('skip', 'catch-up')),
  seed: fc.nat({ max: 1000 }),
});

type Kept = 'sporadic' | 'deferrable' | 'constant-bandwidth';

/** The simulated sketch. Its offsets are unknown to the analysis. */
function modelOf(sketch: Sketch, course: Course, server: Kept, context: AdmissionContext = TEXTBOOK): SimulationModel {
  const tasks = sketch.tasks.map((task, index) => ({
    ...task,
    offsetUs: course.offsets[index] as number,
    exhaustion: course.exhaustion[index] as 'background',
    overrun: course.overrun[index] as 'skip',
    catchUpLimit: 3,
  }));
  const built = buildSimulation({ ...sketch, tasks }, { ...context, server });
  if (!built.ok) throw new Error(built.reason);
  const victim = course.victim % tasks.length;
  return { ...built.model, tasks: built.model.tasks.map((task, index) => simulated(task, index, victim, course)) };
}

function simulated(task: SimulatedTask, index: number, victim: number, { shares }: Course): SimulatedTask {
  if (index === victim) return { ...task, overrun: 'catch-up', catchUpLimit: HORIZON_US };
  const taken = shares[index % shares.length] as readonly number[];
  const costs = taken.map((share) => Math.max(1, Math.round(share * task.budgetNs)));
  return { ...task, execution: { kind: 'recorded', ns: Float64Array.from(costs) } };
}

class Watcher implements TraceSink {
  readonly ends: number[] = [];
  exhaustions = 0;
  maskings = 0;
  readonly #victim: number;

  constructor(victim: number) {
    this.#victim = victim;
  }

  metadata(): void {}

  segment(): void {}

  text(): void {}

  event(timeNs: number, kind: number, object: number): void {
    if (kind === KIND_COMPLETE && object === this.#victim) this.ends.push(timeNs);
    else if (kind === KIND_BUDGET_EXHAUSTED) this.exhaustions++;
    else if (kind === KIND_INTERRUPT_MASK) this.maskings++;
  }
}

/**
 * Result of a simulation: response times of the victim's completed jobs in ns, and how often
 * budgets were exhausted.
 */
interface Seen {
  readonly responses: readonly number[];
  readonly exhaustions: number;
  readonly maskings: number;
}

function play(model: SimulationModel, victim: number, seed: number): Seen {
  const watcher = new Watcher(victim);
  new Simulation(model, watcher, { seed }).run(nsOfUs(HORIZON_US));
  const { arrivals } = model.tasks[victim] as SimulatedTask;
  if (arrivals.kind !== 'periodic') throw new Error('the victim is periodic');
  const { offsetNs, periodNs } = arrivals;
  const responses = watcher.ends.map((end, k) => end - offsetNs - k * periodNs);
  return { responses, exhaustions: watcher.exhaustions, maskings: watcher.maskings };
}

/** Doubles the periods and deadlines, so that interrupts fit. */
const stretched = (tasks: readonly Numbers[]): Numbers[] =>
  tasks.map((task) => ({ ...task, T: 2 * task.T, D: 2 * task.D }));

/** The runtime's overheads of interrupts. */
const DELIVERY: Overheads = {
  ...NO_OVERHEADS,
  interrupts: { deliveryNs: 700, perInterruptNs: 150, releaseNs: 0, loads: [] },
};

const microseconds = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

/** Interrupts, most of which arrive more often than their budgets allow. */
const lines: fc.Arbitrary<Interrupt[]> = fc
  .array(
    fc.record({
      topHalfUs: microseconds(0, 1),
      bottomHalfUs: microseconds(1, 3),
      ioBudgetUs: microseconds(1, 8),
      ioPeriodUs: microseconds(20, 80),
      handler: fc.option(fc.record({ handlerBudgetUs: microseconds(1, 4), handlerPeriodUs: microseconds(30, 90) })),
      handlerExhaustion: fc.constantFrom('background', 'wait'),
      pattern: fc.constantFrom('periodic', 'sporadic', 'bursty', 'random'),
      periodUs: microseconds(2, 60),
      burst: microseconds(1, 5),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((all) =>
    all.map(({ handler, pattern, periodUs, burst, ...halves }, index) => ({
      ...{ name: `edge ${index}`, pin: `${2 + index}`, source: null, mode: 'rising', body: '', position: null },
      ...halves,
      ...(handler ?? { handlerBudgetUs: 0, handlerPeriodUs: 50 }),
      arrivals: { pattern, periodUs, burst },
    })),
  );

const sketchFor = (tasks: readonly Numbers[], policy: Policy): Sketch =>
  sketchOf(
    tasks.map(({ T, C, D, J }) => ({ T, C, D, jitterUs: J })),
    { policy },
  );

/** The bound of the victim's response time, or null if there is none. Unit: ns. */
type Promised = (sketch: Sketch, victim: number, context?: AdmissionContext) => number | null;

/**
 * The predicted response time of the victim, or its deadline if the set is admitted without
 * response times.
 */
const boundOf: Promised = (sketch, victim, context = TEXTBOOK) => {
  const admission = admit(sketch, context);
  const task = admission.tasks.find((one) => one.task === victim);
  return task?.responseNs ?? (admission.admitted ? (task?.deadlineNs ?? null) : null);
};

/** The analysis for a kernel that enforces budgets with this kind of server. */
const on = (server: Kept): AdmissionContext => ({ ...TEXTBOOK, capabilities: preemptiveKernel({ server }) });

/** The deadline of the victim if the set is admitted. */
const deadlineOf: Promised = (sketch, victim) =>
  admit(sketch, on('constant-bandwidth')).admitted ? nsOfUs(sketch.tasks[victim]?.periodUs ?? 0) : null;

function holds(
  sets: fc.Arbitrary<Numbers[]>,
  check: (tasks: readonly Numbers[], course: Course) => { readonly judged: boolean; readonly exhaustions: number },
): void {
  let [judged, exhausted] = [0, 0];
  fc.assert(
    fc.property(sets, courses, (tasks, course) => {
      const seen = check(tasks, course);
      if (seen.judged) judged++;
      if (seen.judged && seen.exhaustions > 0) exhausted++;
    }),
    { numRuns: RUNS },
  );
  // Enough sets are admitted, and the other tasks often exhaust their budgets.
  expect(judged).toBeGreaterThan(RUNS / 3);
  expect(exhausted).toBeGreaterThan(RUNS / 5);
}

const NOT_JUDGED = { judged: false, exhaustions: 0 };

function heldBy(server: Kept, policy: Policy, promised: Promised) {
  return (tasks: readonly Numbers[], course: Course) => {
    const sketch = sketchFor(tasks, policy);
    const victim = course.victim % tasks.length;
    const bound = promised(sketch, victim);
    if (bound === null) return NOT_JUDGED;
    const { responses, exhaustions } = play(modelOf(sketch, course, server), victim, course.seed);
    for (const response of responses) expect(response).toBeLessThanOrEqual(bound);
    return { judged: true, exhaustions };
  };
}

describe('a task that stays within its budget never exceeds its bound, whatever the other tasks do', () => {
  it('on sporadic servers, under fixed priorities', () =>
    holds(taskSets({ deadlines: 2, jitter: true }), heldBy('sporadic', 'deadline-monotonic', boundOf)));

  it('on sporadic servers, under EDF', () =>
    holds(taskSets({ deadlines: 1, jitter: true }), heldBy('sporadic', 'edf', boundOf)));

  // The deadline of a remaining budget can be less than T after the arrival of a job. So the server
  // guarantees a bandwidth, but no response times.
  it('on constant-bandwidth servers, with D = T', () => {
    const implicit = taskSets({ deadlines: 1, jitter: false }).map((tasks) =>
      tasks.map((task) => ({ ...task, D: task.T })),
    );
    holds(implicit, heldBy('constant-bandwidth', 'edf', deadlineOf));
  });

  it('on deferrable servers, including its own', () =>
    holds(
      taskSets({ deadlines: 3, jitter: true }).map(stretched),
      heldBy('deferrable', 'deadline-monotonic', (sketch, victim) => boundOf(sketch, victim, on('deferrable'))),
    ));

  it('beside deferrable servers, which have the interference of a release jitter of T − C', () =>
    holds(taskSets({ deadlines: 2, jitter: false }), (tasks, course) => {
      const victim = course.victim % tasks.length;
      const late = tasks.map((task, index) => (index === victim ? task : { ...task, J: task.T - task.C }));
      const bound = boundOf(sketchFor(late, 'deadline-monotonic'), victim);
      if (bound === null) return NOT_JUDGED;
      const model = modelOf(sketchFor(tasks, 'deadline-monotonic'), course, 'deferrable');
      const free = model.tasks.map((task, index) => (index === victim ? { ...task, server: null } : task));
      const { responses, exhaustions } = play({ ...model, tasks: free }, victim, course.seed);
      for (const response of responses) expect(response).toBeLessThanOrEqual(bound);
      return { judged: true, exhaustions };
    }));

  it.each([
    ['of the kernel', { capabilities: preemptiveKernel({ vcpus: true }), overheads: null }],
    ['above all tasks', { capabilities: preemptiveKernel({ vcpus: false }), overheads: null }],
    ['of the runtime', { capabilities: preemptiveKernel({ vcpus: false }), overheads: DELIVERY }],
  ])('beside interrupts on I/O budgets %s', (_, context) => {
    const sets = fc.tuple(taskSets({ deadlines: 2, jitter: true, mostTasks: 4 }), lines);
    let [judged, masked] = [0, 0];
    fc.assert(
      fc.property(sets, courses, ([tasks, interrupts], course) => {
        const sketch = { ...sketchFor(stretched(tasks), 'deadline-monotonic'), interrupts };
        const victim = course.victim % tasks.length;
        const bound = boundOf(sketch, victim, context);
        if (bound === null) return;
        const seen = play(modelOf(sketch, course, 'sporadic', context), victim, course.seed);
        for (const response of seen.responses) expect(response).toBeLessThanOrEqual(bound);
        judged++;
        if (seen.maskings > 0) masked++;
      }),
      { numRuns: RUNS },
    );
    expect(judged).toBeGreaterThan(RUNS / 3);
    expect(masked).toBeGreaterThan(RUNS / 4);
  });
});
