/**
 * `polyloop calibrate --port` on the bench Uno: the programs are built, written by avrdude through the boot
 * loader, and reset; their telemetry comes back through the port, and the analysis uses the record.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents, runCli } from '../../app/cli/test-cli.ts';
import type { FigureName } from '../../generator/calibration/figures.ts';
import { RESERVE } from '../../generator/calibration/overheads.ts';
import { calibrationPrograms, TASK_COUNTS } from '../../generator/calibration/programs.ts';
import { type CalibrationRecord, calibrationSchema } from '../../generator/calibration/record.ts';
import {
  CountedPrograms,
  countedPreemption,
  countedTasks,
  expectAtMost,
  expectBound,
  longestDelivery,
  TASK_FIGURES,
} from '../acceptance/counted-calibration.ts';
import { usually } from '../every-case.ts';
import { SUPERLOOP_STARTERS, sketchFile } from '../golden/projects.ts';
import { BenchUno, missingForBench } from './bench.ts';

const missing = missingForBench();
if (missing !== null) it.skip(`not installed, so nothing of this was tried: ${missing}`, () => {});

/** A build and six seconds of each program, however slow the machine is. */
const PATIENCE_MS = 1_200_000;
const TOO_LATE = /does not answer|gave other answers/;
const MORE_ATTEMPTS = 4;

/** The figures of the program that has seen this figure longest. */
const longest = (programs: CalibrationRecord['programs'], name: FigureName) =>
  programs.map(({ figures }) => figures).toSorted((a, b) => (b[name]?.most ?? 0) - (a[name]?.most ?? 0))[0];

/**
 * Compares the record with the cycles that the same programs take on the other simulator, instruction by
 * instruction, as test/acceptance/calibration.test.ts does with a calibration of the virtual board.
 */
async function expectCounted({ programs }: CalibrationRecord): Promise<void> {
  const counted = new CountedPrograms();
  for (const { figures, ...program } of programs) {
    const built = await counted.build('superloop', program);
    if (program.measures === 'interrupts') {
      expect(figures.delivery?.count).toBeGreaterThan(20);
      expectBound(figures, 'delivery', longestDelivery(built));
      continue;
    }
    const { ranges, locks } = countedTasks(built);
    for (const [figure, range] of TASK_FIGURES) {
      // A byte rarely takes longest. Its interrupt is the same in all programs, and the longest one counts.
      const of = figure === 'dispatch' ? figures : (longest(programs, figure) ?? figures);
      expectBound(of, figure, ranges.get(range)?.max ?? Number.NaN);
    }
    for (const figure of ['take', 'give'] as const) expectBound(figures, figure, locks[figure] ?? Number.NaN);
    // With more tasks the program also releases many of them at once.
    if (program.tasks === TASK_COUNTS.superloop.few)
      expectBound(figures, 'release', ranges.get('release')?.max ?? Number.NaN);
    expect(figures.byte?.count).toBeGreaterThan(100);
  }
  await counted.remove();
}

describe.skipIf(missing !== null)('a calibration of a real Uno on a serial port', () => {
  let home = '';
  let bench: BenchUno;
  const cli = (...args: string[]) => runCli(args, { env: { POLYLOOP_HOME: home } });
  /** The boot loader waits for a second of real time, which can be too short on a busy computer. */
  const calibrated = async (...options: string[]) => {
    const once = () => cli('calibrate', ...options, '--port', bench.port, '--json');
    let result = await once();
    for (let more = MORE_ATTEMPTS; more > 0 && TOO_LATE.test(result.error); more--) result = await once();
    return result;
  };
  const list = async () => documents(await cli('calibrate', '--list', '--json'))[0];

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'polyloop-bench-calibration-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  beforeEach(async () => {
    bench = await BenchUno.start();
  });
  afterEach(() => bench.stop());

  it(
    'ends with a message and without a record when the cable is pulled',
    async () => {
      const cut = cli('calibrate', '--port', bench.port);
      // The boot loader switches the LED while it is written.
      await expect.poll(async () => (await bench.runs()).flat().length, { timeout: PATIENCE_MS }).toBeGreaterThan(20);
      await bench.pull();
      const { code, error } = await cut;
      expect(code).toBe(1);
      expect(error).toContain(bench.port);
      expect(await list()).toMatchObject({ calibrations: [], problems: [] });
    },
    PATIENCE_MS,
  );

  it(
    'writes the programs, reads their figures, and the analysis uses them',
    async () => {
      const result = await calibrated();
      expect(result, result.error).toMatchObject({ code: 0 });
      const { path: _file, ...document } = documents(result)[0] as { path: string } & CalibrationRecord;
      const record = calibrationSchema.parse(document);
      expect(record).toMatchObject({ board: 'uno', target: 'superloop', device: 'port' });
      expect(record.programs).toHaveLength(calibrationPrograms('superloop').length);
      await expectCounted(record);
      const checked = documents(await cli('check', '--json', sketchFile(SUPERLOOP_STARTERS[0])))[0];
      expect(checked).toMatchObject({
        admitted: true,
        overheads: { source: 'measured', measuredOn: { device: 'port' } },
      });
    },
    PATIENCE_MS,
  );

  it.runIf(usually(false, true))(
    'measures the target with preemption',
    async () => {
      const result = await calibrated('--target', 'preemptive');
      expect(result, result.error).toMatchObject({ code: 0 });
      const { path: _file, ...document } = documents(result)[0] as { path: string } & CalibrationRecord;
      const { target, device, programs } = calibrationSchema.parse(document);
      expect({ target, device }).toEqual({ target: 'preemptive', device: 'port' });
      expect(programs).toHaveLength(calibrationPrograms('preemptive').length);
      const counted = new CountedPrograms();
      for (const { figures, ...program } of programs) {
        const built = await counted.build('preemptive', program);
        if (program.measures === 'interrupts') expectBound(figures, 'delivery', longestDelivery(built));
        else {
          const found = countedPreemption(built);
          for (const name of ['release', 'to-job', 'from-job'] as const)
            expectBound(figures, name, found[name] ?? Number.NaN);
          // A lock rarely takes longest. For such times the analysis adds a reserve to the longest of all programs.
          for (const name of ['take', 'give'] as const) {
            const most = (longest(programs, name)?.[name]?.most ?? 0) * RESERVE;
            expect.soft(most, name).toBeGreaterThanOrEqual(found[name] ?? Number.NaN);
            expectAtMost(figures, name, found[name] ?? Number.NaN);
          }
        }
      }
      await counted.remove();
    },
    PATIENCE_MS,
  );

  it.runIf(usually(false, true))(
    'measures a board that PlatformIO knows, through the functions of its Arduino core',
    async () => {
      const result = await cli('calibrate', '--board', 'pro16MHzatmega328', '--port', bench.port, '--json');
      expect(result, result.error).toMatchObject({ code: 0 });
      const { path: _file, ...document } = documents(result)[0] as { path: string } & CalibrationRecord;
      const { board, boardFacts, programs } = calibrationSchema.parse(document);
      expect(board).toBe('pro16MHzatmega328');
      expect(boardFacts?.mcu).toBe('atmega328p');
      expect(programs).toHaveLength(calibrationPrograms('arduino').length);
      expect((await cli('calibrate', '--list')).out).toContain('measured on the board');
    },
    PATIENCE_MS,
  );
});
