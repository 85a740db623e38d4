/**
 * What a calibration program measures. Each figure is the longest time that was seen, with the number
 * of times that it was seen. The program sends them as marks of telemetry.
 */
import type { Board } from '../platform/board.ts';
import type { TargetName } from '../sketch/model.ts';

/** The targets with calibration programs. */
export const CALIBRATED_TARGETS = ['superloop', 'preemptive', 'freertos'] as const satisfies readonly TargetName[];
export type CalibratedTarget = (typeof CALIBRATED_TARGETS)[number];

export const isCalibratedTarget = (target: TargetName): target is CalibratedTarget =>
  CALIBRATED_TARGETS.some((one) => one === target);

/** The sets of figures: those of a target on a board with a port of its own, and of the port to Arduino's functions. */
export const FIGURE_SETS = [...CALIBRATED_TARGETS, 'arduino'] as const;
export type FigureSet = (typeof FIGURE_SETS)[number];

/** The figures that the calibration of a board with a target has. */
export const figureSetOf = ({ files }: Pick<Board, 'files'>, target: CalibratedTarget): FigureSet =>
  files.calibration === 'arduino' ? 'arduino' : target;

/** In the order of superloop.h, preemption.h and arduino-superloop.h in templates/calibration. */
export const FIGURES = {
  superloop: ['byte', 'clock', 'release', 'beat', 'dispatch', 'take', 'give', 'event', 'prepare'],
  preemptive: ['byte', 'clock', 'release', 'to-job', 'from-job', 'take', 'give', 'event', 'prepare'],
  freertos: ['byte', 'clock', 'tick', 'release', 'to-job', 'from-job', 'take', 'give', 'event', 'prepare'],
  arduino: [
    ...(['byte', 'clock', 'release', 'beat', 'send', 'poll', 'dispatch'] as const),
    ...(['take', 'give', 'event', 'prepare'] as const),
  ],
} as const satisfies Record<FigureSet, readonly string[]>;

/** What a program measures: the work for tasks, or the delivery of interrupts. */
export const MEASURED = ['tasks', 'interrupts'] as const;
export type MeasuredWork = (typeof MEASURED)[number];

/** In the order of templates/calibration/interrupts.h. */
export const INTERRUPT_FIGURES = ['delivery'] as const;

/** The figures of a program. */
export const figureNames = (set: FigureSet, work: MeasuredWork): readonly FigureName[] =>
  work === 'interrupts' ? INTERRUPT_FIGURES : FIGURES[set];

/**
 * - `byte`: the interrupt that sends one byte.
 * - `clock`: the interrupt of Arduino's clock.
 * - `tick`: the interrupt of the kernel's tick, without a release.
 * - `release`: the interrupt that releases a task without a switch.
 * - `beat`: the periodic interrupt of telemetry, without the bytes that are sent in it.
 * - `dispatch`: from the end of a job that exceeds its budget to the beginning of the next, with the
 *   recording of its events, without the preparation of bytes.
 * - `to-job`: from the preempted job to the beginning of the job that preempts it, with its release and the
 *   recording of both, without the preparation of bytes.
 * - `from-job`: from the end of that job to the preempted one, in the same way.
 * - `take`, `give`: locking and unlocking a resource that nobody waits for. In a super-loop the job's budget pays.
 * - `delivery`: the interrupt of a line whose budget lasts, with an empty bottom half, without the recording of events.
 * - `send`: giving `SENT_BYTES` bytes to Arduino's `Serial`.
 * - `poll`: a look at the clock, if nothing is due.
 * - `event`: recording one event.
 * - `prepare`: preparing `PREPARED_BYTES` bytes for the line.
 */
export type FigureName = (typeof FIGURES)[FigureSet][number] | (typeof INTERRUPT_FIGURES)[number];

export const FIGURE_NAMES: readonly FigureName[] = [
  ...new Set(FIGURE_SETS.flatMap((set) => MEASURED.flatMap((work) => figureNames(set, work)))),
];

/** PREPARED_BYTES of templates/calibration/figures.h. */
export const PREPARED_BYTES = 16;
/** SENT_AT_ONCE of templates/calibration/arduino-superloop.h. */
export const SENT_BYTES = 16;

/** The longest time in cycles of the board's processor, and how often the work was seen. */
export interface Figure {
  readonly most: number;
  readonly count: number;
}

/** The figures of a target. */
export type Figures = Readonly<Partial<Record<FigureName, Figure>>>;

/** Throws if the target has no such figure. */
export function figureOf(figures: Figures, name: FigureName): Figure {
  const figure = figures[name];
  if (figure === undefined) throw new Error(`no figure ${name}`);
  return figure;
}

/** The result of one calibration program. */
export interface ProgramFigures {
  readonly figures: Figures;
  /** The compiler's version, e.g. 5.4.0. */
  readonly compiler: string;
}

/** A mark of telemetry: its number and its value. */
export type Mark = readonly [number: number, value: number];

/** The last value of each mark. */
const lastOf = (marks: Iterable<Mark>): ReadonlyMap<number, number> => new Map(marks);

const versionOf = (number: number): string =>
  `${Math.floor(number / 10_000)}.${Math.floor(number / 100) % 100}.${number % 100}`;

/**
 * Reads the marks of a calibration program with these figures. A figure that is missing or was never seen is in
 * `missing`.
 */
export function readMarks(
  names: readonly FigureName[],
  marks: Iterable<Mark>,
):
  | { readonly ok: true; readonly result: ProgramFigures }
  | { readonly ok: false; readonly missing: readonly (FigureName | 'compiler')[] } {
  const last = lastOf(marks);
  const found = names.map((name, index): [FigureName, Figure] => [
    name,
    { most: last.get(2 * index) ?? 0, count: last.get(2 * index + 1) ?? 0 },
  ]);
  const compiler = last.get(2 * names.length);
  const missing = found.filter(([, { most, count }]) => most <= 0 || count <= 0).map(([name]) => name);
  if (missing.length > 0 || compiler === undefined) {
    return { ok: false, missing: [...missing, ...(compiler === undefined ? (['compiler'] as const) : [])] };
  }
  return { ok: true, result: { figures: Object.fromEntries(found), compiler: versionOf(compiler) } };
}
