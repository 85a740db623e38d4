import { expect, test } from 'vitest';
import { CHECK_START, checkValue } from './check-value.ts';

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const POLYNOMIAL_BITS = [24, 16, 15, 9, 1, 0];

/** Division bit by bit, the lowest bit of a byte first, as the specification has it. */
function divided(bytes: Uint8Array): number {
  const divisor = POLYNOMIAL_BITS.reduce((sum, bit) => sum + 2 ** (31 - bit), 0);
  let register = CHECK_START;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const odd = ((register >>> 0) & 1) !== ((byte >> bit) & 1);
      register = odd ? (register >>> 1) ^ divisor : register >>> 1;
    }
  }
  return ~register >>> 0;
}

test(`the check value of "123456789" equals the specification's`, () => {
  expect(checkValue(CHECK_START, ascii('123456789'), 0, 9)).toBe(0xfc630bfa);
});

test('the check value equals the result of a bitwise division', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * i * 7) & 0xff);
  for (let length = 0; length <= bytes.length; length += 13) {
    expect(checkValue(CHECK_START, bytes, 0, length)).toBe(divided(bytes.subarray(0, length)));
  }
});

test('any three wrong bits in a check value and the next frame are found', () => {
  const size = 9;
  const zeros = new Uint8Array(size);
  const [value, base] = [0, checkValue(0, zeros, 0, size)];
  // A CRC is linear: what a wrong bit changes is the same in every frame.
  const changes: number[] = [];
  for (let bit = 0; bit < 32; bit++)
    changes.push((checkValue((value ^ (1 << bit)) >>> 0, zeros, 0, size) ^ base) >>> 0);
  for (let bit = 0; bit < 8 * size; bit++) {
    const wrong = zeros.slice();
    wrong[bit >> 3] = 1 << (bit & 7);
    changes.push((checkValue(value, wrong, 0, size) ^ base) >>> 0);
  }
  for (let bit = 0; bit < 32; bit++) changes.push((1 << bit) >>> 0);
  const pairs = new Set<number>();
  const single = new Set(changes);
  expect(single.size).toBe(changes.length);
  changes.forEach((one, i) => {
    for (const other of changes.slice(i + 1)) pairs.add((one ^ other) >>> 0);
  });
  for (const one of changes) expect(pairs.has(one)).toBe(false);
  expect(pairs.has(0)).toBe(false);
});

test('two frames and one frame with the content of both have different check values', () => {
  const bytes = ascii('a frame and the one after it');
  const first = checkValue(CHECK_START, bytes, 0, 7);
  const whole = checkValue(CHECK_START, bytes, 0, bytes.length);
  expect(checkValue(first, bytes, 7, bytes.length)).not.toBe(whole);
});
