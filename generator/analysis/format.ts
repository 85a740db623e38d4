/**
 * Formats numbers for explanations and sentences: short, with their unit, and never rounded to the
 * wrong side of a limit.
 */
import { usOfNs } from '../sketch/time.ts';

const UNITS = [
  { name: 's', ns: 1_000_000_000 },
  { name: 'ms', ns: 1_000_000 },
  { name: 'µs', ns: 1_000 },
  { name: 'ns', ns: 1 },
] as const;

type Unit = (typeof UNITS)[number];
type Round = 'up' | 'down' | 'near';

/** Significant digits of a time in a sentence. */
const DIGITS = 4;
const MORE_DIGITS = 6;

const unitFor = (timeNs: number): Unit => UNITS.find((candidate) => Math.abs(timeNs) >= candidate.ns) ?? UNITS[3];

/** A time to six significant digits, in the largest unit that does not exceed it. */
export function formatNs(timeNs: number): string {
  return inUnit(timeNs, unitFor(timeNs), MORE_DIGITS, 'near');
}

/**
 * A time to four significant digits, rounded in the given direction. Lateness and durations are
 * rounded up.
 */
export function formatShort(timeNs: number, round: Round): string {
  return inUnit(timeNs, unitFor(timeNs), DIGITS, round);
}

/** Above this number, a time in the unit of the other time is hard to read. */
const MOST_UNITS = 10_000;

/**
 * "R of D" with four significant digits each, in one unit if that is readable. The rounding
 * preserves the comparison: R is rounded up, and D is rounded up if R ≤ D and down otherwise.
 */
export function formatBound(responseNs: number, limitNs: number, of = 'of'): string {
  const round = responseNs <= limitNs ? 'up' : 'down';
  const unit = unitFor(Math.min(responseNs, limitNs));
  if (Math.max(responseNs, limitNs) >= MOST_UNITS * unit.ns) {
    return `${formatShort(responseNs, 'up')} ${of} ${formatShort(limitNs, round)}`;
  }
  return `${number(responseNs, unit, DIGITS, 'up')} ${of} ${inUnit(limitNs, unit, DIGITS, round)}`;
}

/** "R ≤ D" or "R > D", rounded like formatBound(). */
export function formatComparison(
  responseNs: number,
  limitNs: number,
): { response: string; sign: string; limit: string } {
  const holds = responseNs <= limitNs;
  // A bound on a time that is never quite reached is that time.
  const boundNs = isJustBefore(responseNs) ? responseNs + 1 : responseNs;
  return {
    response: inUnit(boundNs, unitFor(boundNs), MORE_DIGITS, 'up'),
    sign: holds ? '≤' : '>',
    limit: inUnit(limitNs, unitFor(limitNs), MORE_DIGITS, holds ? 'up' : 'down'),
  };
}

function inUnit(timeNs: number, unit: Unit, digits: number, round: Round): string {
  return `${number(timeNs, unit, digits, round)} ${unit.name}`;
}

/**
 * Rounds among whole nanoseconds, which are exact. All digits before the decimal point are kept.
 */
function number(timeNs: number, unit: Unit, digits: number, round: Round): string {
  const whole = Math.floor(Math.abs(timeNs) / unit.ns);
  const decimals = Math.max(0, digits - String(whole).length);
  const step = Math.max(1, unit.ns / 10 ** decimals);
  const steps = Math[({ up: 'ceil', down: 'floor', near: 'round' } as const)[round]](timeNs / step);
  return String(Number(((steps * step) / unit.ns).toFixed(9)));
}

/**
 * Microseconds for a formula, exact: "1234.567". One nanosecond, the smallest unit of time, below or
 * above a whole microsecond stands for "just before" and "just after": "50000^{-}", "50000^{+}".
 */
export function exactUs(timeNs: number): string {
  const beyond = timeNs % 1_000;
  if (timeNs > 1_000 && beyond === 999) return `${usOfNs(timeNs + 1)}^{-}`;
  if (timeNs > 1_000 && beyond === 1) return `${usOfNs(timeNs - 1)}^{+}`;
  return String(usOfNs(timeNs));
}

/**
 * Microseconds for a formula in which ε is the smallest unit of time, 1 ns: "50000 + 2\\varepsilon".
 */
export function exactUsAndUnits(timeNs: number): string {
  const units = timeNs % 1_000;
  if (timeNs < 1_000 || units === 0 || units > MOST_UNITS_SHOWN) return exactUs(timeNs);
  return `${usOfNs(timeNs - units)} + ${units === 1 ? '' : units}\\varepsilon`;
}

/** More nanoseconds than this are a part of the time. */
const MOST_UNITS_SHOWN = 64;

/** A time in words: "50 ms", or "just under 50 ms" for one nanosecond less. */
export function formatReached(timeNs: number): string {
  return isJustBefore(timeNs) ? `just under ${formatNs(timeNs + 1)}` : formatNs(timeNs);
}

/** Whether a time is one nanosecond, the smallest unit of time, before a whole microsecond. */
const isJustBefore = (timeNs: number): boolean => timeNs > 1_000 && timeNs % 1_000 === 999;

/** A utilization or bound with four decimals. */
export function formatRatio(value: number): string {
  return value.toFixed(4);
}

/** Two ratios with enough decimals to distinguish them: at least four and at most twelve. */
export function formatRatios(a: number, b: number): [string, string] {
  for (let digits = 4; digits < 12; digits += 1) {
    if (a === b || a.toFixed(digits) !== b.toFixed(digits)) return [a.toFixed(digits), b.toFixed(digits)];
  }
  return [a.toFixed(12), b.toFixed(12)];
}

/**
 * A name shortened to fit into a sentence. The end is kept, because similar names often have the
 * same beginning.
 */
export function shortName(name: string, most = 24): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const end = Math.floor(most / 3);
  return `${characters.slice(0, most - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

/** A name as TeX text: shortened, with everything escaped that TeX would interpret. */
export function texName(name: string): string {
  const escaped = [...shortName(name)].map((character) => TEX_ESCAPES[character] ?? character).join('');
  return `\\text{${escaped}}`;
}

const TEX_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
};

/** The first terms of a long sum or product, dots, and the last term. */
export function shorten(terms: readonly string[], joiner: string, most = 8): string {
  if (terms.length <= most) return terms.join(joiner);
  return [...terms.slice(0, most - 2), '\\cdots', terms[terms.length - 1]].join(joiner);
}
