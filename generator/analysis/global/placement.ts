/**
 * Assigns tasks to cores or groups of cores: bin packing, largest utilization first.
 *
 * first-fit: the first place where the tasks that are already there and the new task all meet their
 * deadlines. best-fit: of these places the one with the highest utilization. worst-fit: the one
 * with the lowest. D. S. Johnson 1973; with an exact test as the fit test, S. K. Dhall, C. L. Liu
 * 1978 and later work. Tasks that share a resource stay together. A failure proves nothing, because
 * the problem is NP-hard.
 */

import { holds, type Placement } from '../parts.ts';
import { stepBudget } from '../response.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { clustersOf, givenCores, type Part } from './cores.ts';

export type FitRule = 'first-fit' | 'best-fit' | 'worst-fit';

/** For the fit tests: a few hundred milliseconds. */
const MOST_STEPS = 10_000_000;

export interface Placed {
  /**
   * The cores of each entity by its index, including those that the sketch assigns; null if it does
   * not fit anywhere, or was not tried.
   */
  readonly placement: Placement;
  /** False if the steps were exhausted before every task was tried. */
  readonly finished: boolean;
}

const loadOf = (set: TaskSet, members: readonly number[]): number =>
  members.reduce((sum, index) => {
    const { costNs, periodNs } = set.entities[index] as Entity;
    return sum + costNs / periodNs;
  }, 0);

/** Groups that must stay together: a task, or several tasks that share resources. */
function groupsOf(set: TaskSet): number[][] {
  const leader = set.entities.map((_, index) => index);
  const find = (index: number): number => (leader[index] === index ? index : find(leader[index]!));
  const entityOf = new Map(
    set.entities.flatMap(({ kind, source }, index) => (kind === 'task' ? [[source, index]] : [])),
  );
  const userOf = new Map<number, number>();
  for (const { resource, holder } of set.sections) {
    const index = entityOf.get(holder);
    if (index === undefined) continue;
    const first = userOf.get(resource);
    if (first === undefined) userOf.set(resource, index);
    else leader[find(index)] = find(first);
  }
  const groups = new Map<number, number[]>();
  set.entities.forEach((_, index) => {
    const top = find(index);
    groups.set(top, [...(groups.get(top) ?? []), index]);
  });
  return [...groups.values()];
}

export const place = (set: TaskSet, rule: FitRule): Placement => findPlaces(set, rule).placement;

function findPlaces(set: TaskSet, rule: FitRule): Placed {
  const clusters = clustersOf(set);
  const placement: (readonly number[] | null)[] = givenCores(set);
  const members = clusters.map((cores) =>
    placement.flatMap((of, index) => (of?.some((core) => cores.includes(core)) ? [index] : [])),
  );
  const load = members.map((some) => loadOf(set, some));
  const open = groupsOf(set)
    .map((group) => ({ group, home: homeOf(group, placement, clusters), size: loadOf(set, group) }))
    .filter(({ group }) => group.some((index) => placement[index] === null))
    .sort((a, b) => b.size - a.size);
  const budget = stepBudget(MOST_STEPS);
  for (const { group, home } of open) {
    const newcomers = group.filter((index) => placement[index] === null);
    const size = loadOf(set, newcomers);
    for (const cluster of orderOf(rule, load)) {
      const cores = clusters[cluster] as readonly number[];
      if ((home !== null && home !== cluster) || load[cluster]! + size > cores.length * (1 + 1e-9)) continue;
      const all = merge(members[cluster] as number[], newcomers);
      if (!budget.spend(all.length)) return { placement, finished: false };
      const trial = [...placement];
      for (const index of newcomers) trial[index] = within(set, index, cores);
      if (newcomers.some((index) => trial[index]?.length === 0)) continue;
      if (!holds(set, trial, partOf(cores, all, trial), budget)) continue;
      for (const index of newcomers) placement[index] = trial[index] ?? null;
      members[cluster] = all;
      load[cluster]! += size;
      break;
    }
  }
  return { placement, finished: budget.spend(0) };
}

/**
 * The placement that the verdict, the simulation and the meter use: by the first rule that places
 * every open task, otherwise the result of first-fit.
 */
export function placeOpenTasks(set: TaskSet): Placed & { readonly rule: FitRule } {
  const first = { ...findPlaces(set, 'first-fit'), rule: 'first-fit' as const };
  if (!first.placement.includes(null) || !first.finished) return first;
  for (const rule of ['best-fit', 'worst-fit'] as const) {
    const found = findPlaces(set, rule);
    if (!found.placement.includes(null)) return { ...found, rule };
  }
  return first;
}

/** Merges into ascending order; `many` is ascending. */
function merge(many: readonly number[], few: readonly number[]): number[] {
  const all = [...many];
  for (const index of few) {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle]! < index) low = middle + 1;
      else high = middle;
    }
    all.splice(low, 0, index);
  }
  return all;
}

/** The place of those members of a group that have one; null if none has. */
function homeOf(group: readonly number[], placement: Placement, clusters: readonly number[][]): number | null {
  const placed = group.find((index) => placement[index] !== null);
  const core = placed === undefined ? undefined : placement[placed]?.[0];
  return core === undefined ? null : clusters.findIndex((cores) => cores.includes(core));
}

function orderOf(rule: FitRule, load: readonly number[]): number[] {
  const order = [...load.keys()];
  if (rule === 'first-fit') return order;
  const sign = rule === 'best-fit' ? -1 : 1;
  return order.sort((a, b) => sign * (load[a]! - load[b]!));
}

function within(set: TaskSet, index: number, cores: readonly number[]): number[] {
  const { affinity } = set.entities[index] as Entity;
  return cores.filter((core) => affinity.length === 0 || affinity.includes(core));
}

const partOf = (cores: readonly number[], members: readonly number[], placement: Placement): Part => ({
  cores,
  members,
  uniform: members.every((index) => placement[index]?.length === cores.length),
});
