import { describe, expect, it } from 'vitest';
import { admit } from '../admission.ts';
import type { MethodId } from '../method.ts';
import { preemptiveKernel, rtemsSeven, sketchOf, superLoop, type TaskNumbers } from '../test-sketches.ts';

const judged = (tasks: readonly TaskNumbers[], id: MethodId, over = {}) => {
  const capabilities = id.endsWith('non-preemptive') ? superLoop : preemptiveKernel();
  const admission = admit(sketchOf(tasks, { policy: 'edf', ...over }), { capabilities });
  const found = admission.methods.find(({ method }) => method === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return { ...found, rows: admission.tasks.map(({ responseNs }) => responseNs) };
};

describe('response times under earliest deadline first', () => {
  it('gives the seven RTEMS tasks 268, 268, 24, 168, 24, 768, 768 ms', () => {
    const { rows, verdict, explanation } = judged(rtemsSeven, 'response-time-edf');
    expect(rows.map((ns) => (ns ?? 0) / 1e6)).toEqual([268, 268, 24, 168, 24, 768, 768]);
    expect(verdict).toBe('schedulable');
    // The job of T4 that arrives at 600 ms, which is due at 1 s together with all other tasks.
    expect(explanation[2]?.numbers).toMatchObject({ a: 600e6, X: 768e6, R: 168e6 });
  });

  it('finds a later job with a longer response than the job at the common release', () => {
    // If all tasks are released together, the first completes at 2. Released at 4 and due at 8, it
    // waits for the rest of the second.
    const tasks = [
      { T: 4, C: 2 },
      { T: 8, C: 4 },
    ];
    expect(judged(tasks, 'response-time-edf').rows).toEqual([4000, 8000]);
  });

  it('gives the lateness of the worst job', () => {
    const late = judged(
      [
        { T: 10, C: 5, D: 5 },
        { T: 10, C: 3, D: 6 },
      ],
      'response-time-edf',
    );
    expect(late.verdict).toBe('unschedulable');
    expect(late.failure?.latenessNs).toBe(2000);
  });

  it('answers within its limit of steps where 4 millionths of the processor are left', () => {
    // The worst jobs come minutes after all tasks were released together. A search without a limit
    // of steps found the same.
    const times: readonly (readonly [T: number, C: number, D: number, R: number])[] = [
      [34_811, 820, 30_177, 26_944],
      [5_584, 49, 5_334, 2_101],
      [53_279, 666, 46_517, 43_284],
      [23_790, 2_061, 23_718, 20_485],
      [47_322, 2_319, 46_838, 43_605],
      [73_945, 6_226, 70_015, 66_782],
      [61_924, 8_403, 56_906, 53_673],
      [178_238, 8_550, 165_194, 161_961],
      [8_927, 1_237, 7_744, 4_511],
      [2_042, 54, 1_909, 54],
      [207_632, 9_275, 206_442, 203_209],
      [3_579, 587, 3_175, 641],
      [11_320, 1_048, 11_018, 7_785],
      [61_087, 5_216, 60_419, 57_186],
    ];
    const { rows } = judged(
      times.map(([T, C, D]) => ({ T, C, D })),
      'response-time-edf',
    );
    expect(rows).toEqual(times.map(([, , , R]) => R * 1000));
  });

  it('has no response above a full processor, nor on a super-loop with an endless background', () => {
    const over = [1, 2].map(() => ({ T: 10, C: 6 }));
    expect(judged(over, 'response-time-edf').rows).toEqual([null, null]);
    const background = { T: 0, C: 0, kind: 'background' as const, periodUs: null, budgetUs: null };
    const { verdict, explanation } = judged([{ T: 10, C: 1 }, background], 'response-time-edf-non-preemptive');
    expect(verdict).toBe('unknown');
    expect(explanation[0]?.text).toContain('give it a budget');
  });
});
