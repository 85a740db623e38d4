/** What an estimate assumes because the code does not say it, in sentences for the user. */
import { formatDuration } from '../numbers/time.ts';
import { tr, trCount } from '../words/tr.ts';
import type { Place } from './code.ts';

export interface Assumption {
  /** The line that it is about, or null for the whole code. */
  readonly place: Place | null;
  readonly sentence: string;
}

/** Assumed passes of a loop if their number is not known. */
export const ASSUMED_PASSES = 10;
/** Assumed time of a call of unknown code. Unit: ns. */
export const ASSUMED_CALL_NS = 100_000;
/** Assumed bytes of a text of unknown length. */
export const ASSUMED_BYTES = 16;

const lineWords = ({ in: piece, line }: Place): string =>
  piece === 'body' ? tr`line ${line}` : tr`line ${line} of the shared code`;

export const manyPasses = (place: Place): Assumption => ({
  place,
  sentence: trCount(
    ASSUMED_PASSES,
    'The loop in {1} has no constant bound: {0} pass assumed.',
    'The loop in {1} has no constant bound: {0} passes assumed.',
    lineWords(place),
  ),
});

export const unknownCall = (place: Place, name: string): Assumption => ({
  place,
  sentence: tr`The time of ${name}() in ${lineWords(place)} is not known: ${formatDuration(ASSUMED_CALL_NS)} assumed.`,
});

export const longText = (place: Place): Assumption => ({
  place,
  sentence: tr`The length of the text in ${lineWords(place)} is not known: ${ASSUMED_BYTES} bytes assumed.`,
});

export const longestWait = (place: Place, name: string, ns: number): Assumption => ({
  place,
  sentence: tr`${name}() in ${lineWords(place)} is assumed to wait for its longest time, ${formatDuration(ns)}.`,
});

export const unknownWait = (place: Place, name: string, ns: number): Assumption => ({
  place,
  sentence: tr`The argument of ${name}() in ${lineWords(place)} is not constant: ${formatDuration(ns)} assumed.`,
});

/** Why there is no estimate, each with a way out. */
export const NO_ESTIMATE = {
  noFigures: (board: string) => tr`The time of code on ${board} cannot be estimated. Run the sketch to measure it.`,
  empty: () => tr`There is no code to estimate yet.`,
  broken: (place: Place | null) =>
    place === null
      ? tr`The code has a bracket too many or too few, so there is no new estimate.`
      : tr`The code is not complete in ${lineWords(place)}, so there is no new estimate.`,
  endless: (place: Place) => tr`The loop in ${lineWords(place)} never ends, so no budget is enough for it.`,
  recursive: (place: Place, name: string) =>
    tr`${name}() calls itself in ${lineWords(place)}, so its time has no known bound. Choose the budget, or run the sketch.`,
  asking: () => tr`The code uses the budget that is left, so its time follows the budget. Choose the budget yourself.`,
} as const;
