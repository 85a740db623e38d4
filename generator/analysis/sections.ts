/** Critical sections: how long each holds a task off, and what its holder takes beyond its budget. */
import type { Policy, Sketch, Task } from '../sketch/model.ts';
import type { Capabilities, Overheads } from '../sketch/platform.ts';
import type { Draft, Entity } from './task-set.ts';

const NS_PER_US = 1000;

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
  readonly lengthNs: number;
  /** The declared length and what the runtime takes around it: so long a task that waits for it is held off. */
  readonly blockingNs: number;
  /** What its holder takes more than its budget when that is used up in the section; it is owed, so it comes once. */
  readonly overdraftNs: number;
}

export function sectionsOf(
  entities: readonly Entity[],
  drafts: readonly Draft[],
  sketch: Sketch,
  { budgets }: Capabilities,
  overheads: Overheads,
): CriticalSection[] {
  if (sketch.resources.length === 0) return [];
  const indexOf = new Map(sketch.tasks.map(({ name }, index) => [name, index]));
  const ranks = ranksByTask(entities);
  return sketch.resources.flatMap((resource, index) => {
    const users = resource.users.flatMap(({ task, criticalSectionUs }) => {
      const holder = indexOf.get(task);
      if (holder === undefined) return [];
      const user = sketch.tasks[holder] as Task;
      const { core } = user;
      const lengthNs = criticalSectionUs * NS_PER_US;
      const { sectionNs = 0, raisedSectionNs = sectionNs } = overheads;
      const blockingNs = lengthNs + (mayRunBelowAll(user) ? raisedSectionNs : sectionNs);
      // The textbook's bodies keep to their budgets.
      const overdraftNs = sectionNs > 0 && budgets === 'enforced' ? lengthNs + sectionNs : 0;
      return [{ holder, resource: index, core, lengthNs, blockingNs, overdraftNs }];
    });
    const given = givenCeiling(entities, drafts, sketch.policy, resource.ceiling);
    const ceiling = Math.min(...users.map(({ holder }) => ranks.get(holder) ?? Number.POSITIVE_INFINITY), given);
    return users.map((user) => ({ ...user, ceiling }));
  });
}

/** Whether its jobs, or some of them, run below those of all other tasks. */
const mayRunBelowAll = ({ kind, exhaustion, overrun }: Task): boolean =>
  kind === 'background' || exhaustion === 'background' || overrun === 'demote';

/** By index in `sketch.tasks`. */
const ranksByTask = (entities: readonly Entity[]): ReadonlyMap<number, number> =>
  new Map(entities.flatMap(({ kind, source, rank }) => (kind === 'task' ? [[source, rank] as const] : [])));

/**
 * A ceiling given by hand is a priority, so it counts under the policy `fixed` alone: it holds off every task of that
 * priority or a lower one. Below a user's own priority it changes nothing.
 */
function givenCeiling(
  entities: readonly Entity[],
  drafts: readonly Draft[],
  policy: Policy,
  ceiling: number | null,
): number {
  if (policy !== 'fixed' || ceiling === null) return Number.POSITIVE_INFINITY;
  const priorityOf = new Map(drafts.filter((d) => d.kind === 'task').map(({ name, priority }) => [name, priority]));
  const held = entities.filter(
    (e) => e.kind === 'task' && (priorityOf.get(e.name) ?? Number.NEGATIVE_INFINITY) <= ceiling,
  );
  return Math.min(...held.map((entity) => entity.rank));
}

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
