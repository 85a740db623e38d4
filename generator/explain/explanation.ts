/**
 * A job beside its bound, in words and numbers: what the window and the command line show. Simulated
 * and measured jobs take this path.
 */
import { formatBound, formatDuration } from '../numbers/time.ts';
import type { SimulatedSchedule } from '../simulation/schedule/schedule.ts';
import { type ObjectNames, objectNames } from '../trace/names.ts';
import { tr, trCount } from '../words/tr.ts';
import type { BoundPart, ExplainedBound } from './bound/bound-parts.ts';
import { type Cause, causeGroup } from './cause.ts';
import { decompose, type ExplainedJob, type JobPart } from './decompose.ts';

/** A part of the job and the same part of the bound. */
export interface ExplanationRow {
  /** See `causeGroup`. */
  readonly group: string;
  readonly kind: Cause['kind'];
  /** The number of the task of kind `task`; otherwise null. */
  readonly task: number | null;
  /** A few words: the name of the task, or what took the time. */
  readonly label: string;
  /** Unit: ns. */
  readonly ns: number;
  /** The number of jobs of the task; 0 if there is none. */
  readonly jobs: number;
  /** The share of the bound; null: the bound has no parts. Unit: ns. */
  readonly boundNs: number | null;
  /** A limit of this part in every job; null: none is known. Unit: ns. */
  readonly mostNs: number | null;
  /** A sentence for each cause of the group, longest first. */
  readonly sentences: readonly string[];
}

export interface Explanation {
  readonly job: ExplainedJob;
  /** null: no test bounds the response. */
  readonly bound: ExplainedBound | null;
  /** For example "motor responded in 3.2 ms (job 12). Its bound is 5 ms." */
  readonly headline: string;
  /** For example "It waited 3.2 ms: 2.1 ms for 2 jobs of sensor, 1.1 ms for logger, which held bus." Empty: it did not wait. */
  readonly waits: string;
  /** Parts of the job, longest first, then those that only the bound has. */
  readonly rows: readonly ExplanationRow[];
  /** The test, and why the bound has no parts. Empty without a bound. */
  readonly test: string;
}

/**
 * @param bound of the task, with the overheads of its board; null: none is known
 * @returns null: the task has no such job
 */
export function explain(
  schedule: SimulatedSchedule,
  bound: ExplainedBound | null,
  task: number,
  row: number,
): Explanation | null {
  const job = decompose(schedule, task, row);
  return job === null ? null : explanationOf(schedule, bound, job);
}

/** A job in words, whose parts are known. */
export function explanationOf(
  schedule: SimulatedSchedule,
  bound: ExplainedBound | null,
  job: ExplainedJob,
): Explanation {
  const names = objectNames(schedule.model.metadata);
  return {
    job,
    bound,
    headline: headlineOf(job, bound, names.of('task', job.task)),
    waits: waitsOf(job, names),
    rows: rowsOf(job, bound, names),
    test: bound === null ? '' : testOf(bound),
  };
}

function headlineOf(job: ExplainedJob, bound: ExplainedBound | null, name: string): string {
  const response = formatBound(job.responseNs);
  const head = headOf(job, name, response);
  return bound === null ? head : tr`${head} Its bound is ${formatBound(bound.responseNs)}.`;
}

function headOf({ incomplete, ended, stopped, number }: ExplainedJob, name: string, response: string): string {
  if (incomplete)
    return tr`Events are missing from the response of ${name} (job ${number}), ${response} of which are recorded.`;
  if (stopped) return tr`${name} was stopped at the end of its budget, after ${response} (job ${number}).`;
  return ended
    ? tr`${name} responded in ${response} (job ${number}).`
    : tr`${name} has not ended after ${response} (job ${number}).`;
}

const testOf = ({ label, unsplit }: ExplainedBound): string =>
  unsplit === null ? tr`Bound by: ${label}.` : tr`Bound by: ${label}. ${unsplit}`;

