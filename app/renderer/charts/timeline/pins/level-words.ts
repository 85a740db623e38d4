/** Describes the level of a pin at a time in words: high or low and for how long, or the PWM signal. */
import { tr } from '../../../../../generator/words/tr.ts';
import { formatCount, formatDuration } from '../../../base/format.ts';
import type { PinTrace } from '../source/source.ts';

/** A signal is periodic if its last periods differ by less than this. */
const SAME_PERIOD = 0.02;
/** Slower signals are described by their level. */
const LONGEST_PERIOD_NS = 50e6;
/** Number of periods that are compared. */
const PERIODS = 4;

export interface PinMoment {
  readonly level: 0 | 1;
  /** Time of the last edge. Null when the level has not changed since the start of the record. */
  readonly sinceNs: number | null;
  /** Length of the level, or null while it lasts. */
  readonly lengthNs: number | null;
  /** Null when the signal is not periodic here. */
  readonly pwm: { readonly duty: number; readonly hertz: number } | null;
}

export const pinLabel = (pin: string): string => tr`pin ${pin}`;

export function levelAt(levels: PinTrace, timeNs: number): PinMoment {
  const next = levels.firstAfter(timeNs);
  const since = next > levels.first ? levels.timeNs(next - 1) : null;
  const until = next < levels.end ? levels.timeNs(next) : null;
  return {
    level: levels.levelAfter(next - 1),
    sinceNs: since,
    lengthNs: since === null || until === null ? null : until - since,
    pwm: periodicAround(levels, next),
  };
}

/** Compares the periods of the edges before `next`, or of those after it at the start of the record. */
function periodicAround(levels: PinTrace, next: number): PinMoment['pwm'] {
  const edges = 2 * PERIODS;
  const last = Math.min(levels.end - 1, Math.max(next, levels.first + edges));
  const first = last - edges;
  if (first < levels.first) return null;
  const periods = Array.from(
    { length: PERIODS },
    (_, k) => levels.timeNs(first + 2 * k + 2) - levels.timeNs(first + 2 * k),
  );
  const [least, most] = [Math.min(...periods), Math.max(...periods)];
  if (most > LONGEST_PERIOD_NS || most - least > SAME_PERIOD * most) return null;
  const [from, to] = [levels.timeNs(first), levels.timeNs(last)];
  return { duty: levels.duty(from, to), hertz: (PERIODS * 1e9) / (to - from) };
}

export function levelWords({ level, sinceNs, lengthNs, pwm }: PinMoment): string {
  const word = level === 1 ? tr`high` : tr`low`;
  if (pwm !== null) {
    return tr`${word}, ${Math.round(pwm.duty * 1000) / 10} % high at ${formatCount(Math.round(pwm.hertz))} Hz`;
  }
  if (lengthNs !== null) return tr`${word} for ${formatDuration(lengthNs, 4)}`;
  return sinceNs === null ? tr`${word} since the start of the record` : word;
}
