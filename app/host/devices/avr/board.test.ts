import { describe, expect, test } from 'vitest';
import { newPart } from '../../../../generator/sketch/create.ts';
import { ATMEGA328P } from './atmega328p.ts';
import { AvrBoard } from './board.ts';
import { readIntelHex } from './intel-hex.ts';
import { compileAvr } from './test-programs.ts';

interface Witness {
  readonly board: AvrBoard;
  readonly serial: [byte: number, cycle: number][];
  readonly pins: [pin: string, level: number, cycle: number][];
  text(): string;
}

function boot(source: string, options: { stepTimers?: boolean } = {}): Witness {
  const serial: [number, number][] = [];
  const pins: [string, number, number][] = [];
  const board = new AvrBoard(
    readIntelHex(compileAvr(source), ATMEGA328P.flashBytes),
    {
      onSerialByte: (byte, cycle) => serial.push([byte, cycle]),
      onPinChange: (pin, level, cycle) => pins.push([pin, level, cycle]),
    },
    ATMEGA328P,
    options,
  );
  return { board, serial, pins, text: () => String.fromCharCode(...serial.map(([byte]) => byte)) };
}

/** Cycles from each change of a pin to the next. */
const intervals = ({ pins }: Witness, pin: string) => {
  const at = pins.filter(([name]) => name === pin).map(([, , cycle]) => cycle);
  return at.slice(1).map((cycle, i) => cycle - (at[i] ?? 0));
};

const TOGGLE_BY_TIMER = (loop: string) => `
  ISR(TIMER1_COMPA_vect, ISR_NAKED) { __asm__ volatile("sbi 0x03,5\\n reti"); }
  int main(void) {
    DDRB = 1 << 5; TCCR1A = 0; TCCR1B = (1 << WGM12) | 1; OCR1A = 999; TIMSK1 = 2;
    set_sleep_mode(0); sleep_enable(); sei();
    for (;;) { ${loop} }
  }`;

describe('time', () => {
  test('a timer interrupt comes every thousand cycles, sleeping or awake', () => {
    for (const loop of ['sleep_cpu();', '__asm__ volatile("nop");']) {
      const witness = boot(TOGGLE_BY_TIMER(loop));
      witness.board.runCycles(100_000);
      const found = intervals(witness, '13');
      expect(found.length).toBeGreaterThan(95);
      // While the chip is awake, the instruction in progress adds 0 to 2 cycles, depending on where
      // in the loop the interrupt occurs.
      for (const cycles of found) expect(Math.abs(cycles - 1000)).toBeLessThanOrEqual(loop.startsWith('sleep') ? 0 : 2);
    }
  });

  test('an interrupt takes the time in the data sheet: 4 cycles to enter, 3 for the vector, 4 for RETI', () => {
    const between = (enable: number) => {
      const witness = boot(`
        ISR(TIMER1_COMPA_vect, ISR_NAKED) { __asm__ volatile("reti"); }
        int main(void) {
          DDRB = (1 << 4) | (1 << 5); TCCR1A = 0; TCCR1B = 1; OCR1A = 40; TIMSK1 = ${enable}; TIFR1 = 0xff; TCNT1 = 0; sei();
          __asm__ volatile("sbi 0x05,5\\n .rept 60\\n nop\\n .endr\\n sbi 0x05,4\\n");
          for (;;) {}
        }`);
      witness.board.runCycles(1000);
      const at = (pin: string) => witness.pins.find(([name]) => name === pin)?.[2] ?? 0;
      return at('12') - at('13');
    };
    expect(between(0)).toBe(62);
    expect(between(2)).toBe(62 + 11);
  });

  test('the instruction after SEI runs before any interrupt: no wake-up is lost between SEI and SLEEP', () => {
    const witness = boot(`
      static volatile uint8_t woken;
      ISR(TIMER1_COMPA_vect) { woken++; }
      int main(void) {
        serial(3); TCCR1B = (1 << WGM12) | 1; OCR1A = 60000; TIMSK1 = 2;
        set_sleep_mode(0); sleep_enable();
        for (;;) {
          cli(); TCNT1 = 59990; while (!(TIFR1 & 2)) {}
          sei(); sleep_cpu(); cli();
          put('0' + woken); woken = 0;
        }
      }`);
    witness.board.runCycles(5000);
    expect(witness.text().length).toBeGreaterThan(3);
    expect(new Set(witness.text())).toEqual(new Set('1'));
  });

  test('the instruction after a write to SREG runs before any interrupt: no interrupt splits an update of the stack pointer', () => {
    const witness = boot(`
      ISR(TIMER1_COMPA_vect) { put('0' + GPIOR0); }
      int main(void) {
        serial(3); TCCR1B = 1; OCR1A = 40; TIMSK1 = 2;
        while (!(TIFR1 & 2)) {}
        __asm__ volatile("out 0x3f, %0\\n out %2, %1\\n" :: "r"(0x80), "r"(1), "I"(_SFR_IO_ADDR(GPIOR0)));
        for (;;) {}
      }`);
    witness.board.runCycles(5000);
    expect(witness.text().charAt(0)).toBe('1');
  });

  test('stops at the exact cycle, in slices of any size, and every run is the same', () => {
    const source = TOGGLE_BY_TIMER('sleep_cpu();');
    const whole = boot(source);
    whole.board.runUntil(1_000_000);
    const sliced = boot(source);
    for (let cycle = 0; cycle <= 1_000_000; cycle += 777) sliced.board.runUntil(Math.min(1_000_000, cycle));
    sliced.board.runUntil(1_000_000);
    expect(sliced.pins).toEqual(whole.pins);
    expect(sliced.board.cycles).toBe(1_000_000);
  });
});

