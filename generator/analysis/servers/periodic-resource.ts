/**
 * Each task alone on its server: what its budget C in every T promises it, whatever the others do.
 *
 * If every server gets its budget in each of its periods, a job of length c is done within the time at which the server's supply
 * bound reaches c (supply.ts); for c = C that is 2T − C. I. Shin, I. Lee, RTSS 2003. That the servers do get their budgets
 * is asked of the response-time analysis: a sporadic server counts as a periodic task with D = T (B. Sprunt, L. Sha,
 * J. Lehoczky, Real-Time Systems 1, 1989, theorem 4).
 *
 * Sufficient: a task that begins with a full budget, as one on its own sporadic server does, is done sooner; one on a deferrable
 * server may find it used up (J. Strosnider, J. Lehoczky, L. Sha 1995). A job that comes while the one before still waits is
 * done as much later as it came: in 2T − C + (k − 1)·T there are k budgets. And this promise holds even
 * while other tasks take more than they declare, as long as the kernel keeps budgets.
 */
import { firstReason, unlessFixedPriority, unlessOneCore, unlessPreemptive } from '../applicability.ts';
import { responsesOf } from '../fixed/response-time.ts';
import { exactUs, formatComparison, formatNs, texName } from '../format.ts';
import type { Judgement, Method, Step, TaskResult } from '../method.ts';
import { policySteps, promiseNs } from '../overrun.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { timeToSupplyNs } from './supply.ts';

/**
 * The servers as tasks: each budget within a period of its job's release. A server wakes when its job arrives and is used from the
 * release on, so late releases, and what a deferrable one takes back to back, are felt by the others as jitter.
 */
const asServers = (set: TaskSet): TaskSet => ({
  ...set,
  entities: set.entities.map((entity) => {
    const deadlineNs = entity.periodNs + entity.jitterNs;
    return { ...entity, deadlineNs, servedWithinNs: deadlineNs };
  }),
});

const isolatedNs = (entity: Entity): number => entity.jitterNs + timeToSupplyNs(entity, entity.budgetNs);

function judge(set: TaskSet): Judgement {
  const served = responsesOf(asServers(set));
  const starved = set.entities.filter((_, index) => served[index]?.responseNs === null || served[index]?.miss !== null);
  const kept = starved.length === 0;
  const tasks = set.entities.map((entity, index): TaskResult => {
    const responseNs = kept ? isolatedNs(entity) : null;
    const meetsDeadline = responseNs !== null && responseNs <= promiseNs(entity) ? true : null;
    return { entity: index, responseNs, deadlineNs: entity.deadlineNs, meetsDeadline };
  });
  const holds = tasks.every(({ meetsDeadline }) => meetsDeadline === true);
  return {
    verdict: holds ? 'schedulable' : 'unknown',
    value: null,
    bound: null,
    margin: null,
    tasks,
    failure: null,
    explanation: [
      serversStep(starved),
      ...(kept ? [...set.entities.map(explainOne), ...policySteps(set, tasks)] : []),
      ...(holds ? [] : [CLOSING]),
    ],
  };
}

const CLOSING: Step = {
  text: 'Where the time is above D, or above what the overrun policy needs, the promise alone is not enough; with what the others declare, another test may still admit the sketch.',
};

function serversStep(starved: readonly Entity[]): Step {
  if (starved.length === 0) return { text: 'Every server gets its budget in each of its periods.' };
  const names = starved.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = starved.length > 3 ? ` and ${starved.length - 3} more` : '';
  return {
    text: `Not proven to get its budget in each period: ${names.join(', ')}${more}. So no budget promises anything.`,
  };
}

function explainOne(entity: Entity): Step {
  const { name, budgetNs, periodNs, jitterNs, deadlineNs } = entity;
  const responseNs = isolatedNs(entity);
  const { response, sign, limit } = formatComparison(responseNs, deadlineNs);
  const jitter = jitterNs > 0 ? `${exactUs(jitterNs)} + ` : '';
  const gap = `(${exactUs(periodNs)} - ${exactUs(budgetNs)})`;
  return {
    text:
      `"${name}" alone on ${formatNs(budgetNs)} in every ${formatNs(periodNs)}: nothing for ${formatNs(2 * (periodNs - budgetNs))} ` +
      `at worst, then its whole budget. Done within ${response} ${sign} D = ${limit}.`,
    tex: `R_{${texName(name)}} = ${jitter}2 \\cdot ${gap} + ${exactUs(budgetNs)} = ${exactUs(responseNs)} ${responseNs <= deadlineNs ? '\\le' : '>'} ${exactUs(deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: deadlineNs },
  };
}

function unlessBudgetsKept({ capabilities, entities }: TaskSet): string | null {
  if (capabilities.budgets === 'monitored') {
    return `${capabilities.label} only monitors budgets: it promises a task nothing when others take more.`;
  }
  return entities.length === 0 ? 'There is no budget.' : null;
}

export const periodicResource: Method = {
  id: 'periodic-resource',
  label: 'Periodic resource model',
  phrase: 'what each budget promises alone',
  reference: 'Shin, Lee 2003; Sprunt, Sha, Lehoczky 1989',
  measures: 'supply',
  exact: false,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessBudgetsKept),
  judge,
};
