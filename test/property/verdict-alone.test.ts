/**
 * The fast verdict without an explanation, which design help uses, equals the verdict of the full
 * analysis.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyMethod, verdictOf } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { buildTaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import { taskSets, toSketch } from './task-sets.ts';

const policies = fc.constantFrom('deadline-monotonic', 'rate-monotonic', 'edf', 'edf');
const places = fc.constantFrom([1, 1], [2, 1], [2, 2], [3, 1], [4, 2]);

it('equals the verdict of every test, with exact response times and with upper bounds only', () => {
  const asked = new Map<string, number>();
  fc.assert(
    fc.property(
      taskSets({ deadlines: 3, jitter: true }),
      policies,
      places,
      fc.constantFrom(null, 2),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 2000 }),
      (tasks, policy, [cores = 1, clusterCores = 1], priorityLevels, preemptive, placed, blockingNs) => {
        const capabilities = preemptive || cores > 1 ? preemptiveKernel({ priorityLevels }) : superLoop;
        const kind = blockingNs % 2 === 0 ? 'periodic' : 'sporadic';
        const drawn = toSketch(tasks).map(
          (task, index) => ({ ...task, kind, ...(placed ? { core: index % cores } : {}) }) as const,
        );
        const sketch = sketchOf(drawn, { policy, cores, clusterCores });
        const set = buildTaskSet(sketch, capabilities, {
          ...NO_OVERHEADS,
          blockingNs: blockingNs % 3 === 0 ? 0 : blockingNs,
        });
        for (const method of METHODS) {
          const { verdict, applies } = applyMethod(method, set);
          expect(verdictOf(method, set)).toBe(verdict);
          const key = `${method.id} ${verdict}`;
          if (applies && method.decide !== undefined) asked.set(key, (asked.get(key) ?? 0) + 1);
        }
      },
    ),
    { numRuns: 1500 },
  );
  // The comparison is meaningful only if each test gave both verdicts.
  for (const { id, decide } of METHODS.filter(({ exact }) => exact)) {
    if (decide === undefined) continue;
    expect([id, asked.get(`${id} schedulable`) ?? 0]).not.toEqual([id, 0]);
    expect([id, asked.get(`${id} unschedulable`) ?? 0]).not.toEqual([id, 0]);
  }
});
