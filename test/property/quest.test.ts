/**
 * A kernel with I/O VCPUs, such as Quest. If any test admits a sketch, its simulation misses no
 * deadline. No response time and no time from an interrupt to the end of its bottom half exceeds
 * its bound. The sketches are random: I/O VCPUs of every rate, bottom halves shorter and longer
 * than their budgets, top halves, handlers, release jitter and offsets, under interrupt storms.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { interruptDelays } from '../../generator/analysis/help/interrupt-delay.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { Interrupt, Sketch } from '../../generator/sketch/model.ts';
import { KIND_COMPLETE, KIND_DEADLINE_MISS, KIND_INTERRUPT_MASK, KIND_RELEASE } from '../../generator/trace/kinds.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { setCount } from '../differential/set-count.ts';

const RUNS = setCount(2000);
const UNTIL_NS = 1_200_000;
const QUEST = preemptiveKernel({
  id: 'quest',
  label: 'Quest',
  vcpus: true,
  budgets: 'native',
  policies: ['rate-monotonic'],
});

const interrupt = fc
  .record({
    T: fc.integer({ min: 3, max: 80 }),
    share: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    half: fc.double({ min: 0.1, max: 2, noNaN: true }),
    top: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
    handler: fc.option(
      fc.record({ T: fc.integer({ min: 4, max: 60 }), share: fc.double({ min: 0.05, max: 0.2, noNaN: true }) }),
    ),
    arrivals: fc.option(
      fc.record({
        pattern: fc.constantFrom('periodic' as const, 'bursty' as const, 'random' as const),
        periodUs: fc.integer({ min: 1, max: 40 }),
        burst: fc.integer({ min: 1, max: 8 }),
      }),
    ),
  })
  .map(({ T, share, half, top, handler, arrivals }) => {
    const C = Math.max(1, Math.round(T * share));
    const handlerC = handler === null ? 0 : Math.max(1, Math.round(handler.T * handler.share));
    return { T, C, bottom: Math.max(1, Math.round(C * half)), top, handlerT: handler?.T ?? 10, handlerC, arrivals };
  });

type Drawn = typeof interrupt extends fc.Arbitrary<infer T> ? T : never;

const interruptOf = ({ T, C, bottom, top, handlerT, handlerC, arrivals }: Drawn, index: number): Interrupt => ({
  name: `line ${index}`,
  pin: String(2 + index),
  source: null,
  mode: 'rising',
  topHalfUs: top,
  bottomHalfUs: bottom,
  ioBudgetUs: C,
  ioPeriodUs: T,
  handlerBudgetUs: handlerC,
  handlerPeriodUs: handlerT,
  handlerExhaustion: 'background',
  body: '',
  position: null,
  arrivals,
});

const task = fc.record({
  T: fc.integer({ min: 4, max: 60 }),
  weight: fc.double({ min: 0.1, max: 1, noNaN: true }),
  room: fc.oneof(fc.constant(1), fc.double({ min: 0.5, max: 1.6, noNaN: true })),
  jitterUs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 10 }) }),
  offsetUs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 30 }) }),
});

const cases = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 4 }),
  load: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
  interrupts: fc.array(interrupt, { minLength: 1, maxLength: 2 }),
  seed: fc.nat(),
});

function sketchFrom({ tasks, load, interrupts }: typeof cases extends fc.Arbitrary<infer T> ? T : never): Sketch {
  const weights = tasks.reduce((sum, { weight }) => sum + weight, 0);
  const numbers = tasks.map(({ T, weight, room, jitterUs, offsetUs }): TaskNumbers => {
    const C = Math.max(1, Math.floor((T * load * weight) / weights));
    return { T, C, D: Math.max(C, Math.round(T * room)), jitterUs, offsetUs };
  });
  return sketchOf(numbers, { target: 'quest', interrupts: interrupts.map(interruptOf) });
}

/**
 * The longest response time of each task (from the arrival of the job) and handler (from its
 * release), and the missed deadlines.
 */
class Observed implements TraceSink {
  readonly worst: number[];
  readonly missed = new Set<number>();
  /** By interrupt: the longest time from a top half to the end of its bottom half, during which the line is masked. */
  readonly served: number[];
  readonly #masked: number[];
  readonly #sketch: Sketch;
  readonly #releases: number[][];
  readonly #done: number[];

  constructor(sketch: Sketch, count: number) {
    this.#sketch = sketch;
    this.served = sketch.interrupts.map(() => 0);
    this.#masked = sketch.interrupts.map(() => 0);
    this.worst = new Array<number>(count).fill(0);
    this.#releases = this.worst.map(() => []);
    this.#done = this.worst.map(() => 0);
  }

