/** A trace of a run or of a simulation, with statistics that are updated as the trace grows. */
import { tracedChannels } from '../../../generator/profile/channels.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { ChannelTraffic } from '../../../generator/trace/jobs/channel-traffic.ts';
import { JobTracker } from '../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../generator/trace/jobs/statistics.ts';
import { SwitchCounter } from '../../../generator/trace/jobs/switches.ts';
import { SpanTracker } from '../../../generator/trace/store/spans.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';

export interface FirstMiss {
  readonly task: string;
  /** Number of the late job, counted from 0. Null for a dropped release, which has no job. */
  readonly job: number | null;
  /** Time of the deadline or of the dropped release. Unit: ns. */
  readonly atNs: number;
}

export class Recording {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics = new TraceStatistics(this.store, this.jobs);
  readonly spans = new SpanTracker(this.store);
  readonly switches = new SwitchCounter(this.store);
  readonly channels: ChannelTraffic;
  #firstMiss: FirstMiss | null = null;

  /** @param sketch what runs; without it nothing is known of its channels */
  constructor(sketch: Sketch | null = null) {
    this.channels = new ChannelTraffic(this.store, tracedChannels(sketch));
  }

  /**
   * Call this often enough that the store never drops events that have not been counted.
   * @param untilNs time until which it is known that nothing else happened
   */
  count(untilNs = 0): void {
    this.jobs.update(untilNs);
    this.statistics.update(untilNs);
    this.spans.update();
    this.switches.update();
    this.channels.update();
    this.#firstMiss ??= firstMissOf(this.jobs);
  }

  /** The earliest missed deadline or dropped release. */
  get firstMiss(): FirstMiss | null {
    return this.#firstMiss;
  }
}

/**
 * Considers only known jobs. The first miss is exact, because a miss is known as soon as its
 * deadline has passed.
 */
function firstMissOf({ tasks }: JobTracker): FirstMiss | null {
  const misses = tasks.flatMap((jobs): FirstMiss[] => {
    const late = jobs.open.find(({ row }) => jobs.missedAt(row))?.row ?? Number.POSITIVE_INFINITY;
    const row = Math.min(jobs.missedRows[0] ?? Number.POSITIVE_INFINITY, late);
    const task = jobs.task.name;
    const { firstNs } = jobs.droppedReleases;
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
