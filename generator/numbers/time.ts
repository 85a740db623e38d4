/**
 * How a time is written, the same in the window, on the command line and in sentences. What a time
 * means decides how it is rounded:
 *
 * | Time | Function | Rounded |
 * |---|---|---|
 * | declared: period, budget, deadline, offset, jitter | `formatDeclared` | never |
 * | a bound, a worst measured time, lateness | `formatBound` | up |
 * | slack, a time that there is at least | `formatSlack` | down |
 * | a mean, the length of a span | `formatDuration` | to the nearest |
 * | an instant, a step of a calculation | `formatInstant` | to the nearest, six digits |
 *
 * A rounded time has four significant digits otherwise, and no digits below a nanosecond. A bound that meets its
 * limit gets more digits if four would put it above the limit.
 */
import { tr } from '../words/tr.ts';

export interface TimeUnit {
  readonly ns: number;
  readonly name: string;
}

const HOUR: TimeUnit = { ns: 3_600_000_000_000, name: 'h' };
const MINUTE: TimeUnit = { ns: 60_000_000_000, name: 'min' };
const SECOND: TimeUnit = { ns: 1_000_000_000, name: 's' };
export const NANOSECOND: TimeUnit = { ns: 1, name: 'ns' };

/** The units of times that are not spans of minutes, the largest first. */
export const TIME_UNITS: readonly TimeUnit[] = [
  SECOND,
  { ns: 1_000_000, name: 'ms' },
  { ns: 1_000, name: 'µs' },
  NANOSECOND,
];

/** The units of declared times, which are whole microseconds. */
const DECLARED_UNITS = TIME_UNITS.filter(({ ns }) => ns >= 1_000);

export type Rounding = 'up' | 'down' | 'near';

const DIGITS = 4;

/**
 * Formats a mean or the length of a span, rounded to the nearest: `250 µs`, `1.25 s`,
 * `2 min 5 s`, `3 h`. NaN and infinity give `–`.
 */
export function formatDuration(ns: number, digits = DIGITS): string {
  if (!Number.isFinite(ns)) return '–';
  if (ns < 0) return `-${formatDuration(-ns, digits)}`;
  const rounded = roundTime(ns, 'near', digits);
  return rounded >= MINUTE.ns ? formatLong(ns) : exactTime(rounded);
}

/**
 * Formats a period, budget, deadline, offset or jitter of the sketch exactly, in the largest unit that
 * needs at most three decimals: `40 ms`, `12.345 ms`, `1234.567 ms`.
 */
export function formatDeclared(ns: number): string {
  const unit = DECLARED_UNITS.find((each) => ns >= each.ns && (ns * 1000) % each.ns === 0);
  return unit === undefined || ns % 1_000 !== 0 ? exactTime(ns) : inUnit(ns, unit);
}

/**
 * Formats a bound, a worst measured time or lateness, rounded up, so that it never looks shorter than
 * it is.
 *
 * @param limitNs the deadline or other limit of this time. A time that meets the limit never reads as
 * a longer time than the limit.
 */
export const formatBound = (ns: number, limitNs: number | null = null): string =>
  Number.isFinite(ns) ? exactTime(roundBound(ns, limitNs)) : '–';

/** Formats slack, rounded down, so that there is always as much as is shown. Negative: lateness. */
export const formatSlack = (ns: number): string => (Number.isFinite(ns) ? exactTime(roundTime(ns, 'down')) : '–');

const MORE_DIGITS = 6;

/**
 * Formats an instant, or a step of the calculation of a bound, with six significant digits.
 */
export const formatInstant = (ns: number): string => exactTime(roundTime(ns, 'near', MORE_DIGITS));

/** In a comparison, a limit above this number of the bound's unit gets its own unit. */
const MOST_UNITS = 10_000;

/**
 * "768 of 1000 ms": a bound and its limit, in one unit if that is readable. The numbers are those of
 * formatBound() and formatDeclared().
 */
