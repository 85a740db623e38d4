/**
 * What the sketch promised and the run broke: a job that took longer than its budget, and deadlines
 * missed by an admitted sketch. Every verdict of the analysis assumes that each job keeps its budget.
 */
import { budgetUsFor, exactTime, formatBound, formatDeclared, roundTime } from '../numbers/time.ts';
import { tr, trCount } from '../words/tr.ts';
import type { FindingElement } from './finding.ts';
import type { RunObservation, TaskObservation } from './observation.ts';

export interface BrokenPromise {
  readonly kind: 'budget' | 'stopped' | 'deadline';
  readonly element: FindingElement;
  /** For example `blink took 1 s; it was promised 1 ms.` */
  readonly sentence: string;
  /** The smallest legible budget that the longest job keeps; null if no job that ended needs one. */
  readonly budgetUs: number | null;
}

/**
 * The broken promises, the cause first. An exceeded budget explains missed deadlines, so these are
 * reported only if every job kept its budget. Misses of a sketch that is not admitted break no promise.
 */
export function brokenPromises({ tasks }: RunObservation, admitted: boolean): readonly BrokenPromise[] {
  const exceeded = tasks.flatMap((task) => exceededBudget(task) ?? []).sort((a, b) => b.factor - a.factor);
  if (exceeded.length > 0) return exceeded.map(({ promise }) => promise);
  // A verdict on guessed budgets is no promise.
  if (!admitted || tasks.some(({ estimated }) => estimated)) return [];
  return tasks.filter(({ misses }) => misses > 0).map(missedDeadlines);
}

const elementOf = ({ kind, name }: TaskObservation): FindingElement => ({
  kind: kind === 'handler' ? 'interrupt' : 'task',
  name,
});

/** An open job exceeds its budget for certain if its time, with interrupts, is this many budgets. */
const CLEARLY = 2;

/** Measured times include interrupts, so the runtime's own report decides, except for an open job. */
function exceededBudget(task: TaskObservation): { factor: number; promise: BrokenPromise } | null {
  const { name, budgetNs, exhausted, longestNs, running } = task;
  if (budgetNs === null) return null;
  const soFarNs = running?.executionNs ?? 0;
  const endedNs = exhausted > 0 && longestNs !== null && longestNs > budgetNs ? longestNs : null;
  const isSure = exhausted > 0 || soFarNs > CLEARLY * budgetNs;
  const isOpen = isSure && soFarNs > budgetNs && soFarNs > (endedNs ?? 0);
  if (endedNs === null && !isOpen) return null;
  const promised = formatDeclared(budgetNs);
  // How long a stopped job would have taken is unknown, so no budget is proposed.
  if (task.stops === true && exhausted > 0) return { factor: 1, promise: stoppedJobs(task, promised) };
  const sentence = isOpen
    ? tr`${name} has run for ${coarse(soFarNs)} and has not ended; it was promised ${promised}.`
    : tr`${name} took ${formatBound(endedNs ?? 0)}; it was promised ${promised}.`;
  return {
    factor: Math.max(soFarNs, endedNs ?? 0) / Math.max(1, budgetNs),
    promise: {
      kind: 'budget',
      element: elementOf(task),
      sentence,
      budgetUs: isOpen ? null : budgetUsFor(endedNs ?? 0),
    },
  };
}

function stoppedJobs(task: TaskObservation, promised: string): BrokenPromise {
  const sentence = trCount(
    task.exhausted,
    '{0} job of {1} was stopped at the end of its budget of {2}, before it was done.',
    '{0} jobs of {1} were stopped at the end of their budget of {2}, before they were done.',
    task.name,
    promised,
  );
  return { kind: 'stopped', element: elementOf(task), sentence, budgetUs: null };
}

/** Where the kernel enforces budgets and reports nothing, a job that never ends shows only as misses. */
function missedDeadlines(task: TaskObservation): BrokenPromise {
  const sentence =
    task.longestNs === null
      ? trCount(
          task.misses,
          '{1} missed {0} deadline, and none of its jobs has ended.',
          '{1} missed {0} deadlines, and none of its jobs has ended.',
          task.name,
        )
      : trCount(
          task.misses,
          '{1} missed {0} deadline, though every job kept its budget.',
          '{1} missed {0} deadlines, though every job kept its budget.',
          task.name,
        );
  return { kind: 'deadline', element: elementOf(task), sentence, budgetUs: null };
}

/** Two digits, because the time of a running job changes all the time. */
const coarse = (timeNs: number): string => exactTime(roundTime(timeNs, 'down', 2));
