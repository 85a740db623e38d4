/**
 * All input of painting in one value. The controller creates it before a frame, and nothing keeps
 * it afterwards.
 */
import type { TimeScale } from '../../../base/scale.ts';
import type { Frame } from '../../../base/surface.ts';
import type { Lane, LaneGroup, Layout, PinRow } from '../lane.ts';
import type { JobHit } from '../pointer/hit.ts';
import type { JobColumn, JobRef, TimelineSource } from '../source/source.ts';
import type { LaneSummary } from '../summary.ts';
import type { ViewState } from '../view.ts';
import type { Fonts, LaneStyle } from './style.ts';

export interface Scene {
  readonly frame: Frame;
  readonly scale: TimeScale;
  readonly state: ViewState;
  readonly source: TimelineSource;
  /** Predicted jobs, drawn as outlines below the measured ones. Null when there are none. */
  readonly predicted: TimelineSource | null;
  /** How much later than in the prediction the program began to release jobs. */
  readonly predictedShiftNs: number;
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  readonly pinRows: readonly PinRow[];
  /** Marks of a simulated schedule in addition to its jobs. */
  readonly marks: ScheduleMarks | null;
  readonly layout: Layout;
  /** How far the lanes are scrolled. Unit: CSS pixels. */
  readonly scrollTop: number;
  readonly styles: readonly LaneStyle[];
  readonly fonts: Fonts;
  readonly gapStyle: CanvasPattern | string;
  /** Style of masked interrupts. */
  readonly maskedStyle: CanvasPattern | string;
  readonly summaryOf: (column: JobColumn) => LaneSummary;
  /** The time under the pointer, in this chart or in another of the same trace. Null while the pointer is elsewhere. */
  readonly instant: number | null;
  readonly hovered: JobHit | null;
  /** The job with the open card, and the job that delayed it. Null while no card is open. */
  readonly opened: OpenedMarks | null;
}

export interface OpenedMarks {
  readonly own: JobRef;
  readonly culprit: JobRef | null;
}

/** Marks of the focused task. Times are in nanoseconds. */
export interface ScheduleMarks {
  readonly lane: Lane;
  /** Tasks with work in the busy period, including the task itself. */
  readonly level: ReadonlySet<number>;
  readonly busy: { readonly from: number; readonly to: number } | null;
  /** Critical instants in the view. */
  readonly instants: readonly number[];
}

/** The cost of a frame. */
export interface PaintCount {
  /** Canvas calls that fill or stroke. The number grows with the pixels, not with the events. */
  paints: number;
}