  metadata(): void {}

  segment(): void {}

  text(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    if (kind === KIND_INTERRUPT_MASK) this.#mask(timeNs, object, value);
    else if (kind === KIND_RELEASE) this.#releases[object]?.push(timeNs);
    else if (kind === KIND_DEADLINE_MISS) this.missed.add(object);
    else if (kind === KIND_COMPLETE) {
      const job = this.#done[object] as number;
      this.#done[object] = job + 1;
      const drawn = this.#sketch.tasks[object];
      const arrivalNs =
        drawn === undefined
          ? (this.#releases[object]?.[job] as number)
          : 1000 * (drawn.offsetUs + job * (drawn.periodUs as number));
      this.worst[object] = Math.max(this.worst[object] as number, timeNs - arrivalNs);
    }
  }

  #mask(timeNs: number, line: number, masked: number): void {
    if (masked === 1) this.#masked[line] = timeNs;
    else this.served[line] = Math.max(this.served[line] as number, timeNs - (this.#masked[line] as number));
  }
}

/** Bounds of the bottom halves' completion times, for a sketch without handlers. */
function delaysOf(sketch: Sketch): readonly (number | null)[] {
  const interrupts = sketch.interrupts.map((one) => ({ ...one, handlerBudgetUs: 0 }));
  // The budgets of handlers interfere with the VCPUs.
  const admission = admit(sketch, { capabilities: QUEST, overheads: null });
  return interruptDelays({ ...sketch, interrupts }, admission).map(({ delayNs }) => delayNs);
}

/** The bounds and deadlines that the simulation violates, as texts. */
function contradictions(
  sketch: Sketch,
  seed: number,
  untilNs = UNTIL_NS,
): { said: string[]; admitted: boolean; byRule: boolean } {
  const admission = admit(sketch, { capabilities: QUEST, overheads: null });
  const built = buildSimulation(sketch, { capabilities: QUEST, seed });
  if (!built.ok) throw new Error(built.reason);
  const handlers = sketch.interrupts.filter(({ handlerBudgetUs }) => handlerBudgetUs > 0);
  const observed = new Observed(sketch, sketch.tasks.length + handlers.length);
  simulate(built.model, observed, { untilNs, seed });
  const proofs = admission.methods.filter(({ verdict }) => verdict === 'schedulable').map(({ method }) => method);
  const said = proofs.flatMap((method) => [...observed.missed].map((object) => `${method} admits, ${object} misses`));
  const bounds = [
    ...admission.tasks.map(({ task, responseNs }) => ({ object: task, responseNs })),
    ...admission.handlers.map(({ interrupt, responseNs }) => {
      const name = sketch.interrupts[interrupt]?.name;
      return { object: sketch.tasks.length + handlers.findIndex((one) => one.name === name), responseNs };
    }),
  ];
  for (const { object, responseNs } of bounds) {
    const found = observed.worst[object] as number;
    if (responseNs !== null && found > responseNs) said.push(`${object}: ${found} ns, bound ${responseNs} ns`);
  }
  delaysOf(sketch).forEach((delayNs, line) => {
    const found = observed.served[line] as number;
    if (delayNs !== null && found > delayNs) said.push(`line ${line}: ${found} ns, delay ${delayNs} ns`);
  });
  return { said, admitted: admission.admitted, byRule: proofs.includes('quest') };
}

describe('on a kernel with I/O VCPUs', () => {
  it('a set that only interrupts above all tasks would make unschedulable misses no deadline', () => {
    const line = { T: 60_000, C: 3000, bottom: 3000, top: 0 as const, handlerT: 10_000, handlerC: 0 };
    const sketch = sketchOf(
      [
        { T: 4000, C: 2000 },
        { T: 11_000, C: 1000 },
      ],
      { target: 'quest', interrupts: [interruptOf({ ...line, arrivals: null }, 0)] },
    );
    const { said, admitted, byRule } = contradictions(sketch, 1, 1_000_000_000);
    expect([said, admitted, byRule]).toEqual([[], true, true]);
  });

  it('a sketch that any test admits never misses a deadline in the simulation and never exceeds a bound', () => {
    const counts = { admitted: 0, byRule: 0 };
    fc.assert(
      fc.property(cases, (drawn) => {
        const { said, admitted, byRule } = contradictions(sketchFrom(drawn), drawn.seed);
        expect(said).toEqual([]);
        if (admitted) counts.admitted += 1;
        if (byRule) counts.byRule += 1;
      }),
      { numRuns: RUNS },
    );
    expect(counts.admitted).toBeGreaterThan(RUNS / 5);
    expect(counts.byRule).toBeGreaterThan(RUNS / 25);
  }, 600_000);
});
