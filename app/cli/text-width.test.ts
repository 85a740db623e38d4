import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { textWidth } from './text-width.ts';

const colour = fc.constantFrom('\u001b[31m', '\u001b[39m', '\u001b[1m', '\u001b[0m');
const latin = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code));
const ofTables = fc.constantFrom(...'–—…µμ≤≥×·²');
const any = fc.string({ unit: 'grapheme', maxLength: 2 });

describe('the width of a text', () => {
  it('agrees with the library, for simple text too', () => {
    const text = fc.array(fc.oneof(colour, latin, ofTables, any), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => void expect(textWidth(one)).toBe(stringWidth(one))),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 0],
    ['12.5 µs – 3 ms…', 15],
    ['\u001b[31mred\u001b[39m', 3],
    ['温度', 4],
    ['soft\u00adhyphen', 10],
    ['👩‍🚀', 2],
  ])('of %j is %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});
