/**
 * What the timeline shows of one task, and where its lane lies: rows of fixed height in priority order below the lane of
 * interrupts and marks.
 */
import type { Pattern } from '../../base/palette.ts';

export interface Lane {
  /** The task's index in the trace's metadata and in the sketch. */
  readonly taskIndex: number;
  readonly name: string;
  /** A CSS colour or a token reference, as `taskLook` gives it. */
  readonly colour: string;
  readonly pattern: Pattern;
  /** T; null for a background task. All times in nanoseconds. */
  readonly periodNs: number | null;
  /** φ; null when it is not known or the task is sporadic. */
  readonly offsetNs: number | null;
  /** D, relative to the arrival. */
  readonly deadlineNs: number | null;
  /** C. */
  readonly budgetNs: number | null;
  /** R, the predicted worst response time, relative to the arrival; null when there is none. */
  readonly responseBoundNs: number | null;
}

export const LANE_HEIGHT = 36;
/** Extra room under a lane for the predicted jobs' outlines. */
export const PREDICTED_HEIGHT = 16;
export const EVENT_ROW_HEIGHT = 24;
export const LABEL_WIDTH = 148;
export const AXIS_HEIGHT = 26;

/** Within a lane, from its top: where arrows begin, boxes begin, and both stand. */
export const ARROW_TOP = 5;
export const BOX_TOP = 11;
export const BASELINE = 30;
export const BRACKET = 33;

export interface Row {
  readonly kind: 'events' | 'lane';
  /** Index into the lanes; -1 for the row of interrupts and marks. */
  readonly lane: number;
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly laneHeight: number;
}

/** Stacks the rows. `predicted` leaves room for the outlines of predicted jobs. */
export function layOut(laneCount: number, eventRow: boolean, predicted: boolean): Layout {
  const laneHeight = LANE_HEIGHT + (predicted ? PREDICTED_HEIGHT : 0);
  const rows: Row[] = [];
  let top = 0;
  if (eventRow) {
    rows.push({ kind: 'events', lane: -1, top, height: EVENT_ROW_HEIGHT });
    top += EVENT_ROW_HEIGHT;
  }
  for (let lane = 0; lane < laneCount; lane++) {
    rows.push({ kind: 'lane', lane, top, height: laneHeight });
    top += laneHeight;
  }
  return { rows, height: top, laneHeight };
}

/** The row at a height below the first row's top; null beside them. */
export function rowAt(layout: Layout, y: number): Row | null {
  return layout.rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}
