/**
 * A calibration on the virtual Uno is compared with the cycles that bench/runtime-avr and bench/threads count in
 * the same programs, instruction by instruction.
 */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrationCode } from '../../app/host/calibration/calibrate.ts';
import { marksOfRun } from '../../app/host/calibration/run-program.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { Profile, type Range } from '../../bench/runtime-avr/profile.ts';
import { gapsOf, longestCall } from '../../bench/threads/witness.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import {
  CALIBRATED_TARGETS,
  type CalibratedTarget,
  type FigureName,
  type Figures,
  figureNames,
  figureOf,
  readMarks,
} from '../../generator/calibration/figures.ts';
import {
  type CalibrationProgram,
  calibrationSketch,
  INTERRUPT_PROGRAM,
  PROGRAM_NS,
  TASK_COUNTS,
} from '../../generator/calibration/programs.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { freertosUnoMissing } from '../conformance/freertos.ts';
import { InterruptWitness, TIMER2_COMPA } from '../conformance/interrupt-witness.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import { VirtualUno } from '../conformance/uno.ts';
import { symbolsIn } from './symbols.ts';

const tools = findTools();
const isReady = tools.pio.installed && avrBinDir !== null;
/** Long enough for two rounds of metadata. */
const COUNTED_MS = 4000;
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-calibration-'));

interface Compared {
  readonly measured: Figures;
  readonly counted: ReadonlyMap<string, Range>;
  readonly locks: Readonly<Record<'take' | 'give', number | null>>;
}

/** Builds a calibration program, and runs it on the virtual board as `polyloop calibrate` does. */
async function calibrated(target: CalibratedTarget, program: CalibrationProgram) {
  const sketch = calibrationSketch(uno, target, program, await calibrationCode(uno, target, program.measures));
  const lines: string[] = [];
  const { signal } = new AbortController();
  const request = { sketch, dir, tool: 'platformio', repeat: true, signal } as const;
  const built = await buildSketch({ ...request, onLine: ({ text }) => lines.push(text) });
  const { firmware } = built;
  if (firmware?.elf == null) throw new Error([built.message ?? '', ...lines].join('\n'));
  const device = await openDevice('virtual', uno);
  const marks = await marksOfRun({ device, firmware, durationNs: PROGRAM_NS, signal });
  const read = readMarks(figureNames(target, program.measures), marks);
  if (!read.ok) throw new Error(`not reported: ${read.missing.join(', ')}`);
  const symbolOf = await symbolsIn(firmware.elf);
  const hex = await readFile(firmware.path, 'utf8');
  return { measured: read.result.figures, symbolOf, board: () => new VirtualUno(hex) };
}

async function compare(program: CalibrationProgram): Promise<Compared> {
  const { measured, symbolOf, board } = await calibrated('superloop', program);
  const addressOf = (name: string) => symbolOf(name).at;
  const routines = new Map([[addressOf('pl_trace_locked'), 'event']]);
  const profile = new Profile(board(), addressOf('turn'), routines, {
    beside: [addressOf('pl_trace_service')],
    between: addressOf('pl_mark'),
  });
  profile.run(COUNTED_MS);
  // No function: a job of the super-loop is never preempted.
  const callOf = (name: string) => longestCall(board(), addressOf(name) / 2, Number.NaN, COUNTED_CYCLES);
  const locks = { take: callOf('take_lock'), give: callOf('give_lock') };
  return { measured, counted: profile.ranges, locks };
}

/** The longest delivery that telemetry does not record, without the program's own bottom half. */
async function compareDelivery(target: CalibratedTarget) {
  const { measured, symbolOf, board } = await calibrated(target, INTERRUPT_PROGRAM);
  const uno = board();
  const headAt = symbolOf('pl_trace').at - RAM_OFFSET + HEAD_AT;
  let [head, longest] = [0, 0];
  const witness = new InterruptWitness(uno, ({ vector, from, to, ownCycles, depth }) => {
    // Without nested interrupts.
    const isAlone = depth === 0 && ownCycles >= to - from;
    if (vector === TIMER2_COMPA && isAlone && uno.cpu.data[headAt] === head) longest = Math.max(longest, ownCycles);
  });
  while (uno.cpu.cycles < COUNTED_CYCLES) {
    if (witness.outermost === null) head = uno.cpu.data[headAt] ?? 0;
    witness.step();
  }
  return { measured, longest };
}