function waitsOf({ parts }: ExplainedJob, names: ObjectNames): string {
  const waits = parts.filter(({ cause }) => cause.kind !== 'own');
  const totalNs = waits.reduce((sum, { ns }) => sum + ns, 0);
  if (totalNs === 0) return '';
  const list = waits.map((part) => clauseOf(part, names)).join(', ');
  if (waits.length === 1) return tr`It waited ${list}.`;
  return tr`It waited ${formatDuration(totalNs)}: ${list}.`;
}

/** A clause of the sentence about what the job waited for. */
function clauseOf({ cause, ns, jobs }: JobPart, names: ObjectNames): string {
  const time = formatDuration(ns);
  switch (cause.kind) {
    case 'own':
      return tr`${time} while it ran`;
    case 'task':
      return trCount(jobs, '{1} for {0} job of {2}', '{1} for {0} jobs of {2}', time, names.of('task', cause.task));
    case 'blocking':
      return blockingClause(time, cause, names);
    case 'interrupt':
      return tr`${time} for interrupt ${names.of('interrupt', cause.interrupt ?? 0)}`;
    case 'runtime':
      return tr`${time} for the runtime`;
    case 'budget':
      return tr`${time} with its budget exhausted`;
    case 'previous':
      return tr`${time} for the job before it`;
    case 'release':
      return tr`${time} until its release`;
    case 'unknown':
      return tr`${time} that the record does not explain`;
  }
}

function blockingClause(time: string, { task, resource }: Extract<Cause, { kind: 'blocking' }>, names: ObjectNames) {
  const held = resource === null ? null : names.of('resource', resource);
  const holder = task === null ? null : names.of('task', task);
  if (held !== null)
    return holder === null ? tr`${time} for resource ${held}` : tr`${time} for ${holder}, which held ${held}`;
  return holder === null ? tr`${time} for a less urgent job` : tr`${time} for ${holder}, which is less urgent`;
}

/** A whole sentence about one part. */
function sentenceOf(part: JobPart, names: ObjectNames): string {
  if (part.cause.kind === 'own') return tr`It ran for ${formatDuration(part.ns)}.`;
  return tr`It waited ${clauseOf(part, names)}.`;
}

function labelOf(cause: Cause, names: ObjectNames): string {
  switch (cause.kind) {
    case 'own':
      return tr`its own execution`;
    case 'task':
      return names.of('task', cause.task);
    case 'blocking':
      return tr`less urgent jobs`;
    case 'interrupt':
      return tr`interrupts`;
    case 'runtime':
      return tr`the runtime`;
    case 'budget':
      return tr`exhausted budget`;
    case 'previous':
      return tr`the job before it`;
    case 'release':
      return tr`a late release`;
    case 'unknown':
      return tr`not explained`;
  }
}

function rowsOf(job: ExplainedJob, bound: ExplainedBound | null, names: ObjectNames): ExplanationRow[] {
  const groups = new Map<string, { parts: JobPart[]; bounds: BoundPart[] }>();
  const groupOf = (cause: Cause) => {
    const known = groups.get(causeGroup(cause)) ?? { parts: [], bounds: [] };
    groups.set(causeGroup(cause), known);
    return known;
  };
  for (const part of job.parts) groupOf(part.cause).parts.push(part);
  for (const part of bound?.parts ?? []) groupOf(part.cause).bounds.push(part);
  const rows = [...groups].map(([group, { parts, bounds }]): ExplanationRow => {
    const { cause } = (parts[0] ?? bounds[0]) as { cause: Cause };
    return {
      group,
      kind: cause.kind,
      task: cause.kind === 'task' ? cause.task : null,
      label: labelOf(cause, names),
      ns: sumOf(parts, ({ ns }) => ns),
      jobs: sumOf(parts, ({ jobs }) => jobs),
      boundNs: bound?.additive ? sumOf(bounds, ({ ns }) => ns ?? 0) : null,
      mostNs: bounds[0]?.mostNs ?? null,
      sentences: parts.map((part) => sentenceOf(part, names)),
    };
  });
  const size = ({ boundNs }: ExplanationRow): number => boundNs ?? 0;
  return rows
    .filter(({ ns, boundNs }) => ns > 0 || (boundNs ?? 0) > 0)
    .sort((a, b) => b.ns - a.ns || size(b) - size(a));
}

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
