/** Converts between the value of a part's control and the place of a thumb, from 0 to 1. */
import type { PartControl } from '../../../../generator/parts/part-type.ts';

type Range = Pick<PartControl, 'least' | 'most' | 'scale' | 'step'>;

export function toShare({ least, most, scale }: Range, value: number): number {
  const clamped = Math.min(most, Math.max(least, value));
  if (scale === 'linear') return (clamped - least) / (most - least);
  return Math.log(clamped / least) / Math.log(most / least);
}

/** The ends are exact. Values between them are multiples of the step, with three digits. */
export function fromShare({ least, most, scale, step }: Range, share: number): number {
  if (share <= 0) return least;
  if (share >= 1) return most;
  const raw = scale === 'linear' ? least + share * (most - least) : least * (most / least) ** share;
  const digits = Number(raw.toPrecision(3));
  return Math.min(most, Math.max(least, Number((Math.round(digits / step) * step).toPrecision(6))));
}
