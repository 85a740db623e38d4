/**
 * The verdict includes the overrun policies: random sketches with deadlines up to six periods,
 * under every policy and limit, on one core and on two. No admitted sketch, simulated from critical
 * instants and random phases, drops a release, stops a task, is late or exceeds a bound. A sketch
 * that an exact test disproves fails from its critical instant.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { type Phasing, phasesOf } from '../../generator/simulation/build/phases.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import { OVERRUN_POLICIES, type Sketch } from '../../generator/sketch/model.ts';
import { KIND_RELEASE_DROPPED } from '../../generator/trace/kinds.ts';
import { Completions } from '../differential/completions.ts';
import { setCount } from '../differential/set-count.ts';
import { byDeadline, type Numbers, taskSets, toSketch } from './task-sets.ts';

const RUNS = setCount(3000);
const kernel = preemptiveKernel();
const UNTIL_US = 4000;

const policies = fc.array(
  fc.record({
    overrun: fc.constantFrom(...OVERRUN_POLICIES),
    catchUpLimit: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('periodic' as const, 'sporadic' as const),
  }),
  { minLength: 5, maxLength: 5 },
);
const sets = taskSets({ deadlines: 6, jitter: true }).map(byDeadline);

function sketchFor(tasks: readonly Numbers[], chosen: typeof policies extends fc.Arbitrary<infer P> ? P : never) {
  return (over: Partial<Sketch>): Sketch =>
    sketchOf(
      toSketch(tasks).map((task, index) => ({ ...task, ...chosen[index] })),
      over,
    );
}

class Losses extends Completions {
  dropped = 0;

  override event(timeNs: number, kind: number, object: number, value = 0): void {
    super.event(timeNs, kind, object);
    if (kind === KIND_RELEASE_DROPPED) this.dropped += value;
  }
}

interface Simulated {
  readonly lost: boolean;
  /**
   * Longest response time by task, in ns. Valid only if no release is dropped, because jobs are
   * counted by releases.
   */
  readonly worst: readonly number[];
}

function play(sketch: Sketch, capabilities: Capabilities, phasing: Phasing, seed: number): Simulated {
  const built = buildSimulation(sketch, { capabilities, phasing, seed });
  if (!built.ok) throw new Error(built.reason);
  const sink = new Losses(sketch.tasks.length);
  simulate(built.model, sink, { untilNs: UNTIL_US * 1000, seed });
  const phases = phasesOf(sketch, phasing, seed, capabilities);
  const worst = sink.done.map((ends, index) => {
    const periodNs = (sketch.tasks[index]?.periodUs ?? 0) * 1000;
    return Math.max(0, ...ends.map((end, job) => end - (phases[index] as number) - job * periodNs));
  });
  return { lost: sink.dropped > 0 || sink.missed.some((count) => count > 0), worst };
}

const critical = (task: number | null): Phasing => ({ kind: 'critical', task });

function expectKept(sketch: Sketch, capabilities: Capabilities, admission: Admission, seed: number): void {
  const phasings: Phasing[] = [...sketch.tasks.keys(), null].map(critical);
  for (const phasing of [...phasings, { kind: 'random' } as const]) {
    const { lost, worst } = play(sketch, capabilities, phasing, seed);
    expect(lost, `${admission.decidedBy}`).toBe(false);
    for (const { task, responseNs } of admission.tasks) {
      if (responseNs !== null) expect(worst[task]).toBeLessThanOrEqual(responseNs);
    }
  }
}

/** Whether an overrun policy requires an earlier completion than the deadline. */
const isBounded = ({ tasks }: Admission): boolean => tasks.some(({ servedWithinNs }) => servedWithinNs !== null);

const SYSTEMS = [
  { name: 'fixed priorities', over: { policy: 'deadline-monotonic' }, capabilities: kernel },
  { name: 'EDF', over: { policy: 'edf' }, capabilities: kernel },
  { name: 'the super-loop', over: { policy: 'deadline-monotonic' }, capabilities: superLoop },
  { name: 'the super-loop, EDF', over: { policy: 'edf' }, capabilities: superLoop },
  {
    name: 'budgets monitored',
    over: { policy: 'rate-monotonic' },
    capabilities: preemptiveKernel({ budgets: 'monitored' }),
  },
  {
    name: 'shared levels',
    over: { policy: 'deadline-monotonic' },
    capabilities: preemptiveKernel({ priorityLevels: 2 }),
  },
  { name: 'two cores', over: { policy: 'deadline-monotonic', cores: 2 }, capabilities: kernel },
  { name: 'two cores, EDF', over: { policy: 'edf', cores: 2 }, capabilities: kernel },
  { name: 'two cores, each by itself', over: { policy: 'edf', cores: 2, clusterCores: 1 }, capabilities: kernel },
] as const;

describe('an admitted sketch drops no release', () => {
  it.each(SYSTEMS)(
    '$name',
    ({ over, capabilities }) => {
      const counts = { admitted: 0, refused: 0 };
      fc.assert(
        fc.property(sets, policies, fc.nat(), (tasks, chosen, seed) => {
          const sketch = sketchFor(tasks, chosen)(over);
          const admission = admit(sketch, { capabilities });
          if (admission.admitted) expectKept(sketch, capabilities, admission, seed);
          if (!isBounded(admission)) return;
          if (admission.admitted) counts.admitted += 1;
          else if (admission.failure?.kind === 'release') counts.refused += 1;
        }),
        { numRuns: Math.ceil(RUNS / SYSTEMS.length) },
      );
      expect(counts.admitted).toBeGreaterThan(RUNS / 300);
      if (!('cores' in over)) expect(counts.refused).toBeGreaterThan(RUNS / 300);
    },
    600_000,
  );
});

describe('a disproved sketch fails from its critical instant', () => {
  it('fixed priorities with preemption', () => {
    let disproved = 0;
    fc.assert(
      fc.property(sets, policies, (tasks, chosen) => {
        const sketch = sketchFor(tasks, chosen)({ policy: 'deadline-monotonic' });
        const { decidedBy, admitted, failure } = admit(sketch, { capabilities: kernel });
        if (admitted || decidedBy !== 'response-time' || failure?.kind !== 'release') return;
        disproved += 1;
        expect(play(sketch, kernel, critical(null), 0).lost).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(disproved).toBeGreaterThan(RUNS / 30);
  }, 600_000);
});
