/**
 * An HD44780 with two lines of 16 characters and four or eight data lines (Hitachi data sheet
 * ADE-207-272). It is never busy: a program that does not wait for the controller works here, but
 * not on a real LCD. A program that reads it finds all lines low, which means that it is not busy.
 */
import type { LcdView } from '../../../../generator/parts/part-type.ts';
import type { MakePart } from './part.ts';

const COLUMNS = 16;
const ROWS = 2;
/** Characters of a line in the controller's memory, of which 16 are visible. */
const LINE = 40;
const SECOND_LINE = 0x40;
const SPACE = 0x20;

type Cell = LcdView['cursor'];

export class Hd44780 {
  /** Characters by address: the first line from 0, the second from 0x40. */
  readonly #characters = new Uint8Array(SECOND_LINE + LINE).fill(SPACE);
  readonly #glyphs = new Uint8Array(64);
  #address = 0;
  #writesGlyphs = false;
  #step: 1 | -1 = 1;
  #shiftsOnWrite = false;
  /** How many characters the lines have moved to the left. */
  #shift = 0;
  #on = false;
  #cursor = false;
  #blink = false;
  #twoLines = false;
  /** After power-up, eight data lines are expected. */
  #eightBits = true;
  /** The upper half of a byte that has not arrived completely. */
  #upper: number | null = null;

  /** Takes the data lines D0 to D7 at a falling edge of E. Lines without a wire are low. */
  takeLines(lines: number, isData: boolean): void {
    if (this.#eightBits) {
      this.#take(lines, isData);
    } else if (this.#upper === null) {
      this.#upper = lines >> 4;
    } else {
      const byte = (this.#upper << 4) | (lines >> 4);
      this.#upper = null;
      this.#take(byte, isData);
    }
  }

  view(): LcdView {
    const cell = this.#cell();
    const rows = Array.from({ length: ROWS }, (_, row) => row);
    const columns = Array.from({ length: COLUMNS }, (_, column) => column);
    return {
      shows: 'text',
      on: this.#on,
      characters: rows.flatMap((row) => columns.map((column) => this.#visible(row, column))),
      glyphs: [...this.#glyphs],
      cursor: this.#on && this.#cursor ? cell : null,
      blink: this.#on && this.#blink ? cell : null,
    };
  }

  #take(byte: number, isData: boolean): void {
    if (isData) this.#write(byte);
    else this.#instruct(byte);
  }

  /** The highest bit that is set selects the instruction. */
  #instruct(byte: number): void {
    if (byte & 0x80) this.#select(false, byte & 0x7f);
    else if (byte & 0x40) this.#select(true, byte & 0x3f);
    else if (byte & 0x20) this.#setFunction(byte);
    else if (byte & 0x10) this.#move((byte & 0x08) !== 0, (byte & 0x04) === 0);
    else if (byte & 0x08) this.#control(byte);
    else if (byte & 0x04) this.#setEntry(byte);
    else if (byte & 0x02) this.#home();
    else if (byte & 0x01) this.#clear();
  }

  #select(glyphs: boolean, address: number): void {
    this.#writesGlyphs = glyphs;
    this.#address = address;
  }

  #setFunction(byte: number): void {
    this.#eightBits = (byte & 0x10) !== 0;
    this.#twoLines = (byte & 0x08) !== 0;
    this.#upper = null;
  }

  #control(byte: number): void {
    this.#on = (byte & 0x04) !== 0;
    this.#cursor = (byte & 0x02) !== 0;
    this.#blink = (byte & 0x01) !== 0;
  }

  #setEntry(byte: number): void {
    this.#step = byte & 0x02 ? 1 : -1;
    this.#shiftsOnWrite = (byte & 0x01) !== 0;
  }

  #home(): void {
    this.#select(false, 0);
    this.#shift = 0;
  }

  #clear(): void {
    this.#characters.fill(SPACE);
    this.#home();
    this.#step = 1;
  }

  #move(display: boolean, left: boolean): void {
    if (display) this.#shiftBy(left ? 1 : -1);
    else this.#advance(left ? -1 : 1);
  }

  #shiftBy(characters: number): void {
    const length = this.#twoLines ? LINE : 2 * LINE;
    this.#shift = (this.#shift + characters + length) % length;
  }

  #write(byte: number): void {
    if (this.#writesGlyphs) {
      this.#glyphs[this.#address] = byte & 0x1f;
      this.#address = (this.#address + this.#step + 64) & 63;
      return;
    }
    const index = this.#indexOf(this.#address);
    if (index < this.#characters.length) this.#characters[index] = byte;
    this.#advance(this.#step);
    if (this.#shiftsOnWrite) this.#shiftBy(this.#step);
  }

  /** With one line, its 80 characters have addresses from 0. They are kept as two lines are. */
  #indexOf(address: number): number {
    return this.#twoLines || address < LINE ? address : address - LINE + SECOND_LINE;
  }

  #advance(step: 1 | -1): void {
    const next = this.#address + step;
    if (!this.#twoLines) this.#address = (next + 2 * LINE) % (2 * LINE);
    else if (step === 1) this.#address = next === LINE ? SECOND_LINE : next === SECOND_LINE + LINE ? 0 : next & 0x7f;
    else this.#address = next < 0 ? SECOND_LINE + LINE - 1 : next === SECOND_LINE - 1 ? LINE - 1 : next;
  }

  #visible(row: number, column: number): number {
    if (!this.#twoLines) {
      const address = (column + this.#shift) % (2 * LINE);
      return row === 0 ? (this.#characters[this.#indexOf(address)] as number) : SPACE;
    }
    return this.#characters[row * SECOND_LINE + ((column + this.#shift) % LINE)] as number;
  }

  #cell(): Cell {
    const length = this.#twoLines ? LINE : 2 * LINE;
    const row = this.#twoLines && this.#address >= SECOND_LINE ? 1 : 0;
    const column = (this.#address - row * SECOND_LINE - this.#shift + length) % length;
    return column >= 0 && column < COLUMNS ? { column, row } : null;
  }
}

const DATA = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;

export const lcd: MakePart = (_part, wires) => {
  const controller = new Hd44780();
  let enabled = false;
  wires.watch('e', ({ level, output }) => {
    const falls = enabled && level === 0;
    enabled = output && level === 1;
    if (!falls || wires.signal('rw').level === 1) return;
    const lines = DATA.reduce((sum, terminal, bit) => sum | (wires.signal(terminal).level << bit), 0);
    controller.takeLines(lines, wires.signal('rs').level === 1);
  });
  return { view: () => controller.view() };
};
