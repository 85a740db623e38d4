/** A trace with what is counted of it while it grows: of a run on a board, or of a simulation. */
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../generator/trace/jobs/statistics.ts';
import { SwitchCounter } from '../../generator/trace/jobs/switches.ts';
import { SpanTracker } from '../../generator/trace/store/spans.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';

export interface FirstMiss {
  readonly task: string;
  /** Number of the job that was late, from 0; null: a release was given up, and has no job. */
  readonly job: number | null;
  /** The deadline, or the release that was given up. Unit: ns. */
  readonly atNs: number;
}

export class Recording {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics = new TraceStatistics(this.store, this.jobs);
  readonly spans = new SpanTracker(this.store);
  readonly switches = new SwitchCounter(this.store);
  #firstMiss: FirstMiss | null = null;

  /**
   * To be called often enough that the store never drops what has not been counted.
   * @param untilNs until when it is known that nothing else happened
   */
  count(untilNs = 0): void {
    this.jobs.update(untilNs);
    this.statistics.update(untilNs);
    this.spans.update();
    this.switches.update();
    this.#firstMiss ??= firstMissOf(this.jobs);
  }

  /** The earliest deadline that was missed, or release that was given up. */
  get firstMiss(): FirstMiss | null {
    return this.#firstMiss;
  }
}

/** Of the jobs that are known; exact for the first of them, as a miss is known when the deadline has passed. */
function firstMissOf({ tasks }: JobTracker): FirstMiss | null {
  const misses = tasks.flatMap((jobs): FirstMiss[] => {
    const late = jobs.open.find(({ row }) => jobs.missedAt(row))?.row ?? Number.POSITIVE_INFINITY;
    const row = Math.min(jobs.missedRows[0] ?? Number.POSITIVE_INFINITY, late);
    const task = jobs.task.name;
    const { firstNs } = jobs.givenUp;
    return [
      ...(Number.isFinite(row) ? [{ task, job: jobs.numberAt(row), atNs: jobs.deadlineAt(row) }] : []),
      ...(firstNs === null ? [] : [{ task, job: null, atNs: firstNs }]),
    ];
  });
  return misses.reduce<FirstMiss | null>(
    (first, miss) => (first === null || miss.atNs < first.atNs ? miss : first),
    null,
  );
}
