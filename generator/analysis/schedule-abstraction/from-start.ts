/**
 * Compares the verdicts of the non-preemptive tests for any phases with what happens from the start
 * of the program.
 *
 * The worst case of those tests is a less urgent job that starts 1 ns before more urgent ones
 * arrive together. Sporadic tasks can arrive in this way. Periodic tasks arrive at their offsets,
 * so that phase may never occur: among random sets that these tests reject, one in six under fixed
 * priorities and two in five under EDF never miss. For periodic tasks a miss is therefore reported
 * as proven only if it occurs in the schedule from the start.
 */
import { demandTable, loadSign } from '../edf/demand.ts';
import type { Failure, Judgement, Verdict } from '../method.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { simulatedFailure } from './late-jobs.ts';

/** Whether every phase can occur. */
const comesFreely = ({ entities }: TaskSet): boolean => entities.every(({ periodic }) => !periodic);

/** Above full utilization every phase leads to a miss. */
function isOverloaded(set: TaskSet): boolean {
  const table = demandTable(set);
  return loadSign(table, table.periodNs.length) > 0;
}

export function fromStart(set: TaskSet, judgement: Judgement): Judgement {
  const { failure, verdict } = judgement;
  const none = failure === null && verdict !== 'unschedulable';
  if (none || (verdict === 'unschedulable' && (comesFreely(set) || isOverloaded(set)))) return judgement;
  const simulated = simulatedFailure(set);
  if (simulated !== null) return { ...judgement, verdict: 'unschedulable', failure: simulated };
  const possible = failure === null ? null : { ...failure, phasesNs: phasesOf(set, failure) };
  return { ...judgement, verdict: 'unknown', failure: possible };
}

/** The verdict of `fromStart` only, for a test that has found a phase that fails. */
export function verdictFromStart(set: TaskSet, verdict: Verdict): Verdict {
  if (verdict === 'unschedulable' && comesFreely(set)) return verdict;
  return simulatedFailure(set) === null ? 'unknown' : 'unschedulable';
}

/**
 * The longest less urgent job starts 1 ns before all more urgent ones are released together, each
 * with its whole jitter.
 */
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
