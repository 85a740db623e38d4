/** What the response of one job is made of, beside its bound. Loaded when the first job is explained. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Admission } from '../../../../../generator/analysis/admission.ts';
import { boundOf, type ExplainedBound } from '../../../../../generator/explain/bound/bound-parts.ts';
import { decomposing } from '../../../../../generator/explain/decompose.ts';
import { type Explanation, explain, explanationOf } from '../../../../../generator/explain/explanation.ts';
import type { Sketch } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { formatPercent, typeset } from '../../../base/format.ts';
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
  const { explanation, share } = useExplained(source, bound, task, row);
  const isShown = explanation !== null;
  useLayoutEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);
  if (explanation === null) {
    return share === null ? null : <p role="status">{tr`Explaining this job: ${formatPercent(share)} done.`}</p>;
  }
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

/** Following one event takes a few microseconds. A job with more events is explained in steps of this many. */
const STEP_EVENTS = 4_000;
/** A long job that has not ended is explained again after this time. */
const RENEW_MS = 1_000;

interface Explained {
  /** Null: not known yet, or never. */
  readonly explanation: Explanation | null;
  /** From 0 to 1, while the job is being explained; otherwise null. */
  readonly share: number | null;
}

const NOT_EXPLAINED: Explained = { explanation: null, share: null };

function useExplained(source: TimelineSource, bound: ExplainedBound | null, task: number, row: number): Explained {
  const schedule = source.reasons?.schedule() ?? null;
  const column = schedule?.model.tasks[task] === undefined ? null : schedule.jobs.task(task);
  const isKnown = column !== null && row >= column.first && row < column.count;
  const untilNs = isKnown ? column.knownEndAt(row) : 0;
  const isLong =
    isKnown &&
    schedule !== null &&
    schedule.trace.firstAt(untilNs) - schedule.trace.firstAt(column.arrivalAt(row)) > STEP_EVENTS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the job changes only while its end does.
  const short = useMemo(
    (): Explained =>
      schedule === null || !isKnown || isLong
        ? NOT_EXPLAINED
        : { explanation: explain(schedule, bound, task, row), share: null },
    [schedule, bound, task, row, untilNs, isKnown, isLong],
  );
  const long = useLongJob(isLong ? source : null, bound, task, row);
  return isLong ? long : short;
}

/** Explains a job in steps, between which the window draws and answers. */
function useLongJob(source: TimelineSource | null, bound: ExplainedBound | null, task: number, row: number): Explained {
  const [explained, setExplained] = useState(NOT_EXPLAINED);
  useEffect(() => {
    if (source === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      const schedule = source.reasons?.schedule();
      const work = schedule === undefined ? null : decomposing(schedule, task, row);
      if (schedule === undefined || work === null) {
        setExplained(NOT_EXPLAINED);
        return;
      }
      const step = (): void => {
        if (!work.advance(STEP_EVENTS)) {
          setExplained(({ explanation }) => ({ explanation, share: work.share }));
          timer = setTimeout(step);
          return;
        }
        const job = work.result();
        setExplained({ explanation: explanationOf(schedule, bound, job), share: null });
        if (!job.ended && !job.incomplete) timer = setTimeout(begin, RENEW_MS);
      };
      step();
    };
    begin();
    return () => {
      clearTimeout(timer);
      setExplained(NOT_EXPLAINED);
    };
  }, [source, bound, task, row]);
  return explained;
}
