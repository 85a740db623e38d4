/**
 * Consistent Overhead Byte Stuffing (S. Cheshire, M. Baker: "Consistent Overhead Byte Stuffing",
 * IEEE/ACM Transactions on Networking 7(2), 1999): encodes any packet without zeros, so that a zero
 * can end it. The npm packages for it require Node's Buffer, which does not exist where this code
 * must run.
 */

const LONGEST_RUN = 254;

/** Maximum number of bytes that `cobsEncode` writes for `length` bytes, without the ending zero. */
export function cobsEncodedLimit(length: number): number {
  return length + Math.floor(length / LONGEST_RUN) + 1;
}

/**
 * Encodes `source[0, length)` into `target` from `at`, without the ending zero. Returns the index
 * after the last byte.
 */
export function cobsEncode(source: Uint8Array, length: number, target: Uint8Array, at: number): number {
  let codeAt = at;
  let write = at + 1;
  let code = 1;
  for (let read = 0; read < length; read++) {
    const byte = source[read]!;
    if (byte !== 0) {
      target[write++] = byte;
      code++;
    }
    if (byte === 0 || (code === LONGEST_RUN + 1 && read + 1 < length)) {
      target[codeAt] = code;
      codeAt = write++;
      code = 1;
    }
  }
  target[codeAt] = code;
  return write;
}

/**
 * Decodes `source[from, to)`, which must not contain a zero, into `target`. Returns the number of
 * bytes, or -1 if the code bytes do not fit the packet or the target is too small.
 */
export function cobsDecode(source: Uint8Array, from: number, to: number, target: Uint8Array): number {
  const limit = target.length;
  let read = from;
  let write = 0;
  while (read < to) {
    const code = source[read++]!;
    const end = read + code - 1;
    if (end > to || write + code > limit + 1) return -1;
    while (read < end) target[write++] = source[read++]!;
    if (code <= LONGEST_RUN && read < to) {
      if (write >= limit) return -1;
      target[write++] = 0;
    }
  }
  return write;
}
