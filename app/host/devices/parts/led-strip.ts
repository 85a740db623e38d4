/**
 * WS2812 LEDs in a row. The width of a high pulse is a bit, 24 bits in the order green, red, blue
 * are a colour, and each LED takes the first colour that it sees and passes on the rest. A low level
 * of 50 µs makes the new colours visible (WS2812B data sheet).
 */
import { USUAL_PIXELS } from '../../../../generator/parts/kinds.ts';
import type { MakePart } from './part.ts';

/** A 0 has a pulse of 0.4 ± 0.15 µs, a 1 has 0.8 ± 0.15 µs. */
const ONE_US = 0.6;
const RESET_US = 50;
const BITS = 24;

export const ledStrip: MakePart = ({ pixels: length }, wires) => {
  const shown = Array.from({ length: length ?? USUAL_PIXELS }, () => 0);
  let received: number[] = [];
  let bits = 0;
  let count = 0;
  let rose = Number.NaN;
  let fell = wires.cycles;

  function latch(): void {
    received.forEach((color, index) => {
      if (index < shown.length) shown[index] = color;
    });
    received = [];
    bits = 0;
    count = 0;
  }

  const isReset = (cycle: number) => cycle - fell >= wires.cyclesOf(RESET_US);

  function takeBit(bit: number): void {
    bits = (bits << 1) | bit;
    count++;
    if (count < BITS) return;
    const [green, red, blue] = [(bits >> 16) & 0xff, (bits >> 8) & 0xff, bits & 0xff];
    if (received.length < shown.length) received.push((red << 16) | (green << 8) | blue);
    bits = 0;
    count = 0;
  }

  wires.watch('data', ({ level, output }, cycle) => {
    if (level === 1) {
      if (isReset(cycle)) latch();
      rose = output ? cycle : Number.NaN;
      return;
    }
    if (!Number.isNaN(rose)) takeBit(cycle - rose >= wires.cyclesOf(ONE_US) ? 1 : 0);
    rose = Number.NaN;
    fell = cycle;
  });

  return {
    view: () => {
      if (Number.isNaN(rose) && isReset(wires.cycles)) latch();
      return { shows: 'pixels', pixels: [...shown] };
    },
  };
};
