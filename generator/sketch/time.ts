/**
 * Types for times in each unit. A sketch uses whole microseconds. Analysis, simulation and traces
 * use nanoseconds. A runtime counts ticks of its board's timer.
 *
 * A plain number is accepted where a unit is expected, so arithmetic needs no casts. A time in one
 * unit is not accepted where another unit is expected.
 */
declare const unit: unique symbol;
type Time<U extends string> = number & { readonly [unit]?: U };

export type Us = Time<'us'>;
export type Ns = Time<'ns'>;
/** Ticks of a board's release timer (`Board.timerHz`). */
export type Ticks = Time<'ticks'>;

const NS_PER_US = 1000;
export const NS_PER_MS = 1_000_000;
export const NS_PER_S = 1_000_000_000;
export const US_PER_S = 1_000_000;

export const nsOfUs = (us: Us): Ns => us * NS_PER_US;
/** A microsecond has 1000 ns, so the result may have a fraction. */
export const usOfNs = (ns: Ns): Us => ns / NS_PER_US;

/** Converts a time. A missing time stays null. */
export const nsOrNull = (us: Us | null): Ns | null => (us === null ? null : nsOfUs(us));
/** The inverse of nsOrNull(). */
export const usOrNull = (ns: Ns | null): Us | null => (ns === null ? null : usOfNs(ns));
