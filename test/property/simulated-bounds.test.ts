/**
 * The simulation with overheads never contradicts the analysis: no job exceeds its response-time
 * bound, and no admitted sketch misses a deadline. Random sketches on one core and on several,
 * under every policy, with and without preemption, with release jitter, offsets, resources,
 * interrupts with I/O budgets, enforced or monitored budgets, switches, releases, the tick and
 * telemetry.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import type { Phasing } from '../../generator/simulation/build/phases.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import { type Interrupt, POLICIES, type Sketch } from '../../generator/sketch/model.ts';
import { KIND_COMPLETE } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';
import { usually } from '../every-case.ts';

const RUNS = setCount(usually(4_000, 10_000));
const UNTIL_NS = 4_000_000;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
  fc.oneof(fc.constant(otherwise), arbitrary);

const task = fc.record({
  T: fc.integer({ min: 20, max: 160 }),
  /** The task's part of the load. */
  weight: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
  /** D − C as a share of the period. It can exceed 1. */
  room: fc.oneof(share, fc.double({ min: 0.4, max: 0.9, noNaN: true }), fc.double({ min: 0.5, max: 2, noNaN: true })),
  jitterUs: rarely(fc.integer({ min: 0, max: 20 }), 0),
  offsetUs: rarely(fc.integer({ min: 0, max: 60 }), 0),
  sporadic: fc.boolean(),
  varies: fc.boolean(),
  priority: fc.nat({ max: 9 }),
  /** Share of the job in the critical section. 0: the task does not use the resource. */
  section: rarely(share, 0),
  core: fc.nat({ max: 2 }),
  affinity: rarely(fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 2 }), []),
});

type Drawn = typeof task extends fc.Arbitrary<infer T> ? T : never;

const interrupt = fc.record({
  bottomHalfUs: fc.nat({ max: 2 }),
  ioBudgetUs: fc.integer({ min: 3, max: 6 }),
  ioPeriodUs: fc.integer({ min: 30, max: 100 }),
  handlerBudgetUs: fc.nat({ max: 3 }),
  handlerPeriodUs: fc.integer({ min: 40, max: 100 }),
  arrivals: fc.option(
    fc.record({
      pattern: fc.constantFrom('periodic' as const, 'sporadic' as const, 'bursty' as const, 'random' as const),
      periodUs: fc.integer({ min: 5, max: 50 }),
      burst: fc.integer({ min: 1, max: 4 }),
    }),
  ),
});

const overheads: fc.Arbitrary<Overheads> = fc.record({
  contextSwitchNs: fc.nat({ max: 300 }),
  releaseNs: fc.nat({ max: 200 }),
  tickNs: rarely(fc.nat({ max: 300 }), 0),
  tickPeriodNs: fc.constant(10_000),
  migrationNs: rarely(fc.nat({ max: 300 }), 0),
  tracePerJobNs: fc.nat({ max: 300 }),
  blockingNs: fc.constant(0),
  interrupts: fc.record({
    deliveryNs: fc.nat({ max: 800 }),
    perInterruptNs: fc.constant(0),
    releaseNs: fc.constant(0),
    loads: fc.constant([]),
  }),
});

const several = fc.record({ cores: fc.integer({ min: 2, max: 3 }), clusterCores: fc.constantFrom(null, null, 1, 2) });

