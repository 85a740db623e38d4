/** Overheads of the super-loop on an AVR chip, in cycles, by number of tasks. */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { buildUno, type Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from './metadata.ts';
import { Profile, type Range } from './profile.ts';

const FLAGS = ['-flto', '-fuse-linker-plugin'];
const START_MS = 5;
const RUN_MS = 1500;
/** Reports an exceeded budget in a program without telemetry. */
const HANDLER = { PL_USES_BUDGET_HANDLER: 1 };

const rows = (tasks: number, first: string) =>
  Array.from({ length: tasks }, (_, id) => `${id === 0 ? first : 'ROW'}(${id})`).join(', ');

/** How often the range occurred, and its cycles. */
async function measure(chip: AvrConfig, range: string, tasks: number, more: Config, first = 'ROW'): Promise<Range> {
  const config = { PL_TASK_COUNT: tasks, BENCH_ROWS: rows(tasks, first), ...metadata(tasks), ...more };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'program.c')], FLAGS, null, chip);
  const uno = new VirtualUno(image.hex, chip);
  // All tasks are released at the start.
  uno.run(START_MS);
  const profile = new Profile(uno, image.symbols.get('bench_body') ?? 0);
  profile.run(RUN_MS);
  return profile.ranges.get(range) ?? { count: 0, total: 0, max: 0, min: 0 };
}

/** Measurements of one figure, by the number of tasks. */
export const OVERHEADS = [
  [
    'dispatch, untraced',
    (tasks: number, chip: AvrConfig = ATMEGA328P) =>
      measure(chip, 'dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, ...HANDLER }),
  ],
  [
    'dispatch, EDF, untraced',
    (tasks: number, chip: AvrConfig = ATMEGA328P) =>
      measure(chip, 'dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, PL_POLICY: 'PL_POLICY_EDF', ...HANDLER }),
  ],
  [
    'release, one released',
    (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'release', tasks, { ALONE: 1 }),
  ],
  [
    'release, kept or dropped',
    (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'release', tasks, { ALONE: 1 }, 'LATE'),
  ],
  ['overflow', (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'overflow', tasks, { ALONE: 1 })],
] as const;
