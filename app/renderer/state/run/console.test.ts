import { describe, expect, it } from 'vitest';
import { appendText } from './console.ts';

/** The lines that these pieces make, one after the other. */
function linesOf(...pieces: readonly string[]): string[] {
  const start: Parameters<typeof appendText>[0] = { lines: [], open: false };
  return pieces.reduce((state, text) => appendText(state, { text, timeNs: 0 }), start).lines.map(({ text }) => text);
}

describe('the console', () => {
  it('joins pieces of a line and keeps empty lines', () => {
    expect(linesOf('te', 'mp 21\n\nhum', ' 40\n')).toEqual(['temp 21', '', 'hum 40']);
  });

  it('ends a line at CR LF, also when they come in two pieces', () => {
    expect(linesOf('one\r\ntwo\r', '\nthree\r', '\n')).toEqual(['one', 'two', 'three']);
  });

  it('keeps a carriage return inside a line', () => {
    expect(linesOf('10 %\r20 %\n')).toEqual(['10 %\r20 %']);
  });
});
