/** The boards whose overheads are measured: their points, and the overheads that follow from them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { compiler, cortexMissing } from '../../test/conformance/cortex.ts';
import { avrBinDir } from '../../test/conformance/toolchain.ts';
import { arduinoOverheadsOf, pointsOfArduino } from './arduino.ts';
import { freertosOverheadsOf, pointsOfFreertos } from './avr-freertos.ts';
import { pointsOfPreemptive, preemptiveOverheadsOf } from './avr-preemptive.ts';
import { pointsOfSuperloop, superloopOverheadsOf } from './avr-superloop.ts';
import { addedToAlarm, cortexKernelOverheadsOf, perLineOf, pointsOfCortexKernel } from './cortex-freertos.ts';
import { cortexPreemptiveOverheadsOf, pointsOfCortexPreemptive } from './cortex-preemptive.ts';
import { cortexLoopOverheadsOf, pointsOfCortexLoop } from './cortex-superloop.ts';
import type { Point, Points } from './point.ts';
import { pointsOfRtems, rtemsOverheadsOf } from './rtems.ts';

export const TARGETS = ['superloop', 'preemptive', 'freertos', 'rtems'] as const;
export type Target = (typeof TARGETS)[number];

/** What was measured on a board, and with what. */
export interface Measured {
  /** The day of the measurement: 2026-11-23. */
  readonly date: string;
  readonly compiler: string;
  /** Null: no target of the board has a kernel. */
  readonly kernel: string | null;
  readonly points: ByTarget<Points>;
}

/** A value for each target of a board. */
type ByTarget<T> = Readonly<Partial<Record<Target, T>>>;

export interface MeasuredBoard {
  readonly id: string;
  /** The file that the command writes, in generator/boards. */
  readonly file: string;
  readonly points: ByTarget<readonly Point[]>;
  readonly overheads: (points: Measured['points']) => ByTarget<Overheads>;
  /** The tools on this computer, which a measurement depends on. Each throws if it is missing. */
  readonly compiler: () => Measured['compiler'];
  readonly kernel: () => Measured['kernel'];
}

export const targetsOf = ({ points }: MeasuredBoard): readonly Target[] =>
  TARGETS.filter((target) => points[target] !== undefined);

const kernelVersion = (): string => {
  const { freertosKernel } = findTools();
  if (!freertosKernel.installed) throw new Error('FreeRTOS is needed: set FREERTOS_KERNEL_PATH.');
  return `FreeRTOS ${freertosKernel.version}`;
};

const compilerVersion = (name: string, program: string): string =>
  `${name} ${execFileSync(program, ['-dumpversion'], { encoding: 'utf8' }).trim()}`;

function avrCompiler(): string {
  if (avrBinDir === null) throw new Error('The AVR tool chain is needed: run `npm run setup`.');
  return compilerVersion('avr-gcc', path.join(avrBinDir, 'avr-gcc'));
}

function armCompiler(): string {
  if (cortexMissing !== null) throw new Error('The Arm tool chain and QEMU are needed: run `npm run setup`.');
  return compilerVersion('arm-none-eabi-gcc', compiler()[0]);
}

const avrBoard = (id: string, chip: AvrConfig): MeasuredBoard => ({
  id,
  file: `${id}/overheads.ts`,
  points: {
    superloop: pointsOfSuperloop(chip),
    preemptive: pointsOfPreemptive(chip),
    freertos: pointsOfFreertos(chip),
  },
  overheads: ({ superloop: ofLoop = {}, preemptive: ofStack = {}, freertos: ofKernel = {} }) => {
    const superloop = superloopOverheadsOf(chip, ofLoop);
    const prepared = ofLoop['prepared byte'] ?? Number.NaN;
    return {
      superloop,
      ...(Object.keys(ofStack).length > 0 && {
        preemptive: preemptiveOverheadsOf(chip, ofStack, superloop, prepared),
      }),
      freertos: freertosOverheadsOf(chip, ofKernel, superloop, prepared),
    };
  },
  compiler: avrCompiler,
  kernel: kernelVersion,
});

const uno = avrBoard('uno', ATMEGA328P);
const mega = avrBoard('mega', ATMEGA2560);

/**
 * The Mega runs the instructions of the Uno in at least as many cycles. The longest wait for a section depends on
 * where its holder is interrupted, so a run on one chip can miss what a run on the other sees.
 */
