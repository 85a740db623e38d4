/** Describes for the user the schedule, or the phases, in which a job is late. */

import { formatInstant } from '../numbers/time.ts';
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
    const start = `${nameOf(set, one.entity)} from ${at(one.startedNs)} to ${formatInstant(one.endedNs)}`;
    const isLate = index === shown.length - 1;
    return isLate ? `${start}, released at ${at(one.releasedNs)}` : start;
  });
  const left = path.length - shown.length;
  const before =
    left > 0 ? `After ${left} earlier job${left === 1 ? '' : 's'} without idle time, these run` : 'These run';
  return `${before}: ${jobs.join('; ')}.`;
}

function phaseOf(set: TaskSet, phasesNs: readonly (number | null)[]): string {
  const before = phasesNs.flatMap((atNs, entity) => (atNs === -1 ? [entity] : []));
  const together = phasesNs.flatMap((atNs, entity) => (atNs !== null && atNs !== -1 ? [entity] : []));
  const names = together.slice(0, MOST_NAMES).map((entity) => nameOf(set, entity));
  const more = together.length - names.length;
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : listOf(names);
  const late = together.some((entity) => (phasesNs[entity] as number) < 0);
  const released = `${list} ${together.length === 1 ? 'is' : 'are'} released${together.length === 1 ? '' : ' together'}`;
  const jitter = late ? ', as late as their jitter allows,' : '';
  const blocker = before.map((entity) => nameOf(set, entity))[0];
  const when =
    blocker === undefined ? `${released}${jitter}` : `${released}${jitter} just after ${blocker} has started`;
  return `This happens if ${when.replace(/,$/, '')}. It is not known whether this case occurs.`;
}

function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
