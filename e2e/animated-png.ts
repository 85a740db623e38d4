/**
 * Combines screenshots into one animated PNG (W3C PNG, third edition, section 11.3.4).
 *
 * A browser decodes the screenshots. All frames share one palette of 256 colours, and each frame
 * contains only the rectangle that differs from the previous frame.
 */
import { crc32, deflateSync } from 'node:zlib';
import type { Browser } from '@playwright/test';

export interface Frame {
  readonly png: Buffer;
  readonly delayMs: number;
}

/** The changed part of a frame, with one palette index per pixel. */
interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The indices in base64, row by row. */
  readonly pixels: string;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = 256;
/** PNG's colour type of indexed images. */
const INDEXED = 3;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function frameControl(sequence: number, { x, y, width, height }: Crop, delayMs: number): Buffer {
  const data = Buffer.alloc(26);
  [sequence, width, height, x, y].forEach((value, index) => {
    data.writeUInt32BE(value, 4 * index);
  });
  data.writeUInt16BE(delayMs, 20);
  data.writeUInt16BE(1000, 22);
  // The last two bytes stay 0: the frame is not disposed and replaces what is below it.
  return chunk('fcTL', data);
}

/**
 * Decodes the frames in a browser. Returns one palette for all frames, and the changed rectangle of
 * each frame.
 */
async function readFrames(browser: Browser, frames: readonly Frame[]): Promise<{ palette: number[]; crops: Crop[] }> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ({ pngs, colours }) => {
        const decode = async (png: string) => {
          const image = new Image();
          image.src = `data:image/png;base64,${png}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          if (context === null) throw new Error('This browser has no canvas.');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        };
        const images: ImageData[] = [];
        for (const png of pngs) images.push(await decode(png));
        // The colour of a pixel as one number, with red, green and blue in its three low bytes.
        const plain = images.map(({ data }) => new Uint32Array(data.buffer).map((colour) => colour & 0xffffff));

        const times = new Map<number, number>();
        for (const pixels of plain) for (const colour of pixels) times.set(colour, (times.get(colour) ?? 0) + 1);
        const far = (a: number, b: number) =>
          ((a & 255) - (b & 255)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a >> 16) - (b >> 16)) ** 2;
        // The most frequent colours that are not close to a more frequent one.
        const palette: number[] = [];
        for (const [colour] of [...times].sort((a, b) => b[1] - a[1])) {
          const least = palette.length < colours / 4 ? 2 : 200;
          if (palette.length < colours && palette.every((known) => far(known, colour) > least)) palette.push(colour);
        }
        const indices = new Map<number, number>();
        for (const colour of times.keys()) {
          let best = 0;
          palette.forEach((known, index) => {
            if (far(known, colour) < far(palette[best] ?? 0, colour)) best = index;
          });
          indices.set(colour, best);
        }

        const crops = plain.map((pixels, frame) => {
          const before = plain[frame - 1];
          const { width, height } = images[frame] ?? { width: 0, height: 0 };
          let [left, top, right, bottom] = [width, height, 0, 0];
          pixels.forEach((colour, i) => {
            if (before?.[i] === colour) return;
            const [x, y] = [i % width, Math.floor(i / width)];
            left = Math.min(left, x);
            right = Math.max(right, x + 1);
            top = Math.min(top, y);
            bottom = Math.max(bottom, y + 1);
          });
          // A frame needs at least one pixel.
          if (right === 0) [left, top, right, bottom] = [0, 0, 1, 1];
          let text = '';
          for (let y = top; y < bottom; y += 1) {
            for (let x = left; x < right; x += 1) {
              text += String.fromCharCode(indices.get(pixels[y * width + x] ?? 0) ?? 0);
            }
          }
          return { x: left, y: top, width: right - left, height: bottom - top, pixels: btoa(text) };
        });
        return { palette, crops };
      },
      { pngs: frames.map(({ png }) => png.toString('base64')), colours: COLOURS },
    );
  } finally {
    await page.close();
  }
}

/** Compresses the rows of a frame. Each row begins with a zero byte, which means no filter. */
function compress({ width, height, pixels }: Crop): Buffer {
  const indices = Buffer.from(pixels, 'base64');
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) indices.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  return deflateSync(rows, { level: 9 });
}

/**
 * Returns an animated PNG that repeats its frames endlessly. All frames have the size of the first
 * one.
 */
export async function animatedPng(browser: Browser, frames: readonly Frame[]): Promise<Buffer> {
  const { palette, crops } = await readFrames(browser, frames);
  return encode(
    palette,
    crops.map((crop, index) => ({ ...crop, delayMs: frames[index]?.delayMs ?? 0 })),
  );
}

/** @param palette colours as numbers, with red, green and blue in their three low bytes */
export function encode(palette: readonly number[], crops: readonly (Crop & Pick<Frame, 'delayMs'>)[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(crops[0]?.width ?? 0, 0);
  header.writeUInt32BE(crops[0]?.height ?? 0, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(INDEXED, 9);
  const colours = Buffer.alloc(3 * palette.length);
  palette.forEach((colour, index) => {
    colours.writeUIntLE(colour, 3 * index, 3);
  });
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(crops.length, 0);
  const chunks = [chunk('IHDR', header), chunk('PLTE', colours), chunk('acTL', animation)];
  let sequence = 0;
  crops.forEach((part, index) => {
    const image = compress(part);
    chunks.push(frameControl(sequence, part, part.delayMs));
    sequence += 1;
    if (index === 0) {
      chunks.push(chunk('IDAT', image));
    } else {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence, 0);
      sequence += 1;
      chunks.push(chunk('fdAT', Buffer.concat([number, image])));
    }
  });
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}
