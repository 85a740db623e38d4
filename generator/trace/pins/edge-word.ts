/**
 * One change of a pin's level as a word of 32 bits. Bits 0 to 21: cycles since the start of the
 * report. Bits 22 to 28: the pin's number. Bit 29: the new level. Bits 30 and 31: the cause.
 */

/** What changed the level: the program's own write, a timer (PWM), or a signal from outside. */
export type EdgeCause = 'program' | 'timer' | 'outside';

export interface Edge {
  readonly since: number;
  readonly pin: number;
  readonly level: 0 | 1;
  readonly cause: EdgeCause;
}

/** The longest time that a word can hold. Unit: cycles. */
export const LONGEST_SINCE = 0x3f_ffff;
/** The highest number of a pin that a word can hold. */
export const LAST_PIN = 127;

const CAUSES: readonly EdgeCause[] = ['program', 'timer', 'outside'];

/** Runs for every edge of a pin, so it makes no objects and searches nothing. */
export function edgeWord(since: number, pin: number, level: 0 | 1, cause: EdgeCause): number {
  const causeNumber = cause === 'program' ? 0 : cause === 'timer' ? 1 : 2;
  return (since | (pin << 22) | (level << 29) | (causeNumber << 30)) >>> 0;
}

export function readEdgeWord(word: number): Edge {
  return {
    since: word & LONGEST_SINCE,
    pin: (word >>> 22) & LAST_PIN,
    level: ((word >>> 29) & 1) as 0 | 1,
    cause: CAUSES[word >>> 30] ?? 'program',
  };
}
