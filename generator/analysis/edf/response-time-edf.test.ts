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
    // The job of T4 that arrives at 600 ms, which is due with everything else at 1 s.
    expect(explanation[2]?.numbers).toMatchObject({ a: 600e6, X: 768e6, R: 168e6 });
  });

  it('finds a later job worse than the one released with all others', () => {
    // Released together the first is done at 2; at 4, due at 8, it waits for what is left of the second.
    const tasks = [
      { T: 4, C: 2 },
      { T: 8, C: 4 },
    ];
    expect(judged(tasks, 'response-time-edf').rows).toEqual([4000, 8000]);
  });

  it('says by how much the worst job is late', () => {
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

  it('has no response above a full processor, nor on a super-loop with an endless background', () => {
    const over = [1, 2].map(() => ({ T: 10, C: 6 }));
    expect(judged(over, 'response-time-edf').rows).toEqual([null, null]);
    const background = { T: 0, C: 0, kind: 'background' as const, periodUs: null, budgetUs: null };
    const { verdict, explanation } = judged([{ T: 10, C: 1 }, background], 'response-time-edf-non-preemptive');
    expect(verdict).toBe('unknown');
    expect(explanation[0]?.text).toContain('give it a budget');
  });
});
