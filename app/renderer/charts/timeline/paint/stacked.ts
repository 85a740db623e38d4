/**
 * Draws stacked shares pixel by pixel. A path of as many rectangles as lanes and columns takes the
 * browser a hundred times longer.
 */
import { channelsOf } from '../../../base/colour.ts';

/** Pixels of an image, four bytes each. `ImageData` implements this. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface Stacked {
  /** Shares of the whole height per lane and column, from 0 to 1. Their sum is at most 1. */
  readonly shares: readonly Float32Array[];
  /** Hex colours of the lanes. */
  readonly fills: readonly string[];
  readonly ground: string;
}

/** Stacks the shares of each column from the bottom. The image has a whole number of pixels for each column. */
export function stackShares({ width, height, data }: Pixels, { shares, fills, ground }: Stacked): void {
  const columns = shares[0]?.length ?? 0;
  const [red, green, blue] = channelsOf(ground);
  // What each colour adds to the ground.
  const added = fills.map((fill) => {
    const [r, g, b] = channelsOf(fill);
    return [r - red, g - green, b - blue] as const;
  });
  const column = new Float32Array(3 * height);
  const perColumn = columns === 0 ? 1 : width / columns;
  let drawn = -1;
  for (let x = 0; x < width; x++) {
    const from = Math.min(columns - 1, Math.floor(x / perColumn));
    if (from !== drawn) fillColumn(column, height, shares, added, from);
    drawn = from;
    for (let y = 0, at = 4 * x; y < height; y++, at += 4 * width) {
      data[at] = red + (column[3 * y] ?? 0);
      data[at + 1] = green + (column[3 * y + 1] ?? 0);
      data[at + 2] = blue + (column[3 * y + 2] ?? 0);
      data[at + 3] = 255;
    }
  }
}

/** A pixel that is covered in part has that part of the colour. */
function fillColumn(
  column: Float32Array,
  height: number,
  shares: readonly Float32Array[],
  added: readonly (readonly [number, number, number])[],
  x: number,
): void {
  column.fill(0);
  let bottom = height;
  for (let lane = 0; lane < shares.length; lane++) {
    const share = shares[lane]?.[x] ?? 0;
    const colour = added[lane];
    if (share <= 0 || colour === undefined) continue;
    const top = Math.max(0, bottom - share * height);
    for (let y = Math.floor(top); y < bottom; y++) {
      const covered = Math.min(y + 1, bottom) - Math.max(y, top);
      column[3 * y] = (column[3 * y] ?? 0) + covered * colour[0];
      column[3 * y + 1] = (column[3 * y + 1] ?? 0) + covered * colour[1];
      column[3 * y + 2] = (column[3 * y + 2] ?? 0) + covered * colour[2];
    }
    bottom = top;
  }
}
