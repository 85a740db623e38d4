/** The bound of a response time in words: the same text in the cards, the inspector and the table. */

import type { TaskAdmission } from '../../../../generator/analysis/admission.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound } from '../../base/format.ts';

export function boundWords({
  responseNs,
  deadlineNs,
  meetsDeadline,
}: Pick<TaskAdmission, 'responseNs' | 'deadlineNs' | 'meetsDeadline'>): string {
  if (responseNs !== null) return formatBound(responseNs, deadlineNs);
  return meetsDeadline === false ? tr`no bound` : tr`not known`;
}
