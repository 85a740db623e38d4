/** Describes the course of one job in words: whether it was late, what it waited for, and which job is to blame. */
import type { CoursePart, Culprit, JobCourse } from '../../../../../generator/simulation/schedule/job-course.ts';
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
  return `${headWords(course, names.of('task', course.job.task))} It ${courseClauses(course, names)}.`;
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
  const what = count > 1 ? `${count} releases up to` : 'a release at';
  const because = course === null ? '' : `, because its job ${course.number} was not finished`;
  const rest = course === null ? '' : ` Job ${course.number} ${courseClauses(course, names)}.`;
  return `${name} dropped ${what} ${formatTime(timeNs, 10_000)}${because}.${rest}`;
}

/** For example "waited 9.9 ms for greedy (higher priority) and ran for 6 ms". */
function courseClauses({ fromNs, toNs, ended, hidden, ranNs, parts }: JobCourse, names: Names): string {
  const whole = toNs - fromNs;
  const named = parts.filter(({ ns }) => ns >= LEAST_SHARE * whole).slice(0, MOST_PARTS);
  const restNs = parts.filter((part) => !named.includes(part)).reduce((sum, { ns }) => sum + ns, 0);
  const clauses = [
    ...named.map((part) => partWords(part, names)),
    ...(restNs >= LEAST_SHARE * whole ? [`waited ${formatDuration(restNs)} for other reasons`] : []),
    ended
      ? `ran for ${formatDuration(ranNs)}`
      : `${hidden ? 'had' : 'has'} run for ${formatDuration(ranNs)} ${hidden ? 'by then' : 'so far'}`,
  ];
  return listOf(clauses);
}

function headWords({ number, latenessNs, ended, hidden }: JobCourse, name: string): string {
  if (hidden) return `Telemetry was lost before ${name} ended (job ${number}).`;
  if (latenessNs === null)
    return ended ? `${name} met its deadline (job ${number}).` : `${name} has not ended (job ${number}).`;
  return ended
    ? `${name} missed its deadline by ${formatBound(latenessNs)} (job ${number}).`
    : `${name} has not ended, ${formatBound(latenessNs)} after its deadline (job ${number}).`;
}

function partWords({ reason, ns }: CoursePart, names: Names): string {
  const time = formatDuration(ns);
  switch (reason.kind) {
    case 'held-off':
      return `waited ${time} for ${names.of('task', reason.by)} (${ruleWords(reason.rule, names)})`;
    case 'blocked': {
      const resource = names.of('resource', reason.resource);
      const holder = reason.by === null ? '' : `, which ${names.of('task', reason.by)} held`;
      return `waited ${time} for ${resource}${holder}`;
    }
    case 'budget':
      return `was suspended for ${time} with its budget exhausted`;
    case 'interrupt':
      return `was interrupted for ${time} by ${names.of('interrupt', reason.interrupt)}`;
    case 'previous':
      return `waited ${time} for its own earlier job`;
    case 'unreleased':
      return `was released ${time} late`;
    case 'runtime':
      return `waited ${time} for the runtime`;
    case 'runs':
    case 'nothing':
      return `has ${time} that the record does not explain`;
  }
}

function listOf(clauses: readonly string[]): string {
  return clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1)}`;
}

/** For example "greedy took 9.9 ms (job 3); it was promised 2 ms." Empty if the job kept its budget. */
export function culpritWords({ task, number, tookNs, promisedNs, ended }: Culprit, names: Names): string {
  if (promisedNs === null) return '';
  const name = names.of('task', task);
  const took = ended ? `took ${formatBound(tookNs)}` : `has run for ${formatDuration(tookNs)} without an end`;
  return `${name} ${took} (job ${number}); it was promised ${formatDeclared(promisedNs)}.`;
}
