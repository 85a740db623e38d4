/** First arrival of each task. */

import type { Capabilities } from '../../platform/kernel.ts';
import type { Sketch } from '../../sketch/model.ts';
import { type Ns, nsOfUs } from '../../sketch/time.ts';
import { systemOf } from '../../system/system.ts';
import { Random } from '../random.ts';

/**
 * drawn: the offsets of the sketch. random: each task at a random time in its first period, the
 * same for the same seed. critical: all tasks are released together, each with its whole jitter,
 * which is the worst case for the least urgent task. Without preemption, the longest job below
 * `task` has just started.
 */
export type Phasing =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'random' }
  /**
   * `task`: index in the sketch of the task that gets its worst case; null for the least
   * urgent task.
   */
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

/**
 * Arrivals with the same arrival + jitter for all tasks, except a blocking job, which starts 1 ns
 * before.
 */
function criticalPhases(sketch: Sketch, focus: number | null, capabilities: Capabilities): Ns[] {
  const together = Math.max(0, ...sketch.tasks.map(({ jitterUs }) => nsOfUs(jitterUs)));
  const blocker = focus === null || capabilities.preemptive ? null : longestBelow(sketch, focus);
  return sketch.tasks.map(({ jitterUs }, index) => {
    const late = blocker === null || index === blocker ? 0 : 1;
    return together - nsOfUs(jitterUs) + late;
  });
}

/**
 * Index of the longest task that is less urgent than this one and can still block it; null if there
 * is none.
 */
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