const TIMER_PROGRAMS: readonly [string, string][] = [
  ['fast PWM on timer 0', 'TCCR0A = 0xa3; TCCR0B = 2; OCR0A = 40; OCR0B = 200; TIMSK0 = 7; DDRD = 0x60;'],
  ['fast PWM to OCRA, toggling', 'TCCR0A = 0x63; TCCR0B = 0x0a; OCR0A = 97; OCR0B = 13; TIMSK0 = 7; DDRD = 0x60;'],
  [
    'phase-correct PWM on timer 2',
    'TCCR2A = 0xa1; TCCR2B = 4; OCR2A = 40; OCR2B = 255; TIMSK2 = 7; DDRB = 8; DDRD = 8;',
  ],
  [
    'phase-correct PWM at its edges',
    'TCCR2A = 0xa1; TCCR2B = 1; OCR2A = 0; OCR2B = 1; TIMSK2 = 7; DDRB = 8; DDRD = 8;',
  ],
  ['compare mode of timer 1', 'TCCR1A = 0x50; TCCR1B = 0x0a; OCR1A = 333; OCR1B = 100; TIMSK1 = 7; DDRB = 6;'],
  ['free-running timer 1', 'TCCR1A = 0x50; TCCR1B = 1; OCR1A = 333; OCR1B = 65535; TIMSK1 = 7; DDRB = 6;'],
  ['fast PWM to ICR', 'TCCR1A = 0xa2; TCCR1B = 0x19; ICR1 = 500; OCR1A = 20; OCR1B = 600; TIMSK1 = 7; DDRB = 6;'],
  [
    'phase and frequency correct',
    'TCCR1A = 0xa0; TCCR1B = 0x11; ICR1 = 500; OCR1A = 20; OCR1B = 499; TIMSK1 = 7; DDRB = 6;',
  ],
];

