/**
 * A card with the state of all tasks at the pointer's time: job, state, response time and bound,
 * execution time and budget.
 */

import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatDeclared, formatExecution, formatTime } from '../../base/format.ts';
import { boxOf, windowSize } from '../../base/zoom.ts';
import type { JobState, Readout } from './hit.ts';
import { AXIS_HEIGHT, type Lane } from './lane.ts';
import { Swatch } from './lane-labels.tsx';
import type { PointerReadout } from './pointer-readout.ts';

/** Assumed width of the card until it has been laid out. */
const CARD_WIDTH = 420;
const MAX_ROWS = 10;
const OFFSET = 14;
const EDGE = 8;
const HEAD_HEIGHT = 40;
const ROW_HEIGHT = 20;
const TOOLBAR_HEIGHT = 32;
const STATE_WORDS: Readonly<Record<JobState, string>> = {
  running: tr`runs`,
  waiting: tr`waits`,
  preempted: tr`preempted`,
  blocked: tr`blocked`,
  'held-back': tr`budget exhausted`,
  done: tr`done`,
  unknown: tr`not recorded`,
};

interface Props {
  readonly pointed: PointerReadout;
  readonly lanes: readonly Lane[];
  readonly plot: RefObject<HTMLElement | null>;
  readonly isPrediction: boolean;
}

export function ReadoutCard({ pointed, lanes, plot, isPrediction }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [cardWidth, setCardWidth] = useState(CARD_WIDTH);
  // The actual width depends on names, states and numbers. The card is repositioned before it is
  // painted.
  useLayoutEffect(() => setCardWidth((width) => card.current?.offsetWidth ?? width));
  const rows = near(pointed, lanes);
  const box = plot.current === null ? null : boxOf(plot.current);
  if (rows.length === 0 || box === null) return null;
  const hidden = pointed.readouts.length - rows.length;
  const words = [...pointed.facts, ...(pointed.event === '' ? [] : [pointed.event])];
  const place = placeOf(pointed, box, cardWidth, rows.length + (hidden > 0 ? 1 : 0) + words.length);
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
    </div>,
    document.body,
  );
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
function placeOf(pointed: PointerReadout, plot: DOMRect, cardWidth: number, rows: number): CSSProperties {
  const { x, y, height, lanesEnd } = pointed;
  const side = beside(plot.left + x, cardWidth);
  const tall = HEAD_HEIGHT + rows * ROW_HEIGHT;
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
