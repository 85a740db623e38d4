/**
 * The simulation with overheads never contradicts the analysis: no job exceeds its response-time
 * bound, and no admitted sketch misses a deadline. drawn-runs.ts draws the sketches.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Admission } from '../../generator/analysis/admission.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { SimulationModel } from '../../generator/simulation/model.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { KIND_COMPLETE } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';
import { usually } from '../every-case.ts';
import { type Case, type Cores, cases, ONE, runOf, several } from './drawn-runs.ts';

const RUNS = setCount(usually(4_000, 10_000));
const UNTIL_NS = 4_000_000;

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
  const run = runOf(drawn, on);
  fc.pre(run !== null);
  if (run === null) return;
  const { sketch, admission, model } = run;
  const responses = new Responses(model);
  simulate(model, responses, { untilNs: UNTIL_NS, seed: drawn.seed });
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
