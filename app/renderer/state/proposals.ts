/** What design help proposes, as edits of the sketch: each one step of undo. And whether the sketch is so already. */
import { partitionedAs } from '../../../generator/analysis/help/partition.ts';
import type { PartitionProposal, PriorityProposal } from '../../../generator/analysis/help/types.ts';
import { type EditResult, updateElement, updateSketch } from '../../../generator/sketch/edits.ts';
import type { Policy, Sketch } from '../../../generator/sketch/model.ts';

/** A rule that is a policy of its own is chosen as one: the order then follows periods and deadlines as they change. */
const POLICY_OF = {
  'rate-monotonic': 'rate-monotonic',
  'deadline-monotonic': 'deadline-monotonic',
  audsley: 'fixed',
} as const satisfies Record<PriorityProposal['rule'], Policy>;

/** Orders the tasks as proposed. Tasks that are not in the order lose their priority, and so come after it. */
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

/** Binds each task to its core, each core with a ready queue of its own. A task that fits on none stays as it is. */
export function applyPartition(sketch: Sketch, proposal: PartitionProposal): EditResult {
  return updateSketch(partitionedAs(sketch, proposal), {});
}

export function hasPartition(sketch: Sketch, proposal: PartitionProposal): boolean {
  const { clusterCores, tasks } = partitionedAs(sketch, proposal);
  return sketch.clusterCores === clusterCores && sketch.tasks.every(({ core }, index) => core === tasks[index]?.core);
}

export function applyCapacity(sketch: Sketch, channel: string, capacity: number): EditResult {
  return updateElement(sketch, 'channels', channel, { capacity });
}
