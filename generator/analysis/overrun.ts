/**
 * Overrun policies: which response times give every release a job.
 *
 * A release finds the job before it running when R > T, which a deadline D > T allows. What then happens is the policy's
 * (runtime-c/src/release.c, generator/simulation/engine/jobs.ts):
 * - skip gives up that release, stop that one and all later ones: every release has its job only if R ≤ T.
 * - catch-up n keeps n releases beside the job that runs. The release n + 1 periods after a job finds no room unless that job
 *   has ended: R ≤ (n + 1)·T.
 * - demote runs the task below all others from that release on. The responses computed for its priority hold only if R ≤ T.
 * R counts from the arrival, jitter included, and the next release comes no earlier than the next arrival, so jitter needs no
 * further term. Until the first release finds a job running, or the first deadline is missed, the tasks run as the tests assume.
 * So R > T that is exact proves that a release is given up, and R ≤ min(D, the limit above) is the whole promise.
 *
 * A test that proves R ≤ T needs no rule: the utilization bounds, and the tests of several cores. Demand tests of deadlines
 * prove R ≤ D alone, see `byDeadlineAlone`.
 */
import type { OverrunPolicy } from '../sketch/model.ts';
import { formatShort, shortName } from './format.ts';
import type { Judgement, Step } from './method.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** The largest `catchUpLimit` of the runtime's task table. */
const MOST_KEPT = 255;

/** The longest R, from the arrival, with which the policy runs a job for every release as the tests assume. Unit: ns. */
export function servedWithinNs(overrun: OverrunPolicy, catchUpLimit: number, periodNs: number): number {
  return overrun === 'catch-up' ? (catchUpLimit + 1) * periodNs : periodNs;
}

/** Whether the policy asks for more than the deadline does. */
export const isBounded = ({ servedWithinNs, deadlineNs }: Entity): boolean => servedWithinNs < deadlineNs;

/** What R is held against: the deadline, or what the overrun policy needs if that is less. Unit: ns. */
export const promiseNs = ({ servedWithinNs, deadlineNs }: Entity): number => Math.min(servedWithinNs, deadlineNs);

/** How a job breaks its promise first. */
export type FailureKind = 'deadline' | 'release' | 'demotion';

/** deadline: it is late. release: a release is given up. demotion: its task loses its priority, so no bound holds. */
export function failureKindOf(entity: Entity): FailureKind {
  if (!isBounded(entity)) return 'deadline';
  return entity.overrun === 'demote' ? 'demotion' : 'release';
}

/** What a test of deadlines alone proves: nothing where a policy asks for more. */
export function byDeadlineAlone(set: TaskSet, judgement: Judgement): Judgement {
  const bounded = set.entities.find(isBounded);
  if (judgement.verdict !== 'schedulable' || bounded === undefined) return judgement;
  const text =
    `This test tells whether jobs end by D, not whether they end before the release that the policy "${bounded.overrun}" of ` +
    `"${bounded.name}" would give up. The response times tell that.`;
  return {
    ...judgement,
    verdict: 'unknown',
    margin: null,
    tasks: judgement.tasks.map((row) => ({ ...row, meetsDeadline: null })),
    explanation: [...judgement.explanation, { text }],
  };
}

/** One step for each task whose policy asks for more than its deadline does. */
export function policySteps(
  { entities }: TaskSet,
  responses: readonly { readonly responseNs: number | null }[],
): Step[] {
  return entities.flatMap((entity, index) => {
    const responseNs = responses[index]?.responseNs ?? null;
    if (!isBounded(entity) || responseNs === null) return [];
    const numbers = { R: responseNs, S: entity.servedWithinNs };
    const limit = `${limitName(entity)} = ${formatShort(entity.servedWithinNs, 'near')}`;
    return responseNs <= entity.servedWithinNs
      ? [
          {
            text: `R(${entity.name}) ≤ ${limit}: its policy "${entity.overrun}" runs a job for every release.`,
            numbers,
          },
        ]
      : [{ text: `R(${entity.name}) > ${limit}: ${lossOf(entity, responseNs)}.`, numbers }];
  });
}

const limitName = ({ overrun, catchUpLimit }: Entity): string =>
  overrun === 'catch-up' ? `(${catchUpLimit} + 1)·T` : 'T';

/** Releases that come while one job runs, the one that ends at the same instant excluded. */
const releasesDuring = ({ periodNs }: Entity, responseNs: number): number => Math.ceil(responseNs / periodNs) - 1;

/** What the policy does to releases, and how often at most. */
function lossOf(entity: Entity, responseNs: number): string {
  const passed = releasesDuring(entity, responseNs);
  switch (entity.overrun) {
    case 'skip':
      return `"skip" drops the release that finds its job running, up to ${passed} of ${passed + 1}`;
    case 'stop':
      return '"stop" ends the task at the first release that finds its job running, and drops all later ones';
    case 'catch-up':
      return `"catch-up" keeps ${entity.catchUpLimit} of up to ${passed} releases that find its job running, and drops the others`;
    case 'demote':
      return '"demote" runs it below all others from the release that finds its job running, and its bound does not hold then';
  }
}

/**
 * Why a sketch is refused though its deadlines could hold.
 * @param proven by an exact test; else a bound says that it can be so
 * @param responseNs null: it has no bound
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
  if (responseNs === null) return `${name} ${verb}: its jobs fall behind by more than any limit`;
  const { periodNs, servedWithinNs } = entity;
  const limit =
    entity.overrun === 'catch-up'
      ? `${entity.catchUpLimit + 1}·T = ${formatShort(servedWithinNs, 'down')}`
      : `T ${formatShort(periodNs, 'down')}`;
  const ways = waysOut(set, index, responseNs);
  return (
    `${name} ${verb}: R ${formatShort(responseNs, 'up')} is longer than ${limit}, and ${lossOf(entity, responseNs)}` +
    (ways.length === 0 ? '' : `; choose ${ways.join(' or ')}`)
  );
}

function verbOf({ overrun }: Entity, proven: boolean): string {
  if (overrun === 'demote') return 'can lose its priority';
  if (overrun === 'stop') return proven ? 'stops' : 'can stop';
  return proven ? 'gives up releases' : 'can give up releases';
}

/** Changes of this task alone with which its R is long enough; none where R exceeds D as well. */
function waysOut({ entities, policy }: TaskSet, index: number, responseNs: number): string[] {
  const entity = entities[index] as Entity;
  if (responseNs > entity.deadlineNs) return [];
  const kept = releasesDuring(entity, responseNs);
  // A longer period must not move the task below others.
  const next = entities[index + 1];
  const keepsOrder = policy !== 'rate-monotonic' || next === undefined || next.periodNs >= responseNs;
  return [
    ...(kept <= MOST_KEPT && entity.kind === 'task' ? [`catch-up ${kept}`] : []),
    ...(keepsOrder ? [`T ≥ ${formatShort(responseNs, 'up')}`] : []),
  ];
}
