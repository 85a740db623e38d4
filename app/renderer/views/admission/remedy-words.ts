/** Describes a remedy in words. */

import { shortName } from '../../../../generator/analysis/format.ts';
import { isShorterDeadline } from '../../../../generator/analysis/help/remedy.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { OfferedRemedy } from '../../workers/analysis-jobs.ts';
import { showTime } from '../controls/time-text.ts';

const WORDS = {
  budgetUs: (name: string, time: string) => tr`${name} with a budget ≤ ${time} would fit`,
  periodUs: (name: string, time: string) => tr`${name} every ${time} would fit`,
  deadlineUs: (name: string, time: string) => tr`${name} with a deadline ≥ ${time} would fit`,
} as const;

/** For example `greedy with a budget ≤ 2.4 ms would fit`. */
export function remedyWords(remedy: OfferedRemedy): string {
  if ('target' in remedy) return tr`Target ${targetById(remedy.target).label} would fit`;
  const { name, member, valueUs } = remedy;
  const time = showTime(valueUs);
  return isShorterDeadline(remedy) ? tr`${name} with a deadline ≤ ${time} would fit` : WORDS[member](name, time);
}

const SHORT = {
  budgetUs: (name: string, time: string) => tr`${name} takes ≤ ${time}`,
  periodUs: (name: string, time: string) => tr`${name} every ${time}`,
  deadlineUs: (name: string, time: string) => tr`${name} due in ≥ ${time}`,
} as const;

/** Letters of a name that leave room for what changes. */
const SHORT_NAME = 12;

/** Returns the short form of a remedy for a narrow place, for example `greedy takes ≤ 2.4 ms`. */
export function shortRemedyWords(remedy: OfferedRemedy): string {
  if ('target' in remedy) return remedyWords(remedy);
  const { member, valueUs } = remedy;
  const name = shortName(remedy.name, SHORT_NAME);
  const time = showTime(valueUs);
  return isShorterDeadline(remedy) ? tr`${name} due in ≤ ${time}` : SHORT[member](name, time);
}

/** Why the remedy helps, where a reader would expect the opposite, and what it requires of the code. Empty otherwise. */
export function remedyReason(remedy: OfferedRemedy): string {
  if ('target' in remedy) {
    return tr`Jobs then interrupt each other. Share data by channels and resources only.`;
  }
  return isShorterDeadline(remedy)
    ? tr`On several cores a later deadline can be refused, because it lowers the priority of the task.`
    : '';
}
