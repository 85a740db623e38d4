/**
 * Handwritten sketches with Qduino's functions: one with every name, on every port, and the paper's
 * rover.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { freertosCortexMissing, freertosOnCortexUnchecked } from '../conformance/freertos.ts';
import {
  compiledOnHost,
  Project,
  printedByText,
  printedOnCortex,
  printedOnHost,
  ROVER,
  removeWorkshops,
  SKETCHES,
  type Source,
  tools,
} from './sketches.ts';

const NAMES = path.join(SKETCHES, 'names.c');
const REPORT = path.join(SKETCHES, 'report.cpp');
const ROVER_MAIN = path.join(ROVER, 'src', 'main.cpp');
const LANGUAGES = ['c', 'c++'] as const;
/** The sketch's last step is at 500 ms. */
const RUN_US = 700_000;
const THREADS = ['-DPL_PREEMPTIVE=1', '-DPL_QDUINO_STACK_BYTES=65536'];
const CYCLES_PER_US = ATMEGA328P.clockHz / 1_000_000;

const missingHost = [tools.hostCc, tools.hostCxx].find((tool) => !tool.installed);
const missingArm = [tools.armGcc, tools.armGxx, tools.qemuArm].find((tool) => !tool.installed);
for (const tool of [missingHost, missingArm, tools.pio]) {
  if (tool !== undefined && !tool.installed) console.warn(`Not tried: ${describeMissing(tool)}`);
}

if (freertosCortexMissing !== null) console.warn(`Not tried with FreeRTOS: ${freertosCortexMissing}`);

const sourcesOf = (language: Source['language']): Source[] => [
  { file: NAMES, language },
  { file: REPORT, language: 'c++' },
];

/**
 * Expected results of names.c. Loop 1 runs at 0, 10 … 500 ms, loop 3 at 0, 40 … 480 ms, loop 5 at
 * 0, 100 … 500 ms.
 */
const FOUND = [
  ['init', 1],
  ['init too large', 0],
  ['attach', 1],
  ['first', 0],
  // A ring buffer with a capacity of three accepts three items and refuses the fourth.
  ['write', 1],
  ['write', 1],
  ['write', 1],
  ['write', 0],
  // At 40 ms loop 1 has run at 0, 10, 20, 30 and 40 ms.
  ['newest', 5],
  ['torn', 0],
  ['read', 101],
  ['read', 102],
  ['read', 103],
  ['handled', 1],
  ['masked', 1],
  ['unmasked', 2],
  ['no budget', 2],
  ['budget again', 3],
  ['locked', 1],
  ['fast', 51],
  ['slow', 13],
  ['background', 1],
  ['over budget', 1],
  ['dropped releases', 0],
] as const;

function expectFound(printed: string): void {
  expect(printed.split('\r\n')).toEqual([...FOUND.map(([what, value]) => `${what}=${value}`), 'end', '']);
}

const projects: Project[] = [];
afterAll(async () => {
  await removeWorkshops();
  await Promise.all(projects.map((project) => project.remove()));
});

async function boardOf(project: Project, hooks: ConstructorParameters<typeof AvrBoard>[1]): Promise<AvrBoard> {
  projects.push(project);
  const image = readIntelHex(await readFile(await project.build()), ATMEGA328P.flashBytes);
  return new AvrBoard(image, hooks);
}

describe('every name of table II', () => {
  it.skipIf(missingHost !== undefined).each(LANGUAGES)('on this computer, in %s', async (language) => {
    expectFound(await printedOnHost(sourcesOf(language), RUN_US));
  });

  it.skipIf(missingHost !== undefined || process.platform === 'win32')(
    'on this computer, with a thread for each loop',
    async () => {
      expectFound(await printedOnHost(sourcesOf('c'), RUN_US, THREADS));
    },
  );

  it.skipIf(missingArm !== undefined).each(LANGUAGES)('on the Cortex-M3 in QEMU, in %s', async (language) => {
    expectFound(await printedOnCortex(sourcesOf(language)));
  });

  it.skipIf(freertosCortexMissing !== null)('on the Cortex-M3 in QEMU, with the threads of FreeRTOS', async () => {
    expectFound(await printedOnCortex(sourcesOf('c'), freertosOnCortexUnchecked));
  });

  it.skipIf(!tools.pio.installed).each(LANGUAGES)('on the virtual Uno, in %s', async (language) => {
    const name = language === 'c' ? 'names.c' : 'names.cpp';
    const files = { [name]: NAMES, 'report.cpp': REPORT, 'report.h': path.join(SKETCHES, 'report.h') };
    const bytes: number[] = [];
    const board = await boardOf(await Project.of(files, '-D PL_QDUINO_LOOPS=5'), {
      onSerialByte: (byte) => bytes.push(byte),
    });
    board.runCycles(RUN_US * CYCLES_PER_US);
    expectFound(Buffer.from(bytes).toString());
  });
});

