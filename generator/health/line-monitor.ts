/**
 * Counts the bytes of a serial line in addition to the decoder: printable bytes, and bytes since
 * the last complete frame.
 */
import type { DecoderStatistics, TelemetryDecoder } from '../trace/wire/decoder.ts';
import type { LineObservation } from './observation.ts';

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class LineMonitor {
  #printable = 0;
  /** Number of complete frames, and of bytes at the last complete frame. */
  #frames = 0;
  #bytesAtFrame = 0;

  /** Call this after the decoder has processed the bytes. */
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
