/**
 * Storms of interrupts: 1 to 20 kHz, with I/O budgets from one delivery up to a quarter of the
 * processor, while the bodies of tasks use their whole budgets. On an admitted set no such task
 * exhausts its budget, misses a deadline or exceeds its bound. On the host the runtime is given an
 * execution time; see bounded-targets.ts.
 */
import { describe, expect, it } from 'vitest';
import { targetById } from '../../generator/targets/index.ts';
import { usually } from '../every-case.ts';
import {
  CORTEX_LOOP,
  CORTEX_THREADS,
  HOST_THREADS,
  type Target,
  UNO_ONE_STACK,
  UNO_THREADS,
} from './bounded-targets.ts';
import { admittedSets, behaves, bodyUs, LONG_RUN_US, type Storm, type Variant, worstResponses } from './bounds.ts';

const BOTTOM_HALF_US = 60;
const KHZ = [1, 2, 5, 10, 20];
/** Budgets for one bottom half of the declared length, for one delivery, and for more. */
const BUDGETS = [
  { ioBudgetUs: BOTTOM_HALF_US, ioPeriodUs: 20_000 },
  { ioBudgetUs: 900, ioPeriodUs: 20_000 },
  { ioBudgetUs: 2000, ioPeriodUs: 20_000 },
  { ioBudgetUs: 5000, ioPeriodUs: 20_000 },
];

interface StormTarget extends Omit<Target, 'policy'> {
  readonly source: string;
}

const TARGETS: readonly StormTarget[] = [
  { ...HOST_THREADS, source: 'timer2', sets: 1, utilization: null },
  { ...UNO_THREADS, source: 'timer2', sets: 1, utilization: null },
  { ...UNO_ONE_STACK, source: 'timer2', sets: 1, utilization: null },
  { ...CORTEX_LOOP, source: 'timer1', sets: 1, periodsUs: { from: 5000, to: 60_000 } },
  { ...CORTEX_THREADS, source: 'timer1', sets: 1, periodsUs: { from: 5000, to: 60_000 } },
];

/** Longest time between two deliveries, as the budget or the source limits them. Unit: µs. */
function gapUs(everyUs: number, { ioBudgetUs, ioPeriodUs }: (typeof BUDGETS)[number], target: StormTarget): number {
  const { deliveryNs = 0, perInterruptNs = 0 } = target.board.targets[target.id]?.overheads?.interrupts ?? {};
  const chargeUs = BOTTOM_HALF_US + (deliveryNs + perInterruptNs) / 1000;
  return Math.max(everyUs, (chargeUs * ioPeriodUs) / ioBudgetUs);
}

/**
 * Each rate with each budget. Policies and bodies alternate, and each storm has another task set.
 */
const stormsOf = (target: StormTarget) =>
  KHZ.flatMap((kHz, row) =>
    BUDGETS.map((budget, column) => {
      const everyUs = 1000 / kHz;
      // A server with few pieces gives back a little late; a charge may be less than the record's.
      const leastServed = Math.floor(LONG_RUN_US / (2 * gapUs(everyUs, budget, target)));
      const storm: Storm = { source: target.source, everyUs, bottomHalfUs: BOTTOM_HALF_US, ...budget, leastServed };
      const policy = (row + column) % 2 === 0 ? 'rate-monotonic' : 'edf';
      const endless = column % 2 === 1 && targetById(target.id).budgets === 'enforced';
      const firstSeed = 7919 * (1 + row * BUDGETS.length + column);
      const variant: Variant = {
        ...target,
        runUs: LONG_RUN_US,
        policy,
        endless,
        share: 1,
        traced: true,
        printUs: 0,
        storm,
        firstSeed,
      };
      return { kHz, ...budget, policy, endless, storm, variant, place: row + (column >> 1) };
    }),
  );

/** Whether bottom halves alone would take more than the budget. */
const exceeds = ({ everyUs, bottomHalfUs, ioBudgetUs, ioPeriodUs }: Storm) =>
  (ioPeriodUs / everyUs) * bottomHalfUs > ioBudgetUs;

describe.each(TARGETS.map((target, index) => ({ ...target, index })))('storms: $name', ({ index, ...target }) => {
  if (target.missing !== null) it.skip(`not tried: ${target.missing}`, () => {});

  it
    .skipIf(target.missing !== null)
    .each(stormsOf(target).filter(({ place }) => usually((place + index) % 2 === 0, true)))(
    'do not affect tasks: $kHz kHz on $ioBudgetUs in $ioPeriodUs µs, $policy, endless ones: $endless',
    async ({ variant, storm }) => {
      for (const set of admittedSets(variant)) {
        const { tasks, boundsUs } = set;
        const { worstUs, exhausted, jobs, dropped, masked } = await worstResponses(set, variant);
        expect(dropped, 'dropped').toBe(0);
        // Telemetry samples the maskings.
        if (exceeds(storm)) expect(masked).toBeGreaterThan(0);
        tasks.forEach((task, index) => {
          const which = `task ${index} of ${JSON.stringify(tasks)}`;
          if (!behaves(index, variant)) return;
          expect(exhausted[index], which).toBe(0);
          // Close to the limit of admission, telemetry may lose events. The response of a job with
          // a lost event is unknown.
          expect(jobs[index], which).toBeGreaterThan(LONG_RUN_US / task.periodUs / 2);
          expect(worstUs[index], which).toBeGreaterThanOrEqual(bodyUs(task, variant));
          expect(worstUs[index], which).toBeLessThanOrEqual(boundsUs[index] ?? 0);
        });
      }
    },
  );
});
