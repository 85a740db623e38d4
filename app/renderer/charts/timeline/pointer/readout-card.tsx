/**
 * A card with the state of all tasks at the pointer's time: job, state, response time and bound,
 * execution time and budget.
 */

import { type CSSProperties, type RefObject, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tr } from '../../../../../generator/words/tr.ts';
import { formatBound, formatDeclared, formatExecution, formatTime } from '../../../base/format.ts';
import { boxOf, windowSize } from '../../../base/zoom.ts';
import type { Judged } from '../explained/explained-job.tsx';
import { ExplainedJob } from '../job-card.tsx';
import { AXIS_HEIGHT, type Lane } from '../lane.ts';
import { Swatch } from '../lane-labels.tsx';
import type { JobRef, TimelineSource } from '../source/source.ts';
import type { JobState, Readout } from './hit.ts';
import type { PointerReadout } from './pointer-readout.ts';

/** Assumed width of the card until it has been laid out. */
const CARD_WIDTH = 420;
const MAX_ROWS = 10;
const OFFSET = 14;
const EDGE = 8;
const HEAD_HEIGHT = 40;
const ROW_HEIGHT = 20;
const TOOLBAR_HEIGHT = 32;
/** Height of the bars and their sentence, in rows. */
const BAR_LINES = 4;
const STATE_WORDS: Readonly<Record<JobState, string>> = {
  running: tr`runs`,
  waiting: tr`waits`,
  preempted: tr`preempted`,
  blocked: tr`blocked`,
  'held-back': tr`budget exhausted`,
  done: tr`done`,
  stopped: tr`stopped`,
  unknown: tr`not recorded`,
};

interface Props {
  readonly pointed: PointerReadout;
  readonly lanes: readonly Lane[];
  readonly plot: RefObject<HTMLElement | null>;
  readonly isPrediction: boolean;
  readonly source: TimelineSource;
  readonly judged: Judged | null;
}

export function ReadoutCard({ pointed, lanes, plot, isPrediction, source, judged }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<CardSize>({ width: CARD_WIDTH, height: 0 });
  // The actual size depends on names, states, numbers and sentences. The card is repositioned before it
  // is painted.
  const measure = useCallback(() => setSize((known) => sizeOf(card.current, known)), []);
  useLayoutEffect(measure);
  const rows = near(pointed, lanes);
  const box = plot.current === null ? null : boxOf(plot.current);
  // A chart behind another tab has no size.
  if (rows.length === 0 || box === null || box.width === 0) return null;
  const hidden = pointed.readouts.length - rows.length;
  const words = [...pointed.facts, ...(pointed.event === '' ? [] : [pointed.event])];
  const explained = explainedAt(pointed, lanes, source);
  const lines = rows.length + (hidden > 0 ? 1 : 0) + words.length + (explained === null ? 0 : BAR_LINES);
  const place = placeOf(pointed, box, size, lines);
  return createPortal(
    <div ref={card} className="pl-timeline-readout" style={place} aria-hidden="true" data-predicted={isPrediction}>
      <table>
        <thead>
          <tr>
            <th colSpan={2}>
              {formatTime(pointed.time, 1_000)}
              {isPrediction && <small> {tr`predicted`}</small>}
            </th>
            <th>{tr`arrived`}</th>
            <th>{tr`response ≤ R`}</th>
            <th>{tr`ran ≤ C`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReadoutRow
              key={row.lane.taskIndex}
              row={row}
              here={lanes[pointed.lane] === row.lane}
              isPrediction={isPrediction}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p>{tr`and ${hidden} more`}</p>}
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {explained === null ? null : (
        <Suspense fallback={null}>
          <ExplainedJob {...{ source, judged, isPrediction }} {...explained} extent="bars" onShown={measure} />
        </Suspense>
      )}
    </div>,
    document.body,
  );
}

interface CardSize {
  readonly width: number;
  readonly height: number;
}

function sizeOf(card: HTMLElement | null, known: CardSize): CardSize {
  if (card === null || (card.offsetWidth === known.width && card.offsetHeight === known.height)) return known;
  return { width: card.offsetWidth, height: card.offsetHeight };
}

