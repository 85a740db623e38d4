/**
 * The record of a calibration: what was measured on the user's board, and when, with which compiler and
 * runtime. The user's configuration folder has one record for each board, target and compiler.
 */
import * as z from 'zod';
import { boardOf } from '../boards/index.ts';
import type { Overheads } from '../platform/overheads.ts';
import type { TargetName } from '../sketch/model.ts';
import { boardFactsSchema } from '../sketch/schema.ts';
import { targetById } from '../targets/index.ts';
import { tr } from '../words/tr.ts';
import {
  CALIBRATED_TARGETS,
  FIGURE_NAMES,
  FIGURE_SETS,
  type FigureName,
  type FigureSet,
  figureNames,
  figureSetOf,
  MEASURED,
} from './figures.ts';
import { calibrationObstacle } from './obstacle.ts';
import { calibratedOverheads } from './overheads.ts';
import { type CalibrationProgram, calibrationPrograms } from './programs.ts';

z.config({ jitless: true });

const MAX_TEXT = 200;
/** Longer than any work of the runtime. Unit: cycles. */
const MAX_CYCLES = 1_000_000;

const figure = z.strictObject({
  most: z.number().positive().max(MAX_CYCLES),
  count: z.int().min(1),
});

const program = z.strictObject({
  measures: z.enum(MEASURED),
  tasks: z.int().min(1).max(64),
  policy: z.enum(['fixed', 'edf']),
  /** Figures of the target, for what the program measures. */
  figures: z.strictObject(
    Object.fromEntries(FIGURE_NAMES.map((name) => [name, figure.optional()])) as Record<
      FigureName,
      z.ZodOptional<typeof figure>
    >,
  ),
});

const MOST_PROGRAMS = Math.max(...FIGURE_SETS.map((set) => calibrationPrograms(set).length));

export const calibrationSchema = z.strictObject({
  /** Version of this format. */
  calibration: z.literal(1),
  board: z.string().min(1).max(MAX_TEXT),
  /** As in a sketch: of a board that Polyloop has no record of. */
  boardFacts: boardFactsSchema,
  target: z.enum(CALIBRATED_TARGETS),
  /** Name and version of the compiler, e.g. "GCC 5.4.0". */
  compiler: z.string().min(1).max(MAX_TEXT),
  /** Fingerprint of the runtime's sources. */
  runtime: z.string().regex(/^[0-9a-f]{8}$/),
  /** When the calibration ended. */
  date: z.iso.datetime(),
  /** Whether the programs ran on the virtual board or on the board at a port. */
  device: z.enum(['virtual', 'port']),
  programs: z.array(program).max(MOST_PROGRAMS),
});

export type CalibrationRecord = z.infer<typeof calibrationSchema>;

/** The runtime and the compiler of a build now, with which a record is compared. */
export interface PresentTools {
  readonly runtime: string;
  /** Null: not known, because the build tool has its own compiler. */
  readonly compiler: string | null;
}

/** A calibration that the analysis uses. */
export interface Calibrated {
  readonly board: string;
  /** The board's name, for the user. */
  readonly label: string;
  readonly target: TargetName;
  /** The day of the calibration: 2026-11-23. */
  readonly day: string;
  readonly device: CalibrationRecord['device'];
  readonly compiler: string;
  /** Why the figures are not used: another runtime or compiler made them. Null: they are used. */
  readonly stale: string | null;
  readonly overheads: Overheads;
}

export type ReadCalibration =
  | { readonly ok: true; readonly record: CalibrationRecord }
  /** What is wrong with the record, and the way out. */
  | { readonly ok: false; readonly problem: string };

const sameProgram = (one: CalibrationProgram, other: CalibrationProgram): boolean =>
  one.measures === other.measures && one.tasks === other.tasks && one.policy === other.policy;

const nameOf = ({ measures, tasks, policy }: CalibrationProgram): string =>
  measures === 'interrupts' ? tr`interrupts` : tr`${tasks} tasks, ${policy}`;

/** Reads a record, or says what is wrong with it. */
export function readCalibration(text: string): ReadCalibration {
  const again = tr`Calibrate the board again, or go back to the shipped overheads.`;
  const wrong = (problem: string): ReadCalibration => ({ ok: false, problem: `${problem} ${again}` });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return wrong(tr`The record of the calibration is not valid JSON.`);
  }
  const parsed = calibrationSchema.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('/') ?? '';
    return wrong(tr`The record of the calibration is not valid at /${place}.`);
  }
  const record = parsed.data;
  const board = boardOf(record);
  if (board === undefined || calibrationObstacle(board, record.target) !== null) {
    return wrong(tr`The record of the calibration is for a board and a target that cannot be calibrated.`);
  }
  const set = figureSetOf(board, record.target);
  const place = wrongFigure(record, set);
  if (place !== null) return wrong(tr`The record of the calibration is not valid at /${place}.`);
  const missing = calibrationPrograms(set).filter((each) => !record.programs.some((one) => sameProgram(one, each)));
  if (missing.length > 0) {
    return wrong(
      tr`The record of the calibration is incomplete: it lacks the program with ${missing.map(nameOf).join('; ')}.`,
    );
  }
  return { ok: true, record };
}

/** Where a figure of the target is missing, or is one of another target; null: nowhere. */
function wrongFigure({ programs }: CalibrationRecord, set: FigureSet): string | null {
  for (const [index, { measures, figures }] of programs.entries()) {
    const names: readonly string[] = figureNames(set, measures);
    const found = Object.keys(figures);
    const bad = names.find((name) => !found.includes(name)) ?? found.find((name) => !names.includes(name));
    if (bad !== undefined) return `programs/${index}/figures/${bad}`;
  }
  return null;
}

/** Why the figures of a record do not hold for a program that is built now; null if they do. */
export function staleReason({ runtime, compiler }: CalibrationRecord, now: PresentTools): string | null {
  if (runtime !== now.runtime) return tr`Another version of the runtime was measured.`;
  if (now.compiler !== null && compiler !== now.compiler) {
    return tr`${compiler} compiled what was measured, and ${now.compiler} compiles now.`;
  }
  return null;
}

const DAY_CHARACTERS = 10;

/**
 * A valid record as the analysis uses it.
 *
 * @param stale why it is not used; null: it is
 */
export function calibratedOf(record: CalibrationRecord, stale: string | null): Calibrated {
  const { target, programs, device, compiler } = record;
  const board = boardOf(record);
  const shipped = board?.targets[target]?.overheads;
  if (board === undefined || shipped === undefined || shipped === null) {
    throw new Error(`${record.board} with ${targetById(target).id} has no overheads`);
  }
  return {
    ...{ board: record.board, label: board.label, target, device, compiler },
    day: record.date.slice(0, DAY_CHARACTERS),
    stale,
    overheads: calibratedOverheads(figureSetOf(board, target), programs, board.clockHz, shipped),
  };
}
