/** The budgets and periods of the loops of a Qduino sketch, in whole milliseconds. */
import type { LoweredTask } from '../../lower/program.ts';
import type { Board } from '../../platform/board.ts';
import { jobOverheadNs, NO_OVERHEADS, switchCostNs } from '../../platform/overheads.ts';
import { vcpuBudgetNs } from '../../platform/vcpu.ts';
import type { Policy } from '../../sketch/model.ts';
import { NS_PER_MS } from '../../sketch/time.ts';
import { quest } from './capabilities.ts';

export interface LoopTimes {
  readonly budgetMs: number;
  readonly periodMs: number;
}

/** The overheads of a board count this loop as a load. */
export const telemetryLoop: LoopTimes = { budgetMs: 1, periodMs: 20 };

/**
 * The VCPU of a task. Its budget is that of the task, and what the runtime and the kernel take of it.
 *
 * @param count of all tasks
 */
export function vcpuOf(
  { budgetTicks, periodTicks }: LoweredTask,
  count: number,
  policy: Policy,
  { timerHz, targets }: Board,
): LoopTimes {
  const measured = targets.quest?.overheads ?? NO_OVERHEADS;
  const overheads = { ...measured, contextSwitchNs: switchCostNs(measured, policy, count) };
  const nsOf = (ticks: number) => (ticks * 1e9) / timerHz;
  const times = { budgetNs: nsOf(budgetTicks), periodNs: nsOf(periodTicks) };
  const budgetNs = vcpuBudgetNs(times, jobOverheadNs(quest, overheads), quest, overheads);
  const periodMs = times.periodNs / NS_PER_MS;
  return { budgetMs: Math.min(periodMs, budgetNs / NS_PER_MS), periodMs };
}
