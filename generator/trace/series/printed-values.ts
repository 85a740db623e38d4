/**
 * Values in printed lines, in the format of the Arduino IDE's serial plotter:
 *
 *   temp:21.5,hum:40      a value for each name
 *   21.5 40               the values of "value 1" and "value 2"
 *
 * A comma, spaces or tabs are between values, and a line feed ends the line. A value can have a unit after
 * its digits if it has a name. The plotter of the IDE takes what it can of any line. Here the whole line
 * must have the format, and a name needs a letter, so that sentences and times of day give no values.
 *
 * Source: github.com/arduino/arduino-serial-plotter-webapp, "Serial Plotter protocol".
 */
import { NOTICES } from '../event-table.ts';
import { KIND_BOOT, KIND_EVENTS_DROPPED, KIND_GAP, KIND_NOTICE } from '../kinds.ts';

/** A longer line has no values. */
const MOST_LENGTH = 1000;
/** Further names have no values: text with a number in its names would give any number of them. */
const MOST_NAMES = 64;

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
/** Arduino prints these for values that are no numbers. */
const NO_NUMBER = 'nan|inf|-inf|ovf|-ovf';
const PLAIN = new RegExp(`^(?:${NUMBER}|${NO_NUMBER})$`);
/** With a unit after the digits. */
const MEASURE = new RegExp(`^(${NUMBER}|${NO_NUMBER})[^\\d.]*$`);
const LETTER = /\p{L}/u;

export interface PrintedValue {
  readonly name: string;
  /** NaN for a value that is no number. */
  readonly value: number;
}

/** The values of a line without its line break. Empty: it has another format. */
export function valuesIn(line: string): readonly PrintedValue[] {
  const fields = line.split(/[, \t]+/).filter((field) => field !== '');
  const isNamed = line.includes(':');
  const found = fields.map((field, i) =>
    isNamed ? namedValue(field) : PLAIN.test(field) ? { name: `value ${i + 1}`, value: Number(field) } : null,
  );
  return found.every((value) => value !== null) ? found : [];
}

/** The value of a field such as `temp:21.5°C`; null: it has another format. */
function namedValue(field: string): PrintedValue | null {
  const [name = '', text = '', ...more] = field.split(':');
  if (more.length > 0 || !LETTER.test(name)) return null;
  const value = MEASURE.exec(text)?.[1];
  return value === undefined ? null : { name, value: Number(value) };
}

export class PrintedValues {
  readonly #push: (name: string, timeNs: number, value: number) => void;
  readonly #names = new Set<string>();
  /** Null: the start of the line is not known, or the line is too long. */
  #line: string | null = null;
  #sinceNs = 0;

  /** @param push takes each value, at the time of the first character of its line. NaN: no number */
  constructor(push: (name: string, timeNs: number, value: number) => void) {
    this.#push = push;
  }

  /** A printed text, which may end anywhere in a line. */
  text(timeNs: number, text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#add(timeNs, first);
    for (const part of rest) {
      this.#end();
      this.#line = '';
      this.#add(timeNs, part);
    }
  }

  /** Another event. After lost events or a cut text, a line begins with its line feed. */
  event(kind: number, object: number): void {
    if (kind === KIND_BOOT) this.#line = '';
    else if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) this.#line = null;
    else if (kind === KIND_NOTICE && object === NOTICES['text-cut'].code) this.#line = null;
  }

  #add(timeNs: number, text: string): void {
    if (this.#line === null || text === '') return;
    if (this.#line === '') this.#sinceNs = timeNs;
    this.#line = this.#line.length + text.length > MOST_LENGTH ? null : this.#line + text;
  }

  #end(): void {
    const line = this.#line;
    if (line === null || line === '') return;
    for (const { name, value } of valuesIn(line.endsWith('\r') ? line.slice(0, -1) : line)) {
      if (!this.#names.has(name) && this.#names.size === MOST_NAMES) continue;
      this.#names.add(name);
      this.#push(name, this.#sinceNs, value);
    }
  }
}
