/** Names for imported tasks, from the names in the code. */
import type { Program } from './program.ts';
import type { Block } from './split/block.ts';

const WORDS_OF_TIME =
  /^(?:previous|prev|last|next|timer|interval|period|delay|every|time|millis|micros|ms|us|t|now|stamp|run|update|current|wait|of)$/i;

/** For example 1000UL or 0x10. */
const NUMBER = /(?<!\w)\d\w*/g;

/** Words of `previousBlinkMillis`: previous, Blink, Millis. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(NUMBER, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\d]+| /u)
    .filter((word) => word !== '');

/** The name of a function without the words that only say when it runs. */
export function functionName(name: string): string {
  return name;
}

/** A name for a block: from its timer, its interval, or its period. */
export function blockName({ guard }: Block, { source }: Program): string {
  const { check, reset } = guard;
  const interval = check.interval ?? reset.interval;
  const texts = [
    check.timer.replaceAll(/\[(\d+)\]/g, '_$1'),
    interval === null ? '' : source.text.slice(interval.from, interval.to),
  ];
  for (const text of texts) {
    const words = wordsOf(text).filter((word) => !WORDS_OF_TIME.test(word));
    const name = words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word)).join('_');
    if (/^\p{L}/u.test(name)) return name.slice(0, 40);
  }
  return `every_${periodName(guard.periodUs)}`;
}

/** For example `500ms`, `2s` or `250us`. */
function periodName(periodUs: number): string {
  if (periodUs % 1_000_000 === 0) return `${periodUs / 1_000_000}s`;
  return periodUs % 1000 === 0 ? `${periodUs / 1000}ms` : `${periodUs}us`;
}
