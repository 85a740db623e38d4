/**
 * The cores on which a task competes, where a test analyses groups of cores one by one: a core of its
 * own with a test for one processor, or cores with one ready queue.
 */
import { givenCores, partsOf } from '../../analysis/global/cores.ts';
import { everywhereOf, type GlobalSystem, globalSystem } from '../../analysis/global/multiprocessor.ts';
import { placementOf } from '../../analysis/global/partitioned.ts';
import { aloneOn, respondingOn } from '../../analysis/parts.ts';
import type { BackgroundTask } from '../../analysis/task-set.ts';
import type { Bounded } from './bound-parts.ts';

export type PartOfCores =
  | { readonly kind: 'core'; readonly bounded: Bounded }
  | { readonly kind: 'queue'; readonly system: GlobalSystem; readonly cores: readonly number[] };

/** null: the test has no such groups, or affinities differ within the group. */
export function partWith({ set, entity, responseNs, result: { method }, numbers }: Bounded): PartOfCores | null {
  if (method === 'response-time-global' || method === 'response-time-limited-carry-in') {
    return { kind: 'queue', system: everywhereOf(set), cores: Array.from({ length: set.cores }, (_, core) => core) };
  }
  if (method !== 'partitioned' && method !== 'clustered' && method !== 'affinity') return null;
  const placement = method === 'affinity' ? givenCores(set) : placementOf(set);
  const part = partsOf(set, placement).find(({ members }) => members.includes(entity));
  if (part === undefined) return null;
  if (part.cores.length > 1) {
    return part.uniform ? { kind: 'queue', system: globalSystem(set, placement, part), cores: part.cores } : null;
  }
  const alone = aloneOn(set, part);
  const result = respondingOn(alone);
  if (result === undefined) return null;
  const ofEntity = part.members.map((member) => numbers.ofEntity[member]!);
  const ofBackground = (task: BackgroundTask): number | null => numbers.ofBackground(task);
  const bounded = {
    set: alone,
    entity: part.members.indexOf(entity),
    responseNs,
    result,
    numbers: { ofEntity, ofBackground },
  };
  return { kind: 'core', bounded };
}
