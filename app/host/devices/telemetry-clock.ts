/** Knows a program's time from its telemetry, and cuts the stream where a time is over. */
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';

/** Speed is told over at least so much of wall time. */
const INTERVAL_NS = 1e9;

export class TelemetryClock {
  /** The latest time that an event told. Unit: ns since the program's start. */
  timeNs = 0;
  /** A frame of which the end has not come yet. */
  #rest: Uint8Array = new Uint8Array(0);
  #since: { readonly wallNs: number; readonly timeNs: number } | null = null;
  #speed: number | null = null;
  readonly #decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text: (timeNs) => this.#at(timeNs),
    event: (timeNs) => this.#at(timeNs),
  });

  /** Whole frames up to the one, left out, that tells of a time after `endNs`; `over`: there was such a one. */
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
    this.#rest = joined.slice(kept);
    return { bytes: joined.slice(0, kept), over: false };
  }

  /** The program's time per wall time since it was told last; null when too little is known. */
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
