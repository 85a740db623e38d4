/**
 * Multicore sets: a simulated set that a test accepts misses no deadline and exceeds no bound, and
 * a refused set misses a deadline.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMethod, type MethodId, type TaskResult } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { buildTaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS, type Overheads } from '../../generator/platform/overheads.ts';
import type { DispatcherKind } from '../../generator/simulation/model.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { type Freedom, overheads, play, sketches } from './several-cores.ts';

/** POLYLOOP_SETS: how many sets each property draws. */
const RUNS = Number(process.env.POLYLOOP_SETS ?? 600);

interface Counts {
  readonly accepted: Map<MethodId, number>;
  /** Sets with a bound above T. */
  aboveT: number;
}

function holdAgainst(
  sketch: Sketch,
  costs: Overheads | null,
  dispatcher: DispatcherKind,
  seed: number,
  counts: Counts,
): void {
  const set = buildTaskSet(sketch, preemptiveKernel(), costs ?? NO_OVERHEADS);
  const results = METHODS.map((method) => applyMethod(method, set)).filter(({ applies }) => applies);
  const accepting = results.filter(({ verdict }) => verdict === 'schedulable');
  if (accepting.length === 0) return;
  for (const { method } of accepting) counts.accepted.set(method, (counts.accepted.get(method) ?? 0) + 1);
  expect(results.filter(({ verdict }) => verdict === 'unschedulable').map(({ method }) => method)).toEqual([]);
  const isAboveT = ({ entity, responseNs }: TaskResult) => (responseNs ?? 0) > (set.entities[entity]?.periodNs ?? 0);
  if (accepting.some(({ tasks }) => tasks.some(isAboveT))) counts.aboveT += 1;
  const by = accepting.map(({ method }) => method).join(', ');
  for (const phasing of ['critical', 'random'] as const) {
    const { missed, worstNs } = play({ sketch, dispatcher, phasing, seed, overheads: costs });
    expect(missed, `accepted by ${by}, and misses`).toBe(false);
    for (const { method, tasks, measures } of accepting) {
      if (measures !== 'response-time') continue;
      for (const { entity, responseNs } of tasks) {
        const source = set.entities[entity]?.source ?? -1;
        expect(worstNs[source] as number, `R(T${source + 1}) by ${method}`).toBeLessThanOrEqual(responseNs ?? Infinity);
      }
    }
  }
}

function property(freedom: Freedom, dispatcher: DispatcherKind, costs: fc.Arbitrary<Overheads | null>): Counts {
  const counts: Counts = { accepted: new Map(), aboveT: 0 };
  fc.assert(
    fc.property(sketches(freedom), costs, fc.nat(), (sketch, drawn, seed) =>
      holdAgainst(sketch, drawn, dispatcher, seed, counts),
    ),
    { numRuns: RUNS },
  );
  return counts;
}

const ideal = fc.constant(null);
const FIXED = ['rate-monotonic', 'deadline-monotonic', 'fixed'] as const;

describe('an admitted set on several cores', () => {
  it('keeps its bounds under EDF: global, clustered and partitioned', () => {
    const { accepted } = property(
      { policies: ['edf'], affinities: 'none', clusters: true, scale: 1 },
      'priority',
      ideal,
    );
    for (const method of ['gfb', 'bcl', 'bak', 'bar', 'response-time-global', 'partitioned', 'clustered'] as const) {
      expect(accepted.get(method) ?? 0, method).toBeGreaterThan(0);
    }
  });

  it('keeps its bounds under EDF if a job may end after the next arrival', () => {
    const freedom = {
      policies: ['edf'],
      affinities: 'none',
      clusters: false,
      scale: 1,
      shapes: ['late'],
    } as const;
    const { aboveT } = property(freedom, 'priority', ideal);
    expect(aboveT).toBeGreaterThan(RUNS / 50);
  });

  it('keeps its bounds under fixed priorities', () => {
    const { accepted } = property({ policies: FIXED, affinities: 'none', clusters: true, scale: 1 }, 'priority', ideal);
    for (const method of ['response-time-global', 'response-time-limited-carry-in', 'partitioned'] as const) {
      expect(accepted.get(method) ?? 0, method).toBeGreaterThan(0);
    }
  });

  it('keeps its bounds with any affinities if the scheduler can move running jobs', () => {
    const policies = [...FIXED, 'edf'] as const;
    const { accepted } = property({ policies, affinities: 'any', clusters: false, scale: 1 }, 'priority', ideal);
    expect(accepted.get('affinity') ?? 0).toBeGreaterThan(0);
  });

  it("keeps its bounds under RTEMS's EDF with one-core affinities, and under its fixed priorities without affinities", () => {
    property({ policies: ['edf'], affinities: 'one', clusters: false, scale: 1 }, 'rtems-edf', ideal);
    property({ policies: FIXED, affinities: 'none', clusters: false, scale: 1 }, 'rtems-simple', ideal);
  });

  it('keeps its bounds with the overheads of switches, releases, migrations, the tick and telemetry', () => {
    const policies = [...FIXED, 'edf'] as const;
    property({ policies, affinities: 'none', clusters: true, scale: 10 }, 'priority', overheads);
    property({ policies, affinities: 'any', clusters: false, scale: 10 }, 'priority', overheads);
  });
});

describe('a refused partitioned set', () => {
  it('misses a deadline after a synchronous release', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        sketches({ policies: ['edf', 'deadline-monotonic'], affinities: 'none', clusters: true, scale: 1 }),
        (drawn) => {
          const sketch = {
            ...drawn,
            clusterCores: 1,
            tasks: drawn.tasks.map((task, i) => ({ ...task, jitterUs: 0, core: i % drawn.cores })),
          };
          const set = buildTaskSet(sketch, preemptiveKernel());
          const method = METHODS.find(({ id }) => id === 'partitioned');
          const result = method === undefined ? null : applyMethod(method, set);
          if (result?.verdict !== 'unschedulable' || result.failure?.latenessNs === null) return;
          refused += 1;
          const { missed } = play({ sketch, dispatcher: 'priority', phasing: 'critical', seed: 0, overheads: null });
          expect(missed).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
