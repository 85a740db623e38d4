/**
 * Each task alone on its server: what its budget C in every T guarantees, whatever the other tasks
 * do.
 *
 * Assume that every server gets its budget in each of its periods. Then a job of length c completes
 * within the time at which the server's supply bound reaches c (supply.ts). For c = C that is 2T −
 * C. I. Shin, I. Lee, RTSS 2003. The response-time analysis proves that the servers get their
 * budgets: a sporadic server counts as a periodic task with D = T (B. Sprunt, L. Sha, J. Lehoczky,
 * Real-Time Systems 1, 1989, theorem 4).
 *
 * Sufficient. A task that starts with a full budget, as on its own sporadic server, completes
 * earlier. A task on a deferrable server may start with an exhausted budget (J. Strosnider, J.
 * Lehoczky, L. Sha 1995). If a job arrives while the previous job still waits, it completes later
 * by the time between the two arrivals: 2T − C + (k − 1)·T contains k budgets. The guarantee holds
 * even if other tasks use more than they declare, as long as the kernel enforces budgets.
 */

import { formatDeclared } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { firstReason, unlessFixedPriority, unlessOneCore, unlessPreemptive } from '../applicability.ts';
import { responsesOf } from '../fixed/response-time.ts';
import { exactUs, formatComparison, texName } from '../format.ts';
import type { Judgement, Method, Step, TaskResult } from '../method.ts';
import { policySteps, promiseNs } from '../overrun.ts';
import { formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { timeToSupplyNs } from './supply.ts';

/**
 * The servers as tasks: each must get its budget within a period of its job's release. A server
 * wakes when its job arrives and is used from the release on. Late releases, and the back-to-back
 * budgets of a deferrable server, therefore act as jitter on the other servers.
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
      ...(holds ? [] : [closing()]),
    ],
  };
}

const closing = (): Step => ({
  text: tr`If the time exceeds D, or the limit of the overrun policy, this guarantee is not sufficient. Another test, which uses the declared budgets of the other tasks, may still admit the sketch.`,
});

function serversStep(starved: readonly Entity[]): Step {
  if (starved.length === 0) return { text: tr`Every server gets its budget in each of its periods.` };
  const names = starved.slice(0, 3).map(({ name }) => `"${name}"`);
  const list = starved.length > 3 ? tr`${names.join(', ')} and ${starved.length - 3} more` : names.join(', ');
  return { text: tr`Not proven to get its budget in each period: ${list}. So no budget guarantees anything.` };
}

function explainOne(entity: Entity): Step {
  const { name, budgetNs, periodNs, jitterNs, deadlineNs } = entity;
  const responseNs = isolatedNs(entity);
  const { response, sign, limit } = formatComparison(responseNs, deadlineNs);
  const jitter = jitterNs > 0 ? `${exactUs(jitterNs)} + ` : '';
  const gap = `(${exactUs(periodNs)} - ${exactUs(budgetNs)})`;
  return {
    text: tr`"${name}" with ${formatDeclared(budgetNs)} in every ${formatDeclared(periodNs)} gets nothing for ${formatDeclared(2 * (periodNs - budgetNs))} at worst, then its whole budget. Its job completes within ${response} ${sign} D = ${limit}.`,
    tex: `R_{${texName(name)}} = ${jitter}2 \\cdot ${gap} + ${exactUs(budgetNs)} = ${exactUs(responseNs)} ${responseNs <= deadlineNs ? '\\le' : '>'} ${exactUs(deadlineNs)}\\,\\text{µs}`,
    numbers: { R: responseNs, D: deadlineNs },
  };
}

function unlessBudgetsKept({ capabilities, entities }: TaskSet): string | null {
  if (capabilities.budgets === 'monitored') {
    return tr`${capabilities.label} only monitors budgets: it guarantees a task nothing if other tasks use more than their budgets.`;
  }
  return entities.length === 0 ? tr`No task has a budget.` : null;
}

export const periodicResource: Method = {
  id: 'periodic-resource',
  get label() {
    return tr`Periodic resource model`;
  },
  get phrase() {
    return tr`the guarantee of each budget alone`;
  },
  reference: 'Shin, Lee 2003; Sprunt, Sha, Lehoczky 1989',
  formula: formula(
    'R_i = J_i + 2\\,(T_i - C_i) + C_i \\le D_i',
    ['R', 'D', 'J', 'T', 'C', 'i'],
    [['2\\,(T_i - C_i)', () => tr`longest time in which the server gives nothing`]],
  ),
  measures: 'supply',
  exact: false,
  notApplicable: (set) => firstReason(set, unlessOneCore, unlessPreemptive, unlessFixedPriority, unlessBudgetsKept),
  judge,
};
