/**
 * `<Timeline store={store} jobs={jobs} lanes={lanes} live={running} />` shows the jobs of a trace
 * on a time axis, measured and predicted. timeline-chart.tsx describes the content, and paint/
 * draws it.
 */
import { type Ref, useMemo } from 'react';
import type { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../generator/trace/store/store.ts';
import type { Lane } from './lane.ts';
import { traceSource } from './source/trace-source.ts';
import { TimelineChart, type TimelineHandle } from './timeline-chart.tsx';

export type { Judged } from './explained/explained-job.tsx';
export type { OpenedJob } from './job-card.tsx';
export type { Lane, LaneGroup, PinRow } from './lane.ts';
export { pinWriters } from './pins/pin-writers.ts';
export { measuredSource } from './source/measured-source.ts';
export { scheduleSource } from './source/schedule-source.ts';
export type { TimelineSource } from './source/source.ts';
export { SwappingSource } from './source/swapping-source.ts';
export type { TimelineHandle } from './timeline-chart.tsx';
export { TimelineChart } from './timeline-chart.tsx';

export interface TimelineProps {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  /** Spans that are not jobs. By default they are read from the store. */
  readonly spans?: SpanTracker;
  /**
   * One lane per task, most urgent first. Pass the same array while its content does not change.
   */
  readonly lanes: readonly Lane[];
  /**
   * True while the program runs. The view then follows the newest event until the user moves it.
   */
  readonly live: boolean;
  /** A simulated trace, drawn as outlines below the measured jobs. */
  readonly predicted?: { readonly store: TraceStore; readonly jobs: JobTracker } | null;
  readonly onSelectTask?: (taskIndex: number) => void;
  /** Shown while there are no events. */
  readonly emptyHint?: string;
  readonly ref?: Ref<TimelineHandle>;
}

export function Timeline({ store, jobs, spans, predicted = null, ...rest }: TimelineProps) {
  const source = useMemo(() => traceSource(store, jobs, spans ?? new SpanTracker(store)), [store, jobs, spans]);
  const [predictedStore, predictedJobs] = [predicted?.store, predicted?.jobs];
  const predictedSource = useMemo(
    () =>
      predictedStore && predictedJobs
        ? traceSource(predictedStore, predictedJobs, new SpanTracker(predictedStore))
        : null,
    [predictedStore, predictedJobs],
  );
  return <TimelineChart source={source} predicted={predictedSource} {...rest} />;
}
