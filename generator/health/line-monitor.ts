/** Counts what comes over a serial line, beside the decoder: whether bytes are text, and how many came since the last whole frame. */
import type { DecoderStatistics, TelemetryDecoder } from '../trace/wire/decoder.ts';
import type { LineObservation } from './observation.ts';

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class LineMonitor {
  #printable = 0;
  /** Whole frames, and bytes, when a frame had just been read. */
  #frames = 0;
  #bytesAtFrame = 0;

  /** To be called after the decoder has taken the bytes. */
  push(bytes: Uint8Array, statistics: Readonly<DecoderStatistics>): void {
    for (const byte of bytes) if (isText(byte)) this.#printable++;
    if (statistics.frames === this.#frames) return;
    this.#frames = statistics.frames;
    this.#bytesAtFrame = statistics.bytes;
  }

  observe({ statistics, otherVersion }: TelemetryDecoder): LineObservation {
    const { bytes, frames, badFrames } = statistics;
    const bytesSinceFrame = bytes - this.#bytesAtFrame;
    return { bytes, frames, badFrames, printableBytes: this.#printable, bytesSinceFrame, otherVersion };
  }
}

function isText(byte: number): boolean {
  if (byte >= FIRST_PRINTABLE) return byte <= LAST_PRINTABLE;
  return byte === TAB || byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
