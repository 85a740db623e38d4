/** When each task first arrives. */

import type { Capabilities } from '../../platform/kernel.ts';
import type { Sketch } from '../../sketch/model.ts';
import { type Ns, nsOfUs } from '../../sketch/time.ts';
import { systemOf } from '../../system/system.ts';
import { Random } from '../random.ts';

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

/** First arrivals of the sketch's tasks. Unit: ns. */
export function phasesOf(sketch: Sketch, phasing: Phasing, seed: number, capabilities: Capabilities): Ns[] {
  const { tasks } = sketch;
  switch (phasing.kind) {
    case 'drawn':
      return tasks.map(({ offsetUs }) => nsOfUs(offsetUs));
    case 'random':
      return tasks.map(({ periodUs }, index) => new Random(seed, index + 1).integer(0, nsOfUs(periodUs ?? 1) - 1));
    case 'critical':
      return criticalPhases(sketch, phasing.task, capabilities);
  }
}

/** Arrivals such that arrival + jitter is one instant for all, but a job in the way, which begins 1 ns before. */
function criticalPhases(sketch: Sketch, focus: number | null, capabilities: Capabilities): Ns[] {
  const together = Math.max(0, ...sketch.tasks.map(({ jitterUs }) => nsOfUs(jitterUs)));
  const blocker = focus === null || capabilities.preemptive ? null : longestBelow(sketch, focus);
  return sketch.tasks.map(({ jitterUs }, index) => {
    const late = blocker === null || index === blocker ? 0 : 1;
    return together - nsOfUs(jitterUs) + late;
  });
}

/** Index of the longest task that is less urgent than this one and can be in its way all the same; null: none is. */
function longestBelow(sketch: Sketch, focus: number): number | null {
  const { runnables } = systemOf(sketch);
  const self = runnables[focus];
  if (self === undefined) return null;
  const below = runnables.filter(
    ({ element, rank, budgetNs }) => element === 'task' && rank > self.rank && budgetNs !== null,
  );
  const longest = below.reduce<(typeof below)[number] | null>(
    (most, one) => (most === null || (one.budgetNs ?? 0) > (most.budgetNs ?? 0) ? one : most),
    null,
  );
  return longest?.index ?? null;
}
