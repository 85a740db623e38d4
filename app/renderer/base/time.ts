/**
 * Time on the window's axes: whole nanoseconds since the beginning of the trace. The branded type
 * prevents passing a pixel or a microsecond as a time. Exact up to 2^53 ns (104 days).
 */

declare const NS: unique symbol;
/** A point in time or a duration in whole nanoseconds. */
export type Ns = number & { readonly [NS]: true };

/** A half-open time span with `from` ≤ `to`. */
export interface TimeSpan {
  readonly from: Ns;
  readonly to: Ns;
}

export const MICROSECOND = 1_000;
export const MILLISECOND = 1_000_000;
export const SECOND = 1_000_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Rounds to whole nanoseconds. A value that is not finite becomes 0. */
export function ns(value: number): Ns {
  return (Number.isFinite(value) ? Math.round(value) : 0) as Ns;
}

/** Returns a time span from its two ends in either order. */
export function span(a: number, b: number): TimeSpan {
  return a <= b ? { from: ns(a), to: ns(b) } : { from: ns(b), to: ns(a) };
}

export function durationOf(s: TimeSpan): Ns {
  return (s.to - s.from) as Ns;
}
