/**
 * The cores that each task may use, and the groups of tasks with common cores. Only tasks of the
 * same group compete.
 */
import { tr } from '../../words/tr.ts';
import type { Entity, TaskSet } from '../task-set.ts';

/** A group of cores, and all entities that may run on one of them. */
export interface Part {
  /** Ascending. */
  readonly cores: readonly number[];
  /** Indices of entities, ascending. */
  readonly members: readonly number[];
  /** Whether every member may run on every core of the group. */
  readonly uniform: boolean;
}

/** Groups of cores that share a ready queue. The last group may be smaller. */
export function clustersOf({ cores, clusterCores }: Pick<TaskSet, 'cores' | 'clusterCores'>): number[][] {
  return Array.from({ length: Math.ceil(cores / clusterCores) }, (_, cluster) =>
    Array.from(
      { length: Math.min(clusterCores, cores - cluster * clusterCores) },
      (_core, i) => cluster * clusterCores + i,
    ),
  );
}

/**
 * Cores on which an entity may run. null: the sketch does not assign it to a cluster. Empty: its
 * affinity excludes every core that it could use.
 */
export function coresOf(
  entity: Pick<Entity, 'core' | 'affinity'>,
  set: TaskSet,
  clusters: readonly (readonly number[])[] = clustersOf(set),
): number[] | null {
  const global = clusters.length === 1;
  if (entity.core === null && !global) return null;
  const core = entity.core === null ? 0 : Math.min(entity.core, set.cores - 1);
  const cluster = clusters[Math.floor(core / set.clusterCores)] ?? [];
  return cluster.filter(
    (one) =>
      (entity.affinity.length === 0 || entity.affinity.includes(one)) &&
      (!global || entity.core === null || one === core),
  );
}

/** The cores of every entity, by its index. */
export function givenCores(set: TaskSet): (number[] | null)[] {
  const clusters = clustersOf(set);
  return set.entities.map((entity) => coresOf(entity, set, clusters));
}

/**
 * An entity that the target's scheduler cannot restrict to its cores, or cannot restrict without
 * leaving it waiting while one of its cores is idle; undefined if there is none. An entity without
 * an assigned cluster may be in any cluster.
 */
export function unservedBy(set: TaskSet): Entity | undefined {
  const served = set.capabilities.affinities?.[set.policy === 'edf' ? 'edf' : 'fixedPriority'] ?? 'any';
  if (served === 'any') return undefined;
  const clusters = clustersOf(set);
  return set.entities.find((entity) => {
    const given = coresOf(entity, set, clusters) ?? entity.affinity;
    return clusters.some((cluster) => {
      const cores = cluster.filter((core) => given.includes(core));
      return cores.length > 0 && cores.length < cluster.length && !(served === 'one-or-all' && cores.length === 1);
    });
  });
}

/** @param placed by index of entity: its cores; null omits the entity */
export function partsOf(set: TaskSet, placed: readonly (readonly number[] | null)[]): Part[] {
  const root = Array.from({ length: set.cores }, (_, core) => core);
  const find = (core: number): number => {
    let at = core;
    while (root[at] !== at) at = root[at]!;
    return at;
  };
  for (const cores of placed) {
    if (cores === null) continue;
    for (const core of cores) root[find(core)] = find(cores[0]!);
  }
  const roots = [...new Set(root.map((_, core) => find(core)))];
  return roots.map((top) => {
    const cores = root.flatMap((_, core) => (find(core) === top ? [core] : []));
    const members = placed.flatMap((of, index) => (of?.some((core) => cores.includes(core)) ? [index] : []));
    return { cores, members, uniform: members.every((index) => placed[index]?.length === cores.length) };
  });
}

/** "core 2", "cores 0 and 1", "cores 0 to 3". */
export function nameOfCores(cores: readonly number[]): string {
  const [first = 0] = cores;
  const last = cores.at(-1) ?? first;
  if (cores.length === 1) return tr`core ${first}`;
  if (cores.length === 2) return tr`cores ${first} and ${last}`;
  const inRow = last - first === cores.length - 1;
  return inRow ? tr`cores ${first} to ${last}` : tr`cores ${cores.slice(0, -1).join(', ')} and ${last}`;
}
