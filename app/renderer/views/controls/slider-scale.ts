/** Converts between steps of a slider's thumb and whole numbers. */

export type Scale = 'linear' | 'logarithmic';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
}

/** Number of steps over the whole range. Page Up and Page Down move ten of them. */
export const STEPS = 1000;

export function toStep(value: number, { min, max, scale }: Range): number {
  const clamped = Math.min(max, Math.max(min, value));
  if (max <= min) return 0;
  if (scale === 'linear') return Math.round(((clamped - min) / (max - min)) * STEPS);
  return Math.round((Math.log(clamped / min) / Math.log(max / min)) * STEPS);
}

/** The ends of the range are exact. Values between them have three significant digits. */
export function fromStep(step: number, { min, max, scale }: Range): number {
  if (step <= 0) return min;
  if (step >= STEPS) return max;
  const share = step / STEPS;
  const raw = scale === 'linear' ? min + share * (max - min) : min * (max / min) ** share;
  return Math.min(max, Math.max(min, Math.round(Number(raw.toPrecision(3)))));
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
