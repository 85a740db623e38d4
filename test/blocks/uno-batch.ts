/** Runs many bodies in one firmware on the virtual Uno. The generator makes it from the rig, with the real runtime. */

import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import type { FlashImage } from '../../app/host/devices/avr/intel-hex.ts';
import type { PartView } from '../../generator/parts/part-type.ts';
import { JOBS, type PartName, SLOT_US, START_OF_JOB, type Wiring } from './rig.ts';

const CYCLES_PER_US = ATMEGA328P.clockHz / 1e6;
const STEP_CYCLES = 10_000 * CYCLES_PER_US;
/** Steps that no batch of so many programs needs. */
const mostSteps = (programs: number): number => ((JOBS + 2) * programs * SLOT_US) / 10_000;

export interface Job {
  readonly text: string;
  /** What the parts show after the job. */
  readonly views: ReadonlyMap<PartName, PartView>;
}

/** The jobs of a rig's firmware in their order. */
export function jobsOf(flash: FlashImage, wiring: Wiring, programs: number): Job[] {
  const bytes: number[] = [];
  let started = 0;
  const onSerialByte = (byte: number) => {
    bytes.push(byte);
    if (byte === START_OF_JOB) started++;
  };
  const board = new AvrBoard(flash, { onSerialByte });
  board.parts.replace(wiring.parts);
  /** What the parts show in the last step before each job starts: they no longer change then. */
  const views: Job['views'][] = [];
  let last: Job['views'] = new Map();
  const count = JOBS * programs;
  for (let step = 0; step < mostSteps(programs) && started <= count; step++) {
    board.runCycles(STEP_CYCLES);
    while (views.length < started) views.push(last);
    last = viewsOf(board, wiring);
  }
  if (board.crash !== null) throw new Error(board.crash.message);
  if (started <= count) throw new Error('Some jobs did not run.');
  const texts = Buffer.from(bytes).toString('utf8').split(String.fromCharCode(START_OF_JOB)).slice(1);
  return Array.from({ length: count }, (_, job) => ({ text: texts[job] ?? '', views: views[job + 1] ?? new Map() }));
}

function viewsOf({ parts }: AvrBoard, { outputs }: Wiring): Job['views'] {
  return new Map(
    outputs.flatMap((name): [PartName, PartView][] => {
      const view = parts.view(name);
      return view === null ? [] : [[name, view]];
    }),
  );
}