function withWaitsOf(slower: Overheads, faster: Overheads): Overheads {
  const { sectionNs = 0, raisedSectionNs = 0 } = slower;
  return {
    ...slower,
    sectionNs: Math.max(sectionNs, faster.sectionNs ?? 0),
    raisedSectionNs: Math.max(raisedSectionNs, faster.raisedSectionNs ?? 0),
  };
}

const megaWithUno: MeasuredBoard = {
  ...mega,
  overheads: (points) => {
    const { freertos, ...others } = mega.overheads(points);
    const { freertos: ofUno } = uno.overheads(readPoints(uno.id).points);
    if (freertos === undefined || ofUno === undefined) throw new Error('not measured');
    return { ...others, freertos: withWaitsOf(freertos, ofUno) };
  },
};

const mps2An385: MeasuredBoard = {
  id: 'mps2-an385',
  file: 'mps2-an385/overheads.ts',
  points: {
    superloop: pointsOfCortexLoop(),
    preemptive: pointsOfCortexPreemptive(),
    freertos: pointsOfCortexKernel(),
  },
  overheads: ({ superloop: ofLoop = {}, preemptive: ofStack = {}, freertos = {} }) => {
    const withKernel = { perLine: perLineOf(freertos), addedToAlarm: addedToAlarm(freertos) };
    const superloop = cortexLoopOverheadsOf(ofLoop, withKernel);
    const preemptive = cortexPreemptiveOverheadsOf(ofStack, superloop);
    return { superloop, preemptive, freertos: cortexKernelOverheadsOf(freertos) };
  },
  compiler: armCompiler,
  kernel: kernelVersion,
};

function rtems() {
  const { rtemsKernel } = findTools();
  if (!rtemsKernel.installed) throw new Error('RTEMS is needed: set RTEMS_PREFIX, RTEMS_TOOLS and RTEMS_BSP.');
  return rtemsKernel;
}

const realviewPbxA9: MeasuredBoard = {
  id: 'realview-pbx-a9',
  file: 'realview-pbx-a9/overheads.ts',
  points: { rtems: pointsOfRtems() },
  overheads: ({ rtems = {} }) => ({ rtems: rtemsOverheadsOf(rtems) }),
  compiler: () => compilerVersion('gcc for RTEMS', rtems().compilers.c.command[0]),
  kernel: () => `RTEMS ${rtems().version}`,
};

/** The boards that Polyloop knows from PlatformIO only. */
const anyArduino: MeasuredBoard = {
  id: 'any-arduino',
  file: 'any-arduino-overheads.ts',
  points: { superloop: pointsOfArduino() },
  overheads: ({ superloop = {} }) => ({ superloop: arduinoOverheadsOf(superloop) }),
  compiler: avrCompiler,
  kernel: () => null,
};

export const MEASURED_BOARDS: readonly MeasuredBoard[] = [uno, megaWithUno, anyArduino, mps2An385, realviewPbxA9];

const ROOT = path.resolve(import.meta.dirname, '../..');
export const pointsFile = (id: string): string => path.join(import.meta.dirname, 'points', `${id}.json`);
export const overheadsFile = ({ file }: MeasuredBoard): string => path.join(ROOT, 'generator/boards', file);

export const readPoints = (id: string): Measured => JSON.parse(readFileSync(pointsFile(id), 'utf8')) as Measured;

/** The file in generator/boards, before it is formatted. */
export function overheadsText(board: MeasuredBoard, { points, date, compiler, kernel }: Measured): string {
  const platform = path.posix.relative(path.posix.dirname(board.file), 'platform/overheads.ts');
  const versions = [compiler, ...(kernel === null ? [] : [kernel])].join(', ');
  const targets = targetsOf(board).map((target) => `'${target}'`);
  return [
    '/**',
    ` * Time overheads of the runtime on the emulated board, in ns. Written by \`npm run bench:overheads -- --write\``,
    ` * from bench/overheads/points/${board.id}.json: ${versions}, ${date}.`,
    ' */',
    `import type { Overheads } from '../${platform}';`,
    '',
    `export const OVERHEADS: Readonly<Record<${targets.join(' | ')}, Overheads>> = ${JSON.stringify(board.overheads(points))};`,
    '',
  ].join('\n');
}
