/**
 * The pictures of the board and of the parts: the elements of @wokwi/elements, where they are, and
 * which of their pins is which terminal. This module is loaded with the drawn board only.
 *
 * The elements only draw. They are inert and hidden from screen readers: what the user operates is a
 * control of this window around the picture.
 */
import '@wokwi/elements/dist/esm/7segment-element.js';
import '@wokwi/elements/dist/esm/arduino-mega-element.js';
import '@wokwi/elements/dist/esm/arduino-nano-element.js';
import '@wokwi/elements/dist/esm/arduino-uno-element.js';
import '@wokwi/elements/dist/esm/buzzer-element.js';
import '@wokwi/elements/dist/esm/hc-sr04-element.js';
import '@wokwi/elements/dist/esm/lcd1602-element.js';
import '@wokwi/elements/dist/esm/led-element.js';
import '@wokwi/elements/dist/esm/photoresistor-sensor-element.js';
import '@wokwi/elements/dist/esm/potentiometer-element.js';
import '@wokwi/elements/dist/esm/pushbutton-element.js';
import '@wokwi/elements/dist/esm/rgb-led-element.js';
import '@wokwi/elements/dist/esm/servo-element.js';
import '@wokwi/elements/dist/esm/slide-switch-element.js';
import type { BoardPicture } from '../../../../generator/platform/board.ts';
import type { PartKind } from '../../../../generator/sketch/model.ts';
import type { Point, Side, Size } from './board-scene.ts';

export interface Picture {
  /** The element that draws it. Null: it is drawn by parts.tsx. */
  readonly tag: string | null;
  /** The size of the element at scale 1. */
  readonly size: Size;
  /** How large it is beside the board. A part that is larger than the board in nature is reduced. */
  readonly zoom: number;
  /** The element's pin of each terminal. */
  readonly pins: Readonly<Record<string, string>>;
  /** Where the wires leave. Without it, a wire leaves at the side that its terminal is nearest to. */
  readonly side?: Side;
  /** Fixed positions of terminals of a picture that is no element. */
  readonly at?: Readonly<Record<string, Point>>;
}

const SEGMENT_PINS = { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E', f: 'F', g: 'G', point: 'DP', common: 'COM.1' };

const LCD_PINS = {
  ...{ rs: 'RS', rw: 'RW', e: 'E', d0: 'D0', d1: 'D1', d2: 'D2', d3: 'D3' },
  ...{ d4: 'D4', d5: 'D5', d6: 'D6', d7: 'D7' },
};

export const PICTURES: Readonly<Record<PartKind, Picture>> = {
  led: { tag: 'wokwi-led', size: { width: 40, height: 50 }, zoom: 1, pins: { anode: 'A' } },
  'rgb-led': {
    tag: 'wokwi-rgb-led',
    size: { width: 42, height: 73 },
    zoom: 0.8,
    side: 'bottom',
    pins: { red: 'R', green: 'G', blue: 'B' },
  },
  button: { tag: 'wokwi-pushbutton', size: { width: 67, height: 45 }, zoom: 0.95, pins: { a: '1.l' } },
  'slide-switch': { tag: 'wokwi-slide-switch', size: { width: 32, height: 35 }, zoom: 1.3, pins: { common: '2' } },
  potentiometer: { tag: 'wokwi-potentiometer', size: { width: 76, height: 76 }, zoom: 0.9, pins: { wiper: 'SIG' } },
  'light-sensor': {
    tag: 'wokwi-photoresistor-sensor',
    size: { width: 174, height: 62 },
    zoom: 0.62,
    pins: { signal: 'AO' },
  },
  servo: { tag: 'wokwi-servo', size: { width: 170, height: 120 }, zoom: 0.6, pins: { signal: 'PWM' } },
  buzzer: { tag: 'wokwi-buzzer', size: { width: 75, height: 84 }, zoom: 0.75, pins: { signal: '1' } },
  ultrasonic: {
    tag: 'wokwi-hc-sr04',
    size: { width: 170, height: 95 },
    zoom: 0.62,
    pins: { trigger: 'TRIG', echo: 'ECHO' },
  },
  'seven-segment': { tag: 'wokwi-7segment', size: { width: 48, height: 72 }, zoom: 0.9, pins: SEGMENT_PINS },
  lcd: {
    tag: 'wokwi-lcd1602',
    size: { width: 303, height: 136 },
    zoom: 0.6,
    pins: LCD_PINS,
  },
  'led-strip': { tag: null, size: { width: 164, height: 30 }, zoom: 1, pins: {}, at: { data: { x: 0, y: 15 } } },
  'signal-generator': {
    tag: null,
    size: { width: 76, height: 44 },
    zoom: 1,
    pins: {},
    at: { output: { x: 0, y: 22 } },
  },
};

interface BoardDrawing {
  readonly tag: string;
  readonly size: Size;
  /** The lights of the board: their place, and their colour. */
  readonly lights: Readonly<Record<'L' | 'ON' | 'TX' | 'RX', Point>>;
}

export const BOARD_DRAWINGS: Readonly<Record<BoardPicture, BoardDrawing>> = {
  'arduino-uno': {
    tag: 'wokwi-arduino-uno',
    size: { width: 274, height: 202 },
    lights: { L: { x: 121.6, y: 46.3 }, ON: { x: 236.6, y: 63.4 }, TX: { x: 120.5, y: 63.4 }, RX: { x: 120.5, y: 72 } },
  },
  'arduino-nano': {
    tag: 'wokwi-arduino-nano',
    size: { width: 170, height: 67 },
    lights: { L: { x: 114.9, y: 43.7 }, ON: { x: 114.9, y: 36.1 }, TX: { x: 114.9, y: 21 }, RX: { x: 114.9, y: 28.5 } },
  },
  'arduino-mega': {
    tag: 'wokwi-arduino-mega',
    size: { width: 388, height: 192 },
    lights: { L: { x: 118.3, y: 54.5 }, ON: { x: 292.9, y: 61 }, TX: { x: 118.3, y: 72.1 }, RX: { x: 118.3, y: 80.5 } },
  },
};

interface ElementPin extends Point {
  readonly name: string;
}

const known = new Map<string, ReadonlyMap<string, Point>>();

/** Where the pins of an element are, by their names. */
export function pinsOfElement(tag: string): ReadonlyMap<string, Point> {
  const found = known.get(tag);
  if (found !== undefined) return found;
  const element = document.createElement(tag) as HTMLElement & { readonly pinInfo?: readonly ElementPin[] };
  const pins = new Map((element.pinInfo ?? []).map(({ name, x, y }) => [name, { x, y }]));
  known.set(tag, pins);
  return pins;
}

/** Where the terminal of a part is in its picture, in natural size. */
export function terminalPoint({ tag, size, pins, at = {} }: Picture, terminal: string): Point {
  const pin = pins[terminal];
  const point = at[terminal] ?? (tag === null || pin === undefined ? undefined : pinsOfElement(tag).get(pin));
  return point ?? { x: size.width / 2, y: size.height };
}