const RAM_OFFSET = 0x800000;
/** The ring of telemetry, and then `tail`, `encoded`, `open` and `head`. */
const HEAD_AT = 128 + 3;
/** The same, up to `encoded`. */
const ENCODED_AT = 128 + 1;
/** As in bench/threads. */
const COUNTED_CYCLES = 24_000_000;

/** The same for FreeRTOS, whose witness bench/threads follows. */
async function compareThreads(program: CalibrationProgram) {
  const { measured, symbolOf, board } = await calibrated('freertos', program);
  const words = (bytes: number) => bytes / 2;
  const watch = symbolOf('watch');
  const followed = {
    witness: { from: words(watch.at), to: words(watch.at + watch.bytes) },
    fast: words(symbolOf('fast_job').at),
    encodedAt: symbolOf('pl_trace').at - RAM_OFFSET + ENCODED_AT,
    apart: true,
    runCycles: COUNTED_CYCLES,
  };
  const { before, after, release, tick } = gapsOf(board(), followed, 0);
  const callOf = (name: string) => longestCall(board(), words(symbolOf(name).at), followed.fast, COUNTED_CYCLES);
  const counted: Partial<Record<FigureName, number | null>> = {
    ...{ 'to-job': before, 'from-job': after, release, tick },
    ...{ take: callOf('take_lock'), give: callOf('give_lock') },
  };
  return { measured, counted };
}

function expectBound(measured: Figures, name: FigureName, most: number): void {
  const { most: seen } = figureOf(measured, name);
  expect.soft(seen, `${name}, counted ${most}`).toBeGreaterThanOrEqual(most);
  expect.soft(seen, `${name}, counted ${most}`).toBeLessThanOrEqual(1.1 * most);
}

function expectDelivery({ measured, longest }: Awaited<ReturnType<typeof compareDelivery>>): void {
  expect(longest).toBeGreaterThan(0);
  expectBound(measured, 'delivery', longest);
}

afterAll(() => rm(dir, { recursive: true, force: true }));

describe.skipIf(!isReady)('a calibration on the virtual Uno', () => {
  let few: Compared;
  let many: Compared;

  beforeAll(async () => {
    few = await compare({ measures: 'tasks', tasks: TASK_COUNTS.superloop.few, policy: 'fixed' });
    many = await compare({ measures: 'tasks', tasks: TASK_COUNTS.superloop.many, policy: 'edf' });
  }, 600_000);

  const both = () => [few, many];

  it.each([
    ['byte', 'transmit'],
    ['clock', 'millis'],
    ['dispatch', 'dispatch alone'],
  ] as const)('bounds the counted cycles within 10 %%: %s', (figure, range) => {
    for (const { measured, counted } of both()) {
      const most = counted.get(range)?.max ?? Number.NaN;
      expectBound(measured, figure, most);
    }
  });

  it.each(['take', 'give'] as const)('bounds the counted cycles within 10 %%: %s', (figure) => {
    for (const { measured, locks } of both()) expectBound(measured, figure, locks[figure] ?? Number.NaN);
  });

  it('bounds the counted cycles within 10 %: release', () => {
    // With more tasks the program also releases many of them at once.
    const most = few.counted.get('release')?.max ?? Number.NaN;
    expectBound(few.measured, 'release', most);
  });
});

describe.skipIf(!isReady)('a calibration of interrupts on the virtual Uno', () => {
  const targets = CALIBRATED_TARGETS.filter((target) => target === 'superloop' || freertosUnoMissing === null);

  it.each(targets)('bounds the counted cycles of a delivery within 10 %%: %s', async (target) => {
    expectDelivery(await compareDelivery(target));
  });
});

describe.skipIf(!isReady || freertosUnoMissing !== null)('a calibration of FreeRTOS on the virtual Uno', () => {
  const { few, many } = TASK_COUNTS.freertos;

  it.each([
    { measures: 'tasks', tasks: few, policy: 'fixed' },
    { measures: 'tasks', tasks: many, policy: 'edf' },
  ] as const)('bounds the counted cycles within 10 %%: $tasks tasks, $policy', async (program) => {
    const { measured, counted } = await compareThreads(program);
    for (const name of ['tick', 'release', 'to-job', 'from-job', 'take', 'give'] as const) {
      expectBound(measured, name, counted[name] ?? Number.NaN);
    }
  });
});
