/**
 * Tests the encoder of the README's animation by decoding its chunks as the PNG specification
 * defines them.
 */
import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encode } from '../../e2e/animated-png.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

const pixels = (...indices: readonly number[]) => Buffer.from(indices).toString('base64');

describe('an animated PNG', () => {
  const chunks = chunksOf(
    encode(
      [0x0000ff, 0x00ff00, 0x563412],
      [
        { x: 0, y: 0, width: 3, height: 2, pixels: pixels(0, 1, 2, 2, 1, 0), delayMs: 1800 },
        { x: 1, y: 1, width: 2, height: 1, pixels: pixels(2, 2), delayMs: 90 },
        { x: 2, y: 0, width: 1, height: 2, pixels: pixels(1, 0), delayMs: 130 },
      ],
    ),
  );
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const words = (data: Buffer, count: number) => Array.from({ length: count }, (_, i) => data.readUInt32BE(4 * i));

  it('has the chunks in the order of the specification', () => {
    const types = ['IHDR', 'PLTE', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'];
    expect(chunks.map(({ type }) => type)).toEqual(types);
  });

  it('has the size of the first frame, 8 bits a pixel, and a palette of red, green and blue', () => {
    expect([...(of('IHDR')[0] ?? [])]).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
    expect(of('PLTE')[0]?.toString('hex')).toBe('ff000000ff00123456');
  });

  it('counts its frames and repeats them endlessly', () => {
    expect(of('acTL').map((data) => words(data, 2))).toEqual([[3, 0]]);
  });

  it('numbers frames and their data in one sequence, and gives each frame its place and delay', () => {
    // Sequence number, width, height, x, y.
    expect(of('fcTL').map((data) => words(data, 5))).toEqual([
      [0, 3, 2, 0, 0],
      [1, 2, 1, 1, 1],
      [3, 1, 2, 2, 0],
    ]);
    expect(of('fdAT').map((data) => data.readUInt32BE(0))).toEqual([2, 4]);
    const delays = of('fcTL').map((data) => data.readUInt16BE(20) / data.readUInt16BE(22));
    expect(delays).toEqual([1.8, 0.09, 0.13]);
    expect(of('fcTL').map((data) => [...data.subarray(24)])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it('compresses rows of palette indices without a filter', () => {
    const rows = [...of('IDAT'), ...of('fdAT').map((data) => data.subarray(4))].map((data) => [...inflateSync(data)]);
    expect(rows).toEqual([
      [0, 0, 1, 2, 0, 2, 1, 0],
      [0, 2, 2],
      [0, 1, 0, 0],
    ]);
  });
});
