/**
 * Optimal priority orders, and whether the sketch is admitted with each of them.
 *
 * - rate-monotonic: optimal for D = T on a preemptive kernel. C. L. Liu, J. W. Layland, JACM 20(1),
 *   1973.
 * - deadline-monotonic: optimal for D ≤ T there. J. Y.-T. Leung, J. Whitehead, Performance
 *   Evaluation 2(4), 1982.
 * - Audsley's: from the lowest priority up, assign each priority to a task that meets its deadline
 *   there, with all unassigned tasks above it. If the response-time test admits the sketch with
 *   some order, this algorithm finds one: with jitter, with D > T, with blocking, and without
 *   preemption. N. C. Audsley, "Optimal Priority Assignment and Feasibility of Static Priority
 *   Tasks with Arbitrary Start Times", YCS 164, University of York, 1991; for the tests used here
 *   R. I. Davis, A. Burns, "Improved Priority Assignment for Global Fixed Priority Pre-emptive
 *   Scheduling in Multiprocessor Real-Time Systems", Real-Time Systems 47, 2011, section 3.
 *
 * Handlers of interrupts stay above all tasks, because they have no user-assigned priority.
 */

import { NO_OVERHEADS } from '../../platform/overheads.ts';
import { deadlineUsOf, type Sketch } from '../../sketch/model.ts';
import type { AdmissionContext } from '../admission.ts';
import { responseAt } from '../fixed/response-time.ts';
import { responseAt as nonPreemptiveResponseAt } from '../fixed/response-time-non-preemptive.ts';
import type { Response } from '../response.ts';
import { buildTaskSet, type Entity, type TaskSet } from '../task-set.ts';
import { Probe } from './probe.ts';
import type { PriorityProposal } from './types.ts';

/** With more tasks that share resources, building a task set for every test would take too long. */
const MOST_WITH_RESOURCES = 40;

/** One order per rule; empty if the kernel does not accept user-assigned priorities. */
export function priorityProposals(
  sketch: Sketch,
  context: AdmissionContext,
  probe = new Probe(context),
): PriorityProposal[] {
  if (!context.capabilities.policies.includes('fixed')) return [];
  const orders = [
    { rule: 'rate-monotonic', reference: 'Liu, Layland 1973', order: ordered(sketch, ({ periodUs }) => periodUs) },
    { rule: 'deadline-monotonic', reference: 'Leung, Whitehead 1982', order: ordered(sketch, deadlineUsOf) },
  ] as const;
  const audsley = sketch.cores === 1 ? audsleyOrder(sketch, context) : null;
  return [
    ...orders,
    ...(audsley === null ? [] : [{ rule: 'audsley', reference: 'Audsley 1991', order: audsley } as const]),
  ].map((proposal) => ({ ...proposal, admitted: probe.admits(withPriorities(sketch, proposal.order)) }));
}

/** The sketch under fixed priorities, with the given tasks in this order, most urgent first. */
export function withPriorities(sketch: Sketch, order: readonly number[]): Sketch {
  const priorities = new Map(order.map((task, position) => [task, order.length - position]));
  return {
    ...sketch,
    policy: 'fixed',
    tasks: sketch.tasks.map((task, index) => ({ ...task, priority: priorities.get(index) ?? null })),
  };
}

/** Tasks with a deadline, sorted by a key. Ties keep the sketch order. */
function ordered(sketch: Sketch, key: (task: Sketch['tasks'][number]) => number | null): number[] {
  const keys = sketch.tasks.map((task) => (task.kind === 'background' ? null : key(task)));
  return [...sketch.tasks.keys()].filter((task) => keys[task] !== null).sort((a, b) => keys[a]! - keys[b]!);
}

const meetsDeadline = ({ responseNs, miss, overloaded }: Response): boolean =>
  responseNs !== null && miss === null && !overloaded;

/**
 * Audsley's order, most urgent first; null if it would take too long. If no task meets its deadline
 * at the lowest free priority, the remaining tasks get their deadline-monotonic order above it.
 */
function audsleyOrder(sketch: Sketch, context: AdmissionContext): number[] | null {
  if (sketch.resources.length > 0 && sketch.tasks.length > MOST_WITH_RESOURCES) return null;
  const setOf = orderer(sketch, context);
  const test = context.capabilities.preemptive ? responseAt : nonPreemptiveResponseAt;
  const above = ordered(sketch, deadlineUsOf);
  const below: number[] = [];
  while (above.length > 0) {
    const fits = (task: number) => {
      const set = setOf([...above.filter((other) => other !== task), task, ...below]);
      return meetsDeadline(
        test(
          set,
          set.entities.findIndex((e) => e.kind === 'task' && e.source === task),
        ),
      );
    };
    const lowest = above.findLastIndex(fits);
    if (lowest === -1) break;
    below.unshift(...above.splice(lowest, 1));
  }
  return [...above, ...below];
}

/**
 * Builds the task set of an order. The set is built once and only reordered if nothing but the
 * order changes.
 */
function orderer(sketch: Sketch, { capabilities, overheads }: AdmissionContext): (order: readonly number[]) => TaskSet {
  const build = (order: readonly number[]) =>
    buildTaskSet(withPriorities(sketch, order), capabilities, overheads ?? NO_OVERHEADS);
  if (sketch.resources.length > 0) return build;
  const first = build(ordered(sketch, deadlineUsOf));
  const handlers = first.entities.filter(({ kind }) => kind === 'handler');
  const byTask = new Map(first.entities.flatMap((e) => (e.kind === 'task' ? [[e.source, e] as const] : [])));
  const ranks = first.entities.map(({ rank }) => rank);
  return (order) => {
    const entities = [...handlers, ...order.map((task) => byTask.get(task) as Entity)];
    return { ...first, entities: entities.map((entity, index) => ({ ...entity, rank: ranks[index]! })) };
  };
}
