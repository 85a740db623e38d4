/**
 * Polyloop's Servo library on the Uno: its pulses, the time of its interrupts, and the tasks beside
 * it.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { loadKernel } from '../../app/host/kernels.ts';
import { admit } from '../../generator/analysis/admission.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { InterruptWitness, TIMER0_COMPA, TIMER1_COMPB } from '../conformance/interrupt-witness.ts';
import { constantsOf, UNO_FILES } from '../conformance/port-constants.ts';
import { VirtualUno } from '../conformance/uno.ts';
import { tools } from './compilers.ts';
import { board, generated, Workspace } from './projects.ts';
import { decode, responsesUs, runOnUno } from './traced-run.ts';

const CYCLES_PER_US = 16;
const SERVOS = 12;
/** Pins 2 to 13. */
const pinOf = (servo: number) => servo + 2;
/** The pulses of twelve servos end at different times. Unit: µs. */
const widthOf = (servo: number) => 600 + 150 * servo;

const TARGETS = ['superloop', 'freertos'] as const;
/**
 * An interrupt of the runtime delays the end of a pulse. A task whose period divides the frame of 20 ms can
 * do so in each frame. A degree is 10.3 µs.
 */
const MEDIAN_ERROR_US = { superloop: 8, freertos: 40 };
const MOST_ERROR_US = { superloop: 50, freertos: 100 };

const uno = board('uno');

const sketchWith = (over: Partial<Sketch>): Sketch =>
  newSketch('servos', {
    libraries: [{ name: 'arduino-libraries/Servo', version: null, folder: null }],
    prelude: `#include <Servo.h>\nServo servos[${SERVOS}];`,
    tasks: [
      newTask('fast', { periodUs: 10_000, budgetUs: 1_500, body: 'delayMicroseconds(1300);' }),
      newTask('slow', { periodUs: 50_000, budgetUs: 4_000, body: 'Serial.println(millis());\ndelay(3);' }),
      newTask('once', {
        periodUs: 100_000,
        budgetUs: 1_000,
        setup: `for (int i = 0; i < ${SERVOS}; i++) {\n  servos[i].attach(i + 2);\n  servos[i].writeMicroseconds(600 + 150 * i);\n}`,
      }),
    ],
    ...over,
  });

const judge = (sketch: Sketch) =>
  admit(sketch, { capabilities: targetById(sketch.target), overheads: uno.targets[sketch.target]?.overheads ?? null });

describe.each(TARGETS)('the Servo library with %s', (target) => {
  it('counts in the analysis of a sketch that uses it', () => {
    const bound = (sketch: Sketch) => judge(sketch).tasks[0]?.responseNs ?? 0;
    expect(bound(sketchWith({ target }))).toBeGreaterThan(bound(sketchWith({ target, libraries: [] })) + 140_000);
  });

  it('is part of the project, and nothing is fetched', () => {
    const { files } = generated(sketchWith({ target }), 'uno');
    expect(files.get('lib/Servo/src/Servo.h')).toContain('class Servo');
    expect(files.get('platformio.ini')).not.toContain('lib_deps');
    expect(files.get('lib/polyloop/src/polyloop_config.h')).toContain('#define PL_USES_SERVO 1\n');
  });
});

const missing = !tools.pio.installed || !tools.freertosKernel.installed;

