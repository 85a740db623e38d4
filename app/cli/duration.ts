/** Times as given on the command line: 2s, 500ms, 250us, 1m, 1.5s. */
import { InvalidArgumentError } from 'commander';

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
/** A day: far longer than anybody waits. */
const MAX_NS = 86_400e9;

/** Whole nanoseconds. Throws commander's InvalidArgumentError with the way out. */
export function parseDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(\D+)$/.exec(text.trim()) ?? [];
  const scale = Object.hasOwn(NS_PER_UNIT, unit) ? NS_PER_UNIT[unit] : undefined;
  if (scale === undefined) throw new InvalidArgumentError('Give a number and a unit: 2s, 500ms, 250us or 1m.');
  const timeNs = Math.round(Number(number) * scale);
  if (timeNs < 1) throw new InvalidArgumentError('Give a time longer than zero, e.g. 2s.');
  if (timeNs > MAX_NS) throw new InvalidArgumentError('Give at most a day.');
  return timeNs;
}
