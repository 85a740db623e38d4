/** What the response of one job is made of, beside its bound. Loaded when the first job is explained. */
import { useLayoutEffect, useMemo } from 'react';
import type { Admission } from '../../../../../generator/analysis/admission.ts';
import { boundOf, type ExplainedBound } from '../../../../../generator/explain/bound/bound-parts.ts';
import { type Explanation, explain } from '../../../../../generator/explain/explanation.ts';
import type { SimulatedSchedule } from '../../../../../generator/simulation/schedule/schedule.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { typeset } from '../../../base/format.ts';
import type { TimelineSource } from '../source/source.ts';
import { ExplainedBars } from './explained-bars.tsx';
import { ExplainedParts } from './explained-parts.tsx';

/** The sketch of the shown jobs, with its verdict. */
export interface Judged {
  readonly sketch: Sketch;
  readonly admission: Admission;
  /** given: the jobs arrive at the offsets of the sketch. */
  readonly phases: 'given' | 'any';
}

interface Props {
  readonly source: TimelineSource;
  readonly task: number;
  readonly row: number;
  /** Null: the job has no bound. */
  readonly judged: Judged | null;
  readonly isPrediction: boolean;
  /** bars: without the table. */
  readonly extent: 'whole' | 'bars';
  /** The component has its size. */
  readonly onShown?: () => void;
}

export function ExplainedJob({ source, task, row, judged, isPrediction, extent, onShown }: Props) {
  const bound = useMemo(() => boundIn(judged, task), [judged, task]);
  const schedule = source.reasons?.schedule() ?? null;
  const column = source.column(task);
  const untilNs = row < column.count ? column.knownEndAt(row) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the job changes only while its end does.
  const explanation = useMemo(
    () => (schedule === null ? null : explained(schedule, bound, task, row)),
    [schedule, bound, task, row, untilNs],
  );
  const isShown = explanation !== null;
  useLayoutEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);
  if (explanation === null) return null;
  if (extent === 'whole') return <ExplainedParts explanation={explanation} isPrediction={isPrediction} />;
  return (
    <>
      <ExplainedBars explanation={explanation} isPrediction={isPrediction} />
      {explanation.waits === '' ? null : <p>{typeset(explanation.waits)}</p>}
    </>
  );
}

const boundIn = (judged: Judged | null, task: number): ExplainedBound | null =>
  judged === null ? null : boundOf(judged.sketch, judged.admission, task, judged.phases);

/** A job with more events than this is not explained. Explaining one takes a few microseconds an event. */
const MOST_EVENTS = 5_000;

function explained(
  schedule: SimulatedSchedule,
  bound: ExplainedBound | null,
  task: number,
  row: number,
): Explanation | null {
  const { trace, jobs, model } = schedule;
  const column = model.tasks[task] === undefined ? null : jobs.task(task);
  if (column === null || row < column.first || row >= column.count) return null;
  const events = trace.firstAt(column.knownEndAt(row)) - trace.firstAt(column.arrivalAt(row));
  return events > MOST_EVENTS ? null : explain(schedule, bound, task, row);
}