describe.skipIf(missing).each(TARGETS)('on the Uno with %s', (target) => {
  const workspace = new Workspace();
  afterAll(() => workspace.remove());
  const hexOf = async (name: string, sketch: Sketch) => {
    const loaded = loadKernel(target, uno, tools);
    const kernel = loaded.state === 'loaded' ? { kernel: loaded.files } : {};
    const projectDir = await workspace.write(name, generated(sketch, 'uno', kernel));
    const built = await buildWithPio({ projectDir, tools, repeat: true });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    return built.firmware?.path ?? '';
  };

  it('gives each of twelve servos its pulse, beside tasks that keep their bounds', async () => {
    const sketch = sketchWith({ target });
    const admission = judge(sketch);
    expect(admission.admitted).toBe(true);
    const rises = new Map<string, number[]>();
    const widths = new Map<string, number[]>();
    const bytes: number[] = [];
    const hooks = {
      onSerialByte: (byte: number) => bytes.push(byte),
      onPinChange: (pin: string, level: number, cycle: number) => {
        const at = cycle / CYCLES_PER_US;
        if (level > 0) rises.set(pin, [...(rises.get(pin) ?? []), at]);
        else widths.set(pin, [...(widths.get(pin) ?? []), at - (rises.get(pin)?.at(-1) ?? Number.NaN)]);
      },
    };
    const virtual = new AvrBoard(
      readIntelHex(await readFile(await hexOf('twelve', sketch)), ATMEGA328P.flashBytes),
      hooks,
    );
    virtual.runCycles(2_000_000 * CYCLES_PER_US);
    expect(virtual.crash).toBeNull();
    for (let servo = 0; servo < SERVOS; servo++) {
      const pin = String(pinOf(servo));
      // The first pulse has the width before the setup.
      const [, , ...own] = widths.get(pin) ?? [];
      expect(own.length, pin).toBeGreaterThan(70);
      const median = [...own].sort((a, b) => a - b)[own.length >> 1] ?? 0;
      expect(Math.abs(median - widthOf(servo)), pin).toBeLessThan(MEDIAN_ERROR_US[target]);
      expect(Math.max(...own.map((width) => Math.abs(width - widthOf(servo)))), pin).toBeLessThan(
        MOST_ERROR_US[target],
      );
      const times = rises.get(pin) ?? [];
      for (const [index, time] of times.entries()) {
        if (index > 1) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(19_000);
      }
    }
    const traced = decode(Uint8Array.from(bytes));
    expect(
      traced.events.filter(({ kind }) => ['deadline-miss', 'budget-exhausted', 'release-dropped'].includes(kind)),
    ).toEqual([]);
    for (const [index, task] of sketch.tasks.entries()) {
      const bound = admission.tasks.find((row) => row.task === index)?.responseNs ?? 0;
      const responses = responsesUs(traced, index);
      expect(responses.length).toBeGreaterThan(10);
      expect(Math.max(...responses), task.name).toBeLessThanOrEqual(bound / 1000);
    }
  });

  it('takes no more time than the runtime credits, and as many interrupts as the analysis counts', async () => {
    const credited = constantsOf(...UNO_FILES)('PL_SERVO_CYCLES');
    const witness: { at: number; cycles: number }[] = [];
    const ticks: number[] = [];
    const virtual = new VirtualUno(await readFile(await hexOf('twelve', sketchWith({ target })), 'utf8'));
    const services = new InterruptWitness(virtual, ({ vector, from, ownCycles }) => {
      if (vector === TIMER1_COMPB) witness.push({ at: from, cycles: ownCycles });
      if (vector === TIMER0_COMPA) ticks.push(ownCycles);
    });
    services.runUntil(1_000_000 * CYCLES_PER_US);
    const cycles = witness.map((each) => each.cycles);
    expect(Math.max(...cycles)).toBeLessThanOrEqual(credited);
    expect(Math.max(...cycles)).toBeGreaterThan(credited * 0.7);
    // In any window of 20 ms: at most the interrupts of two frames, as the load's jitter says.
    const load = uno.targets[target]?.overheads?.libraryLoads?.Servo?.[0];
    const inWindow = witness.map(({ at }, index) => {
      const end = witness.findIndex((other) => other.at >= at + 20_000 * CYCLES_PER_US);
      return (end < 0 ? witness.length : end) - index;
    });
    const perWindowNs = (Math.max(...inWindow) * Math.max(...cycles) * 1000) / CYCLES_PER_US;
    expect(perWindowNs).toBeLessThanOrEqual(2 * (load?.costNs ?? 0));
    expect(((SERVOS + 1) * credited * 1000) / CYCLES_PER_US).toBeLessThanOrEqual(load?.costNs ?? 0);
    // With a kernel, its tick leaves compare channel B to the servos.
    expect(ticks.length).toEqual(target === 'freertos' ? expect.closeTo(976, -1) : 0);
    const constant = constantsOf(...UNO_FILES);
    const rounds = ticks.filter((each) => each < constant('PL_TICK_CYCLES') * 0.8);
    expect(Math.max(0, ...ticks)).toBeLessThanOrEqual(constant('PL_TICK_CYCLES'));
    expect(Math.max(0, ...rounds)).toBeLessThanOrEqual(constant('PL_ROUND_CYCLES'));
  });

  it('is not charged to the budget of a task that it interrupts', async () => {
    // The body takes 20 ms. A frame of twelve servos takes more than 0.1 ms.
    const busy = newTask('busy', {
      periodUs: 100_000,
      budgetUs: 20_010,
      body: '_delay_loop_2(40000);\n_delay_loop_2(40000);',
    });
    const sketch = sketchWith({ target });
    const [, , once] = sketch.tasks;
    const tasks = [busy, ...(once === undefined ? [] : [once])];
    const { prelude } = sketch;
    const hex = await hexOf('busy', { ...sketch, tasks, prelude: `#include <util/delay_basic.h>\n${prelude}` });
    const events = (await runOnUno(hex, 2_000_000)).events.filter(({ kind }) => kind === 'budget-exhausted');
    expect(events).toEqual([]);
  });
});
