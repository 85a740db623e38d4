/**
 * Formats numbers for explanations and sentences. Times and shares follow the rules of
 * generator/numbers.
 */
import { formatBound, formatDeclared, formatInstant } from '../numbers/time.ts';
import { usOfNs } from '../sketch/time.ts';
import { tr } from '../words/tr.ts';

/** "R ≤ D" or "R > D". */
export function formatComparison(
  responseNs: number,
  limitNs: number,
): { response: string; sign: string; limit: string } {
  return {
    response: formatBound(responseNs, limitNs),
    sign: responseNs <= limitNs ? '≤' : '>',
    limit: formatDeclared(limitNs),
  };
}

/**
 * Microseconds for a formula, exact: "1234.567". One nanosecond, the smallest unit of time, below a
 * tenth of a microsecond or above a whole one stands for "just before" and "just after":
 * "50000^{-}", "50000.7^{-}", "50000^{+}".
 */
export function exactUs(timeNs: number): string {
  if (isJustBefore(timeNs)) return `${usOfNs(timeNs + 1)}^{-}`;
  if (timeNs > 1_000 && timeNs % 1_000 === 1) return `${usOfNs(timeNs - 1)}^{+}`;
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
  return isJustBefore(timeNs) ? tr`just under ${formatInstant(timeNs + 1)}` : formatInstant(timeNs);
}

/** Whether a time is one nanosecond, the smallest unit of time, before a tenth of a microsecond. */
const isJustBefore = (timeNs: number): boolean => timeNs > 1_000 && timeNs % 100 === 99;

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

/** The first terms of a long sum or product, dots, and the last term. Formats only the terms that it shows. */
export function shorten<T>(items: readonly T[], term: (item: T) => string, joiner: string, most = 8): string {
  if (items.length <= most) return items.map(term).join(joiner);
  const shown = [...items.slice(0, most - 2).map(term), '\\cdots', ...items.slice(-1).map(term)];
  return shown.join(joiner);
}