const cases = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 5 }),
  /** Load of each core. */
  load: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  policy: fc.constantFrom(...POLICIES),
  preemptive: fc.boolean(),
  enforced: fc.boolean(),
  interrupts: fc.array(interrupt, { maxLength: 1 }),
  overheads: rarely(overheads, NO_OVERHEADS),
  phasing: fc.constantFrom<Phasing>({ kind: 'drawn' }, { kind: 'critical', task: null }, { kind: 'random' }),
  seed: fc.nat(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

type Cores = Pick<Sketch, 'cores' | 'clusterCores'>;

const ONE: Cores = { cores: 1, clusterCores: null };

function taskOf({ T, weight, room, ...drawn }: Drawn, index: number, load: number, count: number): TaskNumbers {
  const C = Math.max(1, Math.min(T, Math.floor((T * load * weight) / count)));
  return {
    T,
    C,
    D: C + Math.round(T * room),
    name: `T${index + 1}`,
    kind: drawn.sporadic ? 'sporadic' : 'periodic',
    jitterUs: drawn.jitterUs,
    offsetUs: drawn.offsetUs,
    priority: drawn.priority,
    execution: drawn.varies ? { shape: 'uniform', leastUs: 1, mostUs: C, rarePercent: 0 } : null,
    overrun: 'catch-up',
    catchUpLimit: 255,
  };
}

const interruptOf = (drawn: Case['interrupts'][number]): Interrupt => ({
  name: 'line',
  pin: '2',
  source: null,
  mode: 'rising',
  topHalfUs: 1,
  body: '',
  position: null,
  ...drawn,
});

/**
 * With clusters every task is assigned to a core. With a shared queue some tasks have affinities.
 */
const placeOf = ({ core, affinity }: Drawn, { cores, clusterCores }: Cores): Partial<TaskNumbers> =>
  clusterCores === null ? { affinity: affinity.filter((one) => one < cores) } : { core: Math.min(core, cores - 1) };

function drawnSketch({ tasks, load, policy, interrupts }: Case, on: Cores): Sketch {
  const numbers = tasks.map((drawn, index) => ({
    ...taskOf(drawn, index, load * on.cores, tasks.length),
    ...placeOf(drawn, on),
  }));
  const users = tasks.flatMap(({ section }, index) => {
    const { C, name = '' } = numbers[index] as TaskNumbers;
    return section > 0 ? [{ task: name, criticalSectionUs: Math.max(1, Math.floor((C * section) / 2)) }] : [];
  });
  const resources = users.length > 1 ? [{ name: 'bus', ceiling: null, users, position: null }] : [];
  return sketchOf(numbers, { ...on, policy, resources, interrupts: interrupts.map(interruptOf) });
}

const capabilitiesOf = ({ preemptive, enforced }: Case): Capabilities =>
  preemptive ? preemptiveKernel({ vcpus: false, budgets: enforced ? 'enforced' : 'monitored' }) : superLoop;

/**
 * The longest response time of each task from the arrival. No release is dropped, so job k arrives
 * at φ + k·T.
 */
class Responses implements TraceSink {
  readonly worst: number[];
  readonly #model: SimulationModel;
  readonly #done: number[];

  constructor(model: SimulationModel) {
    this.#model = model;
    this.worst = model.tasks.map(() => 0);
    this.#done = model.tasks.map(() => 0);
  }

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number): void {
    if (kind !== KIND_COMPLETE) return;
    this.#note(object, timeNs);
    this.#done[object] = (this.#done[object] as number) + 1;
  }

  text(): void {}

  /** Counts the incomplete jobs with their response time so far. */
  end(timeNs: number): void {
    this.worst.forEach((_, task) => {
      this.#note(task, timeNs);
    });
  }

  #note(task: number, timeNs: number): void {
    const arrivals = this.#model.tasks[task]?.arrivals;
    if (arrivals?.kind !== 'periodic' && arrivals?.kind !== 'sporadic') return;
    const response = timeNs - (arrivals.offsetNs + (this.#done[task] as number) * arrivals.periodNs);
    this.worst[task] = Math.max(this.worst[task] as number, response);
  }
}

/** The violated bounds and deadlines, as texts. */
function broken(sketch: Sketch, { admitted, decidedBy, tasks }: Admission, worst: readonly number[]): string[] {
  return tasks.flatMap(({ name, responseNs, deadlineNs }, index) => {
    const found = worst[sketch.tasks.findIndex((drawn) => drawn.name === name)] ?? worst[index] ?? 0;
    const said = `${name} responded after ${found} ns`;
    if (responseNs !== null && found > responseNs) return [`${said}, bound ${responseNs} ns`];
    return admitted && found > deadlineNs ? [`${said}, deadline ${deadlineNs} ns, admitted by ${decidedBy}`] : [];
  });
}

interface Counts {
  admitted: number;
  reached: number;
}

function holdToBounds(drawn: Case, on: Cores, counts: Counts): void {
  const sketch = drawnSketch(drawn, on);
  const context = { capabilities: capabilitiesOf(drawn), overheads: drawn.overheads };
  const admission = admit(sketch, context);
  const { seed } = drawn;
  // A test for the sketch's own phases is not valid for other phases.
  const given = admission.methods.some(({ phases, verdict }) => phases === 'given' && verdict === 'schedulable');
  const phasing: Phasing = given ? { kind: 'drawn' } : drawn.phasing;
  const built = buildSimulation(sketch, { ...context, seed, phasing });
  fc.pre(built.ok);
  if (!built.ok) return;
  const responses = new Responses(built.model);
  simulate(built.model, responses, { untilNs: UNTIL_NS, seed });
  responses.end(UNTIL_NS);
  expect(broken(sketch, admission, responses.worst)).toEqual([]);
  if (admission.admitted) counts.admitted += 1;
  if (admission.tasks.some(({ responseNs }, index) => responseNs === responses.worst[index])) counts.reached += 1;
}

describe('no simulated response exceeds its bound, and no admitted sketch misses', () => {
  it('on one core', () => {
    const counts = { admitted: 0, reached: 0 };
    fc.assert(
      fc.property(cases, (drawn) => holdToBounds(drawn, ONE, counts)),
      { numRuns: RUNS },
    );
    // The test is meaningful only if many sketches are admitted and many bounds are reached
    // exactly.
    expect(counts.admitted).toBeGreaterThan(RUNS / 10);
    expect(counts.reached).toBeGreaterThan(RUNS / 20);
  }, 600_000);

  it('on several, with interrupts, handlers and resources among them', () => {
    const counts = { admitted: 0, reached: 0 };
    const runs = Math.ceil(RUNS / 4);
    fc.assert(
      fc.property(cases, several, (drawn, on) => holdToBounds({ ...drawn, preemptive: true }, on, counts)),
      { numRuns: runs },
    );
    expect(counts.admitted).toBeGreaterThan(runs / 10);
    expect(counts.reached).toBeGreaterThan(runs / 40);
  }, 600_000);
});