describe('timers that skip ticks without visible changes', () => {
  test.each(TIMER_PROGRAMS)('behave in every cycle as timers that are stepped at every tick: %s', (_name, setUp) => {
    const source = `
      static volatile uint8_t n, m;
      ISR(TIMER0_OVF_vect) { n++; } ISR(TIMER0_COMPA_vect) { n += 3; } ISR(TIMER0_COMPB_vect) { n += 7; }
      ISR(TIMER1_OVF_vect) { n++; } ISR(TIMER1_COMPA_vect) { n += 3; } ISR(TIMER1_COMPB_vect) { n += 7; }
      ISR(TIMER2_OVF_vect) { n++; } ISR(TIMER2_COMPA_vect) { n += 3; } ISR(TIMER2_COMPB_vect) { n += 7; }
      int main(void) {
        serial(0); ${setUp} sei();
        for (uint16_t i = 0; ; i++) {
          put(n); put(TCNT0 ^ TCNT1L ^ TCNT2); put(TIFR0 ^ TIFR1 ^ TIFR2);
          if (i % 64 == 10) { OCR0A += 11; OCR2B -= 5; OCR1A += 77; }
          if (i % 64 == 20) TCNT0 = 250;
          if (i % 64 == 30) TCNT1 = 330;
          if (i % 64 == 40) TCNT2 = 99;
          if (i % 64 == 50) { TCCR0B ^= 1; TCCR1B ^= 2; ICR1 += 3; }
          if (i % 64 == 60) { TIFR0 = 7; TIFR1 = 7; TIFR2 = 7; m++; if (m % 8 == 0) TCCR1A ^= 1; }
        }
      }`;
    const stretched = boot(source);
    const stepped = boot(source, { stepTimers: true });
    stretched.board.runCycles(2_000_000);
    stepped.board.runCycles(2_000_000);
    expect(stretched.serial.length).toBeGreaterThan(1000);
    expect(stretched.serial).toEqual(stepped.serial);
    expect(stretched.pins).toEqual(stepped.pins);
    expect(stretched.board.memory).toEqual(stepped.board.memory);
  });
});

