/**
 * Only the body is charged to a budget, not the runtime's overhead. On every target that enforces
 * budgets, a task of an admitted sketch completes before its budget is exhausted if its body takes
 * exactly C.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { preemptiveKernel, sketchOf } from '../../generator/analysis/test-sketches.ts';
import type { Capabilities } from '../../generator/platform/kernel.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { Policy } from '../../generator/sketch/model.ts';
import { TARGETS } from '../../generator/targets/index.ts';
import { KIND_BUDGET_EXHAUSTED } from '../../generator/trace/kinds.ts';
import { setCount } from '../differential/set-count.ts';

const RUNS = setCount(300);
const UNTIL_NS = 300_000_000;
/** Large overheads in relation to the budgets, so that a wrong charge exhausts a budget. */
const OVERHEADS = {
  ...NO_OVERHEADS,
  contextSwitchNs: 40_000,
  releaseNs: 30_000,
  tickNs: 20_000,
  tickPeriodNs: 1_000_000,
  tracePerJobNs: 50_000,
};

const kept: readonly Capabilities[] = [
  ...TARGETS.filter(({ budgets }) => budgets !== 'monitored'),
  preemptiveKernel({ vcpus: false, budgets: 'enforced' }),
];

const task = fc.record({ T: fc.integer({ min: 5, max: 40 }), share: fc.double({ min: 0.03, max: 0.3, noNaN: true }) });

it('covers targets', () => expect(kept.length).toBeGreaterThan(1));

it.each(kept.map((capabilities) => [capabilities.label, capabilities] as const))('on %s', (_, capabilities) => {
  let admitted = 0;
  fc.assert(
    fc.property(
      fc.array(task, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...capabilities.policies),
      (tasks, policy: Policy) => {
        const numbers = tasks.map(({ T, share }) => ({
          T: 1000 * T,
          C: Math.max(1, Math.round(1000 * T * share)),
          priority: T,
        }));
        const sketch = sketchOf(numbers, { policy });
        if (!admit(sketch, { capabilities, overheads: OVERHEADS }).admitted) return;
        const built = buildSimulation(sketch, { capabilities, overheads: OVERHEADS });
        if (!built.ok) throw new Error(built.reason);
        admitted += 1;
        let exhausted = 0;
        const event = (_time: number, kind: number): void => {
          if (kind === KIND_BUDGET_EXHAUSTED) exhausted += 1;
        };
        simulate(built.model, { metadata() {}, segment() {}, text() {}, event }, { untilNs: UNTIL_NS });
        expect(exhausted).toBe(0);
      },
    ),
    { numRuns: RUNS },
  );
  expect(admitted).toBeGreaterThan(RUNS / 10);
});
