/**
 * UTF-8 encoding and decoding, for a generator that compiles without the platform's TextEncoder and
 * TextDecoder. Invalid bytes become U+FFFD, by the WHATWG Encoding Standard's rule (one for each
 * maximal part of a sequence).
 */

export function utf8Encode(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

export function utf8Decode(bytes: Uint8Array): string {
  const stream = new Utf8Stream();
  return stream.push(bytes) + stream.end();
}

/** Decodes a text from pieces that may be split anywhere. */
export class Utf8Stream {
  #needed = 0;
  #code = 0;
  #lower = 0x80;
  #upper = 0xbf;

  push(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += this.#byte(byte);
    return text;
  }

  /** The rest: one U+FFFD if the last piece ended inside a character. */
  end(): string {
    const cut = this.#needed > 0;
    this.#needed = 0;
    return cut ? '\ufffd' : '';
  }

  #byte(byte: number): string {
    if (this.#needed === 0) return this.#first(byte);
    if (byte < this.#lower || byte > this.#upper) {
      this.#needed = 0;
      return `\ufffd${this.#first(byte)}`;
    }
    this.#lower = 0x80;
    this.#upper = 0xbf;
    this.#code = (this.#code << 6) | (byte & 63);
    this.#needed--;
    return this.#needed === 0 ? String.fromCodePoint(this.#code) : '';
  }

  #first(byte: number): string {
    if (byte < 0x80) return String.fromCharCode(byte);
    this.#lower = 0x80;
    this.#upper = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) this.#begin(1, byte & 31);
    else if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
      this.#begin(2, byte & 15);
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
      this.#begin(3, byte & 7);
    } else return '\ufffd';
    return '';
  }

  #begin(needed: number, code: number): void {
    this.#needed = needed;
    this.#code = code;
  }
}
