/**
 * Invariants of every simulated schedule, for any cores, policy, protocol and servers. A core runs
 * one task at a time, and a task runs on one core. A job gets exactly its execution time. A resource
 * has one holder. If the load allows it, every job completes.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import { modelOf, type TaskNumbers } from '../../generator/simulation/test-models.ts';
import {
  KIND_COMPLETE,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_RELEASE,
  KIND_LOCK_WAIT,
  KIND_RELEASE,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';

const RUNS = setCount(10_000);
const UNTIL = 1500;
/**
 * If the load allows it, jobs that arrive by this time complete before the end of the simulation.
 */
const LAST_ARRIVAL = 600;
const NOBODY = -1;

/** Checks the events of a schedule and collects violations of the invariants. */
class Laws implements TraceSink {
  readonly complaints: string[] = [];
  readonly released: number[];
  readonly completed: number[];
  waits = 0;
  readonly #costs: readonly (readonly number[])[];
  readonly #onCore: number[];
  /** By task: the start of its current run, its core, and the execution time of its job. */
  readonly #since: (number | null)[];
  readonly #core: number[];
  readonly #had: number[];
  readonly #holders: number[];
  readonly #waiting: Set<number> = new Set();

  constructor({ tasks, cores, resources }: SimulationModel, costs: readonly (readonly number[])[]) {
    this.#costs = costs;
    this.#onCore = new Array<number>(cores).fill(NOBODY);
    this.#since = tasks.map(() => null);
    this.#core = tasks.map(() => NOBODY);
    this.#had = tasks.map(() => 0);
    this.released = tasks.map(() => 0);
    this.completed = tasks.map(() => 0);
    this.#holders = resources.map(() => NOBODY);
  }

  metadata(): void {}

  segment(): void {}

  text(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    if (kind === KIND_RELEASE) this.released[object] = (this.released[object] as number) + 1;
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#goesOn(timeNs, object, value);
    else if (kind === KIND_SWITCH_OUT) this.#stops(timeNs, object);
    else if (kind === KIND_COMPLETE) this.#completes(timeNs, object);
    else if (kind === KIND_LOCK_WAIT) this.#waitsFor(value);
    else if (kind === KIND_LOCK_ACQUIRE) this.#acquires(object, value);
    else if (kind === KIND_LOCK_RELEASE) this.#releases(object, value);
  }

  #check(holds: boolean, complaint: string): void {
    if (!holds) this.complaints.push(complaint);
  }

  #goesOn(timeNs: number, task: number, core: number): void {
    this.#check(this.#since[task] === null, `${timeNs}: ${task} goes on twice`);
    this.#check(this.#onCore[core] === NOBODY, `${timeNs}: core ${core} has ${this.#onCore[core]} and ${task}`);
    this.#check(!this.#waiting.has(task), `${timeNs}: ${task} runs while it waits`);
    [this.#since[task], this.#core[task], this.#onCore[core]] = [timeNs, core, task];
  }

  #stops(timeNs: number, task: number): void {
    const since = this.#since[task] ?? null;
    this.#check(since !== null, `${timeNs}: ${task} stops, and did not run`);
    this.#had[task] = (this.#had[task] as number) + timeNs - (since ?? timeNs);
    this.#since[task] = null;
    this.#onCore[this.#core[task] as number] = NOBODY;
  }

  #completes(timeNs: number, task: number): void {
    this.#stops(timeNs, task);
    const done = this.completed[task] as number;
    const costs = this.#costs[task] as readonly number[];
    const cost = costs[done % costs.length];
    this.#check(this.#had[task] === cost, `${timeNs}: job ${done} of ${task} had ${this.#had[task]}, takes ${cost}`);
    this.#check(!this.#holders.includes(task), `${timeNs}: ${task} is done and holds something`);
    [this.completed[task], this.#had[task]] = [done + 1, 0];
  }

  #waitsFor(task: number): void {
    this.waits += 1;
    this.#waiting.add(task);
  }

  #acquires(resource: number, task: number): void {
    this.#check(this.#holders[resource] === NOBODY, `${resource} has two holders`);
    this.#holders[resource] = task;
    this.#waiting.delete(task);
  }

  #releases(resource: number, task: number): void {
    this.#check(this.#holders[resource] === task, `${task} releases ${resource}, which it does not hold`);
    this.#holders[resource] = NOBODY;
  }
}

