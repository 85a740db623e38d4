/**
 * Converts between the visible time span and its pixels, and zooms, pans and limits the span. All
 * functions are pure, and a view is a plain value.
 */
import { durationOf, HOUR, ns, type TimeSpan } from './time.ts';

/** The narrowest view: one microsecond. */
export const MIN_VIEW_NS = 1_000;
/** The widest view: one hundred days. Longer times in nanoseconds are not exact. */
const MAX_VIEW_NS = 2400 * HOUR;

/** How far a view may extend beyond the ends of the data, as a share of the view. */
const OVERSCROLL = 0.5;

export interface TimeScale {
  readonly view: TimeSpan;
  /** Position of the view's start in CSS pixels. */
  readonly leftPx: number;
  /** Width of the view in CSS pixels, at least 1. */
  readonly widthPx: number;
}

export function timeScale(view: TimeSpan, leftPx: number, widthPx: number): TimeScale {
  return { view, leftPx, widthPx: Math.max(1, widthPx) };
}

/** Returns the nanoseconds per CSS pixel. */
export function nsPerPx(scale: TimeScale): number {
  return durationOf(scale.view) / scale.widthPx;
}

/** Returns the CSS pixel of a time. Times outside the view give pixels outside it. */
export function toPx(scale: TimeScale, time: number): number {
  return scale.leftPx + ((time - scale.view.from) / durationOf(scale.view)) * scale.widthPx;
}

/** Returns the time at a CSS pixel. */
export function toNs(scale: TimeScale, px: number): number {
  return scale.view.from + ((px - scale.leftPx) / scale.widthPx) * durationOf(scale.view);
}

/**
 * Multiplies the length of the view by `factor`. The time `anchor` keeps its position.
 *
 * @param factor a value below 1 zooms in.
 */
export function zoomAt(view: TimeSpan, anchor: number, factor: number, bounds: TimeSpan): TimeSpan {
  const length = durationOf(view);
  const wanted = clampLength(length * factor, bounds);
  const share = (anchor - view.from) / length;
  const from = anchor - share * wanted;
  return clampView({ from: ns(from), to: ns(from + wanted) }, bounds);
}

/** Moves the view by `by` nanoseconds and keeps its length. */
export function panBy(view: TimeSpan, by: number, bounds: TimeSpan): TimeSpan {
  return clampView({ from: ns(view.from + by), to: ns(view.to + by) }, bounds);
}

/** Returns the view of the same length with `time` in its centre. */
export function centreOn(view: TimeSpan, time: number, bounds: TimeSpan): TimeSpan {
  return panBy(view, time - (view.from + view.to) / 2, bounds);
}

/** Returns a view of all data with a small margin on both sides. */
export function fitView(bounds: TimeSpan): TimeSpan {
  const length = Math.max(MIN_VIEW_NS, durationOf(bounds));
  const air = length * 0.02;
  return { from: ns(bounds.from - air), to: ns(bounds.from + length + air) };
}

/** Limits a view: neither too short nor too long, and never entirely outside the data. */
export function clampView(view: TimeSpan, bounds: TimeSpan): TimeSpan {
  const length = clampLength(durationOf(view), bounds);
  const slack = length * OVERSCROLL;
  const least = bounds.from - slack;
  const most = Math.max(least, bounds.to + slack - length);
  const from = ns(Math.min(Math.max(view.from, least), most));
  return { from, to: ns(from + length) };
}

/**
 * A view is at most twice as long as the data, or one second for short data, so that the data stays
 * visible.
 */
function clampLength(length: number, bounds: TimeSpan): number {
  const longest = Math.min(MAX_VIEW_NS, Math.max(1_000_000_000, durationOf(bounds) * 2));
  return Math.min(longest, Math.max(MIN_VIEW_NS, length));
}
