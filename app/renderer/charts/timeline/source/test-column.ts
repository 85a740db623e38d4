/**
 * Generates jobs for the chart's own tests: periodic jobs that run for a fixed share of the period.
 */
import { ns } from '../../../base/time.ts';
import { type JobColumn, NEVER, NO_SPANS, type SpanList, type TimelineSource } from './source.ts';

export interface MadeJobs {
  readonly count: number;
  readonly periodNs: number;
  readonly executionNs: number;
  readonly missEvery?: number;
  readonly exhaustEvery?: number;
  readonly stopEvery?: number;
  /** The last job has not ended. */
  readonly open?: boolean;
}

export function madeColumn(made: MadeJobs): JobColumn {
  const { count, periodNs, executionNs } = made;
  const arrival = (job: number): number => job * periodNs;
  const hit = (every: number | undefined, job: number): boolean => every !== undefined && job % every === every - 1;
  const isOpen = (job: number): boolean => made.open === true && job === count - 1;
  const endAt = (job: number): number =>
    isOpen(job) ? NEVER : arrival(job) + executionNs + (hit(made.missEvery, job) ? periodNs : 0);
  return {
    first: 0,
    count,
    settled: made.open ? count - 1 : count,
    numberAt: (job) => job,
    arrivalAt: arrival,
    releaseAt: arrival,
    startAt: arrival,
    endAt,
    knownEndAt: (job) => (isOpen(job) ? arrival(job) + executionNs : endAt(job)),
    deadlineAt: (job) => arrival(job) + periodNs,
    missedAt: (job) => hit(made.missEvery, job),
    exhaustedAt: (job) => hit(made.exhaustEvery, job),
    stoppedAt: (job) => hit(made.stopEvery, job),
    executionAt: () => executionNs,
    segmentCountAt: () => 1,
    segmentFromAt: arrival,
    segmentToAt: (job) => (isOpen(job) ? NEVER : arrival(job) + executionNs),
    blockedAfterAt: () => false,
  };
}

export function madeSource(columns: readonly JobColumn[], lengthNs: number): TimelineSource {
  const none = madeColumn({ count: 0, periodNs: 1, executionNs: 0 });
  return {
    refresh: () => undefined,
    version: 1,
    span: { from: ns(0), to: ns(lengthNs) },
    eventCount: columns.reduce((sum, column) => sum + 3 * column.count, 0),
    column: (taskIndex) => columns[taskIndex] ?? none,
    interrupts: [],
    resources: [],
    idle: NO_SPANS,
    exhausted: () => NO_SPANS,
    hasPointEvents: false,
    eachPoint: () => true,
    countPoints: () => undefined,
    eachBreak: () => undefined,
  };
}

export function madeSpans(...spans: readonly (readonly [from: number, to: number, tag?: number])[]): SpanList {
  return {
    count: spans.length,
    fromAt: (i) => spans[i]?.[0] ?? NEVER,
    toAt: (i) => spans[i]?.[1] ?? NEVER,
    tagAt: (i) => spans[i]?.[2] ?? 0,
    firstEndingAfter: (time) => {
      const found = spans.findIndex(([, to]) => to >= time);
      return found < 0 ? spans.length : found;
    },
  };
}
