/**
 * The statistics table's content as plain values: one row a task, what was measured beside what was predicted, and the
 * order that the user chose. All times in nanoseconds.
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
  /** Held off by others or by its budget, after its start; null while nothing completed. */
  readonly worstPreempted: number | null;
  readonly meanPreempted: number | null;
  /** null: its target gives it no stack, or the board has told nothing of it yet. */
  readonly stack: StackUse | null;
  readonly releaseJitter: number | null;
  /** Jobs that were late, and releases that were given up. */
  readonly misses: number;
  readonly late: number;
  readonly overruns: number;
  /** How often its budget was used up: a job may use up several. */
  readonly exhaustions: number;
  /** How often it kept a resource for longer than declared. */
  readonly longSections: number;
  readonly skipped: number;
  /** Jobs of which a part was not seen. */
  readonly incomplete: number;
  /** Share of the processor, 0…1. */
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

/** One row for each lane, in the lanes' order; a task that the trace does not know yet has no jobs. */
export function statisticsRows(statistics: TraceStatistics, lanes: readonly Lane[]): StatisticsRow[] {
  return lanes.map((lane) => {
    // A program that was changed and run again has tasks of the same index: the latest is the one that runs.
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
      skipped: task?.skipped ?? 0,
      incomplete: task?.incomplete ?? 0,
      utilization: task?.utilization ?? 0,
      buckets: task?.responses.buckets() ?? [],
    };
  });
}

const sumOf = (counts: Iterable<number> = []): number => [...counts].reduce((sum, count) => sum + count, 0);

/** 0…1. */
export const shareUsed = ({ sizeBytes, unusedBytes }: StackUse): number => 1 - unusedBytes / sizeBytes;

/** A sorted copy; equal rows keep the order of priority, rows without a value come last either way. */
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
