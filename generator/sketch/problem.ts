/** A problem of a sketch, with a message that tells the user how to fix it. */
import { tr } from '../words/tr.ts';
import { visible } from '../words/visible.ts';

export type Severity = 'error' | 'warning';

export interface Problem {
  /**
   * JSON pointer (RFC 6901) into the file. The pointer always resolves. For a missing member it
   * names the enclosing object, and `member` names the missing member.
   */
  readonly pointer: string;
  /** Name of the missing member. */
  readonly member?: string;
  /** What was expected, what was found, and how to fix it. */
  readonly message: string;
  readonly severity: Severity;
  /** Place in the text, both from 1. Undefined if the sketch was not read from a text. */
  readonly line?: number;
  readonly column?: number;
}

/** A value as a message quotes it: short, on one line, and without terminal control characters. */
export function show(value: unknown): string {
  if (value === undefined) return tr`nothing`;
  if (Array.isArray(value)) return value.length === 0 ? tr`an empty list` : tr`a list`;
  if (typeof value === 'object' && value !== null) return tr`an object`;
  if (typeof value === 'string') return quote(value);
  return String(value);
}

const SHOWN_LENGTH = 60;

/** A text in double quotes, escaped and shortened. */
export function quote(text: string): string {
  const points = Array.from(text);
  const short = points.length > SHOWN_LENGTH ? `${points.slice(0, SHOWN_LENGTH - 1).join('')}…` : text;
  return visible(JSON.stringify(short));
}

/** Edit distance with transpositions (optimal string alignment). Stops above `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}

/** The candidate that the user most likely meant, or null if none is similar. Ignores case. */
export function nearest(text: string, candidates: Iterable<string>): string | null {
  const wanted = text.slice(0, 200).toLowerCase();
  let limit = Math.max(1, Math.min(4, Math.floor(wanted.length / 3)));
  let best: string | null = null;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.slice(0, 200).toLowerCase(), limit);
    if (found > limit || (found === limit && best !== null)) continue;
    best = candidate;
    limit = found;
  }
  return best;
}

/** ` Did you mean "x"?`, or the given fallback. Starts with a space. */
export function didYouMean(text: string, candidates: Iterable<string>, fallback = ''): string {
  const guess = nearest(text, candidates);
  return guess === null ? fallback : tr` Did you mean ${quote(guess)}?`;
}
