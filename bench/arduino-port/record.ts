/**
 * Measures the overheads in generator/boards/any-arduino-superloop.ts, in cycles: the port to Arduino's
 * functions on an emulated ATmega328P. Deterministic. Prints Markdown.
 *
 *   node bench/arduino-port/record.ts
 */
import path from 'node:path';
import { buildOnArduino } from '../../test/conformance/arduino.ts';
import type { Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from '../runtime-avr/metadata.ts';
import { Profile, type Range } from '../runtime-avr/profile.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'runtime-avr', 'program.c');
const START_MS = 5;
const RUN_MS = 300;
/** Reports an exceeded budget in a program without telemetry. */
const UNTRACED = { PL_TELEMETRY: 0, PL_USES_BUDGET_HANDLER: 1 };
const EDF = { PL_POLICY: 'PL_POLICY_EDF' };
/** Functions that are measured from their call to their return, with the interrupts in between. */
const ROUTINES = ['pl_trace_beat', 'pl_trace_service', 'pl_arduino_send', 'pl_port_unlock', 'pl_port_idle'];

type Ranges = ReadonlyMap<string, Range>;

async function measure(tasks: number, more: Config, routine: string | null = null, first = 'ROW'): Promise<Ranges> {
  const rows = Array.from({ length: tasks }, (_, id) => `${id === 0 ? first : 'ROW'}(${id})`).join(', ');
  const config = { PL_TASK_COUNT: tasks, BENCH_ROWS: rows, ...metadata(tasks), ...more };
  const { hex, symbols } = await buildOnArduino([PROGRAM], config);
  const addressOf = (name: string) => {
    const address = symbols.get(name) ?? symbols.get(`${name}()`);
    if (address === undefined) throw new Error(`no ${name}`);
    return address;
  };
  const uno = new VirtualUno(hex);
  uno.run(START_MS);
  const watched = new Map(routine === null ? [] : [[addressOf(routine), routine]]);
  // Where a body does not follow another one, the processor was idle.
  const apart = { between: addressOf('pl_port_idle') };
  const profile = new Profile(uno, addressOf('bench_body'), watched, apart);
  profile.run(RUN_MS);
  return profile.ranges;
}

const most = (ranges: Ranges, name: string) => ranges.get(name)?.max ?? 0;

type Column = readonly [title: string, measure: (tasks: number) => Promise<number>];

const dispatch = async (tasks: number, more: Config) => most(await measure(tasks, { ALONE: 0, ...more }), 'dispatch');
const release = async (tasks: number, more: Config, first = 'ROW') =>
  most(await measure(tasks, { ALONE: 1, ...more }, 'pl_alarm_due', first), 'pl_alarm_due');

const BY_TASKS: readonly Column[] = [
  ['dispatch, untraced', (tasks) => dispatch(tasks, UNTRACED)],
  ['dispatch, EDF, untraced', (tasks) => dispatch(tasks, { ...UNTRACED, ...EDF })],
  ['dispatch, traced', (tasks) => dispatch(tasks, {})],
  ['release, one released', (tasks) => release(tasks, {})],
  ['release, kept or dropped', (tasks) => release(tasks, {}, 'LATE')],
  ['release, kept or dropped, EDF', (tasks) => release(tasks, EDF, 'LATE')],
];
const ONCE: readonly Column[] = [
  ...ROUTINES.map(
    (routine): Column => [routine, async (tasks) => most(await measure(tasks, { ALONE: 0 }, routine), routine)],
  ),
  ['transmit', async (tasks) => most(await measure(tasks, { ALONE: 0 }), 'transmit')],
  ['millis', async (tasks) => most(await measure(tasks, { ALONE: 0 }), 'millis')],
];

async function print(columns: readonly Column[], counts: readonly number[]): Promise<void> {
  console.log(`| Tasks | ${columns.map(([title]) => title).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(columns.length)}`);
  for (const tasks of counts) {
    const figures: number[] = [];
    for (const [, column] of columns) figures.push(await column(tasks));
    console.log(`| ${[tasks, ...figures].join(' | ')} |`);
  }
}

await print(ONCE, [8]);
await print(BY_TASKS, [2, 8, 16, 32]);
