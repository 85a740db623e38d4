/** Reads a program's time from its telemetry, and cuts the stream at a given time. */
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';

/** Speed is measured over at least this much wall-clock time. */
const INTERVAL_NS = 1e9;

/** Much longer than any frame. */
const LONGEST_BYTES = 4096;

export class TelemetryClock {
  /** Latest time of any event. Unit: ns since the program's start. */
  timeNs = 0;
  /** The received part of a frame that is not complete yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #since: { readonly wallNs: number; readonly timeNs: number } | null = null;
  #speed: number | null = null;
  readonly #decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text: (timeNs) => this.#at(timeNs),
    event: (timeNs) => this.#at(timeNs),
  });

  /**
   * Returns whole frames up to the first frame that reports a time after `endNs`. That frame is
   * left out, and `over` is then true. Bytes that are too long for a frame are returned as they are.
   */
  take(bytes: Uint8Array, endNs: number): { bytes: Uint8Array; over: boolean } {
    const joined = new Uint8Array(this.#rest.length + bytes.length);
    joined.set(this.#rest);
    joined.set(bytes, this.#rest.length);
    let kept = 0;
    for (let end = joined.indexOf(0); end >= 0; end = joined.indexOf(0, kept)) {
      this.#decoder.push(joined.subarray(kept, end + 1));
      if (this.timeNs > endNs) return { bytes: joined.slice(0, kept), over: true };
      kept = end + 1;
    }
    if (joined.length - kept > LONGEST_BYTES) {
      this.#decoder.push(joined.subarray(kept));
      kept = joined.length;
    }
    this.#rest = joined.slice(kept);
    return { bytes: joined.slice(0, kept), over: false };
  }

  /**
   * Returns program time per wall-clock time since the last measurement, or null when there is too
   * little data.
   */
  speed(wallNs: number): number | null {
    const since = this.#since;
    if (since !== null && wallNs - since.wallNs < INTERVAL_NS) return this.#speed;
    if (since !== null) this.#speed = (this.timeNs - since.timeNs) / (wallNs - since.wallNs);
    this.#since = { wallNs, timeNs: this.timeNs };
    return this.#speed;
  }

  #at(timeNs: number): void {
    if (timeNs > this.timeNs) this.timeNs = timeNs;
  }
}