describe.skipIf(!tools.pio.installed)("the paper's rover on the virtual Uno", () => {
  const MOTORS = ['8', '4', '6', '7'] as const;
  const [TRIGGER, ECHO] = ['11', '12'];
  const STEP_US = 20;

  /** Simulates the rover in front of an obstacle at this distance. Times in µs. */
  async function drive(distanceCm: (us: number) => number, runUs: number) {
    const levels: Record<string, number> = {};
    const pulses: number[] = [];
    const motors: { us: number; levels: string }[] = [];
    let echo: { from: number; to: number } | null = null;
    const board = await boardOf(await Project.ofRover(), {
      onPinChange: (pin, level, cycle) => {
        const us = cycle / CYCLES_PER_US;
        if (pin === TRIGGER && level === 1) pulses.push(us);
        if (pin === TRIGGER && level === 0 && pulses.length > 0)
          echo = { from: us + 300, to: us + 300 + 58 * distanceCm(us) };
        if ((MOTORS as readonly string[]).includes(pin)) {
          levels[pin] = level;
          const now = MOTORS.map((motor) => levels[motor] ?? 0).join('');
          const last = motors.at(-1);
          if (last !== undefined && us - last.us < 1000) last.levels = now;
          else motors.push({ us, levels: now });
        }
      },
    });
    let high = false;
    board.setPin(ECHO ?? '', { kind: 'digital', level: 0 });
    for (let us = 0; us < runUs; us += STEP_US) {
      board.runCycles(STEP_US * CYCLES_PER_US);
      const now: { from: number; to: number } | null = echo;
      const wanted = now !== null && us >= (now as { from: number }).from && us < (now as { to: number }).to;
      if (wanted !== high) {
        high = wanted;
        board.setPin(ECHO ?? '', { kind: 'digital', level: high ? 1 : 0 });
      }
    }
    return { pulses, motors };
  }

  it('senses every 200 ms, and backs off or turns every 100 ms when an obstacle is near', async () => {
    const { pulses, motors } = await drive((us) => (us < 500_000 ? 180 : 50), 1_500_000);
    expect(pulses.length).toBe(8);
    pulses.slice(1).forEach((us, at) => {
      expect(us - (pulses[at] ?? 0)).toBeGreaterThan(199_950);
      expect(us - (pulses[at] ?? 0)).toBeLessThan(200_050);
    });
    // The rover drives forward. After the echo at 600 ms, from 700 ms on: back, right, back, right
    // …
    expect(motors.map(({ levels }) => levels)).toEqual([
      '1010',
      ...Array.from({ length: 8 }, (_, k) => (k % 2 ? '1001' : '0101')),
    ]);
    motors.slice(2).forEach(({ us }, at) => {
      expect(us - (motors[at + 1]?.us ?? 0)).toBeGreaterThan(99_900);
      expect(us - (motors[at + 1]?.us ?? 0)).toBeLessThan(100_100);
    });
  });
});

describe.skipIf(missingHost !== undefined)('on this computer', () => {
  it.each([
    ['loop(6, 1, 10) {}', /build with -DPL_QDUINO_LOOPS=<largest id>/],
    ['loop(32, 1, 10) {}', /the id is a number from 1 to 31/],
    ['loop(1, 11, 10) {}', /C is a number from 1 to T/],
    ['loop(1, 1, 2000000) {}', /T is less than one unit of time, or too long/],
    ['loop(1, 10) {}', /has three arguments: its number, its budget C and its period T/],
    ['loop(1, 1, 10) {} loop(1, 1, 20) {}', /redefinition of .*pl_qduino_loop_1/],
    ['void f(); void setup() { attachInterrupt(2, f, RISING); }', /use attachInterruptVcpu\(\), or build with/],
    ['RINGBUF(b, int, 4); void setup() { ringbufInit(b, 5); }', /RINGBUF\(\) declares the buffer with fewer places/],
  ])('the compiler says what is wrong with %s', async (sketch, said) => {
    await expect(compiledOnHost(`#include <polyloop/qduino.h>\n${sketch}\n`)).rejects.toThrow(said);
  });

  it('a unit of time other than milliseconds can be defined before the header', async () => {
    const loop = 'loop(1, 1, 25) { Serial.println(micros()); }';
    const sketch = `#define QDUINO_UNIT_US 100\n#include <polyloop/qduino.h>\n${loop}\n`;
    expect(await printedByText(sketch, 9000)).toMatch(/^(\d+)\r\n/);
    const times = (await printedByText(sketch, 9000)).trim().split('\r\n').map(Number);
    expect(times.map((us) => us - (times[0] ?? 0))).toEqual([0, 2500, 5000, 7500]);
  });

  it.skipIf(process.platform === 'win32')(
    'with threads, a loop that never ends does not delay the others',
    async () => {
      const greedy = 'loop(1, 3, 10) { for (;;) delayMicroseconds(50); }';
      const other = 'loop(2, 2, 20) { Serial.println(micros()); }';
      const text = await printedByText(`#include <polyloop/qduino.h>\n${greedy}\n${other}\n`, 199_000, THREADS);
      const times = text.trim().split('\r\n').map(Number);
      expect(times.length).toBe(10);
      const starts = times.map((us, k) => us - k * 20_000);
      // The loop starts at its release or after 3 ms of the more urgent loop. The first release is
      // within 0.5 ms of the start.
      expect(Math.min(...starts)).toBeGreaterThan(0);
      expect(Math.max(...starts)).toBeLessThan(3700);
    },
  );

  it('the unchanged rover compiles and runs', async () => {
    expect(await printedOnHost([{ file: ROVER_MAIN, language: 'c++' }], 2_000_000)).toBe('');
  });
});
