/**
 * The check value that protects the frames of telemetry (docs/telemetry.md, "Check value"): a
 * 32-bit CRC with the polynomial x^32 + x^24 + x^16 + x^15 + x^9 + x + 1, reflected. No package
 * provides it. An 8-bit processor computes it in 21 cycles per byte without a table, and it detects
 * any five wrong bits in a frame of up to 94 bytes.
 */
const REFLECTED_POLYNOMIAL = 0xc0418080;

/** Replaces the previous frame's check value for a program's first frame. */
export const CHECK_START = 0xffffffff;

/**
 * The initial value of a frame's CRC. Each bit of the previous check value occurs three times in
 * it, in three bytes. If the CRC started with the check value itself, it could not distinguish a
 * wrong bit there from the same bit in the frame's first bytes.
 */
const spread = (check: number): number => check ^ ((check >>> 8) | (check << 24)) ^ ((check >>> 16) | (check << 16));

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let register = byte;
  for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ ((register & 1) * REFLECTED_POLYNOMIAL);
  return register >>> 0;
});

/**
 * The check value of the frame with `bytes[from, to)` as header and payload; `before` is the check
 * value of the previous frame.
 */
export function checkValue(before: number, bytes: Uint8Array, from: number, to: number): number {
  let register = spread(before);
  for (let i = from; i < to; i++) {
    register = (register >>> 8) ^ TABLE[(register ^ bytes[i]!) & 0xff]!;
  }
  return ~register >>> 0;
}
