/** From the steps of a slider's thumb to whole numbers and back. */

export type Scale = 'linear' | 'logarithmic';

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly scale: Scale;
}

/** Steps of the thumb over the whole range; Page Up and Down move ten of them. */
export const STEPS = 1000;

export function toStep(value: number, { min, max, scale }: Range): number {
  const clamped = Math.min(max, Math.max(min, value));
  if (max <= min) return 0;
  if (scale === 'linear') return Math.round(((clamped - min) / (max - min)) * STEPS);
  return Math.round((Math.log(clamped / min) / Math.log(max / min)) * STEPS);
}

/** The ends are exact; between them the value has three significant digits, as a hand means it. */
export function fromStep(step: number, { min, max, scale }: Range): number {
  if (step <= 0) return min;
  if (step >= STEPS) return max;
  const share = step / STEPS;
  const raw = scale === 'linear' ? min + share * (max - min) : min * (max / min) ** share;
  return Math.min(max, Math.max(min, Math.round(Number(raw.toPrecision(3)))));
}

/** A thumb that is dragged this near to a mark stands on it: two pixels on a slider of the inspector. */
const SNAP_STEPS = 12;

/**
 * The value at a step; that of the mark exactly where the thumb is on it, or is dragged near it. Keys go step by step, and
 * so must not be held back.
 */
export function valueAt(step: number, range: Range, mark: number | null, dragged: boolean): number {
  const reach = dragged ? SNAP_STEPS : 0;
  if (mark !== null && Math.abs(step - toStep(mark, range)) <= reach) return mark;
  return fromStep(step, range);
}
