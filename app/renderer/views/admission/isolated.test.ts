import { describe, expect, it } from 'vitest';
import { admit } from '../../../../generator/analysis/admission.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { TargetName } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { isolatedResponses } from './isolated.ts';

const judged = (target: TargetName) => {
  const background = newTask('idle', { kind: 'background', periodUs: null, budgetUs: null });
  const tasks = [
    background,
    newTask('slow', { periodUs: 40_000, budgetUs: 2_000 }),
    newTask('fast', { periodUs: 5_000, budgetUs: 1_000 }),
  ];
  return admit(newSketch('s', { target, tasks }), { capabilities: targetById(target) });
};

describe('responses on a budget of their own', () => {
  it('belong to the tasks of the sketch, in any priority order', () => {
    const found = isolatedResponses(judged('quest'));
    expect([...found.keys()].toSorted()).toEqual([1, 2]);
    // A job that needs the whole budget receives it after at most two gaps of T − C, plus C (Shin
    // and Lee 2003).
    expect(found.get(2)).toBe(2 * (5_000 - 1_000) * 1000 + 1_000_000);
    expect(found.get(1)).toBe(2 * (40_000 - 2_000) * 1000 + 2_000_000);
  });

  it('are empty where no budget is enforced', () => {
    expect(isolatedResponses(judged('superloop')).size).toBe(0);
  });
});
