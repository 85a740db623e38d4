import { describe, expect, it } from 'vitest';
import { measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { newChannel, newTask } from '../sketch/create.ts';
import { updateElement, updateSketch } from '../sketch/edits.ts';
import type { Sketch } from '../sketch/model.ts';
import { applyRefits, refitObstacle, refitOf } from './refit.ts';
import { profileOf, SKETCH } from './test-profile.ts';

const PROFILE = profileOf({ loop: 1_234, button: 50 });

function edited(sketch: Sketch, kind: 'tasks', name: string, changes: Parameters<typeof updateElement<'tasks'>>[3]) {
  const result = updateElement(sketch, kind, name, changes);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

describe('refit', () => {
  it('proposes the longest job and the margin, and the least distance less the margin', () => {
    expect(refitOf(SKETCH, PROFILE, 20)).toEqual({
      marginPercent: 20,
      kept: [],
      refits: [
        // 1.2 · 1234 µs, rounded up to three digits.
        { kind: 'tasks', name: 'loop', value: 'budget', before: 500, proposed: 1490, measured: 1_234_000, jobs: 20 },
        { kind: 'tasks', name: 'button', value: 'budget', before: 900, proposed: 60, measured: 50_000, jobs: 20 },
        // 10 ms / 1.2, rounded down to three digits.
        { kind: 'tasks', name: 'button', value: 'period', before: 100, proposed: 8330, measured: 1e7, jobs: 20 },
      ],
    });
  });

  it('proposes a budget that the kernel can represent', () => {
    const sketch: Sketch = { ...SKETCH, target: 'quest' };
    const codeOf = (name: string) =>
      measuredCodeOf(sketch, sketch.tasks.find((task) => task.name === name) ?? newTask(''));
    const tasks = PROFILE.tasks.map((task) => ({ ...task, code: codeOf(task.name) }));
    const { refits } = refitOf(sketch, { ...PROFILE, target: 'quest', tasks }, 20);
    const budgets = refits.flatMap(({ value, proposed }) => (value === 'budget' ? [proposed] : []));
    expect(budgets).toEqual([2000, 1000]);
  });

  it('is applied in one edit, and the file says what the budgets rest on', () => {
    const { refits } = refitOf(SKETCH, PROFILE, 0);
    const result = applyRefits(SKETCH, refits);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    const [loop, button] = result.sketch.tasks;
    const code = measuredCodeOf(SKETCH, SKETCH.tasks[0] ?? newTask(''));
    expect(loop).toMatchObject({
      budgetUs: 1240,
      budgetFrom: { source: 'measured', jobs: 20, longestUs: 1234, code },
    });
    expect(button).toMatchObject({ budgetUs: 50, periodUs: 10_000 });
    expect(refitOf(result.sketch, PROFILE, 0).refits).toEqual([]);
    const one = applyRefits(SKETCH, refits.slice(0, 1));
    expect(one.ok && one.sketch.tasks[1]).toBe(SKETCH.tasks[1]);
  });

  it('does not propose a shorter T, because the runtime delays what comes too early', () => {
    const slow = edited(SKETCH, 'tasks', 'button', { periodUs: 9_500 });
    expect(refitOf(slow, PROFILE, 20).refits.map(({ value }) => value)).toEqual(['budget', 'budget']);
  });

  it('keeps the longest job of an earlier run of the same code', () => {
    const first = applyRefits(SKETCH, refitOf(SKETCH, PROFILE, 20).refits);
    if (!first.ok) throw new Error(first.problems[0]?.message);
    const later = profileOf({ loop: 1_000, button: 80 });
    expect(refitOf(first.sketch, later, 20).refits).toMatchObject([{ name: 'button', value: 'budget', proposed: 96 }]);
  });

  it('says why a task keeps its values', () => {
    const changed = edited(SKETCH, 'tasks', 'loop', { body: 'x--;' });
    expect(refitOf(changed, PROFILE, 20).kept).toEqual([
      { name: 'loop', reason: 'Its code has changed since the run.' },
    ]);
    const few = refitOf(SKETCH, profileOf({ loop: 10, button: 10 }, 5), 20);
    expect(few.kept[0]?.reason).toBe('It completed 5 jobs, and 10 are needed.');
    const added = {
      ...SKETCH,
      tasks: [...SKETCH.tasks, newTask('new')],
      channels: [...SKETCH.channels, newChannel('c')],
    };
    expect(refitOf(added, PROFILE, 20).kept).toEqual([{ name: 'new', reason: 'The profile does not contain it.' }]);
    const asks = { ...SKETCH, prelude: 'long left() { return pl_job_budget_left_micros(); }' };
    expect(refitOf(asks, profileOf({ loop: 10, button: 10 }, 20, asks), 0).refits.map(({ value }) => value)).toEqual([
      'period',
    ]);
  });

  it('takes nothing from a simulation, or from another board or target', () => {
    expect(refitObstacle(SKETCH, { ...PROFILE, device: 'simulation' })).toContain('Run the sketch');
    const moved = updateSketch(SKETCH, { target: 'freertos' });
    if (!moved.ok) throw new Error(moved.problems[0]?.message);
    expect(refitOf(moved.sketch, PROFILE, 20)).toMatchObject({
      refits: [],
      kept: [{ name: 'loop' }, { name: 'button' }],
    });
  });

  it('proposes a stack where tasks have their own, in the units of the board', () => {
    const moved = updateSketch(SKETCH, { target: 'freertos' });
    if (!moved.ok) throw new Error(moved.problems[0]?.message);
    const profile = profileOf({ loop: 400, button: 750 }, 20, moved.sketch);
    const [task, other] = profile.tasks;
    if (task === undefined || other === undefined) throw new Error('no task');
    const tasks = [{ ...task, stack: { sizeBytes: 224, usedBytes: 250 } }, other];
    const { refits } = refitOf(moved.sketch, { ...profile, tasks }, 20);
    expect(refits).toContainEqual({
      ...{ kind: 'tasks', name: 'loop', value: 'stack', before: 224, proposed: 300, measured: 250, jobs: 20 },
    });
    const result = applyRefits(moved.sketch, refits);
    expect(result.ok && result.sketch.tasks[0]?.stackBytes).toBe(300);
  });

  it('sets the budget, the least distance and the stack of one task in one edit, and of no other', () => {
    const moved = updateSketch(SKETCH, { target: 'freertos' });
    if (!moved.ok) throw new Error(moved.problems[0]?.message);
    const profile = profileOf({ loop: 400, button: 50 }, 20, moved.sketch);
    const tasks = profile.tasks.map((task) => ({ ...task, stack: { sizeBytes: 224, usedBytes: 250 } }));
    const own = refitOf(moved.sketch, { ...profile, tasks }, 20).refits.filter(({ name }) => name === 'button');
    expect(own.map(({ value }) => value)).toEqual(['budget', 'period', 'stack']);
    const result = applyRefits(moved.sketch, own);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    expect(result.sketch.tasks[1]).toMatchObject({ budgetUs: 60, periodUs: 8_330, stackBytes: 300 });
    expect(result.sketch.tasks[0]).toBe(moved.sketch.tasks[0]);
  });

  it('refuses a value of a task that the sketch does not have', () => {
    const [refit] = refitOf(SKETCH, PROFILE, 20).refits;
    const result = applyRefits(SKETCH, refit === undefined ? [] : [{ ...refit, name: 'lop' }]);
    expect(!result.ok && result.problems[0]?.message).toContain('"lop"');
  });
});
