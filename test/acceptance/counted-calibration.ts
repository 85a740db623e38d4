/** What a program of a calibration does on the virtual Uno, counted instruction by instruction. */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { calibrationCode } from '../../app/host/calibration/calibrate.ts';
import { avrConfig } from '../../app/host/devices/avr/config.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { Profile, type Range } from '../../bench/runtime-avr/profile.ts';
import { gapsOf, longestCall } from '../../bench/threads/witness.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { type CalibratedTarget, type FigureName, type Figures, figureOf } from '../../generator/calibration/figures.ts';
import { type CalibrationProgram, calibrationSketch, PROGRAM_NS } from '../../generator/calibration/programs.ts';
import type { Board } from '../../generator/platform/board.ts';
import { InterruptWitness, TIMER2_COMPA } from '../conformance/interrupt-witness.ts';
import { VirtualUno } from '../conformance/uno.ts';
import { symbolsIn } from './symbols.ts';

/** Long enough for two rounds of metadata. */
const COUNTED_MS = 4000;
/** As in bench/threads. */
const COUNTED_CYCLES = 24_000_000;

const RAM_OFFSET = 0x800000;
/** The ring of telemetry, and then `tail`, `encoded`, `open` and `head`. */
const HEAD_AT = 128 + 3;
const ENCODED_AT = 128 + 1;

export type BuiltProgram = Awaited<ReturnType<CountedPrograms['build']>>;

export interface Counted {
  readonly ranges: ReadonlyMap<string, Range>;
  readonly locks: Readonly<Record<'take' | 'give', number | null>>;
}

/** Builds programs in a folder of its own. */
export class CountedPrograms {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'polyloop-calibration-'));

  async build(target: CalibratedTarget, program: CalibrationProgram, on: Board = uno) {
    const sketch = calibrationSketch(on, target, program, await calibrationCode(on, target, program.measures));
    const lines: string[] = [];
    const { signal } = new AbortController();
    const request = { sketch, dir: this.#dir, tool: 'platformio', repeat: true, signal } as const;
    const built = await buildSketch({ ...request, onLine: ({ text }) => lines.push(text) });
    const { firmware } = built;
    if (firmware?.elf == null) throw new Error([built.message ?? '', ...lines].join('\n'));
    const symbolOf = await symbolsIn(firmware.elf);
    const hex = await readFile(firmware.path, 'utf8');
    return { firmware, symbolOf, board: () => new VirtualUno(hex, avrConfig(on.mcu)) };
  }

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true });
  }
}

/** A program of the super-loop with tasks. */
export function countedTasks({ symbolOf, board }: BuiltProgram): Counted {
  const addressOf = (name: string) => symbolOf(name).at;
  const routines = new Map([[addressOf('pl_trace_locked'), 'event']]);
  const profile = new Profile(board(), addressOf('turn'), routines, {
    beside: [addressOf('pl_trace_service')],
    between: addressOf('skip_dispatch'),
  });
  profile.run(COUNTED_MS);
  // No function: a job of the super-loop is never preempted.
  const callOf = (name: string) => longestCall(board(), addressOf(name) / 2, Number.NaN, COUNTED_CYCLES);
  return { ranges: profile.ranges, locks: { take: callOf('take_lock'), give: callOf('give_lock') } };
}

/** A program of a target with preemption, whose witness bench/threads follows. */
export function countedPreemption({ symbolOf, board }: BuiltProgram): Partial<Record<FigureName, number | null>> {
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
  const locks = { take: callOf('take_lock'), give: callOf('give_lock') };
  return { 'to-job': before, 'from-job': after, release, tick, ...locks };
}

/** The longest delivery that telemetry does not record, without the program's own bottom half. */
export function longestDelivery({ symbolOf, board }: BuiltProgram): number {
  const uno = board();
  const headAt = symbolOf('pl_trace').at - RAM_OFFSET + HEAD_AT;
  let [head, longest] = [0, 0];
  const witness = new InterruptWitness(uno, ({ vector, from, to, ownCycles }) => {
    const hasNested = ownCycles < to - from;
    if (vector === TIMER2_COMPA && !hasNested && uno.cpu.data[headAt] === head) longest = Math.max(longest, ownCycles);
  });
  while (uno.cpu.cycles < COUNTED_CYCLES) {
    witness.step();
    if (uno.cpu.pc < uno.vectorsEnd && uno.vectorAt(uno.cpu.pc) === TIMER2_COMPA) head = uno.cpu.data[headAt] ?? 0;
  }
  return longest;
}

/** The figures of the tasks' programs that are compared, and what of the count each of them bounds. */
export const TASK_FIGURES = [
  ['byte', 'transmit'],
  ['clock', 'millis'],
  ['dispatch', 'dispatch alone'],
] as const;

/** Not more than 10 % above what is counted. */
export function expectAtMost(measured: Figures, name: FigureName, most: number): void {
  expect.soft(figureOf(measured, name).most, `${name}, counted ${most}`).toBeLessThanOrEqual(1.1 * most);
}

export function expectBound(measured: Figures, name: FigureName, most: number): void {
  const { most: seen } = figureOf(measured, name);
  expect.soft(seen, `${name}, counted ${most}`).toBeGreaterThanOrEqual(most);
  expectAtMost(measured, name, most);
}
