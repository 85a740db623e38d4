/**
 * Computes the ticks of a time axis: round steps in a suitable unit, minor ticks between them, and
 * labels without digits that all labels share. When the view is zoomed in far from zero, the labels
 * count from an anchor, which is shown at the left end of the axis.
 */
import { decimalsFor, formatClock, formatTime } from './format.ts';
import { durationOf, HOUR, MICROSECOND, MILLISECOND, MINUTE, SECOND, type TimeSpan } from './time.ts';

export interface Tick {
  readonly time: number;
  readonly label: string;
}

export interface TimeTicks {
  readonly majors: readonly Tick[];
  /** Times of the minor ticks between the major ticks. */
  readonly minors: readonly number[];
  readonly stepNs: number;
  /** The time from which the labels count, with its unit. Empty when they count from zero. */
  readonly anchorLabel: string;
  readonly anchorNs: number;
}

/**
 * Steps above one second follow the clock: 1, 2, 5, 10, 15 and 30 s, the same in minutes, then
 * hours and days.
 */
const CLOCK_STEPS: readonly { step: number; minors: number }[] = [
  { step: 15 * SECOND, minors: 3 },
  { step: 30 * SECOND, minors: 3 },
  { step: MINUTE, minors: 6 },
  { step: 2 * MINUTE, minors: 4 },
  { step: 5 * MINUTE, minors: 5 },
  { step: 10 * MINUTE, minors: 5 },
  { step: 15 * MINUTE, minors: 3 },
  { step: 30 * MINUTE, minors: 3 },
  { step: HOUR, minors: 4 },
  { step: 2 * HOUR, minors: 4 },
  { step: 6 * HOUR, minors: 6 },
  { step: 12 * HOUR, minors: 4 },
  { step: 24 * HOUR, minors: 4 },
];

/** Labels count from an anchor when they would need more digits than this number of steps. */
const MAX_LABEL_STEPS = 20_000;
const MAX_TICKS = 1_000;

/**
 * Returns the smallest round step of at least `leastNs`, and the number of parts into which minor
 * ticks divide it.
 */
export function roundStep(leastNs: number): { step: number; minors: number } {
  const least = Math.max(1, leastNs);
  if (least <= 10 * SECOND) {
    const decade = 10 ** Math.floor(Math.log10(least) + 1e-9);
    for (const [digit, minors] of [
      [1, 5],
      [2, 4],
      [5, 5],
      [10, 5],
    ] as const) {
      if (digit * decade >= least) return { step: digit * decade, minors: digit * decade < minors ? 1 : minors };
    }
  }
  const days = 24 * HOUR;
  return (
    CLOCK_STEPS.find((entry) => entry.step >= least) ?? {
      step: days * 2 ** Math.ceil(Math.log2(least / days)),
      minors: 4,
    }
  );
}

/**
 * Computes the ticks of a view.
 *
 * @param leastStepNs the smallest time between two labels: their width in pixels times the
 * nanoseconds per pixel.
 */
export function timeTicks(view: TimeSpan, leastStepNs: number): TimeTicks {
  const least = Math.max(leastStepNs, durationOf(view) / MAX_TICKS);
  const { step, minors } = roundStep(least);
  const anchorNs = anchorFor(view, step);
  const majors: Tick[] = [];
  for (let k = Math.ceil(view.from / step); k * step <= view.to; k++) {
    majors.push({ time: k * step, label: tickLabel(k * step, anchorNs, step, view) });
  }
  const anchorLabel = anchorNs === 0 ? '' : formatTime(anchorNs, anchorStep(step));
  return { majors, minors: minorTimes(view, step, minors), stepNs: step, anchorLabel, anchorNs };
}

function minorTimes(view: TimeSpan, step: number, parts: number): number[] {
  const fine = step / parts;
  const times: number[] = [];
  for (let k = Math.ceil(view.from / fine); k * fine <= view.to; k++) {
    if (k % parts !== 0) times.push(k * fine);
  }
  return times;
}

/** A round number that is at least a thousand steps: one unit above the unit of the labels. */
function anchorStep(step: number): number {
  return [MICROSECOND, MILLISECOND, SECOND].find((unit) => unit >= step * 100) ?? SECOND;
}

function anchorFor(view: TimeSpan, step: number): number {
  if (step >= SECOND || Math.abs(view.from) / step < MAX_LABEL_STEPS) return 0;
  const unit = anchorStep(step);
  return Math.floor(view.from / unit) * unit;
}

function tickLabel(time: number, anchorNs: number, step: number, view: TimeSpan): string {
  const largest = Math.max(Math.abs(view.from - anchorNs), Math.abs(view.to - anchorNs));
  if (anchorNs === 0 && largest >= MINUTE) return formatClock(time, step);
  return (anchorNs === 0 ? '' : '+') + formatAxis(time - anchorNs, step, largest);
}

/** Uses one unit for a whole axis, with the decimals that the step needs. */
function formatAxis(time: number, step: number, largest: number): string {
  const [unitNs, name] = axisUnit(step, largest);
  return `${(time / unitNs).toFixed(decimalsFor(step, unitNs)).replace('-', '\u2212')}\u00a0${name}`;
}

/**
 * Returns the unit that the largest time reaches, but none that leaves the step more than three
 * decimals.
 */
function axisUnit(step: number, largest: number): readonly [number, string] {
  const units = [
    [SECOND, 's'],
    [MILLISECOND, 'ms'],
    [MICROSECOND, 'µs'],
  ] as const;
  return units.find(([unit]) => largest >= unit && step * 1_000 >= unit) ?? [1, 'ns'];
}
