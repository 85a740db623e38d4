/**
 * Parts on the emulated Uno show the outputs of Arduino sketches, and sketches read the parts'
 * inputs. The product builds the sketches. A sketch contains the protocol of a part that otherwise
 * needs a library.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { untouched } from '../../app/host/devices/parts/wired-part.ts';
import type { PartView } from '../../generator/parts/part-type.ts';
import { newInterrupt, newPart, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Part, Sketch } from '../../generator/sketch/model.ts';
import { Builds, missing } from './firmware.ts';

const builds = new Builds();
afterAll(() => builds.remove());

class Bench {
  readonly #board: AvrBoard;

  private constructor(board: AvrBoard) {
    this.#board = board;
  }

  static async start(sketch: Sketch): Promise<Bench> {
    const bench = new Bench(new AvrBoard(await builds.firmware(sketch), {}, ATMEGA328P));
    return bench.wire(sketch.parts);
  }

  wire(parts: readonly Part[]): this {
    this.#board.parts.replace(untouched(parts));
    return this;
  }

  run(ms: number): this {
    this.#board.runCycles(ms * 16_000);
    if (this.#board.crash !== null) throw new Error(this.#board.crash.message);
    return this;
  }

  set(name: string, value: number): this {
    this.#board.parts.setValue(name, value);
    return this;
  }

  view(name: string): PartView {
    const view = this.#board.parts.view(name);
    if (view === null) throw new Error(`${name} shows nothing.`);
    return view;
  }

  /** Runs the board for this time, and returns the part's view of it. */
  during(name: string, ms: number): PartView {
    this.view(name);
    return this.run(ms).view(name);
  }
}

const textOf = (view: PartView): string[] => {
  if (view.shows !== 'text') throw new Error('This is no display.');
  const text = String.fromCharCode(...view.characters);
  return [text.slice(0, 16).trimEnd(), text.slice(16).trimEnd()];
};

const LCD = `
static void lcdNibble(uint8_t value) {
  for (uint8_t i = 0; i < 4; i++) digitalWrite(8 + i, (value >> i) & 1);
  digitalWrite(7, HIGH); delayMicroseconds(1); digitalWrite(7, LOW); delayMicroseconds(50);
}
static void lcdSend(uint8_t value, uint8_t isData) { digitalWrite(12, isData); lcdNibble(value >> 4); lcdNibble(value & 15); }
static void lcdBegin() {
  for (uint8_t pin = 7; pin <= 12; pin++) pinMode(pin, OUTPUT);
  delay(50); lcdNibble(3); delay(5); lcdNibble(3); delay(1); lcdNibble(3); lcdNibble(2);
  lcdSend(0x28, 0); lcdSend(0x0c, 0); lcdSend(1, 0); delay(2); lcdSend(6, 0);
}
static void lcdAt(uint8_t column, uint8_t row) { lcdSend(0x80 | (row * 0x40 + column), 0); }
static void lcdPrint(const char *text) { while (*text) lcdSend(*text++, 1); }
static volatile uint16_t edges;
`;

const STRIP = `
static void stripByte(uint8_t value) {
  uint8_t bits = 8;
  asm volatile(
    "1: sbi %[port], 6\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tsbrs %[value], 7\\n\\tcbi %[port], 6\\n\\t"
    "nop\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tnop\\n\\tcbi %[port], 6\\n\\tlsl %[value]\\n\\tdec %[bits]\\n\\tbrne 1b"
    : [value] "+r"(value), [bits] "+r"(bits) : [port] "I"(_SFR_IO_ADDR(PORTD)));
}
static void stripPixel(uint8_t red, uint8_t green, uint8_t blue) { stripByte(green); stripByte(red); stripByte(blue); }
`;

const DIGITS = `
static const uint8_t SHAPES[10] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};
static volatile uint8_t shown;
`;

if (missing !== null) console.warn(`Parts were not tried with real sketches: ${missing}`);

