/** Reasons why the assumptions of a test do not hold, in words for the user. */
import { tr } from '../words/tr.ts';
import type { InterruptLoad } from './servers/interrupt-load.ts';
import type { TaskSet } from './task-set.ts';

export function unlessOneCore(set: TaskSet): string | null {
  return set.cores > 1 ? tr`This test is for one core; the sketch has ${set.cores}.` : null;
}

export function unlessPreemptive(set: TaskSet): string | null {
  if (set.capabilities.preemptive) return null;
  return tr`${set.capabilities.label} cannot preempt a running job, and this test assumes preemption.`;
}

export function unlessNonPreemptive(set: TaskSet): string | null {
  if (!set.capabilities.preemptive) return null;
  return tr`${set.capabilities.label} preempts; this test is for kernels that run every job to completion.`;
}

export function unlessFixedPriority(set: TaskSet): string | null {
  return set.policy === 'edf'
    ? tr`This test is for fixed priorities; the sketch is scheduled earliest deadline first.`
    : null;
}

export function unlessEdf(set: TaskSet): string | null {
  return set.policy === 'edf' ? null : tr`This test is for earliest deadline first; the sketch has fixed priorities.`;
}

/**
 * null if a job within its budget never waits for a replenishment, and its own deadline determines
 * its order.
 */
export function unlessSporadicServers({ capabilities: { server, budgets, label } }: TaskSet): string | null {
  if (server === undefined || server === 'sporadic' || budgets === 'monitored') return null;
  return server === 'deferrable'
    ? tr`${label} enforces budgets with deferrable servers, on which a job can start with an exhausted budget.`
    : tr`${label} enforces budgets with constant-bandwidth servers, which order tasks by server deadlines at the end of their periods.`;
}

/**
 * The assumptions of the two classic utilization bounds: rate-monotonic order, D ≥ T, no jitter, no
 * blocking.
 */
export function unlessRateMonotonicModel(set: TaskSet): string | null {
  return unlessPlain(set) ?? unlessRateMonotonicOrder(set);
}

/**
 * The same assumptions if tasks share priority levels: no level has a longer period than the next
 * lower level.
 */
export function unlessRateMonotonicLevels(set: TaskSet): string | null {
  const plain = unlessPlain(set);
  if (plain !== null) return plain;
  let [above, level] = [0, 0];
  for (const [index, { rank, periodNs, name }] of set.entities.entries()) {
    if (rank !== set.entities[index - 1]?.rank) above = level;
    if (periodNs < above) return tr`"${name}" has a shorter period than a task of a higher level.`;
    level = Math.max(level, periodNs);
  }
  return null;
}

function unlessPlain(set: TaskSet): string | null {
  for (const entity of set.entities) {
    if (entity.deadlineNs < entity.periodNs) return tr`"${entity.name}" has a deadline before its period ends (D < T).`;
    if (entity.jitterNs > 0) return tr`"${entity.name}" has release jitter.`;
    if (entity.resourceBlockingNs > 0) return tr`"${entity.name}" can be blocked by a lower-priority task.`;
  }
  if (set.interruptLoad.some((load) => load.jitterNs > 0 || load.vcpu !== undefined))
    return tr`Interrupt servers can use two budgets back to back.`;
  const rare = unlessServedByRate(set, set.interruptLoad);
  if (rare !== null) return rare;
  if (set.overheads.blockingNs > 0)
    return tr`The runtime can block a task briefly (turn overheads off to analyse the textbook case).`;
  return unlessSporadicServers(set);
}

/** null if no load, which preempts all tasks, is less frequent than a task or temporary. */
export function unlessServedByRate({ entities }: TaskSet, loads: readonly InterruptLoad[]): string | null {
  const shortest = entities.reduce((least, { periodNs }) => Math.min(least, periodNs), Number.POSITIVE_INFINITY);
  const rare = loads.find(({ periodNs, most }) => most !== undefined || periodNs > shortest);
  return rare === undefined ? null : tr`"${rare.name}" has the highest priority, although it is not the most frequent.`;
}

export function unlessRateMonotonicOrder(set: TaskSet): string | null {
  for (let index = 1; index < set.entities.length; index += 1) {
    const [above, below] = [set.entities[index - 1], set.entities[index]];
    if (above === undefined || below === undefined) continue;
    if (above.rank === below.rank && above.periodNs !== below.periodNs) {
      return tr`"${above.name}" and "${below.name}" share a priority level although their periods differ.`;
    }
    if (above.periodNs > below.periodNs) {
      return tr`Priorities are not rate-monotonic: "${above.name}" is above "${below.name}" but has a longer period.`;
    }
  }
  return null;
}

/** The first reason that is not null. */
export function firstReason(set: TaskSet, ...checks: readonly ((set: TaskSet) => string | null)[]): string | null {
  for (const check of checks) {
    const reason = check(set);
    if (reason !== null) return reason;
  }
  return null;
}
