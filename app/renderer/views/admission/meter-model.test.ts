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
    const { segments, slots, seams } = model('freertos', 2_000, 5_000);
    expect(segments.map(({ key, start, share }) => [key, start, share])).toEqual([
      ['T1', 0, 0.2],
      ['T2', 0.2, 0.5],
    ]);
    expect(slots).toEqual([{ title: '', start: 0, share: 1, beyond: null, open: false }]);
    expect(seams).toEqual([]);
  });

  it('marks the bounds that apply, and which of them are exceeded', () => {
    const { ticks } = model('freertos', 5_000, 4_000);
    const bound = ticks.find(({ label }) => label.startsWith('Liu'));
    expect(bound?.value).toBeCloseTo(0.8284, 4);
    expect(bound?.reached).toBe(true);
    expect(ticks.at(-1)).toMatchObject({ value: 1, at: 1, reached: false });
  });

  it('leaves out bounds that do not hold for the target', () => {
    expect(model('superloop', 1_000).ticks.map(({ value }) => value)).toEqual([1]);
  });

  it('fits a demand above 100 % into its width', () => {
    const { segments, slots } = model('freertos', 9_000, 9_000, 9_000);
    expect(slots[0]?.beyond).toBeCloseTo(1 / 1.5, 6);
    const last = segments.at(-1);
    expect((last?.start ?? 0) + (last?.share ?? 0)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('is empty for an empty sketch', () => {
    expect(model('freertos').segments).toEqual([]);
  });
});

describe('admission meter of several cores', () => {
  /** Tasks of 5 ms in 10 ms, each on the given core. */
  function placed(clusterCores: number | null, ...cores: (number | null)[]) {
    const tasks = cores.map((core, index) => newTask(`T${index + 1}`, { periodUs: 10_000, budgetUs: 5_000, core }));
    const sketch = { ...newSketch('s', { target: 'rtems', tasks }), cores: 4, clusterCores };
    return meterModel(admit(sketch, { capabilities: targetById('rtems'), overheads: null }));
  }
  const rounded = (value: number) => Number(value.toFixed(6));

  it('is one slot as wide as all cores where they share a queue, with a seam between cores', () => {
    const { slots, segments, seams, ticks } = placed(null, null, null, null);
    expect(slots).toEqual([
      { title: '4 cores: 37.5 %'.replace(' %', '\u00a0%'), start: 0, share: 1, beyond: null, open: false },
    ]);
    expect(segments.map(({ start, share }) => [start, share])).toEqual([
      [0, 0.125],
      [0.125, 0.125],
      [0.25, 0.125],
    ]);
    expect(seams).toEqual([0.25, 0.5, 0.75]);
    expect(ticks.at(-1)).toMatchObject({ value: 4, at: 1 });
  });

  it('shows a task without an assigned core on the core that the analysis chose', () => {
    const { slots, segments } = placed(1, 0, 0, null, null, null);
    expect(slots.map(({ open }) => open)).toEqual([false, false, false, false]);
    // First fit: the second core is the first one with enough capacity, and the third task goes to
    // the next core.
    expect(segments.map(({ key, start }) => [key, rounded(start * 4)])).toEqual([
      ['T1', 0],
      ['T2', 0.5],
      ['T3', 1],
      ['T4', 1.5],
      ['T5', 2],
    ]);
  });

  it('places every task if best-fit succeeds and first-fit does not', () => {
    const budgetsMs = [10, 9, 8, 2, 2, 18, 5];
    const periodsMs = [30, 40, 30, 10, 10, 30, 30];
    const tasks = budgetsMs.map((budgetMs, index) =>
      newTask(`T${index + 1}`, { periodUs: (periodsMs[index] ?? 0) * 1_000, budgetUs: budgetMs * 1_000 }),
    );
    const sketch = { ...newSketch('s', { target: 'rtems', tasks }), policy: 'edf' as const, cores: 2, clusterCores: 1 };
    const admission = admit(sketch, { capabilities: targetById('rtems'), overheads: null });
    expect(admission.admitted).toBe(true);
    const { slots } = meterModel(admission);
    expect(slots.map(({ title, beyond }) => [title.split(':')[0], beyond])).toEqual([
      ['Core 0', null],
      ['Core 1', null],
    ]);
  });

  it('has one slot per core with its own queue, and one at the end for tasks that fit on none', () => {
    const { slots, segments, ticks } = placed(1, 0, 0, 1, 1, 2, 2, 3, 3, null);
    expect(slots.map(({ title }) => title.split(':')[0])).toEqual([
      'Core 0',
      'Core 1',
      'Core 2',
      'Core 3',
      'Without a place',
    ]);
    // Four cores, plus half a core of demand without a place.
    expect(slots.map(({ share }) => rounded(share * 4.5))).toEqual([1, 1, 1, 1, 0.5]);
    expect(slots.map(({ open }) => open)).toEqual([false, false, false, false, true]);
    expect(segments.map(({ start, share }) => [rounded(start * 4.5), rounded(share * 4.5)])).toEqual(
      [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((start) => [start, 0.5]),
    );
    expect(ticks).toEqual([]);
  });

  it('shows which core is overloaded, with one scale for all', () => {
    const { slots, segments } = placed(2, 0, 1, 1, 0, 1, 2);
    expect(slots.map(({ title }) => title.split(':')[0])).toEqual(['Cores 0 and 1', 'Cores 2 and 3']);
    const room = 1.25 * 1.04;
    expect(slots[0]?.beyond).toBeCloseTo(0.5 / room, 6);
    expect(slots[1]?.beyond).toBeNull();
    // Half a core of two, in each slot of half the width.
    for (const { share } of segments) expect(share).toBeCloseTo((0.25 * 0.5) / room, 6);
  });
});
