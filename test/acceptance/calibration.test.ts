/**
 * A calibration on the virtual Uno is compared with the cycles that bench/runtime-avr and bench/threads count in
 * the same programs, instruction by instruction.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marksOfRun } from '../../app/host/calibration/run-program.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { gapsOf, longestCall } from '../../bench/threads/witness.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import {
  CALIBRATED_TARGETS,
  type CalibratedTarget,
  type FigureName,
  type Figures,
  figureNames,
  readMarks,
} from '../../generator/calibration/figures.ts';
import {
  type CalibrationProgram,
  INTERRUPT_PROGRAM,
  PROGRAM_NS,
  TASK_COUNTS,
} from '../../generator/calibration/programs.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { freertosUnoMissing } from '../conformance/freertos.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import {
  COUNTED_CYCLES,
  type Counted,
  CountedPrograms,
  countedTasks,
  expectBound,
  longestDelivery,
  RAM_OFFSET,
  TASK_FIGURES,
} from './counted-calibration.ts';

const tools = findTools();
const isReady = tools.pio.installed && avrBinDir !== null;
const programs = new CountedPrograms();

interface Compared extends Counted {
  readonly measured: Figures;
}

/** Runs a program on the virtual board as `polyloop calibrate` does. */
async function calibrated(target: CalibratedTarget, program: CalibrationProgram) {
  const built = await programs.build(target, program);
  const device = await openDevice('virtual', uno);
  const { signal } = new AbortController();
  const marks = await marksOfRun({ device, firmware: built.firmware, durationNs: PROGRAM_NS, signal });
  const read = readMarks(figureNames(target, program.measures), marks);
  if (!read.ok) throw new Error(`not reported: ${read.missing.join(', ')}`);
  return { ...built, measured: read.result.figures };
}

async function compare(program: CalibrationProgram): Promise<Compared> {
  const { measured, ...built } = await calibrated('superloop', program);
  return { measured, ...countedTasks(built) };
}

/** The same as the head of the ring, up to `encoded`. */
const ENCODED_AT = 128 + 1;

/** The same for a target with preemption, whose witness bench/threads follows. */
async function comparePreemption(target: CalibratedTarget, program: CalibrationProgram) {
  const { measured, symbolOf, board } = await calibrated(target, program);
  const words = (bytes: number) => bytes / 2;
  const watch = symbolOf('watch');
  const followed = {
    witness: { from: words(watch.at), to: words(watch.at + watch.bytes) },
    fast: words(symbolOf('fast_job').at),
    encodedAt: symbolOf('pl_trace').at - RAM_OFFSET + ENCODED_AT,
    apart: true,
    // As long as the calibration, which meets rare spans, too.
    runCycles: (PROGRAM_NS * uno.clockHz) / 1e9,
  };
  const { before, after, release, tick } = gapsOf(board(), followed, 0);
  const callOf = (name: string) => longestCall(board(), words(symbolOf(name).at), followed.fast, COUNTED_CYCLES);
  const counted: Partial<Record<FigureName, number | null>> = {
    ...{ 'to-job': before, 'from-job': after, release, tick },
    ...{ take: callOf('take_lock'), give: callOf('give_lock') },
  };
  return { measured, counted };
}

afterAll(() => programs.remove());

describe.skipIf(!isReady)('a calibration on the virtual Uno', () => {
  let few: Compared;
  let many: Compared;

  beforeAll(async () => {
    few = await compare({ measures: 'tasks', tasks: TASK_COUNTS.superloop.few, policy: 'fixed' });
    many = await compare({ measures: 'tasks', tasks: TASK_COUNTS.superloop.many, policy: 'edf' });
  }, 600_000);

  const both = () => [few, many];

  it.each(TASK_FIGURES)('bounds the counted cycles within 10 %%: %s', (figure, range) => {
    for (const { measured, ranges } of both()) {
      const most = ranges.get(range)?.max ?? Number.NaN;
      expectBound(measured, figure, most);
    }
  });

  it.each(['take', 'give'] as const)('bounds the counted cycles within 10 %%: %s', (figure) => {
    for (const { measured, locks } of both()) expectBound(measured, figure, locks[figure] ?? Number.NaN);
  });

  it('bounds the counted cycles within 10 %: release', () => {
    // With more tasks the program also releases many of them at once.
    const most = few.ranges.get('release')?.max ?? Number.NaN;
    expectBound(few.measured, 'release', most);
  });
});

describe.skipIf(!isReady)('a calibration of interrupts on the virtual Uno', () => {
  const targets = CALIBRATED_TARGETS.filter((target) => target !== 'freertos' || freertosUnoMissing === null);

  it.each(targets)('bounds the counted cycles of a delivery within 10 %%: %s', async (target) => {
    const { measured, ...built } = await calibrated(target, INTERRUPT_PROGRAM);
    const longest = longestDelivery(built);
    expect(longest).toBeGreaterThan(0);
    expectBound(measured, 'delivery', longest);
  });
});

/**
 * The two parts of a preemption, which the overheads add. A preemption comes at any place of a pass of the witness, of which
 * each part contains a half. On one stack that is much of a part.
 */
const PARTS = ['to-job', 'from-job'] as const;
const PREEMPTION = ['release', 'take', 'give'] as const;
/** On one stack a budget's alarm can come in a measured preemption, and not in the counted one. */
const MOST_OF_SUM = { preemptive: 1.12, freertos: 1.1 } as const;
const FIGURES_OF = { preemptive: PREEMPTION, freertos: [...PREEMPTION, ...PARTS, 'tick'] } as const;

describe.skipIf(!isReady).each([
  { target: 'preemptive', missing: null },
  { target: 'freertos', missing: freertosUnoMissing },
] as const)('a calibration of $target on the virtual Uno', ({ target, missing }) => {
  const { few, many } = TASK_COUNTS[target];

  it.skipIf(missing !== null).each([
    { measures: 'tasks', tasks: few, policy: 'fixed' },
    { measures: 'tasks', tasks: many, policy: 'edf' },
  ] as const)('bounds the counted cycles: $tasks tasks, $policy', async (program) => {
    const { measured, counted } = await comparePreemption(target, program);
    for (const name of FIGURES_OF[target]) expectBound(measured, name, counted[name] ?? Number.NaN);
    const sum = (of: (name: FigureName) => number | null | undefined) =>
      PARTS.reduce((all, name) => all + (of(name) ?? Number.NaN), 0);
    const cycles = sum((name) => counted[name]);
    expect.soft(sum((name) => measured[name]?.most)).toBeGreaterThanOrEqual(cycles);
    expect.soft(sum((name) => measured[name]?.most)).toBeLessThanOrEqual(MOST_OF_SUM[target] * cycles);
  });
});
