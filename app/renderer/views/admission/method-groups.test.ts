import { describe, expect, it } from 'vitest';
import { admit } from '../../../../generator/analysis/admission.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { methodGroups } from './method-groups.ts';

const judged = (budgetUs: number) => {
  const tasks = [newTask('a', { periodUs: 10_000, budgetUs: 2_000 }), newTask('b', { periodUs: 20_000, budgetUs })];
  return admit({ ...newSketch('s'), tasks, policy: 'rate-monotonic' }, { capabilities: targetById('freertos') });
};

describe('groups of tests', () => {
  it('the deciding test is first and alone, and each test is in one group', () => {
    const admission = judged(2_000);
    const groups = methodGroups(admission);
    expect(groups[0]).toMatchObject({ id: 'decided', methods: [{ method: admission.decidedBy }] });
    const ids = groups.flatMap(({ methods }) => methods.map(({ method }) => method));
    expect(ids.toSorted()).toEqual(admission.methods.map(({ method }) => method).toSorted());
    expect(groups.find(({ id }) => id === 'holds')?.methods.map(({ method }) => method)).toContain('response-time');
    expect(groups.at(-1)).toMatchObject({ id: 'off' });
    expect(groups.some(({ id }) => id === 'fails')).toBe(false);
  });

  it('an inconclusive test is not in the group of failing tests', () => {
    // The first task needs 20 ms in every 10 ms, so the sketch is certainly not schedulable. A
    // utilization bound alone cannot decide that.
    const groups = methodGroups(judged(17_000));
    const idOf = (method: string) => groups.find(({ methods }) => methods.some((each) => each.method === method))?.id;
    expect(idOf('response-time')).not.toBe('unknown');
    expect(idOf('liu-layland')).toBe('unknown');
    expect(groups.some(({ id }) => id === 'holds')).toBe(false);
  });
});
