/** Describes for the user the schedule, or the phases, in which a job is late. */

import { formatInstant } from '../numbers/time.ts';
import { tr, trCount } from '../words/tr.ts';
import type { Admission } from './admission.ts';
import { shortName } from './format.ts';
import type { FailurePathJob } from './method.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** Maximum number of jobs and of names in a sentence. */
const MOST_JOBS = 6;
const MOST_NAMES = 4;
const NAME_LENGTH = 24;

/**
 * One or two sentences on how the failure occurs. null if there is no failure, if its test does not
 * follow a schedule, or if its phase is the common release at the start, which needs no
 * description.
 */
export function courseOf({ set, failure }: Pick<Admission, 'set' | 'failure'>): string | null {
  const { path = [], phasesNs } = failure ?? {};
  if (path.length > 0) return scheduleOf(set, path);
  return phasesNs === undefined ? null : phaseOf(set, phasesNs);
}

const nameOf = ({ entities }: TaskSet, entity: number): string =>
  shortName((entities[entity] as Entity).name, NAME_LENGTH);

const at = (timeNs: number): string => (timeNs === 0 ? '0' : formatInstant(timeNs));

function scheduleOf(set: TaskSet, path: readonly FailurePathJob[]): string {
  const shown = path.slice(-MOST_JOBS);
  const jobs = shown.map((one, index) => {
    const [name, from, to] = [nameOf(set, one.entity), at(one.startedNs), formatInstant(one.endedNs)];
    const isLate = index === shown.length - 1;
    return isLate
      ? tr`${name} from ${from} to ${to}, released at ${at(one.releasedNs)}`
      : tr`${name} from ${from} to ${to}`;
  });
  const left = path.length - shown.length;
  const listed = jobs.join('; ');
  if (left <= 0) return tr`These run: ${listed}.`;
  return trCount(
    left,
    'After {0} earlier job without idle time, these run: {1}.',
    'After {0} earlier jobs without idle time, these run: {1}.',
    listed,
  );
}

function phaseOf(set: TaskSet, phasesNs: readonly (number | null)[]): string {
  const before = phasesNs.flatMap((atNs, entity) => (atNs === -1 ? [entity] : []));
  const together = phasesNs.flatMap((atNs, entity) => (atNs !== null && atNs !== -1 ? [entity] : []));
  const names = together.slice(0, MOST_NAMES).map((entity) => nameOf(set, entity));
  const more = together.length - names.length;
  const list = more > 0 ? tr`${names.join(', ')} and ${more} more` : listOf(names);
  const late = together.some((entity) => phasesNs[entity]! < 0);
  const blocker = before.map((entity) => nameOf(set, entity))[0];
  return `${phaseWords(list, together.length === 1, late, blocker)} ${tr`It is not known whether this case occurs.`}`;
}

function phaseWords(list: string, isOne: boolean, late: boolean, blocker: string | undefined): string {
  if (blocker === undefined) {
    if (late) {
      return isOne
        ? tr`This happens if ${list} is released, as late as their jitter allows.`
        : tr`This happens if ${list} are released together, as late as their jitter allows.`;
    }
    return isOne ? tr`This happens if ${list} is released.` : tr`This happens if ${list} are released together.`;
  }
  if (late) {
    return isOne
      ? tr`This happens if ${list} is released, as late as their jitter allows, just after ${blocker} has started.`
      : tr`This happens if ${list} are released together, as late as their jitter allows, just after ${blocker} has started.`;
  }
  return isOne
    ? tr`This happens if ${list} is released just after ${blocker} has started.`
    : tr`This happens if ${list} are released together just after ${blocker} has started.`;
}

function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return tr`${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
