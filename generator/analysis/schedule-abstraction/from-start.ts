/**
 * What the tests of all phases say without preemption, and what of it happens from the start of the program on.
 *
 * Their worst case is a less urgent job that begins 1 ns before more urgent ones arrive together. Sporadic tasks can come so. Periodic
 * tasks come at their offsets, and that phase may never occur: among random sets that these tests refuse, one in six under fixed
 * priorities and two in five under EDF never miss. So there a miss is said to occur only if it is found in the schedule from the start.
 */
import { demandTable, loadSign } from '../edf/demand.ts';
import type { Failure, Judgement, Verdict } from '../method.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { playedFailure } from './late-jobs.ts';

/** Whether every phase can occur. */
const comesFreely = ({ entities }: TaskSet): boolean => entities.every(({ periodic }) => !periodic);

/** Above full load every phase misses. */
function isOverloaded(set: TaskSet): boolean {
  const table = demandTable(set);
  return loadSign(table, table.periodNs.length) > 0;
}

export function fromStart(set: TaskSet, judgement: Judgement): Judgement {
  const { failure, verdict } = judgement;
  const none = failure === null && verdict !== 'unschedulable';
  if (none || (verdict === 'unschedulable' && (comesFreely(set) || isOverloaded(set)))) return judgement;
  const played = playedFailure(set);
  if (played !== null) return { ...judgement, verdict: 'unschedulable', failure: played };
  const possible = failure === null ? null : { ...failure, phasesNs: phasesOf(set, failure) };
  return { ...judgement, verdict: 'unknown', failure: possible };
}

/** The verdict of `fromStart` alone, of a test that has found a phase that fails. */
export function verdictFromStart(set: TaskSet, verdict: Verdict): Verdict {
  if (verdict === 'unschedulable' && comesFreely(set)) return verdict;
  return playedFailure(set) === null ? 'unknown' : 'unschedulable';
}

/** The longest less urgent job begins 1 ns before all more urgent ones are released together, each as late as its jitter allows. */
function phasesOf({ entities, policy }: TaskSet, { entity, deadlineAtNs }: Failure): (number | null)[] {
  const late = entities[entity] as Entity;
  const isAhead = (other: Entity, index: number) =>
    policy === 'edf' ? other.deadlineNs - other.jitterNs <= deadlineAtNs - late.jitterNs : index <= entity;
  let blocker = -1;
  entities.forEach((other, index) => {
    const longest = entities[blocker]?.costNs ?? 0;
    if (!isAhead(other, index) && other.costNs > longest) blocker = index;
  });
  return entities.map((other, index) => (isAhead(other, index) ? 0 - other.jitterNs : index === blocker ? -1 : null));
}
