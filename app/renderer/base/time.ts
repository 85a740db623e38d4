/**
 * Time on the window's axes: whole nanoseconds since the trace began, with a type of their own so that a pixel or a
 * microsecond cannot be passed for one. Exact up to 2^53 ns (104 days).
 */

declare const NS: unique symbol;
/** A point in time or a duration in whole nanoseconds. */
export type Ns = number & { readonly [NS]: true };

/** A half-open stretch of time, `from` ≤ `to`. */
export interface TimeSpan {
  readonly from: Ns;
  readonly to: Ns;
}

export const MICROSECOND = 1_000;
export const MILLISECOND = 1_000_000;
export const SECOND = 1_000_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Rounds to whole nanoseconds; a value that is not finite becomes 0. */
export function ns(value: number): Ns {
  return (Number.isFinite(value) ? Math.round(value) : 0) as Ns;
}

/** A span of time from two of its ends in either order. */
export function span(a: number, b: number): TimeSpan {
  return a <= b ? { from: ns(a), to: ns(b) } : { from: ns(b), to: ns(a) };
}

export function durationOf(s: TimeSpan): Ns {
  return (s.to - s.from) as Ns;
}