describe('the outside of the board', () => {
  test('serial input and output work at the rate that the program sets', () => {
    const witness = boot('int main(void) { serial(16); for (;;) { while (!(UCSR0A & 0x80)) {} put(UDR0 + 1); } }');
    witness.board.serialWrite(Uint8Array.from('HAL', (c) => c.charCodeAt(0)));
    witness.board.runCycles(16_000_000 / 100);
    expect(witness.text()).toBe('IBM');
    expect(witness.board.baudRate).toBe(117_647);
    const [first, second] = witness.serial;
    // Ten bits of 16 · 17 / 2 cycles each.
    expect(Math.abs((second?.[1] ?? 0) - (first?.[1] ?? 0) - 1360)).toBeLessThan(20);
  });

  test('one byte is buffered while another is sent, and two while a third is received', () => {
    const sender = boot(`int main(void) {
      serial(16); for (uint8_t i = 0; i < 3; i++) put('a' + i);
      while (!(UCSR0A & (1 << TXC0))) {} PORTB = 0; DDRB = 1 << 5; PORTB = 1 << 5; for (;;) {} }`);
    sender.board.runCycles(16_000);
    const at = sender.serial.map(([, cycle]) => cycle);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeLessThan(20);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(1320);
    // The transmit-complete flag is set after the third character has been sent, not earlier.
    const [, , done] = sender.pins.find(([pin, level]) => pin === '13' && level === 1) ?? [];
    expect(Math.abs((done ?? 0) - (at[0] ?? 0) - 3 * 1360)).toBeLessThan(20);

    const slow = boot(`int main(void) {
      serial(16); for (uint16_t i = 0; i < 60000; i++) __asm__ volatile("nop");
      uint8_t overrun = UCSR0A & (1 << DOR0);
      while (UCSR0A & 0x80) put(UDR0); put(overrun ? '!' : '.'); for (;;) {} }`);
    slow.board.serialWrite(Uint8Array.from('1234', (c) => c.charCodeAt(0)));
    slow.board.runCycles(1_000_000);
    expect(slow.text()).toBe('12!');
  });

  test('clearing the transmit-complete flag keeps the other flags', () => {
    const witness = boot(`int main(void) {
      serial(16);
      for (uint8_t i = 'a'; i < 'g'; i++) { put(i); UCSR0A = (UCSR0A & ((1 << U2X0) | (1 << MPCM0))) | (1 << TXC0); }
      while (!(UCSR0A & (1 << TXC0))) {} put('.'); for (;;) {} }`);
    witness.board.runCycles(20_000);
    expect(witness.text()).toBe('abcdef.');
    expect(witness.board.baudRate).toBe(117_647);
  });

  test('the interrupt of an empty data register repeats until the register is filled or the interrupt is disabled', () => {
    const witness = boot(`
      static volatile uint8_t n;
      ISR(USART_UDRE_vect) { if (++n < 5) return; UCSR0B &= ~(1 << UDRIE0); UDR0 = n; }
      int main(void) { serial(16); UCSR0B |= 1 << UDRIE0; sei(); for (;;) {} }`);
    witness.board.runCycles(5000);
    expect(witness.serial.map(([byte]) => byte)).toEqual([5]);
  });

  test('inputs follow buttons, pull-ups and floating pins', () => {
    const source = (pull: string) => `int main(void) { serial(0); ${pull} for (;;) put(PIND & 4 ? '1' : '0'); }`;
    const witness = boot(source('PORTD = 4;'));
    const last = () => {
      witness.board.runCycles(1000);
      return witness.text().at(-1);
    };
    expect(last()).toBe('1');
    witness.board.setPin('2', { kind: 'digital', level: 0 });
    expect(last()).toBe('0');
    witness.board.setPin('2', { kind: 'floating' });
    expect(last()).toBe('1');
    const open = boot(source(''));
    open.board.runCycles(1000);
    expect(open.text().at(-1)).toBe('0');
    expect(() => witness.board.setPin('42', { kind: 'floating' })).toThrow(/no pin "42"; it has 0, 1/);
  });

  test('an edge at pin 2 triggers an interrupt', () => {
    const witness = boot(`
      ISR(INT0_vect) { put('!'); }
      int main(void) { serial(0); EICRA = 2; EIMSK = 1; PORTD = 4; set_sleep_mode(0); sleep_enable(); sei(); for (;;) sleep_cpu(); }`);
    witness.board.runCycles(1000);
    for (const level of [0, 1, 0, 1, 0] as const) {
      witness.board.setPin('2', { kind: 'digital', level });
      witness.board.runCycles(1000);
    }
    expect(witness.text()).toBe('!!!');
  });

  test('the ADC measures a potentiometer, and its digital level follows its voltage', () => {
    const witness = boot(`
      int main(void) {
        serial(0); ADMUX = (1 << REFS0) | (1 << ADLAR) | 3;
        for (;;) { ADCSRA = (1 << ADEN) | (1 << ADSC) | 2; while (ADCSRA & (1 << ADSC)) {} put(ADCH); put(PINC & 8); }
      }`);
    const read = (millivolts: number) => {
      witness.board.setPin('A3', { kind: 'analog', millivolts });
      witness.board.runCycles(3000);
      witness.serial.length = 0;
      witness.board.runCycles(3000);
      return [...new Set(witness.serial.map(([byte]) => byte))].sort();
    };
    expect(read(2500)).toEqual([0, 128]);
    expect(read(3200)).toEqual([163, 8]);
    expect(read(2500)).toEqual([128, 8]);
    expect(read(5000)).toEqual([255, 8]);
    expect(read(0)).toEqual([0]);
  });

  test('outputs have levels and duty cycles', () => {
    const witness = boot(
      'int main(void) { DDRD = 0x60; DDRB = 0x20; PORTB = 0x20; TCCR0A = 0x83; TCCR0B = 1; OCR0A = 63; for (;;) {} }',
    );
    witness.board.runCycles(100_000);
    witness.board.pinStates();
    witness.board.runCycles(256 * 100);
    const state = (name: string) => witness.board.pinStates().find((pin) => pin.pin === name);
    const states = witness.board.pinStates();
    expect(states.find((pin) => pin.pin === '6')?.duty).toBeCloseTo(0.25, 3);
    expect(states.find((pin) => pin.pin === '13')).toEqual({ pin: '13', direction: 'out', level: 1, duty: 1 });
    expect(state('7')).toEqual({ pin: '7', direction: 'in', level: 0, duty: 0 });
    expect(witness.board.pinChanges().length).toBe(ATMEGA328P.pins.length);
    witness.board.runCycles(1000);
    witness.board.pinChanges();
    witness.board.runCycles(1000);
    expect(witness.board.pinChanges().map((pin) => pin.pin)).toEqual(['6']);
  });

  test('the watchdog resets the whole chip, and the EEPROM keeps its content', () => {
    const witness = boot(`
      #include <avr/eeprom.h>
      int main(void) {
        uint8_t n = eeprom_read_byte((uint8_t *)7); uint8_t why = MCUSR; MCUSR = 0; wdt_disable();
        serial(0); put('a' + (uint8_t)(n + 1)); put(why & 8 ? 'w' : 'p');
        eeprom_write_byte((uint8_t *)7, n + 1); eeprom_busy_wait(); TCCR1B = 1; TIMSK1 = 1;
        wdt_enable(WDTO_15MS); for (;;) {}
      }`);
    witness.board.runCycles(16_000_000 / 10);
    expect(witness.text().slice(0, 6)).toBe('apbwcw');
    expect(witness.board.watchdogResets).toBeGreaterThan(2);
  });
});

