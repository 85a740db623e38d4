/**
 * The overheads of the super-loop by Arduino's functions (runtime-c/port/arduino), measured on an ATmega328P, and
 * the figures that they follow from. The port does by itself what interrupts do elsewhere, between two jobs and
 * while the processor is idle, so its dispatches are longer.
 */
import path from 'node:path';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildOnArduino } from '../../test/conformance/arduino.ts';
import type { Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from '../runtime-avr/metadata.ts';
import { Profile, type Range } from '../runtime-avr/profile.ts';
import { lineNs, nsUp } from './chip.ts';
import { Figures, lineAbove, lineAboveAll, type Point, type Points } from './point.ts';
import { BEAT_BYTES, BYTES_PER_JOB } from './telemetry.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'runtime-avr', 'program.c');
const START_MS = 5;
const RUN_MS = 300;
const TASKS = [2, 8, 16, 32] as const;
/** Reports an exceeded budget in a program without telemetry. */
const UNTRACED = { PL_TELEMETRY: 0, PL_USES_BUDGET_HANDLER: 1 };
const EDF = { PL_POLICY: 'PL_POLICY_EDF' };
/** Functions that are measured from their call to their return, with the interrupts in between. */
const ROUTINES = ['pl_trace_beat', 'pl_trace_service', 'pl_arduino_send', 'pl_port_unlock', 'pl_port_idle'] as const;
/** With more tasks these functions also release them, which the release counts. */
const ROUTINE_TASKS = [2, 8] as const;
/** Serial gets at most so many bytes in one call of pl_arduino_send. */
const SEND_BYTES = 16;

/** From the end of pl_trace_service to the next look at the clock. Unit: cycles. */
const WAY_TO_LOOK = 500;

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

async function most(ranges: Promise<Ranges>, name: string): Promise<number> {
  const range = (await ranges).get(name);
  if (range === undefined) throw new Error(`not seen: ${name}`);
  return range.max;
}

const dispatch = (tasks: number, more: Config) => most(measure(tasks, { ALONE: 0, ...more }), 'dispatch');
const release = (tasks: number, more: Config, first = 'ROW') =>
  most(measure(tasks, { ALONE: 1, ...more }, 'pl_alarm_due', first), 'pl_alarm_due');

type Column = readonly [title: string, measure: (tasks: number) => Promise<number>];
const RELEASES: readonly Column[] = [
  ['release, one released', (tasks) => release(tasks, {})],
  ['release, kept or dropped', (tasks) => release(tasks, {}, 'LATE')],
  ['release, kept or dropped, EDF', (tasks) => release(tasks, EDF, 'LATE')],
];
const BY_TASKS: readonly Column[] = [
  ['dispatch, untraced', (tasks) => dispatch(tasks, UNTRACED)],
  ['dispatch, EDF, untraced', (tasks) => dispatch(tasks, { ...UNTRACED, ...EDF })],
  ...RELEASES,
];

export function pointsOfArduino(): readonly Point[] {
  const pointOf = ([title, figure]: Column, tasks: number): Point => ({
    name: `${title}, ${tasks} tasks`,
    measure: () => figure(tasks),
  });
  const routines = ROUTINES.map(
    (routine): Column => [routine, (tasks) => most(measure(tasks, { ALONE: 0 }, routine), routine)],
  );
  return [
    ...BY_TASKS.flatMap((column) => TASKS.map((tasks) => pointOf(column, tasks))),
    ...routines.flatMap((column) => ROUTINE_TASKS.map((tasks) => pointOf(column, tasks))),
    ...['transmit', 'millis'].map((name): Point => ({ name, measure: () => most(measure(8, { ALONE: 0 }), name) })),
  ];
}

/** @param asOnUno what takes as long as with the Uno's own port: the recording of a job's events, and preparing a byte. Unit: cycles */
export function arduinoOverheadsOf(
  points: Points,
  asOnUno: { readonly recording: number; readonly prepared: number },
): Overheads {
  const { recording, prepared } = asOnUno;
  const figures = new Figures(points);
  const mostOf = (name: string): number => Math.max(...figures.over(name).map(([, figure]) => figure));
  const fixed = lineNs(lineAbove(figures.over('dispatch, untraced')));
  const edf = lineNs(lineAbove(figures.over('dispatch, EDF, untraced')));
  const alarm = lineAboveAll(RELEASES.map(([title]) => figures.over(title)));
  // The clock is looked at when interrupts are enabled again.
  const released = lineNs({ ...alarm, base: alarm.base + mostOf('pl_port_unlock') });
  const sent = mostOf('pl_arduino_send') / SEND_BYTES;
  const blocking = lineAbove(
    figures
      .over('pl_port_idle')
      .map(([tasks, idle]) => [tasks, idle + figures.at(`pl_trace_service, ${tasks} tasks`) + WAY_TO_LOOK] as const),
  );
  const beat = mostOf('pl_trace_beat');
  return {
    contextSwitchNs: fixed.base,
    contextSwitchPerTaskNs: fixed.slope,
    // With one task no deadlines are compared.
    edfSwitchNs: Math.max(edf.base, fixed.base + fixed.slope - edf.slope),
    edfSwitchPerTaskNs: edf.slope,
    releaseNs: released.base,
    releasePerTaskNs: released.slope,
    tickNs: nsUp(figures.at('millis')),
    tickPeriodNs: 1_000_000,
    tracePerJobNs: nsUp(recording + BYTES_PER_JOB * (prepared + sent)),
    // The longest time between two looks at the clock outside of jobs.
    blockingNs: nsUp(blocking.base),
    blockingPerTaskNs: nsUp(blocking.slope, 100),
    loads: [
      {
        name: 'telemetry beat',
        periodNs: 32_000_000,
        costNs: nsUp(beat + BEAT_BYTES * (prepared + sent)),
        jitterNs: 0,
      },
      // The ring may be full of older bytes, which are given to Serial in groups.
      { name: 'telemetry left over', periodNs: 20_000, costNs: nsUp(sent), jitterNs: 2_560_000, most: 128 },
      // Serial's own buffer may be full, too.
      {
        name: 'telemetry in the buffer',
        periodNs: 20_000,
        costNs: nsUp(figures.at('transmit'), 100),
        jitterNs: 20_000,
        most: 64,
      },
    ],
  };
}
