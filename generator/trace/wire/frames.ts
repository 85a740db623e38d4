/**
 * Finds the frames in a byte stream (docs/telemetry.md, "Frames"): splits at zeros, decodes COBS,
 * and compares each frame's check value with the previous frame. So a frame is accepted only if it
 * follows the last accepted frame, starts a program, or follows a piece that could not be checked
 * itself: the first one after a loss.
 */
import { CHECK_START, checkValue } from './check-value.ts';
import { cobsDecode } from './cobs.ts';
import { crc16 } from './crc16.ts';
import { CHECK_BYTES, CONTROL_BOOT, MAX_FRAME, METADATA_FLAG, MIN_FRAME } from './protocol.ts';

/** A damaged frame may be longer than any real one. Anything longer than this is noise. */
const LONGEST_ENCODED = 512;
/** No check value has this value. */
const NONE = -1;

export interface FrameListener {
  /**
   * The reader's `frame` holds header and payload up to `end`. `follows`: nothing was lost before
   * it.
   */
  frame(end: number, follows: boolean): void;
  /** This number of bytes between two zeros is not a frame that can be checked. */
  bad(bytes: number): void;
  /** The line carries an older version of the protocol. */
  older(version: number): void;
}

export class FrameReader {
  /**
   * The decoded frame, valid until the next one. It is one byte longer than a frame, so that longer
   * frames are detected.
   */
  readonly frame = new Uint8Array(MAX_FRAME + 1);
  readonly #listener: FrameListener;
  readonly #encoded = new Uint8Array(LONGEST_ENCODED);
  #length = 0;
  #oversize = false;
  /** Check value of the last accepted frame. */
  #taken = NONE;
  /** Check value of the previous piece, if that piece could not be checked. */
  #unchecked = NONE;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  push(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) {
      const zero = bytes.indexOf(0, from);
      if (zero < 0) {
        this.#keep(bytes, from, bytes.length);
        return;
      }
      if (this.#length === 0) this.#unpack(bytes, from, zero);
      else this.#unpackKept(bytes, from, zero);
      from = zero + 1;
    }
  }

  /** The beginning of the frame came with an earlier chunk. */
  #unpackKept(bytes: Uint8Array, from: number, zero: number): void {
    this.#keep(bytes, from, zero);
    if (this.#oversize) this.#refuse(this.#length);
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
    if (length < MIN_FRAME || length > MAX_FRAME) {
      this.#refuse(to - from);
      return;
    }
    const end = length - CHECK_BYTES;
    const carried = this.#carried(end);
    if (this.#leads(this.#taken, end, carried)) this.#take(carried, end, true);
    else if (this.#isStart() && this.#leads(CHECK_START, end, carried)) this.#take(carried, end, true);
    else if (this.#leads(this.#unchecked, end, carried)) this.#take(carried, end, false);
    else {
      this.#seekOlder(length);
      this.#refuse(to - from);
      this.#unchecked = carried;
    }
  }

  /** The check value in the frame. */
  #carried(end: number): number {
    const frame = this.frame;
    const low = frame[end]! | (frame[end + 1]! << 8);
    return (low | (frame[end + 2]! << 16) | (frame[end + 3]! << 24)) >>> 0;
  }

  #leads(before: number, end: number, after: number): boolean {
    return before !== NONE && checkValue(before, this.frame, 0, end) === after;
  }

  /** The first frame of a program has the number 0 and starts with a boot event. */
  #isStart(): boolean {
    return this.frame[0] === 0 && this.frame[1] === CONTROL_BOOT;
  }

  #take(carried: number, end: number, follows: boolean): void {
    this.#taken = carried;
    this.#unchecked = NONE;
    this.#listener.frame(end, follows);
  }

  #refuse(bytes: number): void {
    this.#unchecked = NONE;
    this.#listener.bad(bytes);
  }

  /**
   * Version 1 protected each frame separately, with a 16-bit CRC. Its metadata starts with its
   * version number.
   */
  #seekOlder(length: number): void {
    const [header = 0, version = 0] = this.frame;
    const isOlder = header >= METADATA_FLAG && version === 1;
    if (isOlder && crc16(this.frame.subarray(0, length)) === 0) this.#listener.older(version);
  }
}
