/** Describes the course of one job in words: whether it was late, what it waited for, and which job is to blame. */

import type { CoursePart, Culprit, JobCourse } from '../../../../../generator/simulation/schedule/job-course.ts';
import { tr, trCount } from '../../../../../generator/words/tr.ts';
import { formatBound, formatDeclared, formatDuration, formatTime } from '../../../base/format.ts';
import { type Names, ruleWords } from './schedule-words.ts';

/** The longest parts are named; the others are added up. */
const MOST_PARTS = 3;
/** A part below this share of the whole is not named. */
const LEAST_SHARE = 0.01;

/**
 * For example "steady missed its deadline by 5.9 ms (job 12). It waited 9.9 ms for greedy (it started
 * earlier and cannot be preempted) and ran for 6 ms."
 */
export function courseWords(course: JobCourse, names: Names): string {
  const head = headWords(course, names.of('task', course.job.task));
  return tr`${head} It ${courseClauses(course, names)}.`;
}

/**
 * For example "fast dropped a release at 1.06 s, because its job 12 was not finished. It waited 9.9 ms for
 * greedy (higher priority) and ran for 6 ms." Without a course, only the first sentence.
 */
export function droppedWords(
  name: string,
  timeNs: number,
  count: number,
  course: JobCourse | null,
  names: Names,
): string {
  const time = formatTime(timeNs, 10_000);
  if (course === null) {
    return trCount(count, '{1} dropped a release at {2}.', '{1} dropped {0} releases up to {2}.', name, time);
  }
  const head = trCount(
    count,
    '{1} dropped a release at {2}, because its job {3} was not finished.',
    '{1} dropped {0} releases up to {2}, because its job {3} was not finished.',
    name,
    time,
    course.number,
  );
  return tr`${head} Job ${course.number} ${courseClauses(course, names)}.`;
}

/** For example "waited 9.9 ms for greedy (higher priority) and ran for 6 ms". */
function courseClauses({ fromNs, toNs, ended, hidden, ranNs, parts }: JobCourse, names: Names): string {
  const whole = toNs - fromNs;
  const named = parts.filter(({ ns }) => ns >= LEAST_SHARE * whole).slice(0, MOST_PARTS);
  const restNs = parts.filter((part) => !named.includes(part)).reduce((sum, { ns }) => sum + ns, 0);
  const clauses = [
    ...named.map((part) => partWords(part, names)),
    ...(restNs >= LEAST_SHARE * whole ? [tr`waited ${formatDuration(restNs)} for other reasons`] : []),
    ranWords(formatDuration(ranNs), ended, hidden),
  ];
  return listOf(clauses);
}

function ranWords(time: string, ended: boolean, hidden: boolean): string {
  if (ended) return tr`ran for ${time}`;
  return hidden ? tr`had run for ${time} by then` : tr`has run for ${time} so far`;
}

function headWords({ number, latenessNs, ended, hidden, stopped }: JobCourse, name: string): string {
  if (hidden) return tr`Telemetry was lost before ${name} ended (job ${number}).`;
  if (stopped)
    return latenessNs === null
      ? tr`${name} was stopped at the end of its budget (job ${number}).`
      : tr`${name} was stopped at the end of its budget, ${formatBound(latenessNs)} after its deadline (job ${number}).`;
  if (latenessNs === null)
    return ended ? tr`${name} met its deadline (job ${number}).` : tr`${name} has not ended (job ${number}).`;
  return ended
    ? tr`${name} missed its deadline by ${formatBound(latenessNs)} (job ${number}).`
    : tr`${name} has not ended, ${formatBound(latenessNs)} after its deadline (job ${number}).`;
}

function partWords({ reason, ns }: CoursePart, names: Names): string {
  const time = formatDuration(ns);
  switch (reason.kind) {
    case 'held-off':
      return tr`waited ${time} for ${names.of('task', reason.by)} (${ruleWords(reason.rule, names)})`;
    case 'blocked': {
      const resource = names.of('resource', reason.resource);
      if (reason.by === null) return tr`waited ${time} for ${resource}`;
      return tr`waited ${time} for ${resource}, which ${names.of('task', reason.by)} held`;
    }
    case 'budget':
      return tr`was suspended for ${time} with its budget exhausted`;
    case 'interrupt':
      return tr`was interrupted for ${time} by ${names.of('interrupt', reason.interrupt)}`;
    case 'previous':
      return tr`waited ${time} for its own earlier job`;
    case 'unreleased':
      return tr`was released ${time} late`;
    case 'runtime':
      return tr`waited ${time} for the runtime`;
    case 'runs':
    case 'nothing':
      return tr`has ${time} that the record does not explain`;
  }
}

function listOf(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length < 2 ? last : tr`${clauses.slice(0, -1).join(', ')} and ${last}`;
}

/** For example "greedy took 9.9 ms (job 3); it was promised 2 ms." Empty if the job was done within its budget. */
export function culpritWords({ task, number, tookNs, promisedNs, ended, stopped }: Culprit, names: Names): string {
  const name = names.of('task', task);
  if (stopped) return tr`${name} was stopped after ${formatBound(tookNs)}, at the end of its budget (job ${number}).`;
  if (promisedNs === null) return '';
  const promised = formatDeclared(promisedNs);
  return ended
    ? tr`${name} took ${formatBound(tookNs)} (job ${number}); it was promised ${promised}.`
    : tr`${name} has run for ${formatDuration(tookNs)} without an end (job ${number}); it was promised ${promised}.`;
}
