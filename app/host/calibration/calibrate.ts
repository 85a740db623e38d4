/** Measures the overheads of a board with a target: builds the calibration programs, runs them and reads their figures. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CalibratedTarget,
  figureNames,
  figureSetOf,
  isCalibratedTarget,
  type MeasuredWork,
  readMarks,
} from '../../../generator/calibration/figures.ts';
import { calibrationObstacle } from '../../../generator/calibration/obstacle.ts';
import {
  type CalibrationProgram,
  calibrationPrograms,
  calibrationSketch,
  PROGRAM_NS,
} from '../../../generator/calibration/programs.ts';
import type { CalibrationRecord } from '../../../generator/calibration/record.ts';
import type { Board } from '../../../generator/platform/board.ts';
import type { BoardFacts } from '../../../generator/sketch/board-facts.ts';
import type { TargetName } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import { rootFolder } from '../../../templates/load.ts';
import type { BuildTool } from '../../contract/builds.ts';
import { RpcError } from '../../contract/errors.ts';
import type { BuildRunner } from '../builds/build.ts';
import type { Device, FirmwareImage } from '../devices/device.ts';
import { runtimeFingerprint } from './present-tools.ts';
import { marksOfRun } from './run-program.ts';

export interface CalibrateRequest {
  readonly board: Board;
  /** Facts of a board that has no folder in generator/boards; otherwise null. */
  readonly boardFacts: BoardFacts | null;
  readonly target: TargetName;
  readonly kind: CalibrationRecord['device'];
  /** Opens the board. Called once for each program. */
  open(): Promise<Device>;
  readonly build: BuildRunner;
  readonly tool: BuildTool;
  /** The folder in which the programs are built. */
  readonly dir: string;
  readonly programDir?: string | undefined;
  readonly signal: AbortSignal;
  /** What happens now, in words for the user. */
  onStep(step: string): void;
  /** A line of the build tool. */
  onLine?(line: string): void;
}

const HZ_PER_MHZ = 1e6;
/** The files of templates/calibration that measure the work for tasks. */
const PROGRAMS: Readonly<Record<CalibratedTarget, string>> = {
  superloop: 'superloop',
  preemptive: 'preemption',
  freertos: 'preemption',
};

/** The code of the calibration programs of a board with a target that measure this work. */
export async function calibrationCode(
  board: Board,
  target: CalibratedTarget,
  work: MeasuredWork,
  programDir = rootFolder(),
): Promise<string> {
  const { calibration = '' } = board.files;
  const program = calibration === 'arduino' ? 'arduino-superloop' : PROGRAMS[target];
  const names = [calibration, 'figures', work === 'interrupts' ? work : program];
  const folder = join(programDir, 'templates', 'calibration');
  const parts = await Promise.all(names.map((name) => readFile(join(folder, `${name}.h`), 'utf8')));
  const clock = `#define CLOCK_MHZ ${Math.ceil(board.clockHz / HZ_PER_MHZ)}U`;
  return [clock, ...parts.map((part) => part.replace(/\r\n/g, '\n'))].join('\n');
}

/** Rejects with a message for the user. */
export async function calibrate(request: CalibrateRequest): Promise<CalibrationRecord> {
  const { board, target, kind, signal } = request;
  const reason = calibrationObstacle(board, target);
  if (reason !== null || !isCalibratedTarget(target)) throw new RpcError('unavailable', reason ?? '');
  const set = figureSetOf(board, target);
  const all = calibrationPrograms(set);
  const programs: CalibrationRecord['programs'] = [];
  let compiler = '';
  for (const [index, program] of all.entries()) {
    const part = tr`Program ${index + 1} of ${all.length}`;
    request.onStep(tr`${part}: building`);
    const code = await calibrationCode(board, target, program.measures, request.programDir);
    const firmware = await buildProgram(request, target, program, code);
    request.onStep(tr`${part}: measuring`);
    const device = await request.open();
    const marks = await marksOfRun({ device, firmware, durationNs: PROGRAM_NS, signal });
    const read = readMarks(figureNames(set, program.measures), marks);
    signal.throwIfAborted();
    if (!read.ok) {
      throw new RpcError(
        'unavailable',
        tr`The board did not report all figures; ${read.missing.join(', ')} are missing. The overheads stay as they were. Check that the board is a ${board.label}, and calibrate again.`,
      );
    }
    compiler = `GCC ${read.result.compiler}`;
    programs.push({ ...program, figures: read.result.figures });
  }
  return {
    ...{
      calibration: 1 as const,
      board: board.id,
      boardFacts: writable(request.boardFacts),
      target,
      compiler,
      runtime: runtimeFingerprint(request.programDir),
    },
    ...{ date: new Date().toISOString(), device: kind, programs },
  };
}

const writable = (facts: BoardFacts | null): CalibrationRecord['boardFacts'] =>
  facts === null ? null : { ...facts, usb: [...facts.usb] };

async function buildProgram(
  { board, boardFacts, build, tool, dir, signal, onLine }: CalibrateRequest,
  target: CalibratedTarget,
  program: CalibrationProgram,
  code: string,
): Promise<FirmwareImage> {
  const sketch = calibrationSketch(board, target, program, code, boardFacts);
  const built = await build({ sketch, dir, tool, repeat: true, signal, onLine: ({ text }) => onLine?.(text) });
  signal.throwIfAborted();
  // The check of the stack assumes that all jobs nest. Those of most tasks wait here until the program ends.
  if (built.firmware !== null) return { ...built.firmware, stackProblem: null };
  const [first] = built.diagnostics.filter(({ severity }) => severity === 'error');
  throw new RpcError(
    'unavailable',
    tr`The calibration program could not be built: ${built.message ?? first?.message ?? built.outcome}`,
  );
}
