/**
 * The rows of the statistics table as plain values: one row per task, with measured and predicted
 * values, in the order that the user selected. All times are in nanoseconds.
 */
import type { HistogramBucket } from '../../../../generator/trace/jobs/histogram.ts';
import type { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import type { StackUse } from '../../../../generator/trace/stack.ts';
import type { Lane } from '../timeline/lane.ts';

export interface StatisticsRow {
  readonly lane: Lane;
  readonly jobs: number;
  readonly worstResponse: number | null;
  readonly meanResponse: number | null;
  readonly worstExecution: number | null;
  readonly meanExecution: number | null;
  /**
   * Time after the start for which other tasks or its own budget delayed a job. Null until a job
   * has completed.
   */
  readonly worstPreempted: number | null;
  readonly meanPreempted: number | null;
  /**
   * Null when the target's tasks have no stacks of their own, or the board has not reported one
   * yet.
   */
  readonly stack: StackUse | null;
  readonly releaseJitter: number | null;
  /** Late jobs and dropped releases. */
  readonly misses: number;
  readonly late: number;
  readonly overruns: number;
  /** How often the task's budget was exhausted. One job can exhaust several budgets. */
  readonly exhaustions: number;
  /** How often the task held a resource for longer than declared. */
  readonly longSections: number;
  readonly dropped: number;
  /** Jobs that were only partly recorded. */
  readonly incomplete: number;
  /** Processor utilization from 0 to 1. */
  readonly utilization: number;
  readonly buckets: readonly HistogramBucket[];
}

export const SORT_KEYS = [
  'priority',
  'name',
  'jobs',
  'response',
  'bound',
  'execution',
  'budget',
  'preempted',
  'stack',
  'jitter',
  'misses',
  'overruns',
  'load',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/**
 * Returns one row per lane, in the order of the lanes. A task that is not in the trace yet has no
 * jobs.
 */
export function statisticsRows(statistics: TraceStatistics, lanes: readonly Lane[]): StatisticsRow[] {
  return lanes.map((lane) => {
    // After a program was changed and run again, its tasks have the same indices. The latest task
    // is the running one.
    const task = statistics.tasks.findLast((t) => t.task.index === lane.taskIndex);
    return {
      lane,
      jobs: task?.completed ?? 0,
      worstResponse: task?.responseNs.worst ?? null,
      meanResponse: task?.responseNs.mean ?? null,
      worstExecution: task?.executionNs.worst ?? null,
      meanExecution: task?.executionNs.mean ?? null,
      worstPreempted: task?.preemptedNs.worst ?? null,
      meanPreempted: task?.preemptedNs.mean ?? null,
      stack: statistics.stacks.get(lane.taskIndex) ?? null,
      releaseJitter: task && task.completed > 0 ? task.releaseJitterNs : null,
      misses: task?.misses ?? 0,
      late: task?.deadlineMisses ?? 0,
      overruns: task?.budgetOverruns ?? 0,
      exhaustions: task?.exhaustions ?? 0,
      longSections: sumOf(statistics.longSections.get(lane.taskIndex)?.values()),
      dropped: task?.dropped ?? 0,
      incomplete: task?.incomplete ?? 0,
      utilization: task?.utilization ?? 0,
      buckets: task?.responseNs.buckets() ?? [],
    };
  });
}

const sumOf = (counts: Iterable<number> = []): number => [...counts].reduce((sum, count) => sum + count, 0);

/** From 0 to 1. */
export const shareUsed = ({ sizeBytes, unusedBytes }: StackUse): number => 1 - unusedBytes / sizeBytes;

/**
 * Returns a sorted copy. Equal rows stay in priority order. Rows without a value come last in
 * either direction.
 */
export function sortRows(rows: readonly StatisticsRow[], sorting: Sorting): StatisticsRow[] {
  if (sorting.key === 'priority') return sorting.descending ? [...rows].reverse() : [...rows];
  const sign = sorting.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [sortValue(a, sorting.key), sortValue(b, sorting.key)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'string' || typeof y === 'string') return sign * String(x).localeCompare(String(y));
    return sign * (x - y);
  });
}

function sortValue(row: StatisticsRow, key: SortKey): number | string | null {
  switch (key) {
    case 'priority':
      return 0;
    case 'name':
      return row.lane.name;
    case 'jobs':
      return row.jobs;
    case 'response':
      return row.worstResponse;
    case 'bound':
      return row.lane.responseBoundNs;
    case 'execution':
      return row.worstExecution;
    case 'budget':
      return row.lane.budgetNs;
    case 'preempted':
      return row.worstPreempted;
    case 'stack':
      return row.stack === null ? null : shareUsed(row.stack);
    case 'jitter':
      return row.releaseJitter;
    case 'misses':
      return row.misses;
    case 'overruns':
      return row.overruns;
    case 'load':
      return row.utilization;
  }
}
