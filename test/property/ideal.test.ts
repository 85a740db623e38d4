/** A sketch that is admitted with overheads is also admitted without overheads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { BOARDS } from '../../generator/boards/index.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { newInterrupt, newSketch, newTask } from '../../generator/sketch/create.ts';
import { POLICIES, type Sketch, type Task } from '../../generator/sketch/model.ts';
import { TARGETS } from '../../generator/targets/index.ts';

const PERIODS_MS = [5, 8, 10, 20, 25, 40, 50, 100];
const ms = (value: number) => Math.round(value * 1000);

const taskValues = fc
  .record({
    kind: fc.constantFrom('periodic', 'periodic', 'sporadic'),
    period: fc.constantFrom(...PERIODS_MS),
    share: fc.double({ min: 0.02, max: 0.3, noNaN: true }),
    deadline: fc.option(fc.double({ min: 0.6, max: 2, noNaN: true }), { nil: null }),
    jitter: fc.constantFrom(0, 0, 0, 0.05, 0.2),
    offset: fc.constantFrom(0, 0, 0, 0.25, 0.5),
    priority: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ kind, period, share, deadline, jitter, offset, priority }) => ({
    kind: kind as Task['kind'],
    periodUs: ms(period),
    budgetUs: Math.max(1, ms(period * share)),
    deadlineUs: deadline === null ? null : ms(period * deadline),
    jitterUs: ms(period * jitter),
    offsetUs: ms(period * offset),
    priority,
  }));

const interruptValues = fc
  .record({
    budget: fc.constantFrom(2, 4, 6),
    period: fc.constantFrom(20, 40, 80),
    bottom: fc.constantFrom(0.02, 0.1),
    handler: fc.constantFrom(0, 0, 1),
  })
  .map(({ budget, period, bottom, handler }) => ({
    topHalfUs: 5,
    bottomHalfUs: ms(bottom),
    ioBudgetUs: ms(budget),
    ioPeriodUs: ms(period),
    handlerBudgetUs: ms(handler),
    handlerPeriodUs: ms(50),
  }));

const sketches: fc.Arbitrary<Sketch> = fc
  .record({
    tasks: fc.array(taskValues, { minLength: 1, maxLength: 5 }),
    interrupts: fc.array(interruptValues, { maxLength: 2 }),
    board: fc.constantFrom('uno', ...BOARDS.map(({ id }) => id)),
    target: fc.constantFrom('superloop' as const, 'superloop' as const, ...TARGETS.map(({ id }) => id)),
    policy: fc.constantFrom(...POLICIES),
  })
  .map(({ tasks, interrupts, ...rest }) =>
    newSketch('s', {
      ...rest,
      tasks: tasks.map((values, index) => newTask(`t${index}`, values)),
      interrupts: interrupts.map((values, index) => newInterrupt(`i${index}`, String(2 + index), values)),
    }),
  );

describe('a sketch without overheads', () => {
  it('is admitted if it is admitted with overheads, on every board and target', () => {
    fc.assert(
      fc.property(sketches, (sketch) => {
        if (!admit(sketch, contextOf(sketch, false)).admitted) return;
        expect(admit(sketch, contextOf(sketch, true)).sentence).toMatch(/^Everything fits/);
      }),
      { numRuns: 2000 },
    );
  });

  it("counts the timer interrupts of the runtime's servers as often as with overheads", () => {
    const loadOf = (target: Sketch['target'], ideal: boolean) => {
      const interrupts = [newInterrupt('net', '2', { ioBudgetUs: ms(4), ioPeriodUs: ms(20), bottomHalfUs: 100 })];
      const sketch = newSketch('s', { target, tasks: [newTask('t')], interrupts });
      const { interruptLoad } = admit(sketch, contextOf(sketch, ideal)).set;
      return interruptLoad.find(({ origin }) => origin === 'io')?.jitterNs;
    };
    for (const ideal of [true, false]) {
      expect(loadOf('superloop', ideal)).toBe(0);
      expect(loadOf('freertos', ideal)).toBe(0);
      expect(loadOf('quest', ideal)).toBe(16e6);
    }
  });
});
