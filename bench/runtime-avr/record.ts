/**
 * Measures the overheads in generator/boards/uno/superloop.ts, in cycles, with every feature and 1 to 32
 * tasks. Deterministic, because the board is emulated. Prints Markdown.
 *
 *   node bench/runtime-avr/record.ts
 */
import path from 'node:path';
import { buildUno, type Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from './metadata.ts';
import { Profile } from './profile.ts';

const FLAGS = ['-flto', '-fuse-linker-plugin'];
const START_MS = 5;
const RUN_MS = 1500;
/** Reports an exceeded budget in a program without telemetry. */
const HANDLER = { PL_USES_BUDGET_HANDLER: 1 };

const rows = (tasks: number, first: string) =>
  Array.from({ length: tasks }, (_, id) => `${id === 0 ? first : 'ROW'}(${id})`).join(', ');

/** Maximum of a range. Unit: cycles. */
async function most(range: string, tasks: number, more: Config, first = 'ROW'): Promise<number> {
  const config = { PL_TASK_COUNT: tasks, BENCH_ROWS: rows(tasks, first), ...metadata(tasks), ...more };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'program.c')], FLAGS);
  const uno = new VirtualUno(image.hex);
  // All tasks are released at the start.
  uno.run(START_MS);
  const profile = new Profile(uno, image.symbols.get('bench_body') ?? 0);
  profile.run(RUN_MS);
  return profile.ranges.get(range)?.max ?? 0;
}

const cells = [
  ['dispatch, untraced', (tasks: number) => most('dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, ...HANDLER })],
  [
    'dispatch, EDF, untraced',
    (tasks: number) => most('dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, PL_POLICY: 'PL_POLICY_EDF', ...HANDLER }),
  ],
  ['release, one released', (tasks: number) => most('release', tasks, { ALONE: 1 })],
  ['release, kept or dropped', (tasks: number) => most('release', tasks, { ALONE: 1 }, 'LATE')],
  ['overflow', (tasks: number) => most('overflow', tasks, { ALONE: 1 })],
] as const;

console.log(`| Tasks | ${cells.map(([title]) => title).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(cells.length)}`);
for (const tasks of [1, 2, 4, 8, 16, 32]) {
  const figures: number[] = [];
  for (const [, measure] of cells) figures.push(await measure(tasks));
  console.log(`| ${[tasks, ...figures].join(' | ')} |`);
}
