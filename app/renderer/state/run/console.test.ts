import { describe, expect, it } from 'vitest';
import { appendText } from './console.ts';

/** Returns the lines that these consecutive pieces make. */
function linesOf(...pieces: readonly string[]): string[] {
  const start: Parameters<typeof appendText>[0] = { lines: [], open: false };
  return pieces.reduce((state, text) => appendText(state, { text, timeNs: 0 }), start).lines.map(({ text }) => text);
}

describe('the console', () => {
  it('joins the pieces of a line and keeps empty lines', () => {
    expect(linesOf('te', 'mp 21\n\nhum', ' 40\n')).toEqual(['temp 21', '', 'hum 40']);
  });

  it('ends a line at CR LF, even if they arrive in two pieces', () => {
    expect(linesOf('one\r\ntwo\r', '\nthree\r', '\n')).toEqual(['one', 'two', 'three']);
  });

  it('keeps a carriage return inside a line', () => {
    expect(linesOf('10 %\r20 %\n')).toEqual(['10 %\r20 %']);
  });
});
