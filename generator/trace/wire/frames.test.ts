import { expect, test } from 'vitest';
import { CHECK_START, checkValue } from './check-value.ts';
import { cobsEncode, cobsEncodedLimit } from './cobs.ts';
import { FrameReader } from './frames.ts';

/** Header and payload of the first frames of a program, which begins with a boot event. */
const CONTENTS = [
  [0, 6, 0],
  [1, 0x10, 5],
  [2, 0x20, 0, 0x50, 9],
  [3, 0x11, 7],
];

interface Built {
  readonly content: readonly number[];
  readonly check: readonly number[];
}

function build(contents: readonly (readonly number[])[]): Built[] {
  let before = CHECK_START;
  return contents.map((content) => {
    before = checkValue(before, Uint8Array.from(content), 0, content.length);
    return { content, check: [0, 8, 16, 24].map((shift) => (before >>> shift) & 0xff) };
  });
}

function piece(bytes: readonly number[]): Uint8Array {
  const encoded = new Uint8Array(cobsEncodedLimit(bytes.length) + 1);
  return encoded.subarray(0, cobsEncode(Uint8Array.from(bytes), bytes.length, encoded, 0) + 1);
}

/**
 * Sequence numbers of the frames taken, `!` where something was lost before, and `-` for each piece
 * that was not taken.
 */
function read(pieces: readonly (readonly number[])[]): string {
  const reported: string[] = [];
  const reader = new FrameReader({
    frame: (_end, follows) => reported.push(`${follows ? '' : '!'}${reader.frame[0]}`),
    bad: () => reported.push('-'),
    older: () => reported.push('older'),
  });
  for (const bytes of pieces) reader.push(piece(bytes));
  return reported.join(' ');
}

const whole = ({ content, check }: Built): number[] => [...content, ...check];
const [boot, one, two, three] = build(CONTENTS) as [Built, Built, Built, Built];

test('consecutive frames are accepted', () => {
  expect(read([boot, one, two, three].map(whole))).toBe('0 1 2 3');
});

test('after a loss the first frame verifies the next one', () => {
  expect(read([boot, two, three].map(whole))).toBe('0 - !3');
  expect(read([one, two, three].map(whole))).toBe('- !2 3');
});

test('damage in a payload loses one frame, in a check value two', () => {
  const hurt = [...one.content.slice(0, -1), 6, ...one.check];
  expect(read([whole(boot), hurt, whole(two), whole(three)])).toBe('0 - !2 3');
  const lost = [...one.content, ...one.check.slice(0, -1), one.check[3]! ^ 1];
  expect(read([whole(boot), lost, whole(two), whole(three)])).toBe('0 - - !3');
});

test('damage in a check value does not hide the same damage in the next frame', () => {
  for (let bit = 0; bit < 32; bit++) {
    const flip = (bytes: readonly number[], from: number) =>
      bytes.map((byte, at) => (at === from + (bit >> 3) ? byte ^ (1 << (bit & 7)) : byte));
    const damaged = [flip(whole(two), two.content.length), flip(whole(three), 0)];
    expect(read([whole(boot), ...damaged])).toBe('0 - -');
  }
});

test('noise, repeated and late frames lose nothing', () => {
  const noise = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(read([whole(boot), noise, whole(one), whole(one), whole(boot).slice(1), whole(two)])).toBe('0 - 1 - - 2');
});

test('frames without their check value and delimiters are not joined', () => {
  expect(read([whole(boot), [...one.content, ...whole(two)]])).toBe('0 -');
});

test('bytes after the check value are damage', () => {
  for (let byte = 0; byte < 256; byte++) expect(read([whole(boot), [...whole(one), byte]])).toBe('0 -');
});

test('a program can restart at any position', () => {
  expect(read([boot, one, boot, one].map(whole))).toBe('0 1 0 1');
});
