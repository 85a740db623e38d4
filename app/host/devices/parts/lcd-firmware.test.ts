/**
 * The LCD on the virtual Uno: programs drive its pins as the LiquidCrystal library does, with the
 * same instructions in the same order. What the LCD shows follows from the signals alone.
 */
import { describe, expect, it } from 'vitest';
import type { LcdView } from '../../../../generator/parts/part-type.ts';
import { newPart } from '../../../../generator/sketch/create.ts';
import { ATMEGA328P } from '../avr/atmega328p.ts';
import { AvrBoard } from '../avr/board.ts';
import { readIntelHex } from '../avr/intel-hex.ts';
import { compileAvr } from '../avr/test-programs.ts';

const FOUR_LINES = { rs: '12', e: '11', d4: '5', d5: '4', d6: '3', d7: '2' };
const EIGHT_LINES = {
  ...{ rs: '12', rw: '11', e: '10' },
  ...{ d0: '2', d1: '3', d2: '4', d3: '5', d4: '6', d5: '7', d6: '8', d7: '9' },
};

/** LiquidCrystal 1.0.7 in C. `init` is its constructor with begin(16, 2). */
const LIBRARY = `
#include <util/delay.h>
static uint8_t rs, rw = 255, en, lines[8], eight, control, mode;
static void pin(uint8_t n, uint8_t level) {
  volatile uint8_t *port = n < 8 ? &PORTD : &PORTB;
  const uint8_t bit = 1 << (n & 7);
  if (level) *port |= bit; else *port &= ~bit;
}
static void pulse(void) { pin(en, 0); _delay_us(1); pin(en, 1); _delay_us(1); pin(en, 0); _delay_us(100); }
static void nibble(uint8_t v) { for (uint8_t i = 0; i < 4; i++) pin(lines[i], (v >> i) & 1); pulse(); }
static void byte8(uint8_t v) { for (uint8_t i = 0; i < 8; i++) pin(lines[i], (v >> i) & 1); pulse(); }
static void send(uint8_t v, uint8_t data) {
  pin(rs, data);
  if (rw != 255) pin(rw, 0);
  if (eight) byte8(v); else { nibble(v >> 4); nibble(v); }
}
static void command(uint8_t v) { send(v, 0); }
static void put_char(uint8_t v) { send(v, 1); }
static void print(const char *s) { while (*s) put_char(*s++); }
static void clear(void) { command(1); _delay_ms(2); }
static void home(void) { command(2); _delay_ms(2); }
static void set_cursor(uint8_t column, uint8_t row) { command(0x80 | (column + (row ? 0x40 : 0))); }
static void display(void) { command(8 | (control |= 4)); }
static void no_display(void) { command(8 | (control &= ~4)); }
static void cursor(void) { command(8 | (control |= 2)); }
static void blink(void) { command(8 | (control |= 1)); }
static void scroll_left(void) { command(0x18); }
static void scroll_right(void) { command(0x1c); }
static void right_to_left(void) { command(4 | (mode &= ~2)); }
static void autoscroll(void) { command(4 | (mode |= 1)); }
static void create_char(uint8_t place, const uint8_t *rows) {
  command(0x40 | ((place & 7) << 3));
  for (uint8_t i = 0; i < 8; i++) put_char(rows[i]);
}
static void init(void) {
  DDRD = 0xff; DDRB = 0xff;
  pin(rs, 0); pin(en, 0);
  _delay_ms(50);
  if (!eight) { nibble(3); _delay_us(4500); nibble(3); _delay_us(4500); nibble(3); _delay_us(150); nibble(2); }
  else { command(0x38); _delay_us(4500); command(0x38); _delay_us(150); command(0x38); }
  command(eight ? 0x38 : 0x28);
  control = 4; display(); clear();
  mode = 2; command(4 | mode);
}
static const uint8_t heart[] = { 0, 10, 31, 31, 14, 4, 0, 0 };
`;
const WIRING = {
  four: 'rs = 12; en = 11; lines[0] = 5; lines[1] = 4; lines[2] = 3; lines[3] = 2;',
  eight: 'eight = 1; rs = 12; rw = 11; en = 10; for (uint8_t i = 0; i < 8; i++) lines[i] = 2 + i;',
};

