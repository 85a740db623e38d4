/**
 * Cores that share one ready queue, and tasks that may run on some of them only.
 *
 * Tasks fall into groups that have no core in common. A group on a single core is judged exactly; one whose tasks may run on all of
 * its cores, by every test for global scheduling; any other by its reduction to that (affinity-response.ts).
 */

import { unlessPreemptive } from '../applicability.ts';
import { shortName } from '../format.ts';
import type { Judgement, Method } from '../method.ts';
import { combine, judgePart, type Placement, together } from '../parts.ts';
import type { TaskSet } from '../task-set.ts';
import { affinityTest } from './affinity-response.ts';
import { coresOf, givenCores, partsOf, unservedBy } from './cores.ts';
import { sharedAcrossCores } from './multiprocessor.ts';

const placementOf = (set: TaskSet): Placement => givenCores(set);

/** A task that may run nowhere, in words for the user; null: there is none. */
export function nowhere(set: TaskSet): string | null {
  const found = set.entities.find((entity) => coresOf(entity, set)?.length === 0);
  return found === undefined
    ? null
    : `"${shortName(found.name)}" may run on no core: its affinity leaves out all cores of its place. Change one of them.`;
}

/** A task that the target's scheduler does not keep to its cores as the tests assume, in words for the user; null: there is none. */
export function unlessServed(set: TaskSet): string | null {
  const found = unservedBy(set);
  if (found === undefined) return null;
  const { label, affinities } = set.capabilities;
  const edf = set.policy === 'edf';
  const name = shortName(found.name);
  return affinities?.[edf ? 'edf' : 'fixedPriority'] === 'one-or-all'
    ? `${label} keeps a task to one core or lets it have all${edf ? ' under earliest deadline first' : ''}; "${name}" may have some. Give it one core, or no affinity.`
    : `"${name}" may not run on every core, and this scheduler of ${label} can leave such a task beside a core that is idle. Give it every core, or choose another scheduler.`;
}

const ASSUMED = {
  text: 'Assumed: no task waits beside a core that it could have, if need be by moving another. A scheduler that does not move running tasks, as the Priority Affinity scheduler of RTEMS, can be later than these bounds: in RTEMS take Strong APA, which moves them.',
};

function notApplicable(set: TaskSet): string | null {
  if (set.cores === 1) return 'This test is for several cores; the sketch has one.';
  if (set.clusterCores < set.cores) return 'This test is for cores that share one ready queue.';
  const placement = placementOf(set);
  if (placement.every((cores) => cores?.length === set.cores)) return 'Every task may run on every core.';
  return nowhere(set) ?? unlessServed(set) ?? unlessPreemptive(set) ?? sharedAcrossCores(set, placement);
}

function judge(set: TaskSet): Judgement {
  const placement = placementOf(set);
  const parts = partsOf(set, placement);
  const verdicts = parts.map((part) => judgePart(set, placement, part));
  const verdict = together(verdicts.map((one) => one.verdict));
  return combine(set, verdicts, verdict, parts.every(({ uniform }) => uniform) ? [] : [ASSUMED]);
}

export const affinity: Method = {
  id: affinityTest.id,
  label: 'Affinities, reduced to global scheduling',
  phrase: 'the analysis of affinities',
  reference: affinityTest.reference,
  measures: 'response-time',
  exact: false,
  notApplicable,
  judge,
};
