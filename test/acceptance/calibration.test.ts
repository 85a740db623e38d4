/**
 * A calibration on the virtual Uno is compared with the cycles that bench/runtime-avr counts in the same
 * programs, instruction by instruction.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calibrationCode } from '../../app/host/calibration/calibrate.ts';
import { marksOfRun } from '../../app/host/calibration/run-program.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { Profile, type Range } from '../../bench/runtime-avr/profile.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { type Figures, readMarks } from '../../generator/calibration/figures.ts';
import {
  type CalibrationProgram,
  calibrationSketch,
  FEW_TASKS,
  MANY_TASKS,
  PROGRAM_NS,
} from '../../generator/calibration/programs.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { avrBinDir } from '../conformance/toolchain.ts';
import { VirtualUno } from '../conformance/uno.ts';

const run = promisify(execFile);
const tools = findTools();
const isReady = tools.pio.installed && avrBinDir !== null;
/** Long enough for two rounds of metadata. */
const COUNTED_MS = 4000;
const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-calibration-'));

interface Compared {
  readonly measured: Figures;
  readonly counted: ReadonlyMap<string, Range>;
}

/** Addresses of the functions of a program, in bytes. */
async function addressesOf(elf: string): Promise<(name: string) => number> {
  const { stdout } = await run(path.join(avrBinDir ?? '', 'avr-nm'), ['-C', elf]);
  const lines = stdout.split('\n').map((line) => /^([0-9a-f]+) \w (\w+)/.exec(line));
  const found = new Map(
    lines.flatMap((line) => (line === null ? [] : [[line[2], Number.parseInt(line[1] ?? '', 16)]])),
  );
  return (name) => {
    const address = found.get(name);
    if (address === undefined) throw new Error(`the program has no function ${name}`);
    return address;
  };
}

async function compare(program: CalibrationProgram): Promise<Compared> {
  const sketch = calibrationSketch(uno, 'superloop', program, await calibrationCode(uno, 'superloop'));
  const lines: string[] = [];
  const { signal } = new AbortController();
  const request = { sketch, dir, tool: 'platformio', repeat: true, signal } as const;
  const built = await buildSketch({ ...request, onLine: ({ text }) => lines.push(text) });
  const { firmware } = built;
  if (firmware?.elf == null) throw new Error([built.message ?? '', ...lines].join('\n'));
  const device = await openDevice('virtual', uno);
  const read = readMarks(await marksOfRun({ device, firmware, durationNs: PROGRAM_NS, signal }));
  if (!read.ok) throw new Error(`not reported: ${read.missing.join(', ')}`);
  const addressOf = await addressesOf(firmware.elf);
  const routines = new Map([[addressOf('pl_trace_locked'), 'event']]);
  const board = new VirtualUno(await readFile(firmware.path, 'utf8'));
  const profile = new Profile(board, addressOf('turn'), routines, {
    preparing: addressOf('pl_trace_service'),
    between: addressOf('pl_mark'),
  });
  profile.run(COUNTED_MS);
  return { measured: read.result.figures, counted: profile.ranges };
}

afterAll(() => rm(dir, { recursive: true, force: true }));

describe.skipIf(!isReady)('a calibration on the virtual Uno', () => {
  let few: Compared;
  let many: Compared;

  beforeAll(async () => {
    few = await compare({ tasks: FEW_TASKS, policy: 'fixed' });
    many = await compare({ tasks: MANY_TASKS, policy: 'edf' });
  }, 600_000);

  const both = () => [few, many];

  it.each([
    ['byte', 'transmit'],
    ['clock', 'millis'],
    ['dispatch', 'dispatch alone'],
  ] as const)('bounds the counted cycles within 10 %%: %s', (figure, range) => {
    for (const { measured, counted } of both()) {
      const most = counted.get(range)?.max ?? Number.NaN;
      expect(measured[figure].most).toBeGreaterThanOrEqual(most);
      expect(measured[figure].most).toBeLessThanOrEqual(1.1 * most);
    }
  });

  it('bounds the counted cycles within 10 %: release', () => {
    // With more tasks the program also releases many of them at once.
    const most = few.counted.get('release')?.max ?? Number.NaN;
    expect(few.measured.release.most).toBeGreaterThanOrEqual(most);
    expect(few.measured.release.most).toBeLessThanOrEqual(1.1 * most);
  });
});
