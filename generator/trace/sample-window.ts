/**
 * Where a board's record of its interrupts is only a sample. Interrupts can come at any rate, so a board records at
 * most a few in each window of time ([docs/telemetry.md](../../docs/telemetry.md)), of all interrupts together. The
 * trace does not say when a window begins. So the record counts as full after as many events in less than a window's
 * length, which is never too seldom: after the last event of a full window nothing is recorded until the window ends,
 * at the latest one length after its first event.
 *
 *   const window = new SampleWindow(MOST_DELIVERIES);
 *   if (window.isFullAt(timeNs)) …               // what comes until window.endNs may not be recorded
 */
const WINDOW_NS = 1e9 / 32;

/** Recorded in one window, at most. */
export const MOST_DELIVERIES = 4;
export const MOST_MASKINGS = 3;

export class SampleWindow {
  /** Until when events may not be recorded. Unit: ns. */
  endNs = Number.NEGATIVE_INFINITY;
  readonly #most: number;
  /** The latest recorded events. */
  readonly #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Notes the time of a recorded event, in the order of time. Returns whether its window may be full now. */
  isFullAt(timeNs: number): boolean {
    const times = this.#times;
    times.push(timeNs);
    if (times.length > this.#most) times.shift();
    this.endNs = (times[0] ?? 0) + WINDOW_NS;
    return times.length === this.#most && timeNs < this.endNs;
  }
}
