/** Describes a remedy in words. */
import type { Remedy } from '../../../../generator/analysis/help/remedy.ts';
import { showTime } from '../controls/time-text.ts';

const WORDS = {
  budgetUs: (name: string, time: string) => `${name} with a budget ≤ ${time} would fit`,
  periodUs: (name: string, time: string) => `${name} every ${time} would fit`,
  deadlineUs: (name: string, time: string) => `${name} with a deadline ≥ ${time} would fit`,
} as const;

/** For example `greedy with a budget ≤ 2.4 ms would fit`. */
export const remedyWords = ({ name, member, valueUs }: Remedy): string => WORDS[member](name, showTime(valueUs));
