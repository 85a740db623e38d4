/**
 * What a calibration program measures. Each figure is the longest time that was seen, with the number
 * of times that it was seen. The program sends them as marks of telemetry.
 */

/** In the order of templates/calibration/superloop.h. */
export const SUPERLOOP_FIGURES = ['byte', 'clock', 'release', 'beat', 'dispatch', 'event', 'prepare'] as const;

/**
 * - `byte`: the interrupt that sends one byte.
 * - `clock`: the interrupt of Arduino's clock.
 * - `release`: the interrupt that releases a task whose job still runs.
 * - `beat`: the periodic interrupt of telemetry, without the bytes that are sent in it.
 * - `dispatch`: from the end of a job that exceeds its budget to the beginning of the next, with the
 *   recording of its events, without the preparation of bytes.
 * - `event`: recording one event.
 * - `prepare`: preparing `PREPARED_BYTES` bytes for the line.
 */
export type FigureName = (typeof SUPERLOOP_FIGURES)[number];

/** PREPARED_BYTES of templates/calibration/superloop.h. */
export const PREPARED_BYTES = 16;

/** The longest time in cycles of the board's processor, and how often the work was seen. */
export interface Figure {
  readonly most: number;
  readonly count: number;
}

export type Figures = Readonly<Record<FigureName, Figure>>;

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

const COMPILER_MARK = 2 * SUPERLOOP_FIGURES.length;

const versionOf = (number: number): string =>
  `${Math.floor(number / 10_000)}.${Math.floor(number / 100) % 100}.${number % 100}`;

/**
 * Reads the marks of a calibration program. A figure that is missing or was never seen is in `missing`.
 */
export function readMarks(
  marks: Iterable<Mark>,
):
  | { readonly ok: true; readonly result: ProgramFigures }
  | { readonly ok: false; readonly missing: readonly (FigureName | 'compiler')[] } {
  const last = lastOf(marks);
  const found = SUPERLOOP_FIGURES.map((name, index): [FigureName, Figure] => [
    name,
    { most: last.get(2 * index) ?? 0, count: last.get(2 * index + 1) ?? 0 },
  ]);
  const compiler = last.get(COMPILER_MARK);
  const missing = found.filter(([, { most, count }]) => most <= 0 || count <= 0).map(([name]) => name);
  if (missing.length > 0 || compiler === undefined) {
    return { ok: false, missing: [...missing, ...(compiler === undefined ? (['compiler'] as const) : [])] };
  }
  return { ok: true, result: { figures: Object.fromEntries(found) as Figures, compiler: versionOf(compiler) } };
}
