/**
 * The numbers that a program records for its charts. A `mark` event has a whole number. A `plot`
 * event has a number of IEEE 754 with single precision, and its value in a trace is the 32 bits of
 * that number, as a signed whole number: so the store keeps it like each other value.
 */
import { KIND_PLOT } from './kinds.ts';

const bits = new DataView(new ArrayBuffer(4));

/** The value of a `plot` event. */
export function plotValue(number: number): number {
  bits.setFloat32(0, number);
  return bits.getInt32(0);
}

/** The number of a `mark` or `plot` event. */
export function numberOf(kind: number, value: number): number {
  if (kind !== KIND_PLOT) return value;
  bits.setInt32(0, value);
  return bits.getFloat32(0);
}

/** The bytes of 32 bits in the opposite order: those of most numbers then begin with zeros. */
export function swapped(value: number): number {
  bits.setInt32(0, value);
  return bits.getUint32(0, true);
}
