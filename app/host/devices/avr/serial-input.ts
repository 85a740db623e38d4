/** The bytes that were sent to the program and have not arrived yet. They arrive at the line's bit rate. */
import type { SerialLine } from './serial-line.ts';

export class SerialInput {
  #bytes: number[] = [];
  /** How many of the bytes have arrived. */
  #arrived = 0;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#bytes.push(byte);
  }

  /** Starts sending the next byte if the receiver is on and the line is free. */
  feed(line: SerialLine): void {
    const byte = this.#bytes[this.#arrived];
    if (byte === undefined || !line.receive(byte)) return;
    this.#arrived++;
    if (this.#arrived < this.#bytes.length) return;
    this.#bytes = [];
    this.#arrived = 0;
  }
}
