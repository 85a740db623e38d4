/** Converts between steps of a slider's thumb and whole numbers. */

export type Scale = 'linear' | 'logarithmic';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
  /** For a logarithmic range from 0: the smallest value above 0. By default 1. */
  readonly least?: number | undefined;
}

/** The thumb is at 0 up to the middle of these first steps of a logarithmic range from 0. */
const ZERO_STEPS = 20;

/** Number of steps over the whole range. Page Up and Page Down move ten of them. */
export const STEPS = 1000;

export const toStep = (value: number, range: Range): number => Math.round(exactStep(value, range));

/** Returns the step of a value, which need not be a whole number. */
export function exactStep(value: number, range: Range): number {
  const { min, max, scale } = range;
  const clamped = Math.min(max, Math.max(min, value));
  if (max <= min) return 0;
  if (scale === 'linear') return ((clamped - min) / (max - min)) * STEPS;
  const { from, first } = logarithmic(range);
  if (clamped <= 0) return 0;
  if (clamped <= from) return first;
  return first + (Math.log(clamped / from) / Math.log(max / from)) * (STEPS - first);
}

/** The smallest value above 0 of a logarithmic range, and the step at which it is. */
function logarithmic({ min, max, least = 1 }: Range): { readonly from: number; readonly first: number } {
  return min > 0 ? { from: min, first: 0 } : { from: Math.min(least, max), first: ZERO_STEPS };
}

/** The ends of the range are exact. Values between them have three significant digits. */
export const fromStep = (step: number, range: Range): number => rounded(step, range, 3);

function rounded(step: number, range: Range, digits: number): number {
  const { min, max, scale } = range;
  if (step <= 0) return min;
  if (step >= STEPS) return max;
  if (scale === 'linear') return whole(min + (step / STEPS) * (max - min), min, max, digits);
  const { from, first } = logarithmic(range);
  if (step < first / 2) return min;
  return whole(from * (max / from) ** (Math.max(0, step - first) / (STEPS - first)), from, max, digits);
}

const whole = (raw: number, min: number, max: number, digits: number): number =>
  Math.min(max, Math.max(min, Math.round(Number(raw.toPrecision(digits)))));

/** With Shift, the thumb and the keys move this much less. */
const FINENESS = 10;

/**
 * Returns the value that is `steps` steps of a fine movement from a value, with four significant
 * digits. The value changes by at least 1.
 */
export function fineValue(value: number, steps: number, range: Range): number {
  if (steps === 0) return value;
  const moved = rounded(exactStep(value, range) + steps / FINENESS, range, 4);
  const least = value + Math.sign(steps);
  const next = Math.min(range.max, Math.max(range.min, steps > 0 ? Math.max(moved, least) : Math.min(moved, least)));
  if (range.scale === 'linear') return next;
  const { from } = logarithmic(range);
  return next >= from ? next : steps > 0 ? from : range.min;
}

/**
 * A thumb that is dragged within this distance of a mark snaps to it. It is about two pixels on a
 * slider of the inspector.
 */
const SNAP_STEPS = 6;

/**
 * Returns the value at a step. Returns the mark's exact value when the thumb is on the mark or is
 * dragged near it. Keys move step by step, so they do not snap.
 */
export function valueAt(step: number, range: Range, mark: number | null, dragged: boolean): number {
  const reach = dragged ? SNAP_STEPS : 0;
  if (mark !== null && Math.abs(step - toStep(mark, range)) <= reach) return mark;
  return fromStep(step, range);
}

/**
 * Returns the value at a step that a key reached. If rounding gives the present value again, returns
 * the next different value in the same direction.
 */
export function nextValue(value: number, step: number, range: Range, mark: number | null): number {
  const direction = Math.sign(step - exactStep(value, range));
  let next = valueAt(step, range, mark, false);
  for (let at = step; next === value && at > 0 && at < STEPS; ) {
    at += direction || 1;
    next = valueAt(at, range, mark, false);
  }
  return next;
}
