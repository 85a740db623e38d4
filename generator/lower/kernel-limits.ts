/**
 * Limits of a kernel that concern a sketch even if no code is generated: the unit of its times, and the
 * lack of an admission test of its own.
 */
import { type Capabilities, timeUnitUs } from '../platform/kernel.ts';
import { isProvisional } from '../sketch/budgets/budget-from.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Us } from '../sketch/time.ts';
import { tr } from '../words/tr.ts';
import type { Reporter } from './reporter.ts';

/** Reports each budget and period that the kernel cannot represent, and that the kernel admits everything. */
export function checkKernel(sketch: Sketch, capabilities: Capabilities, reporter: Reporter): void {
  checkTimes(sketch, capabilities, reporter);
  const { label } = capabilities;
  if (capabilities.admitsEverything !== true) return;
  const text = tr`${label} creates every VCPU that a program asks for, also when the processor cannot serve them all. Then the tasks with the longest periods get too little time, and nothing reports it. Only Polyloop's check refuses such a sketch: run it before each build.`;
  reporter.report(['target'], text, 'warning');
}

function checkTimes(sketch: Sketch, capabilities: Capabilities, reporter: Reporter): void {
  const { label } = capabilities;
  const unitUs = timeUnitUs(capabilities);
  const check = (path: readonly PropertyKey[], us: Us | null, round: (units: number) => number) => {
    if (us === null || us % unitUs === 0) return;
    const choice = Math.max(1, round(us / unitUs)) * unitUs;
    const text = tr`${label} counts in steps of ${unitUs} µs, found ${us} µs. Choose ${choice} µs, or a target with shorter steps.`;
    reporter.report(path, text);
  };
  // A longer budget and a shorter period leave the job at least as much time.
  sketch.tasks.forEach((task, index) => {
    check(['tasks', index, 'periodUs'], task.periodUs, Math.floor);
    if (!isProvisional(sketch, task)) check(['tasks', index, 'budgetUs'], task.budgetUs, Math.ceil);
  });
  sketch.interrupts.forEach((interrupt, index) => {
    check(['interrupts', index, 'ioPeriodUs'], interrupt.ioPeriodUs, Math.floor);
    check(['interrupts', index, 'ioBudgetUs'], interrupt.ioBudgetUs, Math.ceil);
    // The period of a handler that does not exist has no effect.
    if (interrupt.handlerBudgetUs === 0) return;
    check(['interrupts', index, 'handlerPeriodUs'], interrupt.handlerPeriodUs, Math.floor);
    if (!isProvisional(sketch, interrupt))
      check(['interrupts', index, 'handlerBudgetUs'], interrupt.handlerBudgetUs, Math.ceil);
  });
}
