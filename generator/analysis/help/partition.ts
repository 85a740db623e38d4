/**
 * Proposals for the cores of the tasks: three bin-packing rules, with the exact test for each core
 * (placement.ts).
 */

import { NO_OVERHEADS } from '../../platform/overheads.ts';
import type { Sketch } from '../../sketch/model.ts';
import type { AdmissionContext } from '../admission.ts';
import { partsOf } from '../global/cores.ts';
import { sharedAcrossCores } from '../global/multiprocessor.ts';
import { type FitRule, place } from '../global/placement.ts';
import { holds, type Placement } from '../parts.ts';
import { buildTaskSet, type TaskSet } from '../task-set.ts';
import type { PartitionProposal } from './types.ts';

const RULES: readonly FitRule[] = ['first-fit', 'best-fit', 'worst-fit'];

/** For packing in order of decreasing size, and for applying it to tasks. */
const REFERENCE = 'Johnson 1973; Dhall, Liu 1978';

/**
 * How the sketch's tasks could be distributed over its cores, independent of their present cores.
 * Affinities are kept, and handlers stay on core 0. Empty on one core, and if the sketch cannot be
 * analysed at all. The work is bounded: about 100 ms for a thousand tasks.
 */
export function partitionProposals(sketch: Sketch, { capabilities, overheads }: AdmissionContext): PartitionProposal[] {
  const cores = Math.max(1, sketch.cores);
  const tasks = sketch.tasks.map((task) => ({ ...task, core: null }));
  const set = buildTaskSet({ ...sketch, tasks, clusterCores: 1 }, capabilities, overheads ?? NO_OVERHEADS);
  if (cores === 1 || set.refusal !== null) return [];
  return RULES.map((rule) => proposal(sketch, set, rule));
}

function proposal(sketch: Sketch, set: TaskSet, rule: FitRule): PartitionProposal {
  const placement = place(set, rule);
  const cores = sketch.tasks.map((_, task): number | null => {
    const index = set.entities.findIndex(({ kind, source }) => kind === 'task' && source === task);
    return index < 0 ? null : (placement[index]?.[0] ?? null);
  });
  const complete = set.entities.every((_, index) => (placement[index]?.length ?? 0) > 0);
  const parts = partsOf(set, placement);
  return {
    rule,
    reference: REFERENCE,
    cores,
    admitted:
      complete && sharedAcrossCores(set, placement) === null && parts.every((part) => holds(set, placement, part)),
    utilization: Array.from({ length: set.cores }, (_, core) => utilizationOn(set, placement, core)),
  };
}

/** ΣC/T with overheads. The interrupt load counts on the cores that run it. */
function utilizationOn(set: TaskSet, placement: Placement, core: number): number {
  const tasks = set.entities.reduce(
    (sum, { costNs, periodNs }, index) => (placement[index]?.includes(core) ? sum + costNs / periodNs : sum),
    0,
  );
  return set.interruptLoad.reduce(
    (sum, row) =>
      row.most === undefined && (core === 0 || row.everyCore === true) ? sum + row.costNs / row.periodNs : sum,
    tasks,
  );
}

/** The sketch with the cores of a proposal. */
export function partitionedAs(sketch: Sketch, { cores }: Pick<PartitionProposal, 'cores'>): Sketch {
  return {
    ...sketch,
    clusterCores: 1,
    tasks: sketch.tasks.map((task, index) => ({ ...task, core: cores[index] ?? task.core })),
  };
}