/** The job under the pointer, between its arrival and its end. */
function explainedAt(
  { lane, time, readouts }: PointerReadout,
  lanes: readonly Lane[],
  source: TimelineSource,
): JobRef | null {
  const found = readouts.find((readout) => readout.lane === lanes[lane]);
  if (found === undefined || source.reasons == null) return null;
  const task = found.lane.taskIndex;
  return time > source.column(task).knownEndAt(found.job) ? null : { task, row: found.job };
}

function ReadoutRow({
  row,
  here,
  isPrediction,
}: {
  readonly row: Readout;
  readonly here: boolean;
  readonly isPrediction: boolean;
}) {
  const { lane } = row;
  const over = lane.responseBoundNs !== null && row.responseNs !== null && row.responseNs > lane.responseBoundNs;
  return (
    <tr className={here ? 'is-here' : undefined}>
      <td>
        <Swatch lane={lane} />
        <span className="pl-timeline-readout-name" translate="no">
          {lane.name}
        </span>
      </td>
      <td>
        #{row.jobNumber}{' '}
        <small>
          {STATE_WORDS[row.state]}
          {row.holds.length === 0 ? '' : `, ${tr`holds ${row.holds.join(', ')}`}`}
        </small>
      </td>
      <td>{formatTime(row.arrivalNs, 10_000)}</td>
      <td className={row.latenessNs !== null ? 'is-miss' : over ? 'is-over' : undefined}>
        {row.responseNs === null ? '…' : formatBound(row.responseNs, lane.deadlineNs)}
        {row.latenessNs !== null && <small> {tr`${formatBound(row.latenessNs)} late`}</small>}
        {lane.responseBoundNs !== null && <small> / {formatBound(lane.responseBoundNs, lane.deadlineNs)}</small>}
      </td>
      <td className={row.exhausted ? 'is-budget' : undefined}>
        {formatExecution(row.executionNs, lane.budgetNs, isPrediction)}
        {lane.budgetNs !== null && row.executionNs <= lane.budgetNs && (
          <small> / {formatDeclared(lane.budgetNs)}</small>
        )}
      </td>
    </tr>
  );
}

/** Returns the lanes around the pointer if the card cannot contain all lanes. */
function near(pointed: PointerReadout, lanes: readonly Lane[]): readonly Readout[] {
  const { readouts } = pointed;
  if (readouts.length <= MAX_ROWS) return readouts;
  const at = readouts.findIndex((readout) => readout.lane === lanes[pointed.lane]);
  const from = Math.min(Math.max(0, at - MAX_ROWS / 2), readouts.length - MAX_ROWS);
  return readouts.slice(from, from + MAX_ROWS);
}

/**
 * Chooses the position that hides the least. The first choice is next to the pointer and below the
 * lanes, if the plot is empty there. The second is above the chart, the third the half of the plot
 * without the pointer.
 */
function placeOf(pointed: PointerReadout, plot: DOMRect, size: CardSize, rows: number): CSSProperties {
  const { x, y, height, lanesEnd } = pointed;
  const side = beside(plot.left + x, size.width);
  const tall = Math.max(HEAD_HEIGHT + rows * ROW_HEIGHT, size.height);
  if (height - lanesEnd > tall + EDGE) return { ...side, top: plot.top + lanesEnd + EDGE / 2 };
  const above = plot.top - TOOLBAR_HEIGHT - tall - EDGE;
  if (above > 0) return { ...side, top: above };
  return y < height / 2 ? { ...side, top: plot.bottom - tall - EDGE } : { ...side, top: plot.top + AXIS_HEIGHT + EDGE };
}

/** To the right of the pointer, or else to its left, or else at the right edge of the window. */
function beside(x: number, cardWidth: number): CSSProperties {
  const { width } = windowSize();
  if (x + OFFSET + cardWidth < width) return { left: x + OFFSET };
  if (x - OFFSET - cardWidth > 0) return { right: width - x + OFFSET };
  return { left: Math.max(EDGE, width - cardWidth - EDGE) };
}
