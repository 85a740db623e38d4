/** Numbers in explanations and sentences: short, with their unit, and never rounded to the wrong side. */
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

/** A time in the largest unit below it, to six significant digits. */
export function formatNs(timeNs: number): string {
  return inUnit(timeNs, unitFor(timeNs), MORE_DIGITS, 'near');
}

/** A time to four significant digits, rounded as asked; what says how late or how long is rounded up. */
export function formatShort(timeNs: number, round: Round): string {
  return inUnit(timeNs, unitFor(timeNs), DIGITS, round);
}

/** Above it a time in the other's unit is hard to read. */
const MOST_UNITS = 10_000;

/**
 * "R of D", in one unit where that is readable, four significant digits each. Rounded so that what holds looks as if it
 * held, and what does not, not: R up, and D up with it when R ≤ D, else down.
 */
export function formatBound(responseNs: number, limitNs: number, of = 'of'): string {
  const round = responseNs <= limitNs ? 'up' : 'down';
  const unit = unitFor(Math.min(responseNs, limitNs));
  if (Math.max(responseNs, limitNs) >= MOST_UNITS * unit.ns) {
    return `${formatShort(responseNs, 'up')} ${of} ${formatShort(limitNs, round)}`;
  }
  return `${number(responseNs, unit, DIGITS, 'up')} ${of} ${inUnit(limitNs, unit, DIGITS, round)}`;
}

/** "R ≤ D" or "R > D", as above. */
export function formatComparison(
  responseNs: number,
  limitNs: number,
): { response: string; sign: string; limit: string } {
  const holds = responseNs <= limitNs;
  return {
    response: inUnit(responseNs, unitFor(responseNs), MORE_DIGITS, 'up'),
    sign: holds ? '≤' : '>',
    limit: inUnit(limitNs, unitFor(limitNs), MORE_DIGITS, holds ? 'up' : 'down'),
  };
}

function inUnit(timeNs: number, unit: Unit, digits: number, round: Round): string {
  return `${number(timeNs, unit, digits, round)} ${unit.name}`;
}

/** Rounded among whole nanoseconds, where it is exact; the digits before the point always stay. */
function number(timeNs: number, unit: Unit, digits: number, round: Round): string {
  const whole = Math.floor(Math.abs(timeNs) / unit.ns);
  const decimals = Math.max(0, digits - String(whole).length);
  const step = Math.max(1, unit.ns / 10 ** decimals);
  const steps = Math[({ up: 'ceil', down: 'floor', near: 'round' } as const)[round]](timeNs / step);
  return String(Number(((steps * step) / unit.ns).toFixed(9)));
}

/** Microseconds, exact: "1234.567". */
export function exactUs(timeNs: number): string {
  return String(usOfNs(timeNs));
}

/** A utilization or bound, four digits after the point. */
export function formatRatio(value: number): string {
  return value.toFixed(4);
}

/** Two ratios with as many digits as tell them apart, at least four and at most twelve. */
export function formatRatios(a: number, b: number): [string, string] {
  for (let digits = 4; digits < 12; digits += 1) {
    if (a === b || a.toFixed(digits) !== b.toFixed(digits)) return [a.toFixed(digits), b.toFixed(digits)];
  }
  return [a.toFixed(12), b.toFixed(12)];
}

/** A name that does not push a sentence off the screen. The end stays: names that are alike begin alike. */
export function shortName(name: string, most = 24): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const end = Math.floor(most / 3);
  return `${characters.slice(0, most - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

/** A name as TeX text: everything that TeX would read as a command is escaped; long names are cut. */
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

/** First few terms of a long sum or product, then dots and the last. */
export function shorten(terms: readonly string[], joiner: string, most = 8): string {
  if (terms.length <= most) return terms.join(joiner);
  return [...terms.slice(0, most - 2), '\\cdots', terms[terms.length - 1]].join(joiner);
}
