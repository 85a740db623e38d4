/** Reasons, in words for the user, why a test's assumptions do not hold. */
import type { InterruptLoad } from './servers/interrupt-load.ts';
import type { TaskSet } from './task-set.ts';

export function unlessOneCore(set: TaskSet): string | null {
  return set.cores > 1 ? `This test is for one core; the sketch has ${set.cores}.` : null;
}

export function unlessPreemptive(set: TaskSet): string | null {
  if (set.capabilities.preemptive) return null;
  return `${set.capabilities.label} cannot preempt a running job, and this test assumes that it can.`;
}

export function unlessNonPreemptive(set: TaskSet): string | null {
  if (!set.capabilities.preemptive) return null;
  return `${set.capabilities.label} preempts; this test is for kernels that let every job run to its end.`;
}

export function unlessFixedPriority(set: TaskSet): string | null {
  return set.policy === 'edf'
    ? 'This test is for fixed priorities; the sketch is scheduled earliest deadline first.'
    : null;
}

export function unlessEdf(set: TaskSet): string | null {
  return set.policy === 'edf' ? null : 'This test is for earliest deadline first; the sketch has fixed priorities.';
}

/** Whether a job that keeps to its budget never waits for it, and is ordered by its own deadline. */
export function unlessSporadicServers({ capabilities: { server, budgets, label } }: TaskSet): string | null {
  if (server === undefined || server === 'sporadic' || budgets === 'monitored') return null;
  return server === 'deferrable'
    ? `${label} keeps budgets by deferrable servers, on which a job can find its own budget used up.`
    : `${label} keeps budgets by constant-bandwidth servers, which order tasks by the ends of their periods.`;
}

/** What the two classic utilization bounds assume: rate-monotonic order, D ≥ T, no jitter, no blocking. */
export function unlessRateMonotonicModel(set: TaskSet): string | null {
  return unlessPlain(set) ?? unlessRateMonotonicOrder(set);
}

/** The same, with tasks that share levels: no level has a longer period than the next one. */
export function unlessRateMonotonicLevels(set: TaskSet): string | null {
  const plain = unlessPlain(set);
  if (plain !== null) return plain;
  let [above, level] = [0, 0];
  for (const [index, { rank, periodNs, name }] of set.entities.entries()) {
    if (rank !== set.entities[index - 1]?.rank) above = level;
    if (periodNs < above) return `"${name}" has a shorter period than a task of a higher level.`;
    level = Math.max(level, periodNs);
  }
  return null;
}

function unlessPlain(set: TaskSet): string | null {
  for (const entity of set.entities) {
    if (entity.deadlineNs < entity.periodNs) return `"${entity.name}" has a deadline before its period ends (D < T).`;
    if (entity.jitterNs > 0) return `"${entity.name}" has release jitter.`;
    if (entity.resourceBlockingNs > 0) return `"${entity.name}" can be blocked by a lower-priority task.`;
  }
  if (set.interruptLoad.some((load) => load.jitterNs > 0 || load.vcpu !== undefined))
    return 'Interrupt servers can spend two budgets back to back.';
  const rare = unlessServedByRate(set, set.interruptLoad);
  if (rare !== null) return rare;
  if (set.overheads.blockingNs > 0)
    return 'The runtime can hold a task off for a moment (switch overheads off for the textbook case).';
  return unlessSporadicServers(set);
}

/** Whether of the loads, which go before all tasks, none comes more rarely than a task, or for a time only. */
export function unlessServedByRate({ entities }: TaskSet, loads: readonly InterruptLoad[]): string | null {
  const shortest = entities.reduce((least, { periodNs }) => Math.min(least, periodNs), Number.POSITIVE_INFINITY);
  const rare = loads.find(({ periodNs, most }) => most !== undefined || periodNs > shortest);
  return rare === undefined ? null : `"${rare.name}" is served first, though it does not come the most often.`;
}

export function unlessRateMonotonicOrder(set: TaskSet): string | null {
  for (let index = 1; index < set.entities.length; index += 1) {
    const [above, below] = [set.entities[index - 1], set.entities[index]];
    if (above === undefined || below === undefined) continue;
    if (above.rank === below.rank && above.periodNs !== below.periodNs) {
      return `"${above.name}" and "${below.name}" share a priority level although their periods differ.`;
    }
    if (above.periodNs > below.periodNs) {
      return `Priorities are not rate-monotonic: "${above.name}" is above "${below.name}" but has a longer period.`;
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
