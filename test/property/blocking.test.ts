/**
 * Counts how often critical sections of less urgent tasks block a job, in simulated schedules with
 * several sections per job, many of them adjacent. With ceilings at most one section blocks a job
 * (Sha, Rajkumar, Lehoczky 1990; under EDF Baker 1991), with inheritance at most one section of
 * each less urgent task.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { ResourceProtocol, SimulationModel } from '../../generator/simulation/model.ts';
import { modelOf, type TaskNumbers } from '../../generator/simulation/test-models.ts';
import {
  KIND_COMPLETE,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_RELEASE,
  KIND_RELEASE,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';

const RUNS = setCount(1000);
const UNTIL = 1200;
const RESOURCES = 3;

interface Drawn {
  readonly T: number;
  readonly D: number;
  readonly C: number;
  readonly at: number;
  /** Without gaps between them: from `from` on. */
  readonly from: number;
  readonly sections: readonly { readonly resource: number; readonly length: number }[];
}

const task: fc.Arbitrary<Drawn> = fc
  .record({
    T: fc.integer({ min: 20, max: 90 }),
    share: fc.double({ min: 0.4, max: 1, noNaN: true }),
    more: fc.nat({ max: 3 }),
    at: fc.nat({ max: 40 }),
    from: fc.nat({ max: 2 }),
    sections: fc.array(
      fc.record({ resource: fc.nat({ max: RESOURCES - 1 }), length: fc.integer({ min: 1, max: 4 }) }),
      { maxLength: 4 },
    ),
  })
  .map(({ T, share, more, at, from, sections }) => {
    const C = from + more + 1 + sections.reduce((sum, { length }) => sum + length, 0);
    return { T, D: Math.max(C, Math.round(T * share)), C, at, from, sections };
  });

function numbersOf({ T, D, C, at, from, sections }: Drawn): TaskNumbers {
  let atNs = from;
  const simulated = sections.map(({ resource, length }) => {
    const section = { resource, atNs, lengthNs: length };
    atNs += length;
    return section;
  });
  return { T, D, C, at, sections: simulated };
}

/**
 * A section in which a less urgent task ran before a job completed: the task, and the index of the
 * acquisition.
 */
type Blocking = readonly [task: number, acquisition: number];
/** In place of an acquisition: the less urgent task ran outside of its sections. */
const NO_SECTION = -1;

/**
 * Collects the sections that block the current job of each task. A task has at most one current
 * job, because overrunning releases are dropped.
 */
class Blockings implements TraceSink {
  readonly found: Blocking[][] = [];
  readonly #model: SimulationModel;
  /** By task: the deadline of its current job. Null if it has no job. */
  readonly #due: (number | null)[];
  readonly #blocked: Map<string, Blocking>[];
  /** By task: the index of the acquisition that it holds, or NO_SECTION. */
  readonly #section: number[];
  #acquisitions = 0;
  #running = -1;
  #since = 0;

  constructor(model: SimulationModel) {
    this.#model = model;
    this.#due = model.tasks.map(() => null);
    this.#blocked = model.tasks.map(() => new Map());
    this.#section = model.tasks.map(() => NO_SECTION);
  }

  metadata(): void {}

  segment(): void {}

  text(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    this.#account(timeNs);
    if (kind === KIND_RELEASE) this.#due[object] = timeNs + (this.#model.tasks[object]?.deadlineNs ?? 0);
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#running = object;
    else if (kind === KIND_SWITCH_OUT) this.#running = -1;
    else if (kind === KIND_COMPLETE) {
      this.#running = -1;
      this.#due[object] = null;
      this.found.push([...(this.#blocked[object]?.values() ?? [])]);
      this.#blocked[object]?.clear();
    } else if (kind === KIND_LOCK_ACQUIRE) this.#section[value] = this.#acquisitions++;
    else if (kind === KIND_LOCK_RELEASE) this.#section[value] = NO_SECTION;
  }

  /** Since the last event, the running task blocked every more urgent task that has a job. */
  #account(timeNs: number): void {
    const [runner, ran] = [this.#running, timeNs > this.#since];
    this.#since = timeNs;
    if (runner < 0 || !ran) return;
    const blocking: Blocking = [runner, this.#section[runner] as number];
    this.#due.forEach((due, task) => {
      if (due !== null && this.#isMoreUrgent(task, runner)) this.#blocked[task]?.set(blocking.join(), blocking);
    });
  }

  #isMoreUrgent(task: number, other: number): boolean {
    if (this.#model.order === 'fixed-priority') return task < other;
    const [due, otherDue] = [this.#due[task] as number, this.#due[other] as number];
    return due === otherDue ? task < other : due < otherDue;
  }
}

/**
 * Tasks are in order of D, so that fixed priorities and the preemption levels of EDF have the same
 * order.
 */
function modelFrom(drawn: readonly Drawn[], protocol: ResourceProtocol, order: SimulationModel['order']) {
  const tasks = [...drawn].sort((a, b) => a.D - b.D);
  const resources = Array.from({ length: RESOURCES }, (_, resource) => ({
    ceiling: Math.min(
      tasks.length,
      ...tasks.flatMap(({ sections }, index) => (sections.some((one) => one.resource === resource) ? index : [])),
    ),
  }));
  return modelOf(tasks.map(numbersOf), { protocol, order, resources });
}

const hasBareRun = (blockings: readonly Blocking[]): boolean => blockings.some(([, section]) => section === NO_SECTION);

const sets = fc.array(task, { minLength: 2, maxLength: 6 });

function blockingsOf(model: SimulationModel): readonly Blocking[][] {
  const blockings = new Blockings(model);
  simulate(model, blockings, { untilNs: UNTIL });
  return blockings.found;
}

describe('a job is blocked', () => {
  for (const order of ['fixed-priority', 'edf'] as const) {
    it(`by one section at most with ceilings, ${order}`, () => {
      let blocked = 0;
      fc.assert(
        fc.property(sets, (drawn) => {
          const found = blockingsOf(modelFrom(drawn, 'ceiling', order));
          expect(found.filter((blockings) => blockings.length > 1 || hasBareRun(blockings))).toEqual([]);
          blocked += found.flat().length;
        }),
        { numRuns: RUNS },
      );
      expect(blocked).toBeGreaterThan(RUNS);
    });

    it(`by one section of each less urgent task at most with inheritance, ${order}`, () => {
      let blocked = 0;
      fc.assert(
        fc.property(sets, (drawn) => {
          const found = blockingsOf(modelFrom(drawn, 'inheritance', order));
          const twice = (blockings: readonly Blocking[]): boolean =>
            new Set(blockings.map(([task]) => task)).size < blockings.length;
          expect(found.filter((blockings) => twice(blockings) || hasBareRun(blockings))).toEqual([]);
          blocked += found.flat().length;
        }),
        { numRuns: RUNS },
      );
      expect(blocked).toBeGreaterThan(RUNS);
    });
  }
});
