/**
 * The fraction of time for which something is on, as an eye sees it. When the signal is periodic,
 * the meter uses whole periods, so a steady PWM signal gives a steady value whatever the interval.
 */

const STEPS = 1000;

export class DutyMeter {
  #on = false;
  /** Cycles during which the signal was on since the last reading, up to `since`. */
  #high = 0;
  #since: number;
  #readAt: number;
  #firstRise = Number.NaN;
  #highAtFirst = 0;
  #lastRise = Number.NaN;
  #highAtLast = 0;

  constructor(cycle: number) {
    this.#since = cycle;
    this.#readAt = cycle;
  }

  set(on: boolean, cycle: number): void {
    if (on === this.#on) return;
    this.#account(cycle);
    this.#on = on;
    if (!on) return;
    if (Number.isNaN(this.#firstRise)) {
      this.#firstRise = cycle;
      this.#highAtFirst = this.#high;
    }
    this.#lastRise = cycle;
    this.#highAtLast = this.#high;
  }

  /** Returns the fraction since the last reading, from 0 to 1, rounded to thousandths. */
  read(cycle: number): number {
    this.#account(cycle);
    const fraction = this.#fraction(cycle - this.#readAt);
    this.#readAt = cycle;
    this.#high = 0;
    this.#firstRise = Number.NaN;
    this.#lastRise = Number.NaN;
    return Math.round(Math.min(1, fraction) * STEPS) / STEPS;
  }

  #fraction(interval: number): number {
    if (interval <= 0) return this.#on ? 1 : 0;
    const periods = this.#lastRise - this.#firstRise;
    // Fewer periods than half of the interval are a burst, not a periodic signal.
    if (periods >= interval / 2) return (this.#highAtLast - this.#highAtFirst) / periods;
    return this.#high / interval;
  }

  #account(cycle: number): void {
    if (this.#on) this.#high += cycle - this.#since;
    this.#since = cycle;
  }
}
