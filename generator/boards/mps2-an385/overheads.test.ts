import { describe, expect, it } from 'vitest';
import { admit } from '../../analysis/admission.ts';
import { readSketch } from '../../sketch/read.ts';
import { targetById } from '../../targets/index.ts';
import { mps2An385 } from './index.ts';

const STEPS = 9;

function isAdmitted(periodsUs: readonly number[], policy: string, utilization: number): boolean {
  const tasks = periodsUs.map((periodUs, index) => ({
    name: `t${index}`,
    periodUs,
    budgetUs: Math.max(1, Math.floor((periodUs * utilization) / periodsUs.length)),
  }));
  const document = { polyloop: 1, name: 'nine', board: mps2An385.id, target: 'freertos', policy, tasks };
  const read = readSketch(JSON.stringify(document));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const overheads = mps2An385.targets.freertos?.overheads ?? null;
  return admit(read.sketch, { capabilities: targetById('freertos'), overheads }).admitted;
}

/** The highest admitted utilization, with the tasks' budgets as execution times. */
function greatestUtilization(periodsUs: readonly number[], policy: string): number {
  let [admitted, refused] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const between = (admitted + refused) / 2;
    if (isAdmitted(periodsUs, policy, between)) admitted = between;
    else refused = between;
  }
  return admitted;
}

describe('nine tasks with short periods on the Cortex-M3 with FreeRTOS', () => {
  // With harmonic periods, rate-monotonic priorities reach the same utilization as EDF, and the
  // runtime does not compare deadlines.
  it.each([
    ['5, 10 and 20 ms', [5, 5, 5, 10, 10, 10, 20, 20, 20]],
    ['6, 12 and 24 ms', [6, 6, 6, 12, 12, 12, 24, 24, 24]],
    ['10, 20 and 40 ms', [10, 10, 10, 20, 20, 20, 40, 40, 40]],
  ])('are admitted under rate-monotonic priorities as under EDF: harmonic periods of %s', (_, periodsMs) => {
    const periodsUs = periodsMs.map((ms) => ms * 1000);
    const edf = greatestUtilization(periodsUs, 'edf');
    expect(edf).toBeGreaterThan(0.1);
    expect(greatestUtilization(periodsUs, 'rate-monotonic')).toBeGreaterThanOrEqual(0.8 * edf);
  });

  // Under EDF each release compares all deadlines, and a job that ends delays a more urgent one.
  it.each([
    ['rate-monotonic', 0.33],
    ['edf', 0.17],
  ])('are admitted under %s up to a utilization of %d: 4 to 20 ms', (policy, utilization) => {
    const periodsUs = [4, 5, 6, 7, 9, 11, 13, 16, 20].map((ms) => ms * 1000);
    expect(isAdmitted(periodsUs, policy, utilization)).toBe(true);
  });
});
