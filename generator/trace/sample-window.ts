/**
 * Where a board's record of its interrupts is only a sample. Interrupts can come at any rate, so a board records at
 * most a few in each window of time ([docs/telemetry.md](../../docs/telemetry.md)), of all interrupts together. A
 * window begins with the first one that comes after the window before (runtime-c/src/trace_interrupt.c).
 *
 *   const window = new SampleWindow(MOST_DELIVERIES);
 *   if (window.isFullAt(timeNs)) …               // what comes until window.endNs is not recorded
 */
const WINDOW_NS = 1e9 / 32;

/** Recorded in one window, at most. */
export const MOST_DELIVERIES = 4;
export const MOST_MASKINGS = 3;

export class SampleWindow {
  /** The end of the present window. Unit: ns. */
  endNs = Number.NEGATIVE_INFINITY;
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Notes the time of a recorded event, in the order of time. Returns whether its window has no room for another one. */
  isFullAt(timeNs: number): boolean {
    // A program that was started again begins before the end of its last window.
    if (timeNs >= this.endNs || timeNs < this.endNs - WINDOW_NS) {
      this.endNs = timeNs + WINDOW_NS;
      this.#count = 0;
    }
    return ++this.#count >= this.#most;
  }
}
