/**
 * The budget of a task's VCPU, on kernels that have VCPUs. The VCPU pays for everything that its thread does: the body of
 * a job, what the runtime needs for the job, and the kernel's interrupts meanwhile. A kernel counts budgets in its own unit.
 */
import type { Ns } from '../sketch/time.ts';
import type { Capabilities } from './kernel.ts';
import type { Overheads } from './overheads.ts';

/**
 * The tasks start after the longest period, but not after more than this: LONGEST_WAIT_US of runtime-c/port/quest/jobs.c.
 * What a loop with a longer period needs to begin is not replenished by then, so its VCPU has one unit more.
 */
const LONGEST_WAIT_NS: Ns = 5_000_000_000;

/** Without overheads the budget itself, which a sketch for such a kernel gives in the kernel's unit. */
export function vcpuBudgetNs(
  { budgetNs, periodNs }: { readonly budgetNs: Ns; readonly periodNs: Ns },
  perJobNs: Ns,
  capabilities: Capabilities,
  overheads: Overheads,
): Ns {
  const { tickNs, tickPeriodNs } = overheads;
  const unitNs = typeof capabilities.timeUnitNs === 'number' ? capabilities.timeUnitNs : 1;
  const alone = budgetNs + perJobNs;
  // Each tick takes a part of the period before the next one.
  const ticks = tickPeriodNs > tickNs ? Math.ceil(alone / (tickPeriodNs - tickNs)) : 0;
  const units = Math.ceil((alone + ticks * tickNs) / unitNs);
  return (perJobNs > 0 && periodNs > LONGEST_WAIT_NS ? units + 1 : units) * unitNs;
}
