import { describe, expect, it } from 'vitest';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';

const on = (server: 'deferrable' | 'constant-bandwidth', tasks: readonly TaskNumbers[], over = {}) =>
  admit(sketchOf(tasks, over), { capabilities: preemptiveKernel({ server }) });

const FULL = [
  { T: 4, C: 3 },
  { T: 8, C: 2 },
];

describe('constant-bandwidth servers', () => {
  it('guarantee completion by the end of the period up to full utilization, and not earlier', () => {
    expect(on('constant-bandwidth', FULL, { policy: 'edf' })).toMatchObject({
      admitted: true,
      decidedBy: 'constant-bandwidth',
    });
    const early = on('constant-bandwidth', [{ T: 8, C: 1, D: 7 }], { policy: 'edf' });
    expect(early).toMatchObject({ admitted: false, decidedBy: null });
  });

  it('guarantee nothing if a job is released too late for the server deadline, which counts from its arrival', () => {
    const judged = (jitterUs: number) =>
      on('constant-bandwidth', [{ T: 10, C: 5, jitterUs }], { policy: 'edf' }).admitted;
    expect([0, 5, 6].map(judged)).toEqual([true, true, false]);
  });

  it('require a policy with deadlines', () => {
    expect(on('constant-bandwidth', FULL).sentence).toContain('Set the policy to "edf"');
  });
});

describe('deferrable servers', () => {
  const tasks = [
    { T: 20, C: 2, D: 38 },
    { T: 30, C: 4, D: 60 },
  ];

  it('guarantee 2T − C if each gets its budget although the others use theirs back to back', () => {
    const admission = on('deferrable', tasks);
    expect(admission).toMatchObject({ admitted: true, decidedBy: 'periodic-resource' });
    expect(admission.tasks.map(({ responseNs }) => responseNs)).toEqual([38_000, 56_000]);
    // With less than two budgets of 9 in a window of 11, the second task is not guaranteed its
    // budget.
    const greedy = on('deferrable', [
      { T: 20, C: 9, D: 40 },
      { T: 22, C: 5, D: 60 },
    ]);
    expect(greedy.admitted).toBe(false);
    const sporadic = admit(
      sketchOf([
        { T: 20, C: 9 },
        { T: 22, C: 5, D: 60 },
      ]),
      { capabilities: preemptiveKernel() },
    );
    expect(sporadic.admitted).toBe(true);
  });

  it('are analysed under fixed priorities on one core', () => {
    expect(on('deferrable', tasks, { policy: 'edf' }).sentence).toContain('Choose fixed priorities');
    expect(on('deferrable', tasks, { cores: 2 }).sentence).toContain('on several cores');
  });
});
