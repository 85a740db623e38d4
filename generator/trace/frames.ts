/** Finds the frames in a byte stream: cuts at zeros, undoes COBS, checks length and CRC (docs/telemetry.md, "Frames"). */
import { cobsDecode } from './cobs.ts';
import { crc16 } from './crc16.ts';
import { MAX_FRAME, MIN_FRAME } from './wire.ts';

/** A damaged frame may be longer than any real one; beyond this it is noise whatever follows. */
const LONGEST_ENCODED = 512;
const CRC_BYTES = 2;

export class FrameReader {
  /** The decoded frame; holds until the next one. One byte longer than a frame, so that longer ones are seen to be. */
  readonly frame = new Uint8Array(MAX_FRAME + 1);
  readonly #onFrame: (end: number) => void;
  readonly #onBad: (bytes: number) => void;
  readonly #encoded = new Uint8Array(LONGEST_ENCODED);
  #length = 0;
  #oversize = false;

  /** `onFrame`: `frame` holds header and payload up to `end`. `onBad`: so many bytes between two zeros were no frame. */
  constructor(onFrame: (end: number) => void, onBad: (bytes: number) => void) {
    this.#onFrame = onFrame;
    this.#onBad = onBad;
  }

  push(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) {
      const zero = bytes.indexOf(0, from);
      if (zero < 0) {
        this.#keep(bytes, from, bytes.length);
        return;
      }
      if (this.#length === 0 && !this.#oversize) this.#unpack(bytes, from, zero);
      else this.#unpackKept(bytes, from, zero);
      from = zero + 1;
    }
  }

  /** The beginning of the frame came with an earlier chunk. */
  #unpackKept(bytes: Uint8Array, from: number, zero: number): void {
    this.#keep(bytes, from, zero);
    if (this.#oversize) this.#onBad(this.#length);
    else this.#unpack(this.#encoded, 0, this.#length);
    this.#length = 0;
    this.#oversize = false;
  }

  #keep(bytes: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > LONGEST_ENCODED) this.#oversize = true;
    if (!this.#oversize) this.#encoded.set(bytes.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  #unpack(source: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    const length = cobsDecode(source, from, to, this.frame);
    if (length < MIN_FRAME || length > MAX_FRAME || crc16(this.frame.subarray(0, length)) !== 0) this.#onBad(to - from);
    else this.#onFrame(length - CRC_BYTES);
  }
}
