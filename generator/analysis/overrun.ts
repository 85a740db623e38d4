/**
 * Overrun policies: the response times with which every release has a job.
 *
 * A release occurs while the previous job is running if R > T, which a deadline D > T allows. The
 * policy then decides what happens (runtime-c/src/release.c, generator/simulation/engine/jobs.ts):
 * - skip drops that release; stop drops it and all later ones. Every release has a job only if R ≤
 *   T.
 * - catch-up n keeps n releases in addition to the running job. There is no room for the release n
 *   + 1 periods after a job unless that job has ended, so R ≤ (n + 1)·T is required.
 * - demote gives the task a priority below all others from that release on. The response times for
 *   its priority hold only if R ≤ T.
 *
 * R counts from the arrival and includes jitter. The next release does not come before the next
 * arrival, so jitter needs no further term. Until the first release that occurs during a job, or
 * the first deadline miss, the tasks run as the tests assume. An exact R > T therefore proves that
 * a release is dropped, and R ≤ min(D, the limit above) is the complete requirement.
 *
 * A test that proves R ≤ T needs no extra rule: the utilization bounds and the multicore tests.
 * Demand tests of deadlines prove only R ≤ D, see `byDeadlineAlone`.
 */

import { formatBound, formatDeclared } from '../numbers/time.ts';
import type { OverrunPolicy } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { shortName } from './format.ts';
import { type Judgement, type Step, stepsOf } from './method.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** The largest `catchUpLimit` of the runtime's task table. */
const MOST_KEPT = 255;

/**
 * The longest R, from the arrival, for which the policy runs a job for every release as the tests
 * assume. Unit: ns.
 */
export function servedWithinNs(overrun: OverrunPolicy, catchUpLimit: number, periodNs: number): number {
  return overrun === 'catch-up' ? (catchUpLimit + 1) * periodNs : periodNs;
}

/** Whether the limit of the policy is stricter than the deadline. */
export const isBounded = ({ servedWithinNs, deadlineNs }: Entity): boolean => servedWithinNs < deadlineNs;

/** The limit of R: the deadline, or the limit of the overrun policy if it is smaller. Unit: ns. */
export const promiseNs = ({ servedWithinNs, deadlineNs }: Entity): number => Math.min(servedWithinNs, deadlineNs);

/** The first requirement that a job violates. */
export type FailureKind = 'deadline' | 'release' | 'demotion';

/**
 * deadline: the job is late. release: a release is dropped. demotion: the task loses its priority,
 * so no bound holds.
 */
export function failureKindOf(entity: Entity): FailureKind {
  if (!isBounded(entity)) return 'deadline';
  return entity.overrun === 'demote' ? 'demotion' : 'release';
}

/**
 * The judgement of a test that considers deadlines only: it proves nothing if a policy requires
 * more.
 */
export function byDeadlineAlone(set: TaskSet, judgement: Judgement): Judgement {
  const bounded = set.entities.find(isBounded);
  if (judgement.verdict !== 'schedulable' || bounded === undefined) return judgement;
  return {
    ...judgement,
    verdict: 'unknown',
    margin: null,
    tasks: judgement.tasks.map((row) => ({ ...row, meetsDeadline: null })),
    explanation: () => [...stepsOf(judgement), { text: stricterThan(bounded) }],
  };
}

const stricterThan = ({ overrun, name }: Entity): string =>
  tr`This test proves only R ≤ D. The policy "${overrun}" of "${name}" has a stricter limit, which the response-time tests check.`;

/** One step for each task with a policy that limits its response more strictly than its deadline. */
export function policySteps(
  { entities }: TaskSet,
  responses: readonly { readonly responseNs: number | null }[],
): Step[] {
  return entities.flatMap((entity, index) => {
    const responseNs = responses[index]?.responseNs ?? null;
    if (!isBounded(entity) || responseNs === null) return [];
    const numbers = { R: responseNs, S: entity.servedWithinNs };
    const limit = `${limitName(entity)} = ${formatDeclared(entity.servedWithinNs)}`;
    return responseNs <= entity.servedWithinNs
      ? [
          {
            text: tr`R(${entity.name}) ≤ ${limit}: the policy "${entity.overrun}" runs a job for every release.`,
            numbers,
          },
        ]
      : [{ text: `R(${entity.name}) > ${limit}: ${lossOf(entity, responseNs)}.`, numbers }];
  });
}

const limitName = ({ overrun, catchUpLimit }: Entity): string =>
  overrun === 'catch-up' ? `(${catchUpLimit} + 1)·T` : 'T';

/**
 * Number of releases that occur while one job is running. A release at the instant of the job's end
 * does not count.
 */
const releasesDuring = ({ periodNs }: Entity, responseNs: number): number => Math.ceil(responseNs / periodNs) - 1;

/** What the policy does to releases, and to how many of them at most. */
function lossOf(entity: Entity, responseNs: number): string {
  const passed = releasesDuring(entity, responseNs);
  switch (entity.overrun) {
    case 'skip':
      return tr`"skip" drops a release that occurs while its job is running, up to ${passed} of ${passed + 1}`;
    case 'stop':
      return tr`"stop" ends the task at the first release that occurs while its job is running, and drops all later releases`;
    case 'catch-up':
      return tr`"catch-up" keeps ${entity.catchUpLimit} of up to ${passed} releases that occur while its job is running, and drops the others`;
    case 'demote':
      return tr`"demote" runs it below all other tasks from a release that occurs while its job is running, and then its bound does not hold`;
  }
}

/**
 * Why a sketch is rejected although its deadlines could hold.
 * @param proven whether an exact test proved it; otherwise it is only possible
 * @param responseNs null if R is unbounded
 */
export function refusalOf(
  set: TaskSet,
  index: number,
  responseNs: number | null,
  proven: boolean,
  most: number,
): string {
  const entity = set.entities[index] as Entity;
  const name = shortName(entity.name, most);
  const verb = verbOf(entity, proven);
  if (responseNs === null) return tr`${name} ${verb}: its response time is unbounded`;
  const { periodNs, servedWithinNs } = entity;
  const limit =
    entity.overrun === 'catch-up'
      ? `${entity.catchUpLimit + 1}·T = ${formatDeclared(servedWithinNs)}`
      : `T ${formatDeclared(periodNs)}`;
  const ways = waysOut(set, index, responseNs);
  return (
    tr`${name} ${verb}: R ${formatBound(responseNs, entity.deadlineNs)} is longer than ${limit}, and ${lossOf(entity, responseNs)}` +
    (ways.length === 0 ? '' : tr`; choose ${ways.join(tr` or `)}`)
  );
}

function verbOf({ overrun }: Entity, proven: boolean): string {
  if (overrun === 'demote') return tr`can lose its priority`;
  if (overrun === 'stop') return proven ? tr`stops` : tr`can stop`;
  return proven ? tr`drops releases` : tr`can drop releases`;
}

/** Changes of this task alone that make its R acceptable; empty if R exceeds D as well. */
function waysOut({ entities, policy }: TaskSet, index: number, responseNs: number): string[] {
  const entity = entities[index] as Entity;
  if (responseNs > entity.deadlineNs) return [];
  const kept = releasesDuring(entity, responseNs);
  // A longer period must not lower the task's rank.
  const next = entities[index + 1];
  const keepsOrder = policy !== 'rate-monotonic' || next === undefined || next.periodNs >= responseNs;
  return [
    ...(kept <= MOST_KEPT && entity.kind === 'task' ? [tr`catch-up ${kept}`] : []),
    ...(keepsOrder ? [`T ≥ ${formatBound(responseNs)}`] : []),
  ];
}
