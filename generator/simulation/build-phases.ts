/** When each task first arrives. */
import type { Sketch, Task } from '../sketch/model.ts';
import type { Capabilities } from '../sketch/platform.ts';
import { Random } from './random.ts';

/**
 * drawn: the sketch's offsets. random: each task anywhere in its first period, the same for the same seed.
 * critical: all released together, each as late as its jitter allows, which is the worst case for the least urgent task, and
 * without preemption the longest job of those below `task` has just begun.
 */
export type Phasing =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'random' }
  /** `task`: index in the sketch, whose worst case it is; null: that of the least urgent. */
  | { readonly kind: 'critical'; readonly task: number | null };

const NS_PER_US = 1000;

/** First arrivals of the sketch's tasks. Unit: ns. */
export function phasesOf(sketch: Sketch, phasing: Phasing, seed: number, capabilities: Capabilities): number[] {
  const { tasks } = sketch;
  switch (phasing.kind) {
    case 'drawn':
      return tasks.map(({ offsetUs }) => offsetUs * NS_PER_US);
    case 'random':
      return tasks.map(({ periodUs }, index) =>
        new Random(seed, index + 1).integer(0, (periodUs ?? 1) * NS_PER_US - 1),
      );
    case 'critical':
      return criticalPhases(sketch, phasing.task, capabilities);
  }
}

/** Arrivals such that arrival + jitter is one instant for all, but a job in the way, which begins 1 ns before. */
function criticalPhases({ tasks, policy }: Sketch, focus: number | null, capabilities: Capabilities): number[] {
  const together = Math.max(0, ...tasks.map(({ jitterUs }) => jitterUs)) * NS_PER_US;
  const blocker = focus === null || capabilities.preemptive ? -1 : longestBelow(tasks, policy, focus);
  return tasks.map(({ jitterUs }, index) => {
    const late = blocker === -1 || index === blocker ? 0 : 1;
    return together - jitterUs * NS_PER_US + late;
  });
}

function longestBelow(tasks: readonly Task[], policy: Sketch['policy'], focus: number): number {
  const self = tasks[focus];
  if (self === undefined) return -1;
  let longest = -1;
  tasks.forEach((task, index) => {
    if (index === focus || task.budgetUs === null) return;
    const order = orderOf(task, self, policy);
    // Of equals the one that is drawn later is the less urgent.
    if (order < 0 || (order === 0 && index < focus)) return;
    if (longest === -1 || task.budgetUs > (tasks[longest]?.budgetUs ?? 0)) longest = index;
  });
  return longest;
}

/** Positive: the job of `task` is the less urgent, and can be in the way of one of `self` all the same. */
function orderOf(task: Task, self: Task, policy: Sketch['policy']): number {
  const least = Number.MIN_SAFE_INTEGER;
  if (policy === 'fixed') return (self.priority ?? least) - (task.priority ?? least);
  const key = (one: Task) => (policy === 'rate-monotonic' ? one.periodUs : (one.deadlineUs ?? one.periodUs)) ?? 0;
  return key(task) - key(self);
}
