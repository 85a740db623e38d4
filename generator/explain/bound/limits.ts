/**
 * For each part, a time that no job exceeds. The share of a part in the bound is such a limit only
 * under fixed priorities, and only if the first job of the busy period has the longest response. For
 * every test that bounds the responses R of all tasks, this holds of a job that arrives at a and ends
 * by a + R_i:
 *
 * - own: at most C_i, its budget.
 * - release: at most J_i, with the delay that another core adds.
 * - previous: its predecessor arrived at a − T_i or before, and ended within R_i. So at most
 *   max(0, R_i − T_i).
 * - task j: its jobs that run in [a, a + R_i] arrived after a − R_j, because they end within R_j of
 *   their arrival, and before a + R_i. Under EDF they are due by the deadline of the job, so they
 *   arrived by a + D_i − D_j. Arrivals are at least T_j apart, so an interval of length L without
 *   one of its ends has at most ⌈L/T_j⌉ of them: L = R_j + min(R_i, D_i − D_j under EDF).
 * - blocking: without preemption one less urgent job that has started, less one nanosecond. With
 *   preemption the longest section of a less urgent task under fixed priorities; under EDF the sum of
 *   the longest section of each task, which holds without preemption levels, too.
 * - interrupt: what the I/O budgets allow in a window of R_i.
 * - runtime: the overheads of all jobs counted above, of the job itself and of its predecessor, the
 *   runtime's own interrupts in a window of R_i, and its blocking.
 *
 * Fixed priorities with preemption: let the busy period start at t0 ≤ a + J_i with all more urgent
 * work before it done. A job of τ_i that is the first of its task in it ends at f with f − t0 ≤ w(0):
 * until f the processor is busy, so for every shorter window the work B_i + C_i + Σ ⌈(t + J_j)/T_j⌉·C_j
 * exceeds the window, and w(0) is the least t at which it does not. The jobs of τ_j that run in [t0, f]
 * are released in it, so at most ⌈(w(0) + J_j)/T_j⌉·C_j of them run: the term of τ_j in w(0). So if the
 * busy period ends with its first job, the share of each part is its limit. The smaller of both counts.
 *
 * A trace shows the runtime's ticks and releases as a part of the job in which they occur. So it is
 * the excess of all parts over their limits, added to the part of the runtime, that is at most the
 * limit of the runtime (`excessOf`). Without overheads every part is within its limit.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import type { MethodResult } from '../../analysis/method.ts';
import type { Entity, TaskSet } from '../../analysis/task-set.ts';
import { type Cause, causeGroup, causeKey } from '../cause.ts';
import type { JobPart } from '../decompose.ts';
import type { BoundPart, TraceNumbers } from './bound-parts.ts';
import { loadTerms, overheadOf } from './demand-terms.ts';

export type Limits = ReadonlyMap<string, { readonly cause: Cause; readonly mostNs: number }>;

/** Empty if a response of the set is unbounded, or if cores share the work. */
export function limitsOf(set: TaskSet, index: number, result: MethodResult, { ofEntity }: TraceNumbers): Limits {
  const responses = set.entities.map((_, at) => result.tasks.find(({ entity }) => entity === at)?.responseNs ?? null);
  if (set.cores > 1 || responses.includes(null)) return new Map();
  const self = set.entities[index] as Entity;
  const [responseNs, others] = [responses[index]!, responses as number[]];
  const firstNs = result.method === 'response-time' ? endsWithFirst(self, result.explanation[index]?.numbers) : null;
  const jobs = set.entities.map((other, at) => {
    if (at === index || !canGoFirst(set, self, other)) return 0;
    const carried = carriedIn(set, self, other, responseNs, others[at]!);
    return firstNs === null ? carried : Math.min(carried, comeIn(other, firstNs));
  });
  const load = loadTerms(set, responseNs, result.method === 'response-time' ? self : null);
  const blocking = blockingLimit(set, index);
  const previousNs = Math.max(0, responseNs - self.periodNs);
  const overheads = jobs.reduce((sum, count, at) => sum + count * overheadOf(set.entities[at] as Entity), 0);
  const own = overheadOf(self) * (previousNs > 0 ? 2 : 1);
  const limits: [Cause, number][] = [
    [{ kind: 'own' }, self.budgetNs],
    [{ kind: 'release' }, self.jitterNs],
    [{ kind: 'previous' }, previousNs],
    ...jobs.map((count, at): [Cause, number] => [
      { kind: 'task', task: ofEntity[at]! },
      Math.min(responseNs, count * (set.entities[at] as Entity).budgetNs),
    ]),
    [{ kind: 'blocking', task: null, resource: null }, blocking.ns],
    [{ kind: 'interrupt', interrupt: null }, load.interruptNs],
    [{ kind: 'runtime' }, overheads + own + load.runtimeNs + blocking.runtimeNs],
  ];
  return new Map(limits.map(([cause, mostNs]) => [causeKey(cause), { cause, mostNs }]));
}

