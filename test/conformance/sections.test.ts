/**
 * Critical sections are bounded by their declared length. Tasks of random admitted sets share a
 * resource, and their jobs hold it exactly as long as declared, while other tasks repeatedly hold
 * it three times as long.
 */
import { describe, expect, it } from 'vitest';
import { CORTEX_THREADS, HOST_THREADS, UNO_STOPS, UNO_THREADS } from './bounded-targets.ts';
import { admittedSets, behaves, bodyUs, worstResponses } from './bounds.ts';

/** Time of a lock and its unlock, which is part of the budget. Unit: µs. */
const TARGETS = [
  { ...HOST_THREADS, lockUs: 60, sets: 6 },
  { ...UNO_THREADS, lockUs: 600, sets: 2, utilization: { from: 0.15, to: 0.4 } },
  { ...UNO_STOPS, lockUs: 400, sets: 2, utilization: { from: 0.15, to: 0.4 } },
  { ...CORTEX_THREADS, lockUs: 350, sets: 2, periodsUs: { from: 5000, to: 60_000 } },
];
const SHARES = [0.1, 0.4];

describe.each(TARGETS)('tasks that share a resource: $name', ({ lockUs, missing, ...target }) => {
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  const variants = (['rate-monotonic', 'edf'] as const).flatMap((policy) =>
    [false, true].flatMap((endless) =>
      SHARES.map((share) => ({
        ...{ ...target, policy, endless, share: 1, traced: true, printUs: 0 },
        sections: { share, lockUs },
      })),
    ),
  );
  const sets = variants.flatMap((variant) => admittedSets(variant).map((set, index) => ({ ...set, variant, index })));

  it.skipIf(missing !== null).each(sets)(
    '$variant.policy, sections of $variant.sections.share C, other tasks exceed theirs: $variant.endless, set $index',
    async ({ variant, ...set }) => {
      const { worstUs, exhausted, exceeded, dropped } = await worstResponses(set, variant);
      expect(dropped).toBe(0);
      set.tasks.forEach((task, index) => {
        const which = `task ${index} of ${JSON.stringify(set.tasks)}`;
        if (!behaves(index, variant)) return;
        expect(worstUs[index], which).toBeGreaterThanOrEqual(bodyUs(task, variant));
        expect(worstUs[index], which).toBeLessThanOrEqual(set.boundsUs[index] ?? 0);
        expect(exhausted[index], which).toBe(0);
        expect(exceeded[index], which).toBe(0);
      });
      // The runtime detected the sections that exceeded their declared length.
      const found = exceeded.reduce((sum, count) => sum + count, 0);
      if (variant.endless) expect(found).toBeGreaterThan(0);
    },
  );
});
