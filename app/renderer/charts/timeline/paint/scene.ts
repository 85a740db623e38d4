/**
 * All that painting reads: one value, put together by the controller before a frame and not kept by anyone.
 */
import type { TimeScale } from '../../../base/scale.ts';
import type { Frame } from '../../../base/surface.ts';
import type { JobHit } from '../hit.ts';
import type { Lane, LaneGroup, Layout } from '../lane.ts';
import type { JobColumn, TimelineSource } from '../source/source.ts';
import type { LaneSummary } from '../summary.ts';
import type { ViewState } from '../view.ts';
import type { Fonts, LaneStyle } from './style.ts';

export interface Scene {
  readonly frame: Frame;
  readonly scale: TimeScale;
  readonly state: ViewState;
  readonly source: TimelineSource;
  /** Predicted jobs, drawn as outlines below the measured ones; null when there are none. */
  readonly predicted: TimelineSource | null;
  /** How much later than the prediction the program began to release its jobs. */
  readonly predictedShiftNs: number;
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  /** What a played schedule has beside its jobs. */
  readonly marks: ScheduleMarks | null;
  readonly layout: Layout;
  /** By how much the lanes are scrolled up, in CSS pixels. */
  readonly scrollTop: number;
  readonly styles: readonly LaneStyle[];
  readonly fonts: Fonts;
  readonly gapStyle: CanvasPattern | string;
  /** Of interrupts that are masked. */
  readonly maskedStyle: CanvasPattern | string;
  readonly summaryOf: (column: JobColumn) => LaneSummary;
  /** Time under the pointer, and its row; null while the pointer is elsewhere. */
  readonly pointer: { readonly time: number; readonly y: number } | null;
  readonly hovered: JobHit | null;
}

/** Of the task in the centre of attention. Times in nanoseconds. */
export interface ScheduleMarks {
  readonly lane: Lane;
  /** Tasks whose work the busy period is made of, itself included. */
  readonly level: ReadonlySet<number>;
  readonly busy: { readonly from: number; readonly to: number } | null;
  /** Critical instants in the view. */
  readonly instants: readonly number[];
}

/** What a frame cost. */
export interface PaintCount {
  /** Canvas calls that fill or stroke; grows with the pixels, not with the events. */
  paints: number;
}
