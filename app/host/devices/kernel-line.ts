/**
 * A serial line that a kernel shares with the program: it sends a carriage return before each line feed, and writes its
 * own messages between the bytes of the program.
 */
import { endOf } from './qemu-console.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
/** Characters that may contain the message of an end. */
const CHARACTERS = 4096;

export class KernelLine {
  readonly #ends: readonly string[];
  /** The last byte was a carriage return, which may belong to a line feed. */
  #held = false;
  #text = '';

  /** @param ends what the kernel writes at the end of a program */
  constructor(ends: readonly string[]) {
    this.#ends = ends;
  }

  /** Returns the bytes without the carriage returns that the kernel has added. */
  push(bytes: Uint8Array): Uint8Array {
    this.#text = (this.#text + Buffer.from(bytes).toString('latin1')).slice(-CHARACTERS);
    const sent = new Uint8Array(bytes.length + 1);
    let count = 0;
    for (const byte of bytes) {
      if (this.#held && byte !== LINE_FEED) sent[count++] = CARRIAGE_RETURN;
      this.#held = byte === CARRIAGE_RETURN;
      if (!this.#held) sent[count++] = byte;
    }
    return sent.subarray(0, count);
  }

  /** Why the kernel has ended the program, in one sentence for the user; null while it runs. */
  end(): string | null {
    // Telemetry is not text.
    const readable = this.#text.replace(/[^\n\r -~]/g, '');
    return endOf(readable, this.#ends);
  }
}
