/** The chip of the Mega: what differs from the Uno's. Pins have Arduino's names. */
import { describe, expect, it } from 'vitest';
import { findTools } from '../../../../platformio/setup/tools.ts';
import { NO_SYMBOLS } from '../elf-symbols.ts';
import { ATMEGA2560 } from './atmega2560.ts';
import { AvrBoard } from './board.ts';
import { readIntelHex } from './intel-hex.ts';
import { compileAvr } from './test-programs.ts';

/** Runs a program, and returns what it sent. */
function run(source: string, act: (board: AvrBoard) => void = () => {}, ms = 20) {
  const sent: number[] = [];
  const image = readIntelHex(compileAvr(source, ATMEGA2560), ATMEGA2560.flashBytes);
  const board = new AvrBoard(image, { onSerialByte: (byte) => sent.push(byte) }, ATMEGA2560);
  act(board);
  board.runCycles(ms * 16_000);
  expect(board.crash).toBeNull();
  return { sent, board };
}

const digital = (level: 0 | 1) => ({ kind: 'digital', level }) as const;

describe.skipIf(!findTools().avr.installed)('an ATmega2560', () => {
  it.each([
    ['A0', 0],
    ['A7', 7],
    ['A8', 8],
    ['A15', 15],
  ])('reads the voltage of %s', (pin, channel) => {
    const source = `
      int main(void) {
        serial(1);
        ADMUX = (1 << REFS0) | ${channel % 8};
        ADCSRB = ${channel > 7 ? '1 << MUX5' : '0'};
        ADCSRA = (1 << ADEN) | (1 << ADSC) | 7;
        while (ADCSRA & (1 << ADSC)) {}
        uint16_t value = ADC;
        put(value & 255); put(value >> 8);
        for (;;) {}
      }`;
    const { sent } = run(source, (board) => board.setPin(pin, { kind: 'analog', millivolts: 2500 }));
    expect((sent[0] ?? 0) + 256 * (sent[1] ?? 0)).toBe(512);
  });

  it.each([
    ['21', 'INT0', 'EICRA = 3'],
    ['18', 'INT3', 'EICRA = 3 << 6'],
    ['2', 'INT4', 'EICRB = 3'],
    ['3', 'INT5', 'EICRB = 3 << 2'],
  ])('interrupts at a rising edge of pin %s: %s', (pin, name, sense) => {
    const number = name.slice(3);
    const source = `
      ISR(${name}_vect) { put('!'); }
      int main(void) { serial(1); ${sense}; EIMSK = 1 << ${number}; sei(); for (;;) {} }`;
    const { sent } = run(source, (board) => {
      board.runCycles(1000);
      for (const level of [0, 1, 0, 1] as const) {
        board.setPin(pin, digital(level));
        board.runCycles(1000);
      }
    });
    expect(sent).toEqual([0x21, 0x21]);
  });

  it.each([
    ['53', 0, 0],
    ['13', 0, 7],
    ['15', 1, 1],
    ['14', 1, 2],
    ['A8', 2, 0],
    ['A15', 2, 7],
  ])('interrupts at each change of pin %s: bit %d of PCMSK%d', (pin, group, bit) => {
    const source = `
      ISR(PCINT${group}_vect) { put('!'); }
      int main(void) { serial(1); PCMSK${group} = 1 << ${bit}; PCICR = 1 << ${group}; sei(); for (;;) {} }`;
    const { sent } = run(source, (board) => {
      board.runCycles(1000);
      for (const level of [1, 0, 1] as const) {
        board.setPin(pin, digital(level));
        board.runCycles(1000);
      }
    });
    expect(sent).toEqual([0x21, 0x21, 0x21]);
  });

  it.each([
    ['13', 'DDRB = 1 << 7; TCCR0A = (1 << COM0A1) | 3; TCCR0B = 1; OCR0A = 63;'],
    ['4', 'DDRG = 1 << 5; TCCR0A = (1 << COM0B1) | 3; TCCR0B = 1; OCR0B = 63;'],
    ['9', 'DDRH = 1 << 6; TCCR2A = (1 << COM2B1) | 3; TCCR2B = 1; OCR2B = 63;'],
    ['5', 'DDRE = 1 << 3; TCCR3A = (1 << COM3A1) | 1; TCCR3B = 1; OCR3A = 64;'],
    ['3', 'DDRE = 1 << 5; TCCR3A = (1 << COM3C1) | 1; TCCR3B = 1; OCR3C = 64;'],
    ['8', 'DDRH = 1 << 5; TCCR4A = (1 << COM4C1) | 1; TCCR4B = 1; OCR4C = 64;'],
    ['46', 'DDRL = 1 << 3; TCCR5A = (1 << COM5A1) | 1; TCCR5B = 1; OCR5A = 64;'],
    ['44', 'DDRL = 1 << 5; TCCR5A = (1 << COM5C1) | 1; TCCR5B = 1; OCR5C = 64;'],
  ])('has a quarter of PWM on pin %s', (pin, setup) => {
    const { board } = run(`int main(void) { ${setup} for (;;) {} }`);
    board.pinStates();
    board.runCycles(16_000);
    const state = board.pinStates().find((each) => each.pin === pin);
    expect(state?.duty).toBeGreaterThan(0.24);
    expect(state?.duty).toBeLessThan(0.26);
  });

  it('has its RAM from 0x200 to 0x21ff, and calls that push three bytes', () => {
    const source = `
      __attribute__((noinline)) static void deep(void) { uint16_t at = SP; put(at & 255); put(at >> 8); }
      int main(void) { serial(1); uint16_t at = SP; put(at & 255); put(at >> 8); deep(); for (;;) {} }`;
    const [a = 0, b = 0, c = 0, d = 0] = run(source).sent;
    const [outer, inner] = [a + 256 * b, c + 256 * d];
    expect(outer).toBeLessThanOrEqual(0x21ff);
    expect(outer).toBeGreaterThan(0x21e0);
    expect(outer - inner).toBeGreaterThanOrEqual(3);
  });

  it('reads and calls code beyond 64 KiB and beyond 128 KiB', () => {
    const source = `
      #include <avr/pgmspace.h>
      static const uint8_t far_data[] __attribute__((section(".far_data"), used)) = { 'f' };
      __attribute__((noinline, section(".far_code"))) static uint8_t far_call(void) { return 'c'; }
      uint8_t (*volatile pointer)(void) = far_call;
      int main(void) { serial(1); put(pgm_read_byte_far(0x18000)); put(pointer()); for (;;) {} }`;
    const image = compileAvr(source, ATMEGA2560, [
      '-Wl,--section-start=.far_data=0x18000',
      '-Wl,--section-start=.far_code=0x24000',
    ]);
    const sent: number[] = [];
    const hooks = { onSerialByte: (byte: number) => void sent.push(byte) };
    const board = new AvrBoard(readIntelHex(image, ATMEGA2560.flashBytes), hooks, ATMEGA2560);
    board.runCycles(20_000);
    expect(board.crash).toBeNull();
    expect(String.fromCharCode(...sent)).toBe('fc');
  });

  it('finds the functions that return addresses of three bytes point to', () => {
    const source = `
      __attribute__((noinline)) static void stuck(void) { cli(); TIMSK0 = 1; TCCR0B = 1; for (;;) {} }
      int main(void) { stuck(); put(1); for (;;) {} }`;
    const image = readIntelHex(compileAvr(source, ATMEGA2560), ATMEGA2560.flashBytes);
    const symbols = { ...NO_SYMBOLS, functionAt: (address: number) => `0x${address.toString(16)}` };
    const board = new AvrBoard(image, {}, ATMEGA2560, { symbols });
    board.runCycles(16_000);
    // The loop of stuck(), and the place in main() after its call.
    expect(board.facts().functions?.length).toBeGreaterThanOrEqual(2);
  });
});
