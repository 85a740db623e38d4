/** Follows the newest event: the frame loop while a program runs, and a smooth right edge. */

/**
 * Time constant with which the right edge follows the newest event in live mode, so that the view
 * scrolls smoothly when data arrives in bursts.
 */
const FOLLOW_MS = 90;
/** A longer step is a new trace or a pause, and is not smoothed. Unit: ns. */
const LONGEST_SMOOTH_NS = 1e9;
/** Interval between checks for new data while nothing runs. */
const IDLE_POLL_MS = 250;

/** The time up to which the chart shows the trace. It follows the newest time of the trace. */
export class FollowedTime {
  #at = 0;

  /**
   * Moves towards `newest`.
   *
   * @param elapsedMs time since the last call. Without it, the time jumps to `newest`
   * @returns the new time, and whether it has changed visibly
   */
  advance(newest: number, elapsedMs?: number): { readonly at: number; readonly moved: boolean } {
    const behind = newest - this.#at;
    const smooth = elapsedMs !== undefined && behind > 0 && behind < LONGEST_SMOOTH_NS;
    const at = smooth ? this.#at + behind * (1 - Math.exp(-elapsedMs / FOLLOW_MS)) : newest;
    const moved = Math.abs(at - this.#at) >= 1;
    this.#at = at;
    return { at, moved };
  }

  reset(): void {
    this.#at = 0;
  }
}

export interface FrameLoopHost {
  /** Called in every frame while a program runs. `elapsedMs` is the time since the last frame. */
  frame(elapsedMs: number): void;
  /** Called a few times per second. */
  poll(): void;
}

/** Calls its host in every frame while a program runs, and a few times per second in any case. */
export class FrameLoop {
  readonly #host: FrameLoopHost;
  readonly #timer: number;
  #isRunning = false;
  #frame = 0;
  #lastTick = 0;

  constructor(host: FrameLoopHost) {
    this.#host = host;
    this.#timer = window.setInterval(() => host.poll(), IDLE_POLL_MS);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  run(running: boolean): void {
    if (running === this.#isRunning) return;
    this.#isRunning = running;
    this.#lastTick = performance.now();
    cancelAnimationFrame(this.#frame);
    if (running) this.#frame = requestAnimationFrame(this.#tick);
  }

  dispose(): void {
    clearInterval(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  readonly #tick = (now: number): void => {
    const elapsed = Math.max(0, now - this.#lastTick);
    this.#lastTick = now;
    this.#host.frame(elapsed);
    if (this.#isRunning) this.#frame = requestAnimationFrame(this.#tick);
  };
}
