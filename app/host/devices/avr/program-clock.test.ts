import { describe, expect, test } from 'vitest';
import { readEdgeWord } from '../../../../generator/trace/pins/edge-word.ts';
import type { PinReport } from '../../../../generator/trace/pins/pin-record.ts';
import { ATMEGA328P } from './atmega328p.ts';
import { AvrBoard } from './board.ts';
import { readIntelHex } from './intel-hex.ts';
import { compileAvr } from './test-programs.ts';

/** Starts the timer as Arduino does, then as the runtime does, and shows on pin 13 when it has counted `ticks`. */
const program = (ticks: number, before = '') => `
  int main(void) {
    DDRB = 1 << 5; ${before}
    TCCR1B = 0; TCCR1B = 1 << CS11; TCCR1B |= 1 << CS10; TCCR1A = 1;
    for (volatile uint8_t i = 0; i < 20; i++) {}
    TCCR1A = 0; TCCR1B = 1 << CS11; TIFR1 = 1 << TOV1;
    uint32_t rounds = 0;
    for (;;) {
      uint16_t low = TCNT1;
      if (TIFR1 & (1 << TOV1)) { TIFR1 = 1 << TOV1; rounds++; low = TCNT1; }
      if (((rounds << 16) | low) >= ${ticks}UL) break;
    }
    PORTB = 1 << 5;
    for (;;) {}
  }`;

const boardWith = (source: string): AvrBoard =>
  new AvrBoard(readIntelHex(compileAvr(source), ATMEGA328P.flashBytes), {}, ATMEGA328P, { recordsEdges: true });

const edgesOf = (report: PinReport | null) =>
  [...(report?.words ?? [])].map((word) => {
    const { since, pin, ...edge } = readEdgeWord(word);
    return { ...edge, pin: report?.pins[pin], cycle: (report?.baseCycle ?? 0) + since };
  });

function edgeOf(source: string) {
  const board = boardWith(source);
  board.runCycles(8_000_000);
  const report = board.edges?.take() ?? null;
  const edge = edgesOf(report).find(({ pin, level, cause }) => pin === '13' && level === 1 && cause === 'program');
  return { edge: edge?.cycle ?? Number.NaN, zero: report?.zeroCycle };
}

describe("the program's time", () => {
  test.each([300, 65_000, 70_000, 500_000])('tick %d is at the cycle at which the program reads it', (ticks) => {
    const { edge, zero } = edgeOf(program(ticks));
    expect(zero).not.toBeNull();
    const read = (edge - (zero ?? 0)) / 8;
    expect(read).toBeGreaterThanOrEqual(ticks);
    // One turn of the program's loop takes fewer than 60 cycles.
    expect(read).toBeLessThan(ticks + 60 / 8);
  });

  test('starts when the timer starts, however late', () => {
    const { edge, zero } = edgeOf(program(1000, 'for (volatile uint32_t i = 0; i < 100000; i++) {}'));
    expect((edge - (zero ?? 0)) / 8).toBeGreaterThanOrEqual(1000);
    expect((edge - (zero ?? 0)) / 8).toBeLessThan(1000 + 60 / 8);
  });

  test('is not known before the timer has started', () => {
    const board = boardWith('int main(void) { DDRB = 1 << 5; PORTB = 1 << 5; for (;;) {} }');
    board.runCycles(100_000);
    expect(board.edges?.take() ?? null).toMatchObject({ zeroCycle: null, clockHz: ATMEGA328P.clockHz });
  });
});

test('an edge has its cause', () => {
  const source = `
    int main(void) {
      DDRB = (1 << 3) | (1 << 5); TCCR2A = (1 << COM2A1) | 3; TCCR2B = 1; OCR2A = 64;
      PORTB = 1 << 5;
      for (;;) {}
    }`;
  const board = boardWith(source);
  board.runCycles(10_000);
  board.setPin('2', { kind: 'digital', level: 1 });
  board.runCycles(100);
  const edges = edgesOf(board.edges?.take() ?? null);
  const causesOf = (name: string) => new Set(edges.filter(({ pin }) => pin === name).map(({ cause }) => cause));
  expect(causesOf('13')).toEqual(new Set(['program']));
  expect(causesOf('11')).toEqual(new Set(['timer']));
  expect(causesOf('2')).toEqual(new Set(['outside']));
});
