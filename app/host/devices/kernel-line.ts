/**
 * A serial line that a kernel shares with the program. The kernel sends a carriage return before each line feed, and
 * messages of its own. Those before the program's first byte, which is 0, are left out.
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
  /** The program has sent its first byte. */
  #begun = false;
  #text = '';

  /** @param ends what the kernel writes at the end of a program */
  constructor(ends: readonly string[]) {
    this.#ends = ends;
  }

  /** Whether the program has sent its first byte. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Returns the bytes of the program, and the kernel's messages between them. */
  push(received: Uint8Array): Uint8Array {
    this.#text = (this.#text + Buffer.from(received).toString('latin1')).slice(-CHARACTERS);
    const first = this.#begun ? -1 : received.indexOf(0);
    if (first < 0 && !this.#begun) return received.subarray(0, 0);
    this.#begun = true;
    const bytes = received.subarray(first + 1);
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
