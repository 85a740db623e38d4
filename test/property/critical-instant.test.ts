/**
 * Compares the exact tests with the simulation from the critical instant: a refused set misses a
 * deadline, and the longest response time equals the bound. For all tests, less work never makes a
 * schedulable set unschedulable.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { type Phasing, phasesOf } from '../../generator/simulation/build/phases.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { Sketch, TaskKind } from '../../generator/sketch/model.ts';
import { Completions } from '../differential/completions.ts';
import { setCount } from '../differential/set-count.ts';
import { usually } from '../every-case.ts';
import { byDeadline, loadOf, type Numbers, taskSets, toSketch } from './task-sets.ts';

const RUNS = setCount(usually(4_000, 10_000));
const kernel = preemptiveKernel();

/** Any number of jobs of a task can wait, as the tests assume. */
const sketchFor = (tasks: readonly Numbers[], policy: Sketch['policy'], kind: TaskKind = 'periodic'): Sketch =>
  sketchOf(
    toSketch(tasks).map((task) => ({ ...task, kind, overrun: 'catch-up' as const, catchUpLimit: 65_535 })),
    { policy },
  );

/** Length of the simulation: the longest busy window and a deadline. Unit: µs. */
function longEnough(tasks: readonly Numbers[]): number {
  const longest = Math.max(...tasks.map(({ C }) => C));
  const demand = (t: number) => longest + tasks.reduce((sum, { T, C, J }) => sum + Math.ceil((t + J) / T) * C, 0);
  let window = 1;
  for (let next = demand(window); next !== window; next = demand(window)) window = next;
  return window + Math.max(...tasks.map(({ T, D, J }) => D + J + T));
}

interface Simulated {
  /** By task; ns. */
  readonly worst: readonly number[];
  readonly missed: boolean;
}

function playFrom(sketch: Sketch, phasing: Phasing, capabilities: Capabilities, lengthUs: number): Simulated {
  const built = buildSimulation(sketch, { capabilities, phasing, server: 'none' });
  if (!built.ok) throw new Error(built.reason);
  const sink = new Completions(sketch.tasks.length);
  simulate(built.model, sink, { untilNs: lengthUs * 1000, seed: 0 });
  const phases = phasesOf(sketch, phasing, 0, capabilities);
  const worst = sink.done.map((ends, index) => {
    const periodNs = (sketch.tasks[index]?.periodUs ?? 0) * 1000;
    return Math.max(...ends.map((end, job) => end - (phases[index] as number) - job * periodNs));
  });
  return { worst, missed: sink.missed.some((times) => times > 0) };
}

const critical = (task: number | null): Phasing => ({ kind: 'critical', task });
const sets = taskSets({ deadlines: 3, jitter: true }).filter((tasks) => loadOf(tasks) < 0.999);

function holds(check: (tasks: readonly Numbers[]) => void): void {
  fc.assert(
    fc.property(sets, (tasks) => check(byDeadline(tasks))),
    { numRuns: RUNS },
  );
}

describe('the exact tests agree with the simulation from the critical instant', () => {
  it('fixed priorities: every response, and whether a deadline is missed', () =>
    holds((tasks) => {
      const sketch = sketchFor(tasks, 'deadline-monotonic');
      const { worst, missed } = playFrom(sketch, critical(null), kernel, longEnough(tasks));
      const admission = admit(sketch, { capabilities: kernel });
      expect(admission.tasks.map(({ responseNs }) => responseNs)).toEqual(worst);
      expect(admission.admitted).toBe(!missed);
    }));

  it('fixed priorities without preemption: the response of each task from its own critical instant', () =>
    holds((tasks) => {
      const sketch = sketchFor(tasks, 'deadline-monotonic');
      // Sporadic tasks, so that the analysis assumes any phases.
      const admission = admit(sketchFor(tasks, 'deadline-monotonic', 'sporadic'), { capabilities: superLoop });
      for (const [index, { responseNs }] of admission.tasks.entries()) {
        const { worst } = playFrom(sketch, critical(index), superLoop, longEnough(tasks));
        expect(worst[index], `task ${index}`).toBe(responseNs);
      }
    }));

  it('EDF: whether a deadline is missed', () =>
    holds((tasks) => {
      const sketch = sketchFor(tasks, 'edf');
      const { missed } = playFrom(sketch, critical(null), kernel, longEnough(tasks));
      expect(admit(sketch, { capabilities: kernel }).admitted).toBe(!missed);
    }));
});

/**
 * Excludes policies under which a smaller C or a longer T can change priorities or the order of
 * non-preemptive jobs: they are not sustainable.
 */
const MONOTONIC = [
  { name: 'fixed priorities', policy: 'fixed', cores: 1, capabilities: kernel },
  { name: 'EDF', policy: 'edf', cores: 1, capabilities: kernel },
  { name: 'fixed priorities without preemption', policy: 'fixed', cores: 1, capabilities: superLoop },
  { name: 'EDF without preemption', policy: 'edf', cores: 1, capabilities: superLoop },
] as const;

describe('a smaller budget or a longer period with the same deadline never makes a sketch unschedulable', () => {
  const change = fc.record({ index: fc.nat(4), shrink: fc.boolean(), by: fc.integer({ min: 1, max: 9 }) });

  it.each(MONOTONIC)('$name', ({ policy, cores, capabilities }) => {
    fc.assert(
      fc.property(sets, change, (tasks, { index, shrink, by }) => {
        const judge = (numbers: readonly Numbers[]) =>
          admit(
            sketchOf(
              toSketch(numbers).map((task, place) => ({ ...task, priority: 10 - place })),
              { policy, cores },
            ),
            { capabilities },
          );
        const at = index % tasks.length;
        const eased = tasks.map((task, place) => {
          if (place !== at) return task;
          return shrink ? { ...task, C: Math.max(1, task.C - by) } : { ...task, T: task.T + by };
        });
        if (judge(tasks).admitted) expect(judge(eased).admitted).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
