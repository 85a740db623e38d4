import { describe, expect, it } from 'vitest';
import { budgetStateOf, ESTIMATE, measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import { budgetWithMargin, fillIn, fillingOf } from './fill-in.ts';
import { fillingWords } from './filling-words.ts';
import { withEstimates, withFirstEstimates, withMargin } from './follow-code.ts';
import { estimateNote, originWords } from './words.ts';

const BODY = 'digitalWrite(13, HIGH);';
const automatic = newSketch('s', {
  tasks: [newTask('blink', { body: BODY, budgetFrom: ESTIMATE }), newTask('fixed', { body: BODY })],
});
const blink = (sketch: Sketch): Task => sketch.tasks[0] as Task;
const ran = (longestNs: number, jobs = 300) => [
  { name: 'blink', jobs, longestNs },
  { name: 'fixed', jobs, longestNs },
];

function filled(sketch: Sketch, longestNs: number, jobs = 300, program = sketch): Sketch {
  const result = fillIn(sketch, fillingOf(sketch, program, ran(longestNs, jobs)));
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
}

describe('budgets from a run', () => {
  it('are the longest job and a margin, rounded up to three digits, for automatic budgets alone', () => {
    const after = filled(automatic, 283_400);
    expect(blink(after)).toMatchObject({
      budgetUs: 341,
      budgetFrom: { source: 'measured', jobs: 300, longestUs: 284, code: measuredCodeOf(automatic, blink(automatic)) },
    });
    expect(after.tasks[1]).toBe(automatic.tasks[1]);
    expect(budgetWithMargin(12_345_678)).toBe(14_900);
  });

  it('have the margin that the user chose, and say so', () => {
    const filling = fillingOf(automatic, automatic, ran(200_000), 50);
    expect(filling.budgets[0]?.budgetUs).toBe(300);
    expect(fillingWords(filling)).toContain('Each is the longest job and 50 %.');
    const before = { ...automatic, tasks: [] };
    const [first, more] = [20, 100].map((margin) => blink(withEstimates(before, automatic, margin)).budgetUs ?? 0);
    expect((more ?? 0) / (first ?? 0)).toBeCloseTo(2 / 1.2, 1);
  });

  it('begin as estimates in a new sketch, except where an estimate cannot meet the deadline', () => {
    const loop = 'for (int n = analogRead(A0); n > 0; n--) delay(2);';
    const tasks = [BODY, loop].map((body, index) =>
      newTask(`t${index}`, { body, periodUs: 10_000, budgetUs: 1_234, budgetFrom: ESTIMATE }),
    );
    const [short, long] = withFirstEstimates(newSketch('s', { tasks })).tasks;
    expect(short?.budgetUs).toBeLessThan(100);
    expect(long).toBe(tasks[1]);
  });

  it('grow with a later run, and shrink only if the code has changed', () => {
    const first = filled(automatic, 283_000);
    expect(filled(first, 200_000)).toBe(first);
    expect(blink(filled(first, 400_000)).budgetUs).toBe(480);
    const changed = { ...first, tasks: first.tasks.map((task) => ({ ...task, body: 'noTone(8);' })) };
    expect(blink(filled(changed, 50_000)).budgetUs).toBe(60);
  });

  it('follow a margin that the user chose, also a smaller one, with the longest job of all runs', () => {
    const first = filled(automatic, 200_000);
    const again = (percent: number, longestNs: number) => {
      const result = fillIn(first, fillingOf(first, first, ran(longestNs, 50), percent));
      return result.ok ? blink(result.sketch) : null;
    };
    expect(again(0, 150_000)).toMatchObject({ budgetUs: 200, budgetFrom: { jobs: 300, longestUs: 200 } });
    expect(again(50, 150_000)?.budgetUs).toBe(300);
    expect(again(0, 210_000)).toMatchObject({ budgetUs: 210, budgetFrom: { jobs: 50, longestUs: 210 } });
    expect(again(20, 150_000)).toBe(blink(first));
  });

  it('stay as they are for few jobs, and for code that has changed since the run', () => {
    const filling = fillingOf(automatic, automatic, ran(283_000, 3));
    expect(filling.budgets).toEqual([]);
    expect(fillingWords(filling)).toBe('blink completed 3 jobs. Measuring its budget takes 10.');
    const edited = { ...automatic, tasks: automatic.tasks.map((task) => ({ ...task, body: 'noTone(8);' })) };
    expect(filled(edited, 283_000, 300, automatic)).toBe(edited);
  });

  it('are set for the handler of an interrupt', () => {
    const key = newInterrupt('key', '2', { handlerBudgetFrom: ESTIMATE, body: BODY });
    const sketch: Sketch = { ...automatic, interrupts: [key] };
    const result = fillIn(sketch, fillingOf(sketch, sketch, [{ name: 'key', jobs: 20, longestNs: 100_000 }]));
    expect(result.ok && result.sketch.interrupts[0]?.handlerBudgetUs).toBe(120);
  });

  it('say how many jobs they are from', () => {
    expect(fillingWords(fillingOf(automatic, automatic, ran(283_400)))).toBe(
      'Measured budgets: blink 341 µs (300 jobs). Each is the longest job and 20 %.',
    );
    const after = filled(automatic, 283_400);
    expect([originWords(automatic, blink(automatic)), originWords(after, blink(after))]).toEqual([
      'estimate',
      'measured, 300 jobs',
    ]);
    expect(estimateNote(automatic)).toContain('C of blink is an estimate');
    expect(estimateNote(after)).toBeNull();
    expect(originWords(after, newTask('x'))).toBeNull();
  });
});

describe('an estimate', () => {
  const withBody = (sketch: Sketch, body: string): Sketch => ({
    ...sketch,
    tasks: sketch.tasks.map((task) => ({ ...task, body })),
  });

  it('follows the code', () => {
    const slow = withEstimates(automatic, withBody(automatic, 'delay(3);'));
    expect(blink(slow).budgetUs).toBeGreaterThanOrEqual(3_600);
    expect(slow.tasks[1]?.budgetUs).toBe(1_000);
    expect(withEstimates(slow, { ...slow, prelude: '// nothing' })).toEqual({ ...slow, prelude: '// nothing' });
  });

  it('and a measured budget follow another margin, but not a budget of the user or of earlier code', () => {
    const estimated = withEstimates({ ...automatic, tasks: [] }, automatic, 20);
    const us = (sketch: Sketch) => blink(sketch).budgetUs ?? 0;
    expect(us(withMargin(estimated, 100, 20)) / us(estimated)).toBeCloseTo(2 / 1.2, 1);
    expect(withMargin(estimated, 100, 20).tasks[1]).toBe(estimated.tasks[1]);
    // A number that no margin gave.
    expect(withMargin(automatic, 100, 20)).toBe(automatic);
    const measured = filled(automatic, 200_000);
    expect(us(withMargin(measured, 0, 20))).toBe(200);
    expect(withMargin(measured, 20, 0)).toBe(measured);
    const changed = withBody(measured, 'noTone(8);');
    expect(withMargin(changed, 0, 20)).toBe(changed);
  });

  it('keeps its number while the code is not complete, and the number of a measured budget', () => {
    expect(blink(withEstimates(automatic, withBody(automatic, 'delay(3'))).budgetUs).toBe(1_000);
    const measured = filled(automatic, 283_400);
    const after = withEstimates(measured, withBody(measured, 'delay(3);'));
    expect(blink(after).budgetUs).toBe(341);
    expect(budgetStateOf(after, blink(after))).toBe('earlier');
  });
});
