import { expect, test } from 'vitest';
import { LineReceiver } from './line-receiver.ts';

const CLOCK_HZ = 16_000_000;
const RATE = 500_000;

/** Returns what the receiver decodes when a program sends these bytes back to back at a rate. */
function heard(bytes: readonly number[], rate: number): number[] {
  const result: number[] = [];
  const receiver = new LineReceiver(CLOCK_HZ, RATE, (byte) => result.push(byte));
  const bitCycles = CLOCK_HZ / rate;
  bytes.forEach((byte, i) => {
    receiver.take(byte, i * 10 * bitCycles, bitCycles);
  });
  return result;
}

const ALL = Array.from({ length: 256 }, (_, byte) => byte);

test('decodes bytes that are sent at about its own rate', () => {
  expect(heard(ALL, RATE)).toEqual(ALL);
  expect(heard(ALL, RATE * 1.03)).toEqual(ALL);
});

test('decodes garbage at other rates: more bytes from a slow sender, fewer from a fast one', () => {
  const slow = heard([...ALL, 0x55], 9600);
  expect(slow.length).toBeGreaterThan(ALL.length);
  // Each bit lasts 52 bits of the receiver. The receiver decodes zeros while the line is low, then
  // one byte that contains the rising edge, then nothing.
  const zeros = heard([0x00, 0xff, 0xff], 9600);
  expect(zeros.length).toBeGreaterThan(40);
  expect(zeros.filter((byte) => byte !== 0).length).toBeLessThanOrEqual(2);
  const fast = heard(ALL, 2_000_000);
  expect(fast.length).toBeGreaterThan(0);
  expect(fast.length).toBeLessThan(ALL.length / 2);
});
