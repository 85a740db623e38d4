/** The measured figures from which the overheads of a board follow. */

/** One figure of a benchmark, in the unit of its board: cycles or instructions. */
export interface Point {
  readonly name: string;
  readonly measure: () => Promise<number>;
}

/** The policies in the names of points. */
export const POLICIES = ['FIXED', 'EDF'] as const;
export type Policy = (typeof POLICIES)[number];

/** Whether the program sends telemetry, in the names of points. */
export const traced = (telemetry: boolean): string => (telemetry ? 'traced' : 'untraced');

/** A point whose measurement must see what it measures. */
export const pointOf = (name: string, measure: () => Promise<number | null>): Point => ({
  name,
  measure: async () => {
    const figure = await measure();
    if (figure === null || !(figure > 0)) throw new Error(`not seen: ${name}`);
    return figure;
  },
});

/** Runs a measurement once for all points that use it. */
export function once<T>(measure: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= measure();
    return result;
  };
}

/** The measured figures by name. */
export type Points = Readonly<Record<string, number>>;

/** Reads figures by name, and the bounding lines through several of them. */
export class Figures {
  readonly #points: Points;

  constructor(points: Points) {
    this.#points = points;
  }

  at(name: string): number {
    const found = this.#points[name];
    if (found === undefined) throw new Error(`not measured: ${name}`);
    return found;
  }

  /** The largest of the named figures. */
  most(...names: readonly string[]): number {
    return Math.max(...names.map((name) => this.at(name)));
  }

  /** The figures `NAME, N tasks`, by N. */
  over(name: string): readonly (readonly [tasks: number, figure: number])[] {
    const pattern = /^(.*), (\d+) tasks$/;
    return Object.entries(this.#points).flatMap(([title, figure]) => {
      const found = pattern.exec(title);
      return found?.[1] === name ? [[Number(found[2]), figure] as const] : [];
    });
  }
}

/** A line over the number of tasks or of interrupts. */
export interface Line {
  readonly base: number;
  readonly slope: number;
}

export const valueAt = ({ base, slope }: Line, at: number): number => base + slope * at;

/**
 * The line that is at least each point, and that does not fall and is not negative at 0. Of all such lines
 * through two of the points it has the least sum of excesses. Each excess counts by its place: a line that is
 * close to the points of many tasks is close for more tasks, too.
 */
export function lineAbove(points: readonly (readonly [at: number, value: number])[]): Line {
  const flat = { base: Math.max(0, ...points.map(([, value]) => value)), slope: 0 };
  const steep = { base: 0, slope: Math.max(0, ...points.map(([at, value]) => value / at)) };
  const pairs = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([otherX, otherY]) => {
      const slope = (otherY - y) / (otherX - x);
      return Number.isFinite(slope) ? [{ base: y - slope * x, slope }] : [];
    }),
  );
  // A line through two points may be less than one of them by a rounding error.
  const isAbove = (line: Line) =>
    line.slope >= 0 && line.base >= 0 && points.every(([at, value]) => valueAt(line, at) > value - 1e-6);
  const excess = (line: Line) => points.reduce((sum, [at, value]) => sum + at * (valueAt(line, at) - value), 0);
  return [flat, steep, ...pairs].filter(isAbove).reduce((best, line) => (excess(line) < excess(best) ? line : best));
}

/** A switch under each policy, and a release. The lines are in ns. */
export const switchesAndRelease = (fixed: Line, edf: Line, release: Line) => ({
  contextSwitchNs: fixed.base,
  contextSwitchPerTaskNs: fixed.slope,
  edfSwitchNs: edf.base,
  edfSwitchPerTaskNs: edf.slope,
  releaseNs: release.base,
  releasePerTaskNs: release.slope,
});

/** The same for a super-loop. With one task no deadlines are compared. */
export const dispatchesAndRelease = (fixed: Line, edf: Line, release: Line) =>
  switchesAndRelease(fixed, { ...edf, base: Math.max(edf.base, fixed.base + fixed.slope - edf.slope) }, release);

/** The members of a release under EDF, in ns. They are left out if they are those of a release under fixed priorities. */
export const edfReleaseOver = (fixed: Line, edf: Line): { edfReleaseNs?: number; edfReleasePerTaskNs?: number } =>
  fixed.base === edf.base && fixed.slope === edf.slope
    ? {}
    : { edfReleaseNs: edf.base, edfReleasePerTaskNs: edf.slope };

/**
 * The line that is at least each point of several series, for example with and without telemetry. It is as
 * steep as the steepest of the series, which may end at different numbers of tasks.
 */
export function lineAboveAll(series: readonly (readonly (readonly [at: number, value: number])[])[]): Line {
  const slope = Math.max(...series.map((points) => lineAbove(points).slope));
  const base = Math.max(0, ...series.flat().map(([at, value]) => value - slope * at));
  return { base, slope };
}
