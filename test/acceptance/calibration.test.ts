/**
 * A calibration on the virtual Uno is compared with the cycles that bench/runtime-avr and bench/threads count in
 * the same programs, instruction by instruction.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marksOfRun } from '../../app/host/calibration/run-program.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { mega } from '../../generator/boards/mega/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import {
  CALIBRATED_TARGETS,
  type CalibratedTarget,
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
import type { Board } from '../../generator/platform/board.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { freertosUnoMissing } from '../conformance/freertos.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import {
  type Counted,
  CountedPrograms,
  countedPreemption,
  countedTasks,
  expectBound,
  longestDelivery,
  TASK_FIGURES,
} from './counted-calibration.ts';

const tools = findTools();
const isReady = tools.pio.installed && avrBinDir !== null;
const programs = new CountedPrograms();

interface Compared extends Counted {
  readonly measured: Figures;
}

/** Runs a program on the virtual board as `polyloop calibrate` does. */
async function calibrated(target: CalibratedTarget, program: CalibrationProgram, board: Board = uno) {
  const built = await programs.build(target, program, board);
  const device = await openDevice('virtual', board);
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

/** The same for a target with preemption. */
async function comparePreemption(target: CalibratedTarget, program: CalibrationProgram, board?: Board) {
  const { measured, ...built } = await calibrated(target, program, board);
  return { measured, counted: countedPreemption(built) };
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

const PREEMPTION = ['release', 'to-job', 'from-job', 'take', 'give'] as const;
const FIGURES_OF = { preemptive: PREEMPTION, freertos: [...PREEMPTION, 'tick'] } as const;

describe.skipIf(!isReady).each([
  { target: 'preemptive', missing: null },
  { target: 'freertos', missing: freertosUnoMissing },
] as const)('a calibration of $target on the virtual Uno', ({ target, missing }) => {
  const { few, many } = TASK_COUNTS[target];

  it.skipIf(missing !== null).each([
    { measures: 'tasks', tasks: few, policy: 'fixed' },
    { measures: 'tasks', tasks: many, policy: 'edf' },
  ] as const)('bounds the counted cycles within 10 %: $tasks tasks, $policy', async (program) => {
    const { measured, counted } = await comparePreemption(target, program);
    for (const name of FIGURES_OF[target]) expectBound(measured, name, counted[name] ?? Number.NaN);
  });
});

describe.skipIf(!isReady)('a calibration of preemptive on the virtual Mega', () => {
  it('bounds the counted cycles within 10 %', async () => {
    const program = { measures: 'tasks', tasks: TASK_COUNTS.preemptive.few, policy: 'edf' } as const;
    const { measured, counted } = await comparePreemption('preemptive', program, mega);
    for (const name of PREEMPTION) expectBound(measured, name, counted[name] ?? Number.NaN);
  });

  it('bounds the counted cycles of a delivery within 10 %', async () => {
    const { measured, ...built } = await calibrated('preemptive', INTERRUPT_PROGRAM, mega);
    const longest = longestDelivery(built);
    expect(longest).toBeGreaterThan(0);
    expectBound(measured, 'delivery', longest);
  });
});