const task = fc.record({
  T: fc.integer({ min: 20, max: 90 }),
  costs: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
  at: fc.nat({ max: 40 }),
  J: fc.nat({ max: 20 }),
  sections: fc.array(
    fc.record({ gap: fc.nat({ max: 3 }), lengthNs: fc.integer({ min: 1, max: 4 }), resource: fc.nat({ max: 1 }) }),
    { maxLength: 2 },
  ),
  budget: fc.option(fc.integer({ min: 2, max: 12 })),
  exhaustion: fc.constantFrom('background' as const, 'wait' as const),
  server: fc.constantFrom('sporadic' as const, 'deferrable' as const, 'constant-bandwidth' as const),
  home: fc.nat({ max: 2 }),
});

type Drawn = typeof task extends fc.Arbitrary<infer T> ? T : never;

function numbersOf(drawn: Drawn, partitioned: boolean, cores: number): TaskNumbers {
  const { T, costs, at, J, budget } = drawn;
  let atNs = 0;
  const sections = drawn.sections.map(({ gap, lengthNs, resource }) => {
    const section = { resource, atNs: atNs + gap, lengthNs };
    atNs = section.atNs + lengthNs;
    return section;
  });
  const home = drawn.home % cores;
  return {
    T,
    C: budget ?? Number.POSITIVE_INFINITY,
    D: T,
    at,
    jitterNs: J,
    execution: { kind: 'recorded', ns: Float64Array.from(costs) },
    overrun: 'catch-up',
    catchUpLimit: 1000,
    sections,
    server: budget === null ? null : { kind: drawn.server, budgetNs: budget, periodNs: T },
    exhaustion: drawn.exhaustion,
    ...(partitioned ? { cluster: home, affinity: [home] } : {}),
  };
}

const cases = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 6 }),
  cores: fc.integer({ min: 1, max: 3 }),
  partitioned: fc.boolean(),
  protocol: fc.constantFrom('ceiling' as const, 'inheritance' as const, 'none' as const),
  order: fc.constantFrom('edf' as const, 'fixed-priority' as const),
  preemptive: fc.boolean(),
  seed: fc.nat(),
});

/**
 * Priorities are in the order of the tasks, so the ceiling is the smallest index among the
 * resource's users.
 */
function ceilingOf(tasks: readonly Drawn[], resource: number): number {
  const users = tasks.flatMap(({ sections }, index) =>
    sections.some((section) => section.resource === resource) ? index : [],
  );
  return Math.min(99, ...users);
}

it('in every schedule', () => {
  let waits = 0;
  fc.assert(
    fc.property(cases, ({ tasks, cores, partitioned, seed, ...rest }) => {
      const clusters = Array.from({ length: cores }, (_, core) => ({ cores: [core], dispatcher: 'priority' as const }));
      const model = modelOf(
        tasks.map((drawn) => numbersOf(drawn, partitioned, cores)),
        {
          cores,
          ...(partitioned ? { clusters } : {}),
          resources: [0, 1].map((resource) => ({ ceiling: ceilingOf(tasks, resource) })),
          ...rest,
        },
      );
      const laws = new Laws(
        model,
        tasks.map(({ costs }) => costs),
      );
      simulate(model, laws, { untilNs: UNTIL, seed });
      expect(laws.complaints).toEqual([]);
      waits += laws.waits;
      // With a load of at most one core and sufficient budgets, all jobs that arrived by
      // LAST_ARRIVAL have completed.
      const load = tasks.reduce((sum, { T, costs }) => sum + Math.max(...costs) / T, 0);
      const generous = tasks.every(({ budget, costs }) => budget === null || budget >= Math.max(...costs));
      if (load > 0.8 || !generous || rest.protocol === 'none') return;
      tasks.forEach(({ T, at }, index) => {
        const due = Math.floor((LAST_ARRIVAL - at) / T) + 1;
        expect(laws.released[index]).toBeGreaterThanOrEqual(due);
        expect(laws.completed[index]).toBeGreaterThanOrEqual(due);
      });
    }),
    { numRuns: RUNS },
  );
  expect(waits).toBeGreaterThan(RUNS);
});
