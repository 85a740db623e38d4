/**
 * Critical sections: how long each one blocks a task, and by how much its holder overdraws its
 * budget.
 */

import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities } from '../platform/kernel.ts';
import type { Overheads } from '../platform/overheads.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import type { Ns } from '../sketch/time.ts';
import type { Runnable } from '../system/runnables.ts';
import type { System } from '../system/system.ts';
import type { Entity } from './task-set.ts';

/** One task's use of one resource. */
export interface CriticalSection {
  /**
   * Index in `sketch.tasks` of the holder. A background task can be a holder, although it is not an
   * entity.
   */
  readonly holder: number;
  /** Index in `sketch.resources`. */
  readonly resource: number;
  /** The core that the sketch assigns to the holder; null if none. */
  readonly core: number | null;
  /** Rank of the most urgent task that the section blocks. */
  readonly ceiling: number;
  /** As declared. */
  readonly lengthNs: Ns;
  /**
   * The time for which a waiting task is blocked: the declared length plus the runtime's overhead
   * around the section.
   */
  readonly blockingNs: Ns;
  /**
   * The time beyond its budget that the holder uses if the budget is exhausted in the section. The
   * holder pays it back, so it occurs once.
   */
  readonly overdraftNs: Ns;
}

export function sectionsOf(
  entities: readonly Entity[],
  { tasks }: Sketch,
  { runnables, resources }: System,
  capabilities: Capabilities,
  { sectionNs = 0, raisedSectionNs = sectionNs, stopNs = 0 }: Overheads,
): CriticalSection[] {
  return resources.flatMap(({ users, ceilingRank }, resource) => {
    // Ranks of entities have no gaps. Only background tasks come after the last entity, and they
    // cannot be blocked.
    const ceiling = entities[ceilingRank]?.rank ?? Number.POSITIVE_INFINITY;
    return users.map(({ runnable, lengthNs }) => {
      const { source: holder, core } = runnables[runnable] as Runnable;
      const task = tasks[holder] as Task;
      const around = mayRunBelowAll(task) ? raisedSectionNs : sectionNs;
      // A job that can be stopped is stopped at the end of a section that is too long, too.
      const stop = exhaustionOn(capabilities, task) === 'stop' ? stopNs : 0;
      // In the textbook case, jobs stay within their budgets.
      const overdraftNs = sectionNs > 0 && capabilities.budgets === 'enforced' ? lengthNs + sectionNs : 0;
      return { holder, resource, core, ceiling, lengthNs, blockingNs: lengthNs + around + stop, overdraftNs };
    });
  });
}

/** Whether some jobs of the task may run with a priority below all other tasks. */
const mayRunBelowAll = ({ kind, exhaustion, overrun }: Task): boolean =>
  kind === 'background' || exhaustion === 'background' || overrun === 'demote';

/** Keyed by index in `sketch.tasks`. */
const ranksByTask = (entities: readonly Entity[]): ReadonlyMap<number, number> =>
  new Map(entities.flatMap(({ kind, source, rank }) => (kind === 'task' ? [[source, rank] as const] : [])));

/**
 * B_i under the priority ceiling protocol: Sha, Rajkumar, Lehoczky 1990. It includes the overdrafts
 * of more urgent tasks that exhaust their budgets in a section, once each, because overdrafts are
 * paid back: R. Davis, A. Burns, "Resource Sharing in Hierarchical Fixed Priority Pre-emptive
 * Systems", RTSS 2006, overrun with payback.
 */
export function withResourceBlocking(entities: readonly Entity[], sections: readonly CriticalSection[]): Entity[] {
  if (sections.length === 0) return [...entities];
  const ranks = ranksByTask(entities);
  return entities.map((entity) => {
    const blocking = sections.filter(
      ({ holder, ceiling }) => (ranks.get(holder) ?? Number.POSITIVE_INFINITY) > entity.rank && ceiling <= entity.rank,
    );
    const above = sections.filter(({ holder }) => {
      const rank = ranks.get(holder) ?? Number.POSITIVE_INFINITY;
      return rank <= entity.rank && !(entity.kind === 'task' && entity.source === holder);
    });
    const longestNs = Math.max(0, ...blocking.map((section) => section.blockingNs));
    return { ...entity, resourceBlockingNs: longestNs + overdraftsNs(above) };
  });
}

/** The sum of the longest overdraft of each holder. Unit: ns. */
export function overdraftsNs(sections: readonly CriticalSection[]): number {
  const longest = new Map<number, number>();
  for (const { holder, overdraftNs } of sections) longest.set(holder, Math.max(longest.get(holder) ?? 0, overdraftNs));
  return [...longest.values()].reduce((sum, ns) => sum + ns, 0);
}
