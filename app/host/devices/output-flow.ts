/**
 * Reads the output of a program that may have no end. The program waits, as at any full pipe, while it is too fast or
 * while its window has much to do, so the memory of this process stays small.
 */
import type { Readable } from 'node:stream';

/** A program that prints more in an interval waits for the next one. Far more than a run's telemetry. */
const MOST_BYTES = 2 ** 20;
const INTERVAL_MS = 16;
/** What is still read for a window that has much to do, so that it does not stop a usual program. */
const MOST_AHEAD_BYTES = 8 * 2 ** 20;
/** Turns of the event loop in which nothing arrived. The pipes are then empty. */
const QUIET_TURNS = 3;

export class OutputFlow {
  readonly #streams: readonly Readable[];
  /** Bytes of this interval. */
  #now = 0;
  /** Bytes since the window has had much to do. Null: it has not. */
  #ahead: number | null = null;
  #isPaused = false;
  #hasEnded = false;
  #arrived = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(streams: readonly Readable[]) {
    this.#streams = streams;
    for (const stream of streams) stream.on('data', (bytes: Buffer) => this.#count(bytes.length));
  }

  /** Whether the window has much to do. */
  hold(isHeld: boolean): void {
    this.#ahead = isHeld ? 0 : null;
    this.#settle();
  }

  /**
   * The program has ended. What it has printed is read to the end. A process that it has left behind may keep the pipes
   * open, and is not waited for.
   */
  end(): void {
    this.#hasEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#settle();
    this.#drain(this.#arrived, 0);
  }

  #drain(before: number, quietTurns: number): void {
    const isLate = this.#arrived > before + MOST_BYTES;
    if (isLate || quietTurns === QUIET_TURNS) for (const stream of this.#streams) stream.destroy();
    else {
      const arrived = this.#arrived;
      setImmediate(() => this.#drain(before, this.#arrived === arrived ? quietTurns + 1 : 0));
    }
  }

  #count(bytes: number): void {
    this.#arrived += bytes;
    if (this.#hasEnded) return;
    this.#now += bytes;
    if (this.#ahead !== null) this.#ahead += bytes;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#now = 0;
      this.#settle();
    }, INTERVAL_MS);
    this.#settle();
  }

  #settle(): void {
    const isTooFast = this.#now > MOST_BYTES || (this.#ahead ?? 0) > MOST_AHEAD_BYTES;
    const isPaused = isTooFast && !this.#hasEnded;
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const stream of this.#streams) {
      if (isPaused) stream.pause();
      else stream.resume();
    }
  }
}
