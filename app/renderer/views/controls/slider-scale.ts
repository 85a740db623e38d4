/** Converts between steps of a slider's thumb and whole numbers. */

export type Scale = 'linear' | 'logarithmic';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
}

/** Number of steps over the whole range. Page Up and Page Down move ten of them. */
export const STEPS = 1000;

export const toStep = (value: number, range: Range): number => Math.round(exactStep(value, range));

/** The same, with a fraction. */
export function exactStep(value: number, { min, max, scale }: Range): number {
  const clamped = Math.min(max, Math.max(min, value));
  if (max <= min) return 0;
  if (scale === 'linear') return ((clamped - min) / (max - min)) * STEPS;
  return (Math.log(clamped / min) / Math.log(max / min)) * STEPS;
}

/** The ends of the range are exact. Values between them have three significant digits. */
export const fromStep = (step: number, range: Range): number => rounded(step, range, 3);

function rounded(step: number, { min, max, scale }: Range, digits: number): number {
  if (step <= 0) return min;
  if (step >= STEPS) return max;
  const share = step / STEPS;
  const raw = scale === 'linear' ? min + share * (max - min) : min * (max / min) ** share;
  return Math.min(max, Math.max(min, Math.round(Number(raw.toPrecision(digits)))));
}

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
  const next = steps > 0 ? Math.max(moved, least) : Math.min(moved, least);
  return Math.min(range.max, Math.max(range.min, next));
}

/**
 * A thumb that is dragged within this distance of a mark snaps to it. It is two pixels on a slider
 * of the inspector.
 */
const SNAP_STEPS = 12;

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
