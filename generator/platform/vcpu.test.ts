import { expect, test } from 'vitest';
import { targetById } from '../targets/index.ts';
import { NO_OVERHEADS } from './overheads.ts';
import { vcpuBudgetNs } from './vcpu.ts';

const MS = 1e6;
const quest = targetById('quest');
const measured = { ...NO_OVERHEADS, tickNs: 0.08 * MS, tickPeriodNs: MS };

test('without overheads it is the budget', () => {
  expect(vcpuBudgetNs(4 * MS, 0, quest, NO_OVERHEADS)).toBe(4 * MS);
});

test('pays for the job and for each tick that comes meanwhile, in whole milliseconds', () => {
  // 4.1 ms are 5 ticks: each leaves 0.92 ms of its period.
  expect(vcpuBudgetNs(4 * MS, 0.1 * MS, quest, measured)).toBe(5 * MS);
  // 11.9 ms are 13 ticks, 12.94 ms in all.
  expect(vcpuBudgetNs(11.8 * MS, 0.1 * MS, quest, measured)).toBe(13 * MS);
  // 12 ms are 14 ticks, 13.12 ms in all.
  expect(vcpuBudgetNs(11.9 * MS, 0.1 * MS, quest, measured)).toBe(14 * MS);
});
