import { expect, it } from 'vitest';
import { playSrp } from '../../../test/property/reference-srp.ts';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';

it('counts two sections if jitter makes a job of a lower preemption level more urgent', () => {
  const tasks: readonly TaskNumbers[] = [
    { T: 100, C: 5, D: 18 },
    { T: 100, C: 1, D: 20, jitterUs: 14 },
    { T: 100, C: 7, D: 30 },
  ];
  // The first job preempts the third in its section. The second job is released during the first
  // job's section and is due before both.
  const jobs = [
    { task: 0, arrival: 14, release: 14, cost: 5, due: 32 },
    { task: 1, arrival: 2, release: 16, cost: 1, due: 22 },
    { task: 2, arrival: 12, release: 12, cost: 7, due: 42 },
  ];
  const sections = [{ at: 1, length: 4, ceiling: 18 }, null, { at: 1, length: 5, ceiling: 20 }];
  const worst = playSrp(jobs, [18, 20, 30], sections);
  expect(worst[1]).toBe(22);

  const own = { name: 'own', ceiling: null, position: null, users: [{ task: 'T1', criticalSectionUs: 4 }] };
  const users = ['T2', 'T3'].map((task) => ({ task, criticalSectionUs: task === 'T2' ? 1 : 5 }));
  const resources = [own, { name: 'shared', ceiling: null, position: null, users }];
  const found = admit(sketchOf(tasks, { policy: 'edf', resources }), { capabilities: preemptiveKernel() });
  expect(found.admitted).toBe(false);
  // One section alone would fit: 1 + 5 ≤ 20 − 14.
  const [first] = found.tasks.filter(({ name }) => name === 'T2');
  expect(first?.responseNs).toBeGreaterThanOrEqual(22_000);
});
