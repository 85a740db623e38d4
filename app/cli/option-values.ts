/** Reads values of options: durations such as 2s, 500ms, 250us, 1m and 1.5s, and percentages. */
import { InvalidArgumentError } from 'commander';
import { MARGIN_LIMITS } from '../../generator/estimate/margin.ts';

const NS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  min: 60e9,
};
/** One day, longer than any useful run. */
const MAX_NS = 86_400e9;

/**
 * Returns whole nanoseconds. Throws commander's InvalidArgumentError with a correction for the
 * user.
 */
export function parseDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(\D+)$/.exec(text.trim()) ?? [];
  const scale = Object.hasOwn(NS_PER_UNIT, unit) ? NS_PER_UNIT[unit] : undefined;
  if (scale === undefined) throw new InvalidArgumentError('Expected a number and a unit: 2s, 500ms, 250us or 1m.');
  const timeNs = Math.round(Number(number) * scale);
  if (timeNs < 1) throw new InvalidArgumentError('Expected a time longer than zero, e.g. 2s.');
  if (timeNs > MAX_NS) throw new InvalidArgumentError('Expected at most one day.');
  return timeNs;
}

/** The margin of automatic budgets in whole percent, with or without the sign. */
export function parseMargin(text: string): number {
  const { min, max } = MARGIN_LIMITS;
  const margin = /^\d+%?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (margin >= min && margin <= max) return margin;
  throw new InvalidArgumentError(`Give whole percent from ${min} to ${max}, e.g. 20.`);
}

export function parseName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected a name, e.g. before.');
}
