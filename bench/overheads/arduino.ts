/**
 * The overheads of the super-loop by Arduino's functions (runtime-c/port/arduino), measured on an ATmega328P and an
 * ATmega2560, and the figures that they follow from: the larger one of each. The port does by itself what interrupts do
 * elsewhere, between two jobs and while the processor is idle. It looks at the clock whenever it enables interrupts,
 * which is several times in the recording of a job. So its dispatches are longer.
 */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildOnArduino } from '../../test/conformance/arduino.ts';
import type { Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from '../runtime-avr/metadata.ts';
import { type ByteRoutine, longestByte } from '../runtime-avr/overheads.ts';
import { Profile, type Range } from '../runtime-avr/profile.ts';
import { lineNs, nsUp } from './chip.ts';
import { dispatchesAndRelease, Figures, lineAbove, lineAboveAll, type Point, type Points } from './point.ts';
import { BEAT_BYTES, BYTES_PER_JOB, beatLoad, OPEN_BYTES, OPEN_BYTES_PER_TASK } from './telemetry.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'runtime-avr', 'program.c');
const START_MS = 5;
const RUN_MS = 300;
const TASKS = [2, 8, 16, 32] as const;
/** Their jobs fill frames. */
const FRAME_TASKS = 8;
const FRAME_BYTES = 32;
/** Reports an exceeded budget in a program without telemetry. */
const UNTRACED = { PL_TELEMETRY: 0, PL_USES_BUDGET_HANDLER: 1 };
const EDF = { PL_POLICY: 'PL_POLICY_EDF' };
/** Bodies that are longer than their budgets and the credits for them. */
const EXCEEDED = { 'BENCH_BUDGET(n)': 1, BENCH_TURNS: '255U', PL_USES_BUDGET_HANDLER: 1 };
/** Functions that are measured from their call to their return, with the interrupts in between. */
const ROUTINES = ['pl_trace_beat', 'pl_port_idle'] as const;
/** With more tasks these functions also release them, which the release counts. */
const ROUTINE_TASKS = [2, 8] as const;
/** Serial gets so many bytes in one call of pl_arduino_send while a job is ready. */
const SEND_BYTES = 16;

/** From the end of the preparation of bytes to the next look at the clock. Unit: cycles. */
const WAY_TO_LOOK = 500;

const CHIPS = [ATMEGA328P, ATMEGA2560] as const;
/** What a look at the clock can do in a dispatch, and the preparation of bytes: each is charged by itself. */
const BESIDE = ['pl_trace_service', 'pl_arduino_send', 'pl_alarm_due', 'pl_trace_beat'] as const;

type Ranges = ReadonlyMap<string, Range>;

/** A program after its start. */
interface Started {
  readonly uno: VirtualUno;
  readonly symbols: ReadonlyMap<string, number>;
  /** Byte address. Undefined: the program does not have the function. */
  readonly addressOf: (name: string) => number | undefined;
}

async function started(chip: AvrConfig, tasks: number, more: Config, first = 'ROW'): Promise<Started> {
  const rows = Array.from({ length: tasks }, (_, id) => `${id === 0 ? first : 'ROW'}(${id})`).join(', ');
  const config = { PL_TASK_COUNT: tasks, BENCH_ROWS: rows, ...metadata(tasks), ...more };
  const { hex, symbols } = await buildOnArduino([PROGRAM], config, chip);
  const uno = new VirtualUno(hex, chip);
  uno.run(START_MS);
  return { uno, symbols, addressOf: (name) => symbols.get(name) ?? symbols.get(`${name}()`) };
}

async function measure(
  chip: AvrConfig,
  tasks: number,
  more: Config,
  routine: string | null = null,
  first = 'ROW',
): Promise<Ranges> {
  const { uno, addressOf } = await started(chip, tasks, more, first);
  const watched = new Map(routine === null ? [] : [[addressOf(routine) ?? Number.NaN, routine]]);
  const beside = BESIDE.flatMap((name) => addressOf(name) ?? []);
  // Where a body does not follow another one, the processor was idle.
  const apart = { beside, between: addressOf('pl_port_idle') ?? Number.NaN };
  const profile = new Profile(uno, addressOf('bench_body') ?? Number.NaN, watched, apart);
  profile.run(RUN_MS);
  return profile.ranges;
}

/** The longest time of the range on any of the chips. Unit: cycles. */
async function most(name: string, measured: (chip: AvrConfig) => Promise<Ranges>): Promise<number> {
  const ranges: Ranges[] = [];
  for (const chip of CHIPS) ranges.push(await measured(chip));
  const figures = ranges.flatMap((one) => one.get(name)?.max ?? []);
  if (figures.length < CHIPS.length) throw new Error(`not seen: ${name}`);
  return Math.max(...figures);
}

/** The longest time of a byte in the routine on any of the chips, without interrupts. Unit: cycles. */
async function mostByte(routine: (typeof BESIDE)[number], { counts, least }: Pick<ByteRoutine, 'counts' | 'least'>) {
  const figures: number[] = [];
  for (const chip of CHIPS) {
    const { uno, symbols, addressOf } = await started(chip, FRAME_TASKS, { ALONE: 0 });
    const beside = BESIDE.filter((name) => name !== routine).flatMap((name) => addressOf(name) ?? []);
    const [at, ring] = [addressOf(routine) ?? Number.NaN, symbols.get('pl_trace') ?? Number.NaN];
    figures.push(longestByte(uno, { at, ring, counts, least, beside }));
  }
  return Math.ceil(Math.max(...figures));
}

const dispatch = (tasks: number, more: Config) =>
  most('dispatch alone', (chip) => measure(chip, tasks, { ALONE: 0, ...more }));
const release = (tasks: number, more: Config, first = 'ROW') =>
  most('pl_alarm_due', (chip) => measure(chip, tasks, { ALONE: 1, ...more }, 'pl_alarm_due', first));

/** A look at the clock by a job that never ends. It releases tasks and has no bytes to send. */
const lookThatReleases = (tasks: number) =>
  most('pl_port_unlock', (chip) => measure(chip, tasks, { ALONE: 1 }, 'pl_port_unlock', 'LATE'));

type Column = readonly [title: string, measure: (tasks: number) => Promise<number>];
const RELEASES: readonly Column[] = [
  ['release, one released', (tasks) => release(tasks, {})],
  ['release, kept or dropped', (tasks) => release(tasks, {}, 'LATE')],
  ['release, kept or dropped, EDF', (tasks) => release(tasks, EDF, 'LATE')],
];
const BY_TASKS: readonly Column[] = [
  ['dispatch, untraced', (tasks) => dispatch(tasks, UNTRACED)],
  ['dispatch, EDF, untraced', (tasks) => dispatch(tasks, { ...UNTRACED, ...EDF })],
  ['dispatch with recording', (tasks) => dispatch(tasks, EXCEEDED)],
  ...RELEASES,
];

export function pointsOfArduino(): readonly Point[] {
  const pointOf = ([title, figure]: Column, tasks: number): Point => ({
    name: `${title}, ${tasks} tasks`,
    measure: () => figure(tasks),
  });
  const routines = ROUTINES.map(
    (routine): Column => [routine, (tasks) => most(routine, (chip) => measure(chip, tasks, { ALONE: 0 }, routine))],
  );
  return [
    ...BY_TASKS.flatMap((column) => TASKS.map((tasks) => pointOf(column, tasks))),
    ...[...routines, ['look that releases', lookThatReleases] as const].flatMap((column) =>
      ROUTINE_TASKS.map((tasks) => pointOf(column, tasks)),
    ),
    {
      name: 'prepared byte',
      measure: () => mostByte('pl_trace_service', { counts: 'encoded', least: FRAME_BYTES }),
    },
    { name: 'sent byte', measure: () => mostByte('pl_arduino_send', { counts: 'tail', least: SEND_BYTES }) },
    ...['transmit', 'millis'].map(
      (name): Point => ({ name, measure: () => most(name, (chip) => measure(chip, 8, { ALONE: 0 })) }),
    ),
  ];
}

/** Recording the start and the end of a job that exceeds its budget, with the looks at the clock. Unit: cycles. */
function recordingOf(figures: Figures): number {
  const untraced = new Map(figures.over('dispatch, untraced'));
  const more = figures
    .over('dispatch with recording')
    .map(([tasks, cycles]) => cycles - (untraced.get(tasks) ?? Number.NaN));
  return Math.max(...more);
}

/** What a look at the clock takes in addition to the work that it finds. Unit: cycles. */
const lookOf = (figures: Figures): number =>
  Math.max(
    ...figures
      .over('look that releases')
      .map(([tasks, look]) => look - figures.at(`release, kept or dropped, ${tasks} tasks`)),
  );

export function arduinoOverheadsOf(points: Points): Overheads {
  const figures = new Figures(points);
  const prepared = figures.at('prepared byte');
  const transmitted = figures.at('transmit');
  const look = lookOf(figures);
  const fixed = lineNs(lineAbove(figures.over('dispatch, untraced')));
  const edf = lineNs(lineAbove(figures.over('dispatch, EDF, untraced')));
  const alarm = lineAboveAll(RELEASES.map(([title]) => figures.over(title)));
  const released = lineNs({ ...alarm, base: alarm.base + look });
  // A look at the clock sends so many bytes, and each of them is an interrupt later.
  const sent = figures.at('sent byte') + look / SEND_BYTES + transmitted;
  const idle = lineAbove(figures.over('pl_port_idle'));
  const beat = Math.max(...figures.over('pl_trace_beat').map(([, figure]) => figure)) + look;
  return {
    ...dispatchesAndRelease(fixed, edf, released),
    tickNs: nsUp(figures.at('millis')),
    tickPeriodNs: 1_000_000,
    tracePerJobNs: nsUp(recordingOf(figures) + BYTES_PER_JOB * (prepared + sent)),
    // A release in the idle loop waits until that has done its work and has prepared an open frame.
    blockingNs: nsUp(idle.base + OPEN_BYTES * prepared + WAY_TO_LOOK),
    blockingPerTaskNs: nsUp(idle.slope + OPEN_BYTES_PER_TASK * prepared, 100),
    loads: [
      beatLoad(32_000_000, nsUp(beat + BEAT_BYTES * (prepared + sent))),
      // The ring may be full of older bytes, which are given to Serial in groups.
      { name: 'telemetry left over', periodNs: 20_000, costNs: nsUp(sent, 100), jitterNs: 2_560_000, most: 128 },
      // Serial's own buffer may be full, too.
      {
        name: 'telemetry in the buffer',
        periodNs: 20_000,
        costNs: nsUp(transmitted, 100),
        jitterNs: 20_000,
        most: 64,
      },
    ],
  };
}
