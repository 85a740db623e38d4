import { describe, expect, it } from 'vitest';
import { TestBoard } from './test-board.ts';

/** Sends a byte with the typical pulse widths of the data sheet. */
function sendByte(board: TestBoard, byte: number): void {
  for (let bit = 7; bit >= 0; bit--) {
    if ((byte >> bit) & 1) board.pulse('data', 0.8125).wait(0.4375);
    else board.pulse('data', 0.375).wait(0.875);
  }
}

function send(board: TestBoard, ...colors: number[]): void {
  for (const color of colors) for (const shift of [8, 16, 0]) sendByte(board, (color >> shift) & 0xff);
}

const strip = (pixels: number | null = 3) =>
  new TestBoard().wire('led-strip', ['data'], 0, { pixels }).write('data', 0);
const shown = (board: TestBoard) => (board.view?.shows === 'pixels' ? board.view.pixels : null);

describe('an LED strip', () => {
  it('shows colours after 50 µs of silence, not before', () => {
    const board = strip();
    board.wait(100);
    send(board, 0xff8001, 0x000010, 0x123456);
    expect(shown(board)).toEqual([0, 0, 0]);
    expect(shown(board.wait(50))).toEqual([0xff8001, 0x000010, 0x123456]);
  });

  it('keeps the colours of LEDs that get no data, and passes on what is too much', () => {
    const board = strip();
    send(board, 1, 2, 3, 4, 5);
    expect(shown(board.wait(300))).toEqual([1, 2, 3]);
    send(board, 9);
    sendByte(board, 0xff);
    expect(shown(board.wait(300))).toEqual([9, 2, 3]);
  });

  it('has as many LEDs as the sketch says, or 8', () => {
    expect(shown(strip(null))).toHaveLength(8);
    expect(shown(strip(100))).toHaveLength(100);
  });
});
