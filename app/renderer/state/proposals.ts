/** What design help proposes, as edits of the sketch: each one step of undo. And whether the sketch is so already. */
import type { PartitionProposal, PriorityProposal } from '../../../generator/analysis/help/types.ts';
import { type EditResult, type SketchChanges, updateElement, updateSketch } from '../../../generator/sketch/edits.ts';
import type { Policy, Sketch, Task } from '../../../generator/sketch/model.ts';

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
  return changed(sketch, (_task, index) => ({ priority: places.get(index) ?? null }), { policy });
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

/** Binds each task to its core, each core with a ready queue of its own. A task that fits on none is left unplaced. */
export function applyPartition(sketch: Sketch, { cores }: PartitionProposal): EditResult {
  return changed(sketch, (_task, index) => ({ core: cores[index] ?? null }), { clusterCores: 1 });
}

export function hasPartition(sketch: Sketch, { cores }: PartitionProposal): boolean {
  const isPlaced = (task: Task, index: number) => task.periodUs === null || task.core === (cores[index] ?? null);
  return sketch.cores > 1 && sketch.clusterCores === 1 && sketch.tasks.every(isPlaced);
}

export function applyCapacity(sketch: Sketch, channel: string, capacity: number): EditResult {
  return updateElement(sketch, 'channels', channel, { capacity });
}

function changed(
  sketch: Sketch,
  change: (task: Task, index: number) => Partial<Task>,
  changes: SketchChanges,
): EditResult {
  const tasks = sketch.tasks.map((task, index) => ({ ...task, ...change(task, index) }));
  return updateSketch({ ...sketch, tasks }, changes);
}
