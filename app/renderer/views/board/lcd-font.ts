/** The characters of an LCD: those of the controller, and those that the program has drawn. */
import { fontA00 } from '@wokwi/elements/dist/esm/lcd1602-font-a00.js';

/** Pixels of a character are in rows, from the top. */
const ROWS = 8;
const COLUMNS = 5;
/** Characters 0 to 7 are the program's own, and so are 8 to 15, which are the same. */
const OWN = 8;

/** @param glyphs eight rows for each of the eight characters. Bit 4 is the left pixel of a row. */
export function fontWith(glyphs: readonly number[]): Uint8Array {
  const font = Uint8Array.from(fontA00);
  for (let row = 0; row < OWN * ROWS; row++) {
    const pixels = mirrored(glyphs[row] ?? 0);
    font[row] = pixels;
    font[OWN * ROWS + row] = pixels;
  }
  return font;
}

/** In the font of the picture, bit 0 is the left pixel. */
function mirrored(row: number): number {
  let result = 0;
  for (let bit = 0; bit < COLUMNS; bit++) if (row & (1 << bit)) result |= 1 << (COLUMNS - 1 - bit);
  return result;
}