describe.skipIf(missing !== null)('parts on the Uno', () => {
  it('a potentiometer turns a servo, and light fades an RGB LED and an LED', async () => {
    const sketch = newSketch('Analog', {
      tasks: [
        newTask('Turn', {
          periodUs: 20_000,
          budgetUs: 3000,
          setup: 'pinMode(4, OUTPUT);',
          body: `
            const uint16_t width = 544 + (uint16_t)(analogRead(A0) * 1856UL / 1023);
            digitalWrite(4, HIGH); delayMicroseconds(width); digitalWrite(4, LOW);`,
        }),
        newTask('Fade', {
          periodUs: 50_000,
          budgetUs: 1000,
          setup: 'pinMode(13, OUTPUT);',
          body: `
            const uint8_t light = analogRead(A1) / 4;
            analogWrite(5, light); analogWrite(3, 255 - light); analogWrite(11, 51); digitalWrite(13, light > 128);`,
        }),
      ],
      parts: [
        newPart('Knob', 'potentiometer', { pins: { wiper: 'A0' } }),
        newPart('Light', 'light-sensor', { pins: { signal: 'A1' } }),
        newPart('Arm', 'servo', { pins: { signal: '4' } }),
        newPart('Mix', 'rgb-led', { pins: { red: '5', green: '3', blue: '11' } }),
        newPart('Lamp', 'led', { pins: { anode: '13' } }),
      ],
    });
    const bench = (await Bench.start(sketch)).run(200);
    const degrees = (percent: number) => {
      const view = bench.set('Knob', percent).run(60).view('Arm');
      return view.shows === 'angle' && view.driven ? view.degrees : null;
    };
    // An interrupt can lengthen a pulse. 10 µs correspond to one degree.
    for (const [percent, angle] of [
      [0, 0],
      [50, 90],
      [100, 180],
    ] as const) {
      expect(Math.abs((degrees(percent) ?? Number.NaN) - angle)).toBeLessThan(4);
    }
    const mix = bench.during('Mix', 33);
    expect(mix).toMatchObject({ shows: 'colour', blue: 0.2 });
    if (mix.shows !== 'colour') throw new Error('no colour');
    // Duty cycle 128 of 255. Fast PWM of timer 0 adds one to 256 counts. Timer 2 has phase-correct
    // PWM.
    expect(mix.red).toBeCloseTo(129 / 256, 2);
    expect(mix.green).toBeCloseTo(127 / 255, 2);
    expect(bench.view('Lamp')).toEqual({ shows: 'light', brightness: 0 });
    bench.set('Light', 100_000).run(200);
    expect(bench.during('Lamp', 33)).toEqual({ shows: 'light', brightness: 1 });
    const bright = bench.during('Mix', 33);
    expect(bright.shows === 'colour' && bright.red > 0.95 && bright.green < 0.05).toBe(true);
  });

  it('an interrupt counts every edge of a signal generator, a button raises another, and an LCD shows both', async () => {
    const generator = newPart('Rate', 'signal-generator', { pins: { output: '2' }, rateHz: 100 });
    const parts = [
      newPart('Key', 'button', { pins: { a: '3' } }),
      newPart('Display', 'lcd', { pins: { rs: '12', e: '7', d4: '8', d5: '9', d6: '10', d7: '11' } }),
    ];
    const sketch = newSketch('Counter', {
      prelude: `${LCD}static volatile uint8_t presses;`,
      tasks: [
        newTask('Show', {
          periodUs: 100_000,
          budgetUs: 20_000,
          setup: 'lcdBegin();',
          body: `
            char text[17];
            snprintf(text, sizeof text, "edges %u", edges); lcdAt(0, 0); lcdPrint(text);
            snprintf(text, sizeof text, "presses %u", presses); lcdAt(2, 1); lcdPrint(text);`,
        }),
      ],
      interrupts: [
        newInterrupt('Edge', '2', bottomHalf('edges++;')),
        newInterrupt('Press', '3', { ...bottomHalf('presses++;'), mode: 'falling' }),
      ],
      parts,
    });
    const bench = (await Bench.start(sketch)).run(300);
    expect(textOf(bench.view('Display'))).toEqual(['edges 0', '  presses 0']);
    // The first rising edge comes after half a period, the 200th 5 ms before the two seconds end.
    bench.wire([...parts, generator]).run(2000);
    bench.set('Key', 1).run(40).set('Key', 0).run(40).set('Key', 1).run(1).wire(parts).run(200);
    // The next 80 ms have eight rising edges, and the last millisecond has none.
    expect(textOf(bench.view('Display'))).toEqual(['edges 208', '  presses 2']);
  });

  it('an ultrasonic sensor measures a distance, and two digits in turn show it', async () => {
    const segments = Object.fromEntries([...'abcdefg'].map((segment, index) => [segment, String(2 + index)]));
    const sketch = newSketch('Distance', {
      prelude: DIGITS,
      tasks: [
        newTask('Measure', {
          periodUs: 60_000,
          budgetUs: 8000,
          setup: 'pinMode(11, OUTPUT); pinMode(12, INPUT);',
          body: `
            digitalWrite(11, HIGH); delayMicroseconds(10); digitalWrite(11, LOW);
            // pulseIn() counts its own iterations, so its result omits the time of interrupts.
            // micros() includes it.
            while (!digitalRead(12)) {}
            const uint32_t start = micros();
            while (digitalRead(12)) {}
            shown = (micros() - start + 29) / 58;`,
        }),
        newTask('Refresh', {
          periodUs: 5000,
          budgetUs: 500,
          setup: 'for (uint8_t pin = 2; pin <= 10; pin++) pinMode(pin, OUTPUT);',
          body: `
            static uint8_t ones;
            ones = !ones;
            const uint8_t shape = SHAPES[ones ? shown % 10 : shown / 10];
            digitalWrite(9, HIGH); digitalWrite(10, HIGH);
            for (uint8_t i = 0; i < 7; i++) digitalWrite(2 + i, (shape >> i) & 1);
            digitalWrite(ones ? 10 : 9, LOW);`,
        }),
      ],
      parts: [
        newPart('Sonar', 'ultrasonic', { pins: { trigger: '11', echo: '12' } }),
        newPart('Tens', 'seven-segment', { pins: { ...segments, common: '9' } }),
        newPart('Ones', 'seven-segment', { pins: { ...segments, common: '10' } }),
      ],
    });
    const bench = await Bench.start(sketch);
    const digit = (name: string) => {
      const view = bench.view(name);
      if (view.shows !== 'segments') throw new Error('no segments');
      // Each digit is lit for nearly half of the time.
      return view.segments.reduce((shape, share, index) => shape | (share > 0.35 ? 1 << index : 0), 0);
    };
    for (const [cm, tens, ones] of [
      [42, 0x66, 0x5b],
      [17, 0x06, 0x07],
    ] as const) {
      bench.set('Sonar', cm).run(200);
      for (const name of ['Tens', 'Ones']) bench.view(name);
      bench.run(100);
      expect([digit('Tens'), digit('Ones')]).toEqual([tens, ones]);
    }
  });

  it('a switch starts and stops a tone, and an LED strip shows the colours that it is sent', async () => {
    const sketch = newSketch('Sound and light', {
      prelude: STRIP,
      tasks: [
        newTask('Sing', {
          periodUs: 20_000,
          budgetUs: 1000,
          setup: 'pinMode(7, INPUT);',
          body: 'if (digitalRead(7)) tone(8, 440); else noTone(8);',
        }),
        newTask('Paint', {
          periodUs: 100_000,
          budgetUs: 2000,
          setup: 'pinMode(6, OUTPUT);',
          body: `
            const uint8_t state = SREG;
            cli();
            stripPixel(255, 0, 1); stripPixel(0x12, 0x34, 0x56); stripPixel(0, 128, digitalRead(7));
            SREG = state;`,
        }),
      ],
      parts: [
        newPart('Switch', 'slide-switch', { pins: { common: '7' } }),
        newPart('Horn', 'buzzer', { pins: { signal: '8' } }),
        newPart('Strip', 'led-strip', { pins: { data: '6' }, pixels: 4 }),
      ],
    });
    const bench = (await Bench.start(sketch)).run(300);
    expect(bench.view('Strip')).toEqual({ shows: 'pixels', pixels: [0xff0001, 0x123456, 0x008000, 0] });
    expect(bench.during('Horn', 33)).toEqual({ shows: 'tone', hertz: 0 });
    bench.set('Switch', 1).run(300);
    expect(bench.view('Strip')).toEqual({ shows: 'pixels', pixels: [0xff0001, 0x123456, 0x008001, 0] });
    const sound = bench.during('Horn', 33);
    expect(sound.shows === 'tone' && Math.abs(sound.hertz - 440)).toBeLessThan(2);
    bench.set('Switch', 0).run(200);
    expect(bench.during('Horn', 33)).toEqual({ shows: 'tone', hertz: 0 });
  });
});

/**
 * An interrupt without an I/O budget and without a handler. Its code runs in the interrupt routine.
 */
function bottomHalf(body: string) {
  const noHandler = { handlerBudgetUs: 0, handlerPeriodUs: 20_000, ioBudgetUs: null, ioPeriodUs: null };
  return { ...noHandler, mode: 'rising', bottomHalfUs: 5, body } as const;
}
