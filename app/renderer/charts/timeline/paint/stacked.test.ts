import { expect, it } from 'vitest';
import { stackShares } from './stacked.ts';

const RED = '#ff0000';
const BLUE = '#0000ff';
const image = (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) });

it('stacks the shares of each column from the bottom, and mixes the colours of a pixel by their parts of it', () => {
  const pixels = image(2, 4);
  const shares = [Float32Array.of(0.25, 0), Float32Array.of(0.375, 0.5)];
  stackShares(pixels, { shares, fills: [RED, BLUE], ground: '#000000' });
  const column = (x: number) =>
    [0, 1, 2, 3].map((y) => [...pixels.data.subarray(4 * (2 * y + x), 4 * (2 * y + x) + 4)].join(' '));
  expect(column(0)).toEqual(['0 0 0 255', '0 0 128 255', '0 0 255 255', '255 0 0 255']);
  expect(column(1)).toEqual(['0 0 0 255', '0 0 0 255', '0 0 255 255', '0 0 255 255']);
});

it('repeats a column over the pixels of a sharper screen', () => {
  const pixels = image(4, 1);
  stackShares(pixels, { shares: [Float32Array.of(1, 0)], fills: [RED], ground: '#ffffff' });
  expect([...pixels.data]).toEqual([255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255]);
});
