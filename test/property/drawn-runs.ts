/**
 * Random sketches for simulations that are compared with the analysis: on one core and on several,
 * under every policy, with and without preemption, with release jitter, offsets, resources,
 * interrupts with I/O budgets, enforced or monitored budgets, switches, releases, alarms at deadlines,
 * the tick and telemetry.
 */
import fc from 'fast-check';
import { type Admission, type AdmissionContext, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import type { Phasing } from '../../generator/simulation/build/phases.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import { type Interrupt, POLICIES, type Sketch } from '../../generator/sketch/model.ts';

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
  deadlineNs: rarely(fc.nat({ max: 200 }), 0),
  watchNs: rarely(fc.nat({ max: 100 }), 0),
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

export const several = fc.record({
  cores: fc.integer({ min: 2, max: 3 }),
  clusterCores: fc.constantFrom(null, null, 1, 2),
});

export const cases = fc.record({
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

export type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

export type Cores = Pick<Sketch, 'cores' | 'clusterCores'>;

export const ONE: Cores = { cores: 1, clusterCores: null };

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
  handlerExhaustion: 'background',
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

export interface DrawnRun {
  readonly sketch: Sketch;
  readonly context: AdmissionContext;
  readonly admission: Admission;
  readonly model: SimulationModel;
}

/** What a test has in place of what a case draws. */
export interface Instead {
  readonly capabilities?: Capabilities;
  readonly sketch?: (drawn: Sketch) => Sketch;
}

/** A case with its verdict and the model of its simulation; null: the sketch cannot be simulated. */
export function runOf(drawn: Case, on: Cores, instead: Instead = {}): DrawnRun | null {
  const sketch = (instead.sketch ?? ((same) => same))(drawnSketch(drawn, on));
  const context = { capabilities: instead.capabilities ?? capabilitiesOf(drawn), overheads: drawn.overheads };
  const admission = admit(sketch, context);
  // A test for the sketch's own phases is not valid for other phases. Nor is a bound that it gives to a task of a
  // sketch that it refuses.
  const given = admission.methods.some(
    ({ phases, verdict, tasks }) =>
      phases === 'given' && (verdict === 'schedulable' || tasks.some(({ responseNs }) => responseNs !== null)),
  );
  const phasing: Phasing = given ? { kind: 'drawn' } : drawn.phasing;
  const built = buildSimulation(sketch, { ...context, seed: drawn.seed, phasing });
  return built.ok ? { sketch, context, admission, model: built.model } : null;
}
