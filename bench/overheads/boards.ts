/** The boards whose overheads are measured: their points, and the overheads that follow from them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { avrBinDir } from '../../test/conformance/toolchain.ts';
import { freertosOverheadsOf, pointsOfFreertos } from './avr-freertos.ts';
import { pointsOfSuperloop, superloopOverheadsOf } from './avr-superloop.ts';
import type { Point, Points } from './point.ts';

export const TARGETS = ['superloop', 'freertos'] as const;
export type Target = (typeof TARGETS)[number];

/** What was measured on a board, and with what. */
export interface Measured {
  /** The day of the measurement: 2026-11-23. */
  readonly date: string;
  readonly compiler: string;
  readonly kernel: string;
  readonly points: Readonly<Record<Target, Points>>;
}

export interface MeasuredBoard {
  /** Its folder in generator/boards. */
  readonly id: string;
  readonly points: Readonly<Record<Target, readonly Point[]>>;
  readonly overheads: (points: Measured['points']) => Readonly<Record<Target, Overheads>>;
}

const avrBoard = (id: string, chip: AvrConfig): MeasuredBoard => ({
  id,
  points: { superloop: pointsOfSuperloop(chip), freertos: pointsOfFreertos(chip) },
  overheads: (points) => {
    const superloop = superloopOverheadsOf(chip, points.superloop);
    const prepared = points.superloop['prepared byte'] ?? Number.NaN;
    return { superloop, freertos: freertosOverheadsOf(chip, points.freertos, superloop, prepared) };
  },
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

export const MEASURED_BOARDS: readonly MeasuredBoard[] = [
  uno,
  {
    ...mega,
    overheads: (points) => {
      const { superloop, freertos } = mega.overheads(points);
      return { superloop, freertos: withWaitsOf(freertos, uno.overheads(readPoints(uno.id).points).freertos) };
    },
  },
];

const ROOT = path.resolve(import.meta.dirname, '../..');
export const pointsFile = (id: string): string => path.join(import.meta.dirname, 'points', `${id}.json`);
export const overheadsFile = (id: string): string => path.join(ROOT, 'generator/boards', id, 'overheads.ts');

export const readPoints = (id: string): Measured => JSON.parse(readFileSync(pointsFile(id), 'utf8')) as Measured;

/** The file in generator/boards, before it is formatted. */
export function overheadsText(board: MeasuredBoard, { points, date, compiler, kernel }: Measured): string {
  return [
    '/**',
    ` * Time overheads of the runtime on the emulated board, in ns. Written by \`npm run bench:overheads -- --write\``,
    ` * from bench/overheads/points/${board.id}.json: ${compiler}, ${kernel}, ${date}.`,
    ' */',
    `import type { Overheads } from '../../platform/overheads.ts';`,
    '',
    `export const OVERHEADS: Readonly<Record<'superloop' | 'freertos', Overheads>> = ${JSON.stringify(board.overheads(points))};`,
    '',
  ].join('\n');
}

/** The tools on this computer, which a measurement depends on. Throws if one is missing. */
export function versions(): Pick<Measured, 'compiler' | 'kernel'> {
  const { freertosKernel } = findTools();
  if (avrBinDir === null || !freertosKernel.installed) {
    throw new Error('The AVR tool chain and FreeRTOS are needed: run `npm run setup`, and set FREERTOS_KERNEL_PATH.');
  }
  const gcc = execFileSync(path.join(avrBinDir, 'avr-gcc'), ['-dumpversion'], { encoding: 'utf8' }).trim();
  return { compiler: `avr-gcc ${gcc}`, kernel: `FreeRTOS ${freertosKernel.version}` };
}
