/**
 * Applies the proposals of design help as edits, each in one step of undo, and checks whether the
 * sketch already conforms to them.
 */
import { partitionedAs } from '../../../../generator/analysis/help/partition.ts';
import type { MeasuredRemedy } from '../../../../generator/analysis/help/remedy.ts';
import type { PartitionProposal, PriorityProposal } from '../../../../generator/analysis/help/types.ts';
import type { FindingElement } from '../../../../generator/health/finding.ts';
import { type EditResult, updateElement, updateSketch } from '../../../../generator/sketch/edits.ts';
import type { Policy, Sketch } from '../../../../generator/sketch/model.ts';
import type { OfferedRemedy } from '../../workers/analysis-jobs.ts';

/**
 * A rule that is also a policy is applied as that policy, so that the order follows later changes
 * of periods and deadlines.
 */
const POLICY_OF = {
  'rate-monotonic': 'rate-monotonic',
  'deadline-monotonic': 'deadline-monotonic',
  audsley: 'fixed',
} as const satisfies Record<PriorityProposal['rule'], Policy>;

/** Orders the tasks as proposed. Tasks outside the order lose their priority and come last. */
export function applyPriorities(sketch: Sketch, proposal: PriorityProposal): EditResult {
  const policy = POLICY_OF[proposal.rule];
  if (policy !== 'fixed') return updateSketch(sketch, { policy });
  const places = new Map(proposal.order.map((task, place) => [task, proposal.order.length - place]));
  const tasks = sketch.tasks.map((task, index) => ({ ...task, priority: places.get(index) ?? null }));
  return updateSketch({ ...sketch, tasks }, { policy });
}

export function hasPriorities(sketch: Sketch, { rule, order }: PriorityProposal): boolean {
  if (sketch.policy !== POLICY_OF[rule]) return false;
  if (sketch.policy !== 'fixed') return true;
  const priorities = order.map((task) => sketch.tasks[task]?.priority ?? null);
  return priorities.every((priority, place) => {
    const above = priorities[place - 1];
    return priority !== null && (above === undefined || (above !== null && above > priority));
  });
}

/**
 * Assigns each task to its core, with one ready queue per core. A task that fits on no core is not
 * changed.
 */
export function applyPartition(sketch: Sketch, proposal: PartitionProposal): EditResult {
  return updateSketch(partitionedAs(sketch, proposal), {});
}

export function hasPartition(sketch: Sketch, proposal: PartitionProposal): boolean {
  const { clusterCores, tasks } = partitionedAs(sketch, proposal);
  return sketch.clusterCores === clusterCores && sketch.tasks.every(({ core }, index) => core === tasks[index]?.core);
}

/** Changes the target or one time of a task, as a remedy proposes. */
export function applyRemedy(sketch: Sketch, remedy: OfferedRemedy): EditResult {
  if ('target' in remedy) return updateSketch(sketch, { target: remedy.target });
  const { task, member, valueUs } = remedy;
  const name = sketch.tasks[task]?.name ?? '';
  return updateElement(sketch, 'tasks', name, { [member]: valueUs });
}

/** Sets the measured budgets and changes what else is necessary, in one step of undo. */
export function applyMeasuredRemedy(sketch: Sketch, { budgets, remedy }: MeasuredRemedy): EditResult {
  let result: EditResult = { ok: true, sketch };
  for (const { name, budgetUs } of budgets) {
    if (result.ok) result = updateElement(result.sketch, 'tasks', name, { budgetUs });
  }
  return result.ok && remedy !== null ? applyRemedy(result.sketch, remedy) : result;
}

/** Sets the budget of a task, or of the handler of an interrupt. */
export function applyBudget(sketch: Sketch, { kind, name }: FindingElement, budgetUs: number): EditResult {
  return kind === 'task'
    ? updateElement(sketch, 'tasks', name, { budgetUs })
    : updateElement(sketch, 'interrupts', name, { handlerBudgetUs: budgetUs });
}

export function applyCapacity(sketch: Sketch, channel: string, capacity: number): EditResult {
  return updateElement(sketch, 'channels', channel, { capacity });
}