/** w(0) if the busy period ends with its first job; null: it does not, or is not known. Unit: ns. */
function endsWithFirst({ periodNs, jitterNs }: Entity, at: Readonly<Record<string, number>> | undefined) {
  const { w, q } = at ?? {};
  return w !== undefined && q === 0 && w <= periodNs - jitterNs ? w : null;
}

const comeIn = ({ periodNs, jitterNs, backToBackNs }: Entity, windowNs: number): number =>
  ceilDiv(windowNs + jitterNs + backToBackNs, periodNs);

function canGoFirst({ policy }: TaskSet, self: Entity, other: Entity): boolean {
  return policy === 'edf' || other.rank <= self.rank;
}

/** The most jobs of another task that run at least as urgent in the response of a job. */
function carriedIn({ policy }: TaskSet, self: Entity, other: Entity, responseNs: number, otherNs: number): number {
  const aheadNs = policy === 'edf' ? Math.min(responseNs, self.deadlineNs - other.deadlineNs) : responseNs;
  return Math.max(0, ceilDiv(Math.max(0, otherNs + aheadNs), other.periodNs));
}

/** The longest blocking of any job, and the runtime's part of it. */
function blockingLimit(set: TaskSet, index: number): { readonly ns: number; readonly runtimeNs: number } {
  const { entities, background, sections, overheads, policy, capabilities } = set;
  const self = entities[index] as Entity;
  if (!capabilities.preemptive) {
    const less = entities.filter((_, at) => (policy === 'edf' ? at !== index : at > index));
    const longest = [...less, ...background].map(({ budgetNs }) => (budgetNs ?? 0) - 1);
    const extra = Math.max(0, ...[...less, ...background].map((one) => (one.costNs ?? 0) - (one.budgetNs ?? 0)));
    return { ns: Math.max(0, ...longest), runtimeNs: extra + overheads.blockingNs };
  }
  const holders = new Map<number, { ns: number; runtimeNs: number }>();
  for (const { holder, ceiling, lengthNs, blockingNs, overdraftNs } of sections) {
    const known = holders.get(holder) ?? { ns: 0, runtimeNs: 0 };
    const rank = entities.find(({ kind, source }) => kind === 'task' && source === holder)?.rank;
    const blocks = policy === 'edf' || ((rank ?? Number.POSITIVE_INFINITY) > self.rank && ceiling <= self.rank);
    holders.set(holder, {
      ns: blocks ? Math.max(known.ns, lengthNs) : known.ns,
      runtimeNs: Math.max(known.runtimeNs, blockingNs - lengthNs + overdraftNs),
    });
  }
  const all = [...holders.values()];
  const lengths = all.map(({ ns }) => ns);
  return {
    ns: policy === 'edf' ? lengths.reduce((sum, ns) => sum + ns, 0) : Math.max(0, ...lengths),
    runtimeNs: all.reduce((sum, { runtimeNs }) => sum + runtimeNs, overheads.blockingNs),
  };
}

/** The amounts by which the parts of a job exceed the limits of its bound. */
export interface Excess {
  /** The parts that are above their limits, except the runtime, by the key of their group, and by how much. Unit: ns. */
  readonly over: ReadonlyMap<string, number>;
  /** Their sum and the part of the runtime, less the limit of the runtime. Positive: the limits do not hold. Unit: ns. */
  readonly excessNs: number;
}

/** Returns null if the bound has no limits. A part without a limit in the bound has the limit 0. */
export function excessOf(parts: readonly JobPart[], bound: readonly BoundPart[]): Excess | null {
  if (bound.every(({ mostNs }) => mostNs === null)) return null;
  const limits = new Map(bound.map(({ cause, mostNs }) => [causeGroup(cause), mostNs ?? 0]));
  const sums = new Map<string, number>();
  for (const { cause, ns } of parts) sums.set(causeGroup(cause), (sums.get(causeGroup(cause)) ?? 0) + ns);
  const over = new Map<string, number>();
  for (const [group, ns] of sums) {
    const aboveNs = ns - (limits.get(group) ?? 0);
    if (group !== 'runtime' && aboveNs > 0) over.set(group, aboveNs);
  }
  const allNs = [...over.values()].reduce((sum, ns) => sum + ns, sums.get('runtime') ?? 0);
  return { over, excessNs: allNs - (limits.get('runtime') ?? 0) };
}
