/** For tests: converts events to jobs and statistics. */
import { EVENT_KINDS, type TraceMetadata, type TraceObject } from '../events.ts';
import { TraceStore } from '../store/store.ts';
import { traceTask } from '../test-traces.ts';
import { JobTracker } from './jobs.ts';
import { TraceStatistics } from './statistics.ts';
import type { Job, TaskJobs } from './task-jobs.ts';

export const MS = 1_000_000;
export const CONTROL = traceTask('control', 0, {
  periodNs: 10 * MS,
  offsetNs: 0,
  deadlineNs: 8 * MS,
  budgetNs: 3 * MS,
});
export const LOGGER = traceTask('logger', 1, {
  periodNs: 40 * MS,
  offsetNs: 5 * MS,
  deadlineNs: 40 * MS,
  budgetNs: 12 * MS,
});
const SPORADIC = traceTask('button', 2, { periodNs: 20 * MS, deadlineNs: 5 * MS });
const BACKGROUND = traceTask('idle', 3);
export const PROGRAM: TraceMetadata = { clockHz: 1_000_000, objects: [CONTROL, LOGGER, SPORADIC, BACKGROUND] };

export type Line = readonly [ms: number, kind: (typeof EVENT_KINDS)[number], object?: number, value?: number];

export class Bench {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics = new TraceStatistics(this.store, this.jobs);

  constructor(booted = true, objects: readonly TraceObject[] = PROGRAM.objects, clock: Partial<TraceMetadata> = {}) {
    this.store.metadata({ ...PROGRAM, objects, ...clock });
    this.store.segment(booted);
  }

  play(...lines: readonly Line[]): this {
    for (const [ms, kind, object = -1, value = 0] of lines) {
      this.store.event(Math.round(ms * MS), EVENT_KINDS.indexOf(kind), object, value);
      this.jobs.update();
    }
    this.statistics.update();
    return this;
  }

  task(index: number): TaskJobs {
    const jobs = this.jobs.task(index);
    if (!jobs) throw new Error(`no task ${index}`);
    return jobs;
  }

  all(index: number): Job[] {
    const jobs = this.task(index);
    return Array.from({ length: jobs.count }, (_, row) => jobs.job(row));
  }
}

export const brief = (job: Job) =>
  [job.index, job.arrivalNs / MS, job.startNs, job.endNs, job.executionNs].map((n) =>
    n === null ? null : n > 1000 ? n / MS : n,
  );
