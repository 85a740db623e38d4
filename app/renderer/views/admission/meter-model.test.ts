import { describe, expect, it } from 'vitest';
import { admit } from '../../../../generator/analysis/admission.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { TargetName } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { meterModel } from './meter-model.ts';

function model(target: TargetName, ...budgetsUs: number[]) {
  const tasks = budgetsUs.map((budgetUs, index) => newTask(`T${index + 1}`, { periodUs: 10_000, budgetUs }));
  return meterModel(admit(newSketch('s', { target, tasks }), { capabilities: targetById(target), overheads: null }));
}

describe('admission meter', () => {
  it('stacks the tasks from the left, each as wide as its utilization', () => {
    const { segments, beyond } = model('freertos', 2_000, 5_000);
    expect(segments.map(({ key, start, share }) => [key, start, share])).toEqual([
      ['T1', 0, 0.2],
      ['T2', 0.2, 0.5],
    ]);
    expect(beyond).toBeNull();
  });

  it('marks the bounds that apply, and which are passed', () => {
    const { ticks } = model('freertos', 5_000, 4_000);
    const bound = ticks.find(({ label }) => label.startsWith('Liu'));
    expect(bound?.value).toBeCloseTo(0.8284, 4);
    expect(bound?.reached).toBe(true);
    expect(ticks.at(-1)).toMatchObject({ value: 1, at: 1, reached: false });
  });

  it('leaves out bounds that do not hold for the target', () => {
    expect(model('superloop', 1_000).ticks.map(({ value }) => value)).toEqual([1]);
  });

  it('makes room for a demand past the processor and stays inside its width', () => {
    const { segments, beyond } = model('freertos', 9_000, 9_000, 9_000);
    expect(beyond).toBeCloseTo(1 / 1.5, 6);
    const last = segments.at(-1);
    expect((last?.start ?? 0) + (last?.share ?? 0)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('is empty for an empty sketch', () => {
    expect(model('freertos').segments).toEqual([]);
  });
});