export function formatBoundOf(ns: number, limitNs: number, of?: string): string {
  const bound = roundBound(ns, limitNs);
  const unit = unitFor(Math.min(bound, limitNs));
  const isFar = Math.max(bound, limitNs) >= MOST_UNITS * unit.ns;
  const shown = isFar ? exactTime(bound) : exactDecimal(bound, unit.ns);
  const limit = isFar ? formatDeclared(limitNs) : inUnit(limitNs, unit);
  return of === undefined ? tr`${shown} of ${limit}` : `${shown} ${of} ${limit}`;
}

/**
 * Formats how long a job ran. A time above the budget is split, so that the budget never has a second
 * text. A prediction shows `10 ms + 70 µs overhead`, because predicted jobs keep their budgets and
 * pay for the runtime. A measurement shows `10 ms + 70 µs more`.
 */
export function formatExecution(executionNs: number, budgetNs: number | null, isPrediction: boolean): string {
  if (budgetNs === null || executionNs <= budgetNs) return formatBound(executionNs, budgetNs);
  const [budget, rest] = [formatDeclared(budgetNs), formatBound(executionNs - budgetNs)];
  return isPrediction ? tr`${budget} + ${rest} overhead` : tr`${budget} + ${rest} more`;
}

/** Rounds a time up like formatBound(). */
function roundBound(ns: number, limitNs: number | null): number {
  for (let digits = DIGITS; digits < 16; digits += 1) {
    const rounded = roundTime(ns, 'up', digits);
    if (limitNs === null || rounded <= limitNs || ns > limitNs) return rounded;
  }
  return ns;
}

const OPPOSITE: Readonly<Record<Rounding, Rounding>> = { up: 'down', down: 'up', near: 'near' };

/** Rounds to significant digits, and to whole nanoseconds. Exact for whole nanoseconds. */
export function roundTime(ns: number, rounding: Rounding, digits = DIGITS): number {
  if (ns < 0) return -roundTime(-ns, OPPOSITE[rounding], digits);
  const step = 10 ** Math.max(0, String(Math.floor(ns)).length - digits);
  const rest = ns % step;
  if (rest === 0) return ns;
  const isUp = rounding === 'up' || (rounding === 'near' && 2 * rest >= step);
  return ns - rest + (isUp ? step : 0);
}

/** Formats a time with all of its digits, in the largest unit that it reaches. Zero is `0 s`. */
export function exactTime(ns: number): string {
  return inUnit(ns, unitFor(ns));
}

function unitFor(ns: number): TimeUnit {
  if (ns === 0) return SECOND;
  return TIME_UNITS.find((unit) => Math.abs(ns) >= unit.ns) ?? NANOSECOND;
}

const inUnit = (ns: number, unit: TimeUnit): string => `${exactDecimal(ns, unit.ns)} ${unit.name}`;

/** Divides a whole number by a power of ten, without rounding. */
export function exactDecimal(value: number, scale: number): string {
  if (value < 0) return `-${exactDecimal(-value, scale)}`;
  const digits = String(scale).length - 1;
  const text = String(value).padStart(digits + 1, '0');
  const cut = text.length - digits;
  const fraction = text.slice(cut).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, cut) : `${text.slice(0, cut)}.${fraction}`;
}

/** Formats a minute or more with its two largest units, rounded to the smaller one. */
function formatLong(ns: number): string {
  const [large, small] = ns >= HOUR.ns ? [HOUR, MINUTE] : [MINUTE, SECOND];
  const total = Math.round(ns / small.ns);
  const perLarge = large.ns / small.ns;
  if (large === MINUTE && total >= 3600) return formatLong(total * small.ns);
  const head = `${Math.floor(total / perLarge)} ${large.name}`;
  const rest = total % perLarge;
  return rest === 0 ? head : `${head} ${rest} ${small.name}`;
}

const BUDGET_DIGITS = 3;

/** A budget that a job of this time keeps: whole microseconds, rounded up to three digits. */
export function budgetUsFor(ns: number): number {
  const us = Math.max(1, Math.ceil(ns / 1_000));
  const step = 10 ** Math.max(0, String(us).length - BUDGET_DIGITS);
  return Math.ceil(us / step) * step;
}
