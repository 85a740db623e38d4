import { expect, test } from 'vitest';
import { targetById } from '../targets/index.ts';
import { NO_OVERHEADS } from './overheads.ts';
import { vcpuBudgetNs } from './vcpu.ts';

const MS = 1e6;
const quest = targetById('quest');
const measured = { ...NO_OVERHEADS, tickNs: 0.08 * MS, tickPeriodNs: MS };

const budget = (budgetNs: number, perJobNs: number, overheads = measured, periodNs = 100 * MS) =>
  vcpuBudgetNs({ budgetNs, periodNs }, perJobNs, quest, overheads);

test('without overheads it is the budget', () => {
  expect(budget(4 * MS, 0, NO_OVERHEADS)).toBe(4 * MS);
});

test('pays for the job and for each tick that comes meanwhile, in whole milliseconds', () => {
  // 4.1 ms are 5 ticks: each leaves 0.92 ms of its period.
  expect(budget(4 * MS, 0.1 * MS)).toBe(5 * MS);
  // 11.9 ms are 13 ticks, 12.94 ms in all.
  expect(budget(11.8 * MS, 0.1 * MS)).toBe(13 * MS);
  // 12 ms are 14 ticks, 13.12 ms in all.
  expect(budget(11.9 * MS, 0.1 * MS)).toBe(14 * MS);
});

test('is a millisecond longer with a period for which the start does not wait', () => {
  expect(budget(4 * MS, 0.1 * MS, measured, 5000 * MS)).toBe(5 * MS);
  expect(budget(4 * MS, 0.1 * MS, measured, 5001 * MS)).toBe(6 * MS);
  expect(budget(4 * MS, 0, NO_OVERHEADS, 5001 * MS)).toBe(4 * MS);
});
