/** Critical sections: how long each holds a task off, and what its holder takes beyond its budget. */

import type { Capabilities } from '../platform/kernel.ts';
import type { Overheads } from '../platform/overheads.ts';
import type { Sketch, Task } from '../sketch/model.ts';
import type { Ns } from '../sketch/time.ts';
import type { Runnable } from '../system/runnables.ts';
import type { System } from '../system/system.ts';
import type { Entity } from './task-set.ts';

/** One task's use of one resource. */
export interface CriticalSection {
  /** Index in `sketch.tasks` of the one that holds it. Not among the entities: a background task. */
  readonly holder: number;
  /** Index in `sketch.resources`. */
  readonly resource: number;
  /** The core that the sketch gives to the holder; null: none. */
  readonly core: number | null;
  /** Rank of the most urgent task that it holds off. */
  readonly ceiling: number;
  /** As declared. */
  readonly lengthNs: Ns;
  /** The declared length and what the runtime takes around it: so long a task that waits for it is held off. */
  readonly blockingNs: Ns;
  /** What its holder takes more than its budget when that is used up in the section; it is owed, so it comes once. */
  readonly overdraftNs: Ns;
}

export function sectionsOf(
  entities: readonly Entity[],
  { tasks }: Sketch,
  { runnables, resources }: System,
  { budgets }: Capabilities,
  { sectionNs = 0, raisedSectionNs = sectionNs }: Overheads,
): CriticalSection[] {
  return resources.flatMap(({ users, ceilingRank }, resource) => {
    // Ranks of entities have no gaps: only background tasks come after the last, and these hold nobody off.
    const ceiling = entities[ceilingRank]?.rank ?? Number.POSITIVE_INFINITY;
    return users.map(({ runnable, lengthNs }) => {
      const { source: holder, core } = runnables[runnable] as Runnable;
      const around = mayRunBelowAll(tasks[holder] as Task) ? raisedSectionNs : sectionNs;
      // The textbook's bodies keep to their budgets.
      const overdraftNs = sectionNs > 0 && budgets === 'enforced' ? lengthNs + sectionNs : 0;
      return { holder, resource, core, ceiling, lengthNs, blockingNs: lengthNs + around, overdraftNs };
    });
  });
}

/** Whether its jobs, or some of them, run below those of all other tasks. */
const mayRunBelowAll = ({ kind, exhaustion, overrun }: Task): boolean =>
  kind === 'background' || exhaustion === 'background' || overrun === 'demote';

/** By index in `sketch.tasks`. */
const ranksByTask = (entities: readonly Entity[]): ReadonlyMap<number, number> =>
  new Map(entities.flatMap(({ kind, source, rank }) => (kind === 'task' ? [[source, rank] as const] : [])));

/**
 * B_i under the priority ceiling protocol: Sha, Rajkumar, Lehoczky 1990. And what more urgent tasks overdraw their budgets by when
 * these are used up in a section, once each, since it is paid back: R. Davis, A. Burns, "Resource Sharing in Hierarchical Fixed
 * Priority Pre-emptive Systems", RTSS 2006, overrun with payback.
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

/** The longest of each holder, added up. Unit: ns. */
export function overdraftsNs(sections: readonly CriticalSection[]): number {
  const longest = new Map<number, number>();
  for (const { holder, overdraftNs } of sections) longest.set(holder, Math.max(longest.get(holder) ?? 0, overdraftNs));
  return [...longest.values()].reduce((sum, ns) => sum + ns, 0);
}
