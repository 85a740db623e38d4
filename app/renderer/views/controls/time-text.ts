/** Converts times between text that users type and the sketch's whole microseconds. */

import { exactDecimal } from '../../../../generator/numbers/time.ts';
import { MAX_TIME_US } from '../../../../generator/sketch/limits.ts';
import type { TimeUnit } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';

/** A no-break space between a number and its unit. */
const SPACE = '\u00a0';

const UNITS = [
  { name: 's', us: 1_000_000 },
  { name: 'ms', us: 1_000 },
  { name: 'µs', us: 1 },
] as const;

const UNIT_US: ReadonlyMap<string, number> = new Map([
  ['us', 1],
  ['µs', 1],
  ['μs', 1],
  ['ms', 1_000],
  ['s', 1_000_000],
  ['sec', 1_000_000],
  ['min', 60_000_000],
  ['h', 3_600_000_000],
]);

const TIME = /^([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)\s*([a-zµμ]*)$/i;
const FREQUENCY = /^([0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)\s*(k?)hz$/i;

export type ParsedTime = { readonly ok: true; readonly us: number } | { readonly ok: false; readonly message: string };

/**
 * Parses `250 us`, `2ms`, `1.5 s`, `1,5 s` or `50 Hz` into µs. A number without a unit is in
 * `unit`.
 *
 * Fails with a message for the user on any other text, and on times that are not whole
 * microseconds.
 */
export function parseTime(text: string, unit: Exclude<TimeUnit, 'auto'>): ParsedTime {
  const trimmed = text.trim();
  const frequency = FREQUENCY.exec(trimmed);
  if (frequency !== null) return fromFrequency(toNumber(frequency[1]) * (frequency[2] === '' ? 1 : 1000));
  const match = TIME.exec(trimmed);
  if (match === null) return failure(tr`Write a time such as 250 us, 2 ms or 1.5 s.`);
  const name = (match[2] ?? '').toLowerCase();
  const scale = UNIT_US.get(name === '' ? unit : name);
  if (scale === undefined) return failure(tr`There is no unit “${match[2] ?? ''}”: use us, ms or s.`);
  return whole(toNumber(match[1]) * scale);
}

function fromFrequency(hertz: number): ParsedTime {
  return hertz > 0 ? whole(1_000_000 / hertz) : failure(tr`A frequency is above 0 Hz.`);
}

function whole(us: number): ParsedTime {
  const rounded = Math.round(us);
  // Decimal fractions such as 0.1 ms are not exact in binary. Within the range of times, the error
  // is below this value.
  if (Math.abs(us - rounded) > 0.002) return failure(tr`Times are whole microseconds.`);
  if (rounded > MAX_TIME_US) return failure(tr`That is longer than Polyloop can count.`);
  return { ok: true, us: rounded };
}

const toNumber = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));
const failure = (message: string): ParsedTime => ({ ok: false, message });

/**
 * Formats a time exactly, in the sketch's unit, or else in the largest unit that needs at most
 * three decimals.
 */
export function showTime(us: number, unit: TimeUnit = 'auto'): string {
  const chosen = unit === 'auto' ? bestUnit(us) : (UNITS.find((each) => each.us === UNIT_US.get(unit)) ?? UNITS[2]);
  return `${exactDecimal(us, chosen.us)}${SPACE}${chosen.name}`;
}

/**
 * Returns the unit in which `us` is shown, which is also the unit for typed numbers without a unit.
 */
export function unitFor(us: number, unit: TimeUnit): Exclude<TimeUnit, 'auto'> {
  if (unit !== 'auto') return unit;
  const { name } = bestUnit(us);
  return name === 'µs' ? 'us' : name;
}

function bestUnit(us: number): (typeof UNITS)[number] {
  if (us === 0) return UNITS[1];
  return UNITS.find((unit) => us >= unit.us && (us * 1000) % unit.us === 0) ?? UNITS[2];
}
