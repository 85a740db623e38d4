import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cobsDecode, cobsEncode, cobsEncodedLimit } from './cobs.ts';

function encode(bytes: readonly number[]): number[] {
  const target = new Uint8Array(cobsEncodedLimit(bytes.length));
  return [...target.subarray(0, cobsEncode(Uint8Array.from(bytes), bytes.length, target, 0))];
}

function decode(bytes: readonly number[], room = 1024): number[] | null {
  const target = new Uint8Array(room);
  const length = cobsDecode(Uint8Array.from(bytes), 0, bytes.length, target);
  return length < 0 ? null : [...target.subarray(0, length)];
}

const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

// The example of section III of the paper, and the vectors that Wikipedia's article lists for the
// corner cases.
const VECTORS: readonly [string, readonly number[], readonly number[]][] = [
  ['one zero', [0], [1, 1]],
  ['two zeros', [0, 0], [1, 1, 1]],
  ['zeros around', [0, 0x11, 0], [1, 2, 0x11, 1]],
  ['a zero within', [0x11, 0x22, 0, 0x33], [3, 0x11, 0x22, 2, 0x33]],
  ['no zero', [0x11, 0x22, 0x33, 0x44], [5, 0x11, 0x22, 0x33, 0x44]],
  ['zeros at the end', [0x11, 0, 0, 0], [2, 0x11, 1, 1, 1]],
  ['254 bytes without a zero', run(1, 254), [255, ...run(1, 254)]],
  ['a zero, then 254', [0, ...run(1, 254)], [1, 255, ...run(1, 254)]],
  ['255 bytes without a zero', run(1, 255), [255, ...run(1, 254), 2, 255]],
  ['254 and a zero', [...run(2, 255), 0], [255, ...run(2, 255), 1, 1]],
  ['253 and a zero', [...run(3, 255), 0, 1], [254, ...run(3, 255), 2, 1]],
];

describe('cobs', () => {
  test.each(VECTORS)('%s', (_name, plain, coded) => {
    expect(encode(plain)).toEqual(coded);
    expect(decode(coded)).toEqual(plain);
  });

  test('any packet is restored, and its encoding contains no zeros', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 })), { maxLength: 700 }), (plain) => {
        const coded = encode(plain);
        expect(coded).not.toContain(0);
        expect(coded.length).toBeLessThanOrEqual(cobsEncodedLimit(plain.length));
        expect(decode(coded)).toEqual(plain);
      }),
    );
  });

  test('a code byte that points past the end is refused, and so is too small a target', () => {
    expect(decode([5, 1, 2])).toBeNull();
    expect(decode([3, 1, 2, 2, 9], 3)).toBeNull();
    expect(decode([3, 1, 2, 2, 9], 4)).toEqual([1, 2, 0, 9]);
    expect(decode([1, 1], 0)).toBeNull();
  });
});
