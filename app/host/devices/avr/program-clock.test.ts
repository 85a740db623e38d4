import { describe, expect, test } from 'vitest';
import { AvrBoard } from './board.ts';
import { ATMEGA328P } from './config.ts';
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

function edgeOf(source: string) {
  const edges: number[] = [];
  const board = new AvrBoard(readIntelHex(compileAvr(source), ATMEGA328P.flashBytes), {
    onPinEdge: (pin, level, cause, cycle) => {
      if (ATMEGA328P.pins[pin]?.name === '13' && level === 1 && cause === 'program') edges.push(cycle);
    },
  });
  board.runCycles(8_000_000);
  return { edge: edges[0] ?? Number.NaN, zero: board.programZeroCycle() };
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
    const board = new AvrBoard(readIntelHex(compileAvr('int main(void) { for (;;) {} }'), ATMEGA328P.flashBytes));
    board.runCycles(100_000);
    expect(board.programZeroCycle()).toBeNull();
  });
});

test('an edge has its cause', () => {
  const causes = new Map<string, Set<string>>();
  const source = `
    int main(void) {
      DDRB = (1 << 3) | (1 << 5); TCCR2A = (1 << COM2A1) | 3; TCCR2B = 1; OCR2A = 64;
      PORTB = 1 << 5;
      for (;;) {}
    }`;
  const board = new AvrBoard(readIntelHex(compileAvr(source), ATMEGA328P.flashBytes), {
    onPinEdge: (pin, _level, cause) => {
      const name = ATMEGA328P.pins[pin]?.name ?? '';
      causes.set(name, (causes.get(name) ?? new Set()).add(cause));
    },
  });
  board.runCycles(10_000);
  board.setPin('2', { kind: 'digital', level: 1 });
  board.runCycles(100);
  expect(causes.get('13')).toEqual(new Set(['program']));
  expect(causes.get('11')).toEqual(new Set(['timer']));
  expect(causes.get('2')).toEqual(new Set(['outside']));
});