/** Runs a program until it has set pin 13, and returns what the LCD shows then. */
function shownBy(statements: string, wiring: keyof typeof WIRING = 'four'): LcdView {
  const source = `${LIBRARY} int main(void) { ${WIRING[wiring]} init(); ${statements} pin(13, 1); for (;;) {} }`;
  const image = readIntelHex(compileAvr(source), ATMEGA328P.flashBytes);
  const board = new AvrBoard(image);
  const pins = wiring === 'four' ? FOUR_LINES : EIGHT_LINES;
  board.parts.replace([{ part: newPart('screen', 'lcd', { pins }), value: 0 }]);
  while (board.pinSignal('13').level === 0 && board.cycles < 16e6) board.runCycles(160_000);
  expect(board.pinSignal('13').level, 'the program has ended').toBe(1);
  const view = board.parts.view('screen');
  if (view?.shows !== 'text') throw new Error('An LCD shows text.');
  return view;
}

const rows = ({ characters }: LcdView) => {
  const text = String.fromCharCode(...characters);
  return [text.slice(0, 16).trimEnd(), text.slice(16).trimEnd()];
};

const HELLO = 'print("Hello"); set_cursor(2, 1); print("world");';

describe.each(['four', 'eight'] as const)('firmware with %s data lines', (wiring) => {
  it('prints two lines', () => {
    const view = shownBy(HELLO, wiring);
    expect(rows(view)).toEqual(['Hello', '  world']);
    expect(view).toMatchObject({ on: true, cursor: null, blink: null });
  });

  it('draws characters of its own, and goes on printing text', () => {
    const view = shownBy('create_char(3, heart); home(); put_char(3); print("!"); put_char(11);', wiring);
    expect(view.characters.slice(0, 3)).toEqual([3, 33, 11]);
    expect(view.glyphs.slice(24, 32)).toEqual([0, 10, 31, 31, 14, 4, 0, 0]);
    expect(view.glyphs.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 0));
  });

  it('shows the cursor where the next character goes, and the blinking block', () => {
    expect(shownBy(`${HELLO} cursor();`, wiring)).toMatchObject({ cursor: { column: 7, row: 1 }, blink: null });
    expect(shownBy(`${HELLO} set_cursor(15, 0); blink(); cursor();`, wiring)).toMatchObject({
      cursor: { column: 15, row: 0 },
      blink: { column: 15, row: 0 },
    });
    expect(shownBy(`${HELLO} cursor(); set_cursor(16, 0);`, wiring).cursor).toBeNull();
  });
});

describe('firmware', () => {
  it('turns the display off with its cursor, and on again with the same text', () => {
    const off = shownBy(`${HELLO} cursor(); blink(); no_display();`);
    expect(off).toMatchObject({ on: false, cursor: null, blink: null });
    const on = shownBy(`${HELLO} no_display(); print("!"); display();`);
    expect(on.on).toBe(true);
    expect(rows(on)).toEqual(['Hello', '  world!']);
  });

  it('scrolls both lines and the cursor, around the 40 characters of a line', () => {
    const left = shownBy(`${HELLO} cursor(); for (uint8_t i = 0; i < 3; i++) scroll_left();`);
    expect(rows(left)).toEqual(['lo', 'orld']);
    expect(left.cursor).toEqual({ column: 4, row: 1 });
    expect(rows(shownBy(`${HELLO} scroll_right(); scroll_right();`))).toEqual(['  Hello', '    world']);
    expect(rows(shownBy(`${HELLO} for (uint8_t i = 0; i < 40; i++) scroll_left();`))).toEqual(['Hello', '  world']);
    expect(rows(shownBy(`${HELLO} scroll_left(); home();`))).toEqual(['Hello', '  world']);
  });

  it('scrolls with each character with autoscroll, from the right edge', () => {
    const view = shownBy('set_cursor(16, 1); autoscroll(); cursor(); print("abc");');
    expect(rows(view)).toEqual(['', '             abc']);
    expect(view.cursor).toBeNull();
  });

  it('writes from right to left, and scrolls the other way then', () => {
    expect(rows(shownBy('set_cursor(5, 0); right_to_left(); print("abc");'))).toEqual(['   cba', '']);
    expect(rows(shownBy('set_cursor(5, 0); right_to_left(); autoscroll(); print("abc");'))).toEqual(['      cba', '']);
  });

  it('clears all, and continues on the second line after 40 characters', () => {
    expect(rows(shownBy(`${HELLO} scroll_left(); clear(); print("x");`))).toEqual(['x', '']);
    expect(rows(shownBy('for (uint8_t i = 0; i < 41; i++) put_char(65 + i % 26);'))).toEqual(['ABCDEFGHIJKLMNOP', 'O']);
  });

  it('writes nothing while R/W is high', () => {
    expect(rows(shownBy(`${HELLO} pin(rs, 1); pin(rw, 1); byte8(88); byte8(88); pin(rw, 0);`, 'eight'))).toEqual([
      'Hello',
      '  world',
    ]);
  });
});
