import { expect, it } from 'vitest';
import { admit } from '../../analysis/admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../../analysis/test-sketches.ts';
import { boundsHoldUnder, capabilitiesUnder } from './served.ts';

const kernel = preemptiveKernel();
const judged = (tasks: readonly TaskNumbers[], capabilities = kernel) =>
  admit(sketchOf(tasks, { cores: 3 }), { capabilities });

/** Task A can wait although core 2, which no other task may use, is idle (docs/rtems-smp.md). */
const STRANDED: readonly TaskNumbers[] = [
  { T: 20, C: 11, D: 17, affinity: [1, 2] },
  { T: 10, C: 3, D: 4, affinity: [0] },
  { T: 10, C: 4, D: 9, affinity: [1] },
  { T: 12, C: 7, D: 12, affinity: [0] },
];

it('guarantees nothing for RTEMS Priority Affinity if a task is restricted to some cores', () => {
  const found = judged(STRANDED);
  expect(found).toMatchObject({ admitted: true, decidedBy: 'affinity' });
  expect(boundsHoldUnder('priority', found.set)).toBe(true);
  expect(boundsHoldUnder('rtems-priority-affinity', found.set)).toBe(false);
  const asSimulated = judged(STRANDED, capabilitiesUnder('rtems-priority-affinity', kernel));
  expect(asSimulated.admitted).toBe(false);
  expect(asSimulated.tasks.every(({ responseNs }) => responseNs === null)).toBe(true);
  expect(asSimulated.sentence).toContain('can leave such a task waiting while one of its cores is idle');
});

it('supports tasks bound to one core on some dispatchers, and unbound tasks on all', () => {
  const [some, one, all] = [[0, 1], [0], []].map((affinity) => judged([{ T: 10, C: 1, affinity }]).set);
  const holds = (set: typeof some) =>
    (['rtems-edf', 'rtems-simple', 'rtems-priority', 'rtems-priority-affinity'] as const).map(
      (kind) => set !== undefined && boundsHoldUnder(kind, set),
    );
  expect(holds(some)).toEqual([false, false, false, false]);
  expect(holds(one)).toEqual([true, false, false, false]);
  expect(holds(all)).toEqual([true, true, true, true]);
});
