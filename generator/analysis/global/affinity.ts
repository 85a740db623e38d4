/**
 * Cores that share one ready queue, and tasks that may run on some of these cores only.
 *
 * Tasks form groups without a common core. A group on a single core is analysed exactly. If
 * all tasks of a group may run on all of its cores, every test for global scheduling analyses the group. Any
 * other group is reduced to global scheduling (affinity-response.ts).
 */

import { tr } from '../../words/tr.ts';
import { unlessPreemptive } from '../applicability.ts';
import { shortName } from '../format.ts';
import type { Judgement, Method } from '../method.ts';
import { combine, judgePart, type Placement, together } from '../parts.ts';
import type { TaskSet } from '../task-set.ts';
import { affinityTest } from './affinity-response.ts';
import { coresOf, givenCores, partsOf, unservedBy } from './cores.ts';
import { sharedAcrossCores } from './multiprocessor.ts';

const placementOf = (set: TaskSet): Placement => givenCores(set);

/** Names a task that may not run on any core, in words for the user; null if there is none. */
export function nowhere(set: TaskSet): string | null {
  const found = set.entities.find((entity) => coresOf(entity, set)?.length === 0);
  return found === undefined
    ? null
    : tr`"${shortName(found.name)}" may run on no core: its affinity excludes every core that "core" and the clusters allow. Change one of them.`;
}

/**
 * Names a task that the target's scheduler does not restrict to its cores as the tests assume, in
 * words for the user; null if there is none.
 */
export function unlessServed(set: TaskSet): string | null {
  const found = unservedBy(set);
  if (found === undefined) return null;
  const { label, affinities } = set.capabilities;
  const edf = set.policy === 'edf';
  const name = shortName(found.name);
  return affinities?.[edf ? 'edf' : 'fixedPriority'] === 'one-or-all'
    ? edf
      ? tr`${label} restricts a task to one core or allows all cores under earliest deadline first; "${name}" is restricted to some cores. Give it one core, or no affinity.`
      : tr`${label} restricts a task to one core or allows all cores; "${name}" is restricted to some cores. Give it one core, or no affinity.`
    : tr`"${name}" may not run on every core, and this scheduler of ${label} can leave such a task waiting while one of its cores is idle. Give it every core, or choose another scheduler.`;
}

const assumed = () => ({
  text: tr`Assumption: no task waits for a core that migrating another task would free. A scheduler that does not migrate running tasks, such as the Priority Affinity scheduler of RTEMS, can exceed these bounds. In RTEMS use Strong APA, which migrates them.`,
});

function notApplicable(set: TaskSet): string | null {
  if (set.cores === 1) return tr`This test is for several cores; the sketch has one.`;
  if (set.clusterCores < set.cores) return tr`This test is for cores that share one ready queue.`;
  const placement = placementOf(set);
  if (placement.every((cores) => cores?.length === set.cores)) return tr`Every task may run on every core.`;
  return nowhere(set) ?? unlessServed(set) ?? unlessPreemptive(set) ?? sharedAcrossCores(set, placement);
}

function judge(set: TaskSet): Judgement {
  const placement = placementOf(set);
  const parts = partsOf(set, placement);
  const verdicts = parts.map((part) => judgePart(set, placement, part));
  const verdict = together(verdicts.map((one) => one.verdict));
  return combine(set, verdicts, verdict, parts.every(({ uniform }) => uniform) ? [] : [assumed()]);
}

export const affinity: Method = {
  id: affinityTest.id,
  get label() {
    return tr`Affinities, reduced to global scheduling`;
  },
  get phrase() {
    return tr`the analysis of affinities`;
  },
  reference: affinityTest.reference,
  formula: affinityTest.formula,
  measures: 'response-time',
  exact: false,
  notApplicable,
  judge,
};
