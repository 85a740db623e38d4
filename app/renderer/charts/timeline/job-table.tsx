/**
 * The last jobs of each task as text, for screen readers and tests. Also announces when a run
 * starts, ends or misses a deadline.
 */

import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import {
  formatBound,
  formatCount,
  formatDeclared,
  formatDuration,
  formatExecution,
  formatTime,
} from '../../base/format.ts';
import type { Lane } from './lane.ts';
import { type JobColumn, NEVER, type TimelineSource } from './source/source.ts';
import type { Painted } from './use-painted.ts';

const JOBS_PER_TASK = 5;
/** Rows for more tasks than this take longer to render than a screen reader's user would read. */
const MOST_ROWS = 300;
const TABLE_MS = 1_000;
/** Shortest time between two announcements. */
const QUIET_MS = 5_000;

interface Props {
  readonly source: TimelineSource;
  readonly lanes: readonly Lane[];
  readonly painted: Painted;
}

export function JobTable({ source, lanes, painted }: Props) {
  const isPrediction = source.isPrediction === true;
  const { version } = painted;
  const now = useMemo(() => ({ source, lanes, version, isPrediction }), [source, lanes, version, isPrediction]);
  // A slider that moves replaces the predicted jobs in each frame. The table of many tasks is the largest
  // part of the page, so it follows once the prediction is still.
  const calm = useCalm(now, TABLE_MS, isPrediction);
  const shown = calm.isPrediction === isPrediction ? calm : now;
  return (
    <div className="pl-timeline-hidden">
      <p aria-live="polite" data-testid="timeline-summary">
        {useSpoken(sentenceFor(painted, lanes.length, isPrediction))}
      </p>
      <Rows {...shown} />
      {shown.source.interrupts.length === 0 ? null : <Interrupts source={shown.source} version={shown.version} />}
    </div>
  );
}

interface RowsProps {
  readonly source: TimelineSource;
  readonly lanes: readonly Lane[];
  /** The component re-renders when this value changes. */
  readonly version: number;
  readonly isPrediction: boolean;
}

const Rows = memo(function Rows({ source, lanes, isPrediction }: RowsProps) {
  const jobs = Math.max(1, Math.min(JOBS_PER_TASK, Math.floor(MOST_ROWS / Math.max(1, lanes.length))));
  return (
    <table data-testid="timeline-jobs">
      <caption>{isPrediction ? tr`The last predicted jobs of each task` : tr`The last jobs of each task`}</caption>
      <thead>
        <tr>
          {[
            tr`Task`,
            tr`Job`,
            tr`Arrival`,
            tr`Response`,
            tr`Bound`,
            tr`Execution`,
            tr`Budget`,
            tr`Deadline`,
            tr`Pauses`,
            tr`Budget exhausted`,
          ].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{lanes.flatMap((lane) => rowsOf(lane, source.column(lane.taskIndex), jobs, isPrediction))}</tbody>
    </table>
  );
});

/** The activity of each interrupt in the kept part of the trace. */
const Interrupts = memo(function Interrupts({ source }: Pick<RowsProps, 'source' | 'version'>) {
  return (
    <table data-testid="timeline-interrupts">
      <caption>{tr`Interrupts`}</caption>
      <thead>
        <tr>
          {[tr`Interrupt`, tr`Times`, tr`Times masked`].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {source.interrupts.map(({ index, name, runs, masked }) => (
          <tr key={index}>
            <th scope="row" translate="no">
              {name}
            </th>
            <td>{runs.count}</td>
            <td>{masked.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function rowsOf(lane: Lane, column: JobColumn, jobs: number, isPrediction: boolean) {
  const first = Math.max(column.first, column.count - jobs);
  return Array.from({ length: column.count - first }, (_, i) => {
    const job = first + i;
    const end = column.endAt(job);
    const open = job < column.settled ? tr`not recorded` : tr`open`;
    const ended = column.stoppedAt(job) ? tr`stopped` : tr`met`;
    const word = column.missedAt(job) ? tr`missed` : end === NEVER ? open : ended;
    return (
      <tr key={`${lane.taskIndex}-${column.numberAt(job)}`} data-task={lane.name} data-job={column.numberAt(job)}>
        <th scope="row" translate="no">
          {lane.name}
        </th>
        <td>{column.numberAt(job)}</td>
        <td>{formatTime(column.arrivalAt(job), 1_000)}</td>
        <td>{end === NEVER ? open : formatBound(end - column.arrivalAt(job), lane.deadlineNs)}</td>
        <td>{lane.responseBoundNs === null ? tr`none` : formatBound(lane.responseBoundNs, lane.deadlineNs)}</td>
        <td>{formatExecution(column.executionAt(job), lane.budgetNs, isPrediction)}</td>
        <td>{lane.budgetNs === null ? tr`none` : formatDeclared(lane.budgetNs)}</td>
        <td>{lane.deadlineNs === null ? tr`none` : word}</td>
        <td>{Math.max(0, column.segmentCountAt(job) - 1)}</td>
        <td>{column.exhaustedAt(job) ? tr`yes` : tr`no`}</td>
      </tr>
    );
  });
}

function sentenceFor(painted: Painted, tasks: number, isPrediction: boolean): string {
  if (painted.allJobs === 0) return tr`No jobs yet.`;
  const misses = painted.allMisses === 0 ? tr`no deadline missed` : tr`${formatCount(painted.allMisses)} missed in all`;
  const shown = formatDuration(painted.toNs - painted.fromNs, 2);
  if (isPrediction) return tr`Predicted, showing ${shown}: ${tasks} tasks, ${misses}.`;
  return painted.live
    ? tr`Live, the last ${shown}: ${tasks} tasks, ${misses}.`
    : tr`Showing ${shown}: ${tasks} tasks, ${misses}.`;
}

/**
 * Returns the latest value, but changes at most once per `ms`.
 *
 * @param untilStill changes only when the value has been the same for `ms`
 */
function useCalm<T>(value: T, ms: number, untilStill = false): T {
  const [calm, setCalm] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const timer = useRef(0);
  useEffect(() => {
    if (value === calm) return;
    if (timer.current !== 0 && !untilStill) return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      setCalm(latest.current);
    }, ms);
  }, [value, calm, ms, untilStill]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return calm;
}

function useSpoken(sentence: string): string {
  return useCalm(sentence, QUIET_MS);
}
