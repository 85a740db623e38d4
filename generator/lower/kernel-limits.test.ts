import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../platform/kernel.ts';
import { ESTIMATE } from '../sketch/budgets/budget-from.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { checkKernel } from './kernel-limits.ts';
import { Reporter } from './reporter.ts';

const MS: Capabilities = { ...targetById('zephyr'), label: 'Kernel', timeUnitNs: 1_000_000 };

function found(over: Partial<Sketch>, capabilities: Capabilities = MS) {
  const sketch = newSketch('x', over);
  const reporter = new Reporter(sketch);
  checkKernel(sketch, capabilities, reporter);
  return reporter.problems;
}

const places = (over: Partial<Sketch>, capabilities?: Capabilities): string[] =>
  found(over, capabilities).map(({ pointer, member }) => (member === undefined ? pointer : `${pointer} ${member}`));

const fine = newTask('fine', { periodUs: 10_500, budgetUs: 500, deadlineUs: 9_999, offsetUs: 1 });

describe('times that a kernel with a unit of 1 ms cannot represent', () => {
  it('are named with a budget that is not shorter and a period that is not longer', () => {
    expect(found({ tasks: [fine] })).toEqual([
      {
        pointer: '/tasks/0/periodUs',
        severity: 'error',
        message:
          'Task "fine", periodUs: Kernel counts in steps of 1000 µs, found 10500 µs. Choose 10000 µs, or a target with shorter steps.',
      },
      {
        pointer: '/tasks/0/budgetUs',
        severity: 'error',
        message:
          'Task "fine", budgetUs: Kernel counts in steps of 1000 µs, found 500 µs. Choose 1000 µs, or a target with shorter steps.',
      },
    ]);
  });

  it('have a choice of at least one unit', () => {
    const [problem] = found({ tasks: [newTask('a', { periodUs: 400, budgetUs: null })] });
    expect(problem?.message).toContain('Choose 1000 µs');
  });

  it('include those of interrupts, if they have a server and a handler', () => {
    const times = { ioBudgetUs: 1_500, ioPeriodUs: 20_250, handlerPeriodUs: 10_750 };
    expect(places({ interrupts: [newInterrupt('i', '2', { ...times, handlerBudgetUs: 700 })] })).toEqual([
      '/interrupts/0/ioPeriodUs',
      '/interrupts/0/ioBudgetUs',
      '/interrupts/0/handlerPeriodUs',
      '/interrupts/0/handlerBudgetUs',
    ]);
    const bare = { ioBudgetUs: null, ioPeriodUs: null, handlerBudgetUs: 0, handlerPeriodUs: 10_750 };
    expect(places({ interrupts: [newInterrupt('i', '2', bare)] })).toEqual([]);
  });

  it('exclude whole units, automatic budgets, deadlines and offsets', () => {
    const whole = { ...fine, periodUs: 10_000, budgetUs: 3_000 };
    expect(places({ tasks: [whole, { ...whole, name: 'guessed', budgetUs: 37, budgetFrom: ESTIMATE }] })).toEqual([]);
  });

  it.each([['tick'], ['board-timer'], [1], [1_000]] as const)('exclude all times with the unit %s', (timeUnitNs) => {
    expect(places({ tasks: [fine] }, { ...MS, timeUnitNs })).toEqual([]);
  });
});

it('a kernel that admits everything is a warning at the target', () => {
  const [problem, ...others] = found({}, { ...MS, admitsEverything: true });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ severity: 'warning', message: expect.stringMatching(/^target: .* run it before/) });
});
