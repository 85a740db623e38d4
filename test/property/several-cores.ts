/** Random sketches on several cores, and the comparison of their simulation with their bounds. */

import fc from 'fast-check';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import type { DispatcherKind } from '../../generator/simulation/model.ts';
import type { Policy, Sketch } from '../../generator/sketch/model.ts';
import { KIND_COMPLETE, KIND_DEADLINE_MISS } from '../../generator/trace/kinds.ts';

const PERIODS = [4, 5, 6, 8, 10, 12, 15, 20, 24];

export interface Freedom {
  readonly policies: readonly Policy[];
  /** Affinities of tasks. any: every subset of the cores. one: one core or all. none: all cores. */
  readonly affinities: 'any' | 'one' | 'none';
  /** Whether sets also have a ready queue per core or per pair of cores. */
  readonly clusters: boolean;
  /** Factor on all times: 10 with overheads of several hundred ns, otherwise 1. */
  readonly scale: number;
  /** Absent: all but late. */
  readonly shapes?: readonly Shape[];
}

interface Drawn {
  readonly T: number;
  readonly share: number;
  readonly deadline: number;
  readonly jitter: number;
  readonly core: number;
  readonly cores: readonly boolean[];
  readonly priority: number;
}

/** Doubles of fast-check are mostly close to 0. */
const percent = (min: number): fc.Arbitrary<number> => fc.integer({ min, max: 100 }).map((share) => share / 100);

const taskOf: fc.Arbitrary<Drawn> = fc.record({
  T: fc.constantFrom(...PERIODS),
  share: percent(10),
  deadline: percent(0),
  jitter: fc.integer({ min: 0, max: 3 }),
  core: fc.integer({ min: 0, max: 3 }),
  cores: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  priority: fc.integer({ min: 1, max: 5 }),
});

const SHAPES = ['implicit', 'constrained', 'arbitrary'] as const;
/** D = T, D ≤ T, D up to 2T, or D up to 5T. */
type Shape = (typeof SHAPES)[number] | 'late';

/**
 * Sketches with ΣU at most the number of cores. With clusters, every task is assigned to a core.
 */
export function sketches({ policies, affinities, clusters, scale, shapes = SHAPES }: Freedom): fc.Arbitrary<Sketch> {
  return fc
    .record({
      cores: fc.integer({ min: 2, max: 4 }),
      clusterCores: clusters ? fc.constantFrom(null, 1, 2) : fc.constant(null),
      policy: fc.constantFrom(...policies),
      shape: fc.constantFrom(...shapes),
      jitter: fc.boolean(),
      tasks: fc.array(taskOf, { minLength: 2, maxLength: 8 }),
    })
    .map(({ cores, clusterCores, policy, shape, jitter, tasks }) => {
      const numbers = tasks.map(({ T, share, deadline, jitter: late, core, cores: allowed, priority }) => {
        const C = Math.max(1, Math.round(T * share));
        const most = { implicit: T, constrained: T, arbitrary: 2 * T, late: 5 * T }[shape];
        const D = shape === 'implicit' ? T : C + Math.round((most - C) * deadline);
        const some = allowed.flatMap((may, one) => (may && one < cores ? [one] : []));
        const affinity = affinities === 'any' ? some : affinities === 'one' && some.length === 1 ? some : [];
        return {
          ...{ T: T * scale, C: C * scale, D: D * scale, priority },
          jitterUs: jitter ? Math.min(late, D - C) * scale : 0,
          core: clusterCores === null ? null : Math.min(core, cores - 1),
          affinity: clusterCores === null ? affinity : [],
          overrun: 'catch-up' as const,
          catchUpLimit: 1000,
        };
      });
      return sketchOf(numbers, { cores, clusterCores, policy });
    })
    .filter(
      (sketch) => sketch.tasks.reduce((sum, t) => sum + (t.budgetUs ?? 0) / (t.periodUs ?? 1), 0) <= sketch.cores,
    );
}

/** Overheads of several hundred nanoseconds each. */
export const overheads: fc.Arbitrary<Overheads> = fc
  .record({
    contextSwitchNs: fc.integer({ min: 0, max: 300 }),
    releaseNs: fc.integer({ min: 0, max: 200 }),
    tickNs: fc.integer({ min: 0, max: 200 }),
    tracePerJobNs: fc.integer({ min: 0, max: 200 }),
    migrationNs: fc.integer({ min: 0, max: 300 }),
  })
  .map((drawn) => ({ ...drawn, tickPeriodNs: 5000, blockingNs: 0 }));

export interface Simulated {
  readonly missed: boolean;
  /** By index in `sketch.tasks`: the longest response time. Unit: ns. */
  readonly worstNs: readonly number[];
}

export interface Play {
  readonly sketch: Sketch;
  readonly dispatcher: DispatcherKind;
  readonly phasing: 'critical' | 'random';
  readonly seed: number;
  readonly overheads: Overheads | null;
}

const SIMULATED_PERIODS = 20;

export function play({ sketch, dispatcher, phasing, seed, overheads: costs }: Play): Simulated {
  const built = buildSimulation(sketch, {
    ...{ capabilities: preemptiveKernel(), overheads: costs, dispatcher, seed, server: 'none' },
    phasing: phasing === 'critical' ? { kind: phasing, task: null } : { kind: phasing },
  });
  if (!built.ok) throw new Error(built.reason);
  const { model } = built;
  const worstNs = model.tasks.map(() => 0);
  const done = model.tasks.map(() => 0);
  let missed = false;
  const simulation = new Simulation(
    model,
    {
      metadata: () => undefined,
      segment: () => undefined,
      text: () => undefined,
      event(timeNs, kind, task) {
        if (kind === KIND_DEADLINE_MISS) missed = true;
        if (kind !== KIND_COMPLETE) return;
        const arrivals = model.tasks[task]?.arrivals;
        if (arrivals?.kind !== 'periodic') return;
        const job = done[task] as number;
        done[task] = job + 1;
        worstNs[task] = Math.max(worstNs[task] as number, timeNs - arrivals.offsetNs - job * arrivals.periodNs);
      },
    },
    { seed },
  );
  simulation.run(SIMULATED_PERIODS * Math.max(...sketch.tasks.map(({ periodUs }) => periodUs ?? 0)) * 1000);
  return { missed, worstNs };
}