describe('parts', () => {
  const generator = { part: newPart('Rate', 'signal-generator', { pins: { output: '2' } }), value: 1000 };
  const edges = ({ pins }: Witness) => pins.filter(([pin]) => pin === '2').map(([, , cycle]) => cycle);

  test('a square wave has exact edges while the chip sleeps, and at most an instruction late while it works', () => {
    for (const [loop, late] of [
      ['set_sleep_mode(0); sleep_enable(); for (;;) sleep_cpu();', 0],
      ['for (;;) {}', 2],
    ] as const) {
      const witness = boot(`int main(void) { ${loop} }`);
      witness.board.parts.replace([generator]);
      witness.board.runCycles(16_000_000);
      expect(edges(witness)).toHaveLength(2000);
      edges(witness).forEach((cycle, index) => {
        expect(cycle - (index + 1) * 8000).toBeGreaterThanOrEqual(0);
        expect(cycle - (index + 1) * 8000).toBeLessThanOrEqual(late);
      });
    }
  });

  test('a reset by the watchdog does not stop them', () => {
    const witness = boot('int main(void) { MCUSR = 0; wdt_enable(WDTO_15MS); for (;;) {} }');
    witness.board.parts.replace([generator]);
    witness.board.runCycles(1_600_000);
    expect(witness.board.watchdogResets).toBeGreaterThan(2);
    expect(edges(witness).length).toBeGreaterThanOrEqual(199);
  });

  test('that were removed leave their pins to the program', () => {
    const witness = boot('int main(void) { for (;;) {} }');
    witness.board.parts.replace([generator, { part: newPart('Key', 'button', { pins: { a: '3' } }), value: 0 }]);
    const level = (pin: string) => witness.board.pinStates().find((state) => state.pin === pin)?.level;
    expect(level('3')).toBe(1);
    witness.board.parts.replace([]);
    witness.board.runCycles(100_000);
    expect([edges(witness).length, level('3')]).toEqual([0, 0]);
  });
});

describe('a program that cannot continue', () => {
  const crashOf = (source: string) => {
    const { board } = boot(source);
    board.runCycles(2_000_000);
    return board.crash?.message ?? 'no crash';
  };

  test('jumps where there is no code', () => {
    expect(crashOf('int main(void) { ((void (*)(void))0x3000)(); return 0; }')).toMatch(
      /crashed: it jumped to address 0x6000, where there is no code/,
    );
  });

  test('reaches a word that is not an instruction', () => {
    expect(crashOf('int main(void) { __asm__ volatile(".word 0x94fb"); return 0; }')).toMatch(
      /word 0x94fb at address .* is no/,
    );
  });

  test('recurses without end', () => {
    const source = `
      volatile uint8_t n;
      ISR(TIMER0_OVF_vect) { n++; }
      __attribute__((noinline)) uint8_t deep(uint8_t a) { volatile uint8_t b[20]; b[a % 20] = a; return deep(a + b[3]) + b[4]; }
      int main(void) { TCCR0B = 1; TIMSK0 = 1; sei(); return deep(1); }`;
    expect(crashOf(source)).toMatch(/crashed: its stack has outgrown the 2048 bytes of RAM/);
  });

  test('an invalid firmware file is rejected with a reason', () => {
    const read = (text: string) => () => readIntelHex(text, 32_768);
    expect(read('hello')).toThrow(/not an Intel HEX file .* Build the sketch again/);
    expect(read(':00000001FF\n')).toThrow(/contains no program/);
    expect(read(':0400000001020304F2\n:02000004000AF0\n:0400000001020304F2\n:00000001FF\n')).toThrow(
      /flash, but the board has 32768/,
    );
  });
});
