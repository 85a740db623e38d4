import { describe, expect, it } from 'vitest';
import { Hd44780 } from './lcd.ts';
import { TestBoard } from './test-board.ts';

const CLEAR = 0x01;
const HOME = 0x02;
const LINE_2 = 0xc0;

/** A controller after LiquidCrystal's begin(16, 2). */
function ready(functionSet = 0x28): Hd44780 {
  const lcd = new Hd44780();
  for (const nibble of [3, 3, 3, 2]) lcd.takeLines(nibble << 4, false);
  for (const byte of [functionSet, 0x0c, CLEAR, 0x06]) instruct(lcd, byte);
  return lcd;
}

function instruct(lcd: Hd44780, byte: number, isData = false): void {
  lcd.takeLines(byte & 0xf0, isData);
  lcd.takeLines((byte & 15) << 4, isData);
}

function print(lcd: Hd44780, text: string): void {
  for (const character of text) instruct(lcd, character.charCodeAt(0), true);
}

const rows = (lcd: Hd44780) => {
  const text = String.fromCharCode(...lcd.view().characters);
  return [text.slice(0, 16).trimEnd(), text.slice(16).trimEnd()];
};

describe('an LCD', () => {
  it('is off after power-up, and shows text after LiquidCrystal has started it', () => {
    expect(new Hd44780().view()).toMatchObject({ on: false, cursor: null, blink: null });
    const lcd = ready();
    print(lcd, 'Hello');
    instruct(lcd, LINE_2);
    print(lcd, 'World');
    expect(rows(lcd)).toEqual(['Hello', 'World']);
    expect(lcd.view().on).toBe(true);
    for (const nibble of [3, 3, 3, 2]) lcd.takeLines(nibble << 4, false);
    instruct(lcd, 0x28);
    expect(rows(lcd)).toEqual(['Hello', 'World']);
    print(lcd, '!');
    expect(rows(lcd)).toEqual(['Hello', 'World!']);
  });

  it('clears, goes home, sets the cursor, and turns itself off without losing text', () => {
    const lcd = ready();
    print(lcd, 'abc');
    instruct(lcd, HOME);
    print(lcd, 'A');
    instruct(lcd, 0x80 | 15);
    print(lcd, 'z');
    expect(rows(lcd)).toEqual(['Abc            z', '']);
    instruct(lcd, 0x08);
    expect(lcd.view().on).toBe(false);
    instruct(lcd, 0x0c);
    expect(rows(lcd)[0]).toBe('Abc            z');
    instruct(lcd, CLEAR);
    expect(rows(lcd)).toEqual(['', '']);
  });

  it('shows the cursor and the blinking block where the next character goes', () => {
    const lcd = ready();
    instruct(lcd, 0x0e);
    instruct(lcd, LINE_2 | 5);
    expect(lcd.view()).toMatchObject({ cursor: { column: 5, row: 1 }, blink: null });
    instruct(lcd, 0x0d);
    instruct(lcd, 0x10);
    expect(lcd.view()).toMatchObject({ cursor: null, blink: { column: 4, row: 1 } });
    instruct(lcd, 0x80 | 20);
    expect(lcd.view().blink).toBeNull();
  });

  it('writes from right to left, scrolls, and continues on the other line', () => {
    const lcd = ready();
    instruct(lcd, 0x04);
    instruct(lcd, 0x80 | 2);
    print(lcd, 'abc');
    expect(rows(lcd)).toEqual(['cba', '']);
    instruct(lcd, 0x06);
    instruct(lcd, 0x80 | 39);
    print(lcd, 'xy');
    expect(rows(lcd)).toEqual(['cba', 'y']);
    instruct(lcd, 0x18);
    expect(rows(lcd)).toEqual(['ba', '']);
    instruct(lcd, 0x1c);
    instruct(lcd, 0x1c);
    expect(rows(lcd)).toEqual(['xcba', ' y']);
  });

  it('scrolls with each character when asked to', () => {
    const lcd = ready();
    print(lcd, 'ab');
    instruct(lcd, 0x07);
    print(lcd, 'cd');
    expect(rows(lcd)).toEqual(['cd', '']);
  });

  it('keeps user-defined characters', () => {
    const lcd = ready();
    instruct(lcd, 0x40 | (2 << 3));
    for (const row of [0x1f, 0xff, 1]) instruct(lcd, row, true);
    instruct(lcd, 0x80);
    instruct(lcd, 2, true);
    expect(lcd.view().glyphs.slice(16, 20)).toEqual([0x1f, 0x1f, 1, 0]);
    expect(lcd.view().characters[0]).toBe(2);
  });

  it('with one line has 80 characters in it', () => {
    const lcd = ready(0x20);
    instruct(lcd, 0x80 | 39);
    print(lcd, 'xyz');
    for (let i = 0; i < 39; i++) instruct(lcd, 0x18);
    expect(rows(lcd)).toEqual(['xyz', '']);
  });

  it('reads its pins at the falling edge of E', () => {
    const board = new TestBoard().wire('lcd', ['rs', 'e', 'd4', 'd5', 'd6', 'd7']);
    const nibble = (value: number) => {
      for (const bit of [0, 1, 2, 3]) board.write(`d${bit + 4}`, (value >> bit) & 1 ? 1 : 0);
      board.write('e', 1).wait(1).write('e', 0).wait(50);
    };
    board.write('rs', 0).write('e', 0);
    for (const value of [3, 3, 3, 2, 2, 8, 0, 0xc, 0, 1]) nibble(value);
    board.write('rs', 1);
    for (const value of [4, 8, 6, 9]) nibble(value);
    const view = board.view;
    expect(view?.shows === 'text' && String.fromCharCode(...view.characters).trim()).toBe('Hi');
  });
});
