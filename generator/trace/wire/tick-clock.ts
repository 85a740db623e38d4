/**
 * Converts board ticks to nanoseconds, exactly for every rate that divides 10^9 and within 1 ns for
 * all others.
 */
const NS_PER_SECOND = 1_000_000_000;

export class TickClock {
  readonly hz: number;
  /** Whole nanoseconds per tick, or 0 if that is not a whole number. */
  readonly nsPerTick: number;

  constructor(hz: number) {
    this.hz = hz;
    this.nsPerTick = NS_PER_SECOND % hz === 0 ? NS_PER_SECOND / hz : 0;
  }

  toNs(ticks: number): number {
    if (this.nsPerTick !== 0) return ticks * this.nsPerTick;
    const seconds = Math.floor(ticks / this.hz);
    return seconds * NS_PER_SECOND + Math.round(((ticks - seconds * this.hz) * NS_PER_SECOND) / this.hz);
  }

  /** The nearest tick. */
  toTicks(ns: number): number {
    if (this.nsPerTick !== 0) return Math.round(ns / this.nsPerTick);
    const seconds = Math.floor(ns / NS_PER_SECOND);
    return seconds * this.hz + Math.round(((ns - seconds * NS_PER_SECOND) * this.hz) / NS_PER_SECOND);
  }
}
