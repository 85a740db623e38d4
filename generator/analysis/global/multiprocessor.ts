/**
 * Common parts of the tests for several processors that share one ready queue.
 *
 * The tests assume independent tasks. All other delays are first added to the tasks, always as
 * upper bounds ("task-centric" accounting: B. Brandenburg, H. Leontyev, J. Anderson 2009):
 * - An interrupt delays a job on any core. In a window of length L interrupts use at most Σ(⌈(L +
 *   J)/T⌉ + 1)·C of one core while ΣC/T ≤ 1. The 1 covers their backlog at the start of the window.
 *   This demand for L = D is added to each C.
 * - A release waits for earlier interrupts: at most for their busy period, which is added to the
 *   jitter.
 * - The runtime's longest blocking is added to the jitter. It is also added twice to C: for the job
 *   and for one that it preempts. The same applies to the cost of a migration. If affinities make
 *   the dispatcher migrate running jobs, each arrival and each completion migrates at most one job
 *   per core.
 */

import { tr } from '../../words/tr.ts';
import { unlessPreemptive } from '../applicability.ts';
import { ceilDiv, MAX_TIME_NS } from '../arithmetic.ts';
import type { Judgement, Measure, Method, MethodId, Step, TaskResult } from '../method.ts';
import type { InterruptLoad } from '../servers/interrupt-load.ts';
import type { Formula } from '../symbols.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { coresOf, partsOf } from './cores.ts';

/** A task. Its parameters include all overheads and delays of its jobs. */
export interface GlobalTask {
  readonly name: string;
  /** Index into the task set's entities. */
  readonly entity: number;
  readonly periodNs: number;
  readonly costNs: number;
  /** Relative to the arrival, like the jitter. */
  readonly deadlineNs: number;
  readonly jitterNs: number;
  /** The longest R for which its overrun policy runs a job for every release. */
  readonly servedWithinNs: number;
  readonly rank: number;
  /** Cores on which it may run. */
  readonly cores: readonly number[];
}

export interface GlobalSystem {
  /** In order of rank. */
  readonly tasks: readonly GlobalTask[];
  /** m. */
  readonly processors: number;
  readonly edf: boolean;
}

export interface Outcome {
  readonly holds: boolean;
  /** R of each task of the system, if the test gives it and all deadlines hold; otherwise null. */
  readonly responses: readonly (number | null)[] | null;
  readonly value: number | null;
  readonly bound: number | null;
  /**
   * A function, because placement calls a test a thousand times and needs only its verdict, not its
   * explanation.
   */
  readonly steps: () => readonly Step[];
}

/** A sufficient test: a negative result proves nothing. */
export interface GlobalTest {
  readonly id: MethodId;
  readonly label: string;
  readonly phrase: string;
  readonly reference: string;
  readonly formula: Formula;
  readonly measures: Measure;
  /** Why its assumptions do not hold; null if they hold. */
  refuses(system: GlobalSystem): string | null;
  run(system: GlobalSystem): Outcome;
}

/**
 * @param placed by index of entity: its cores @param members the entities that compete for `cores`
 */
export function globalSystem(
  set: TaskSet,
  placed: readonly (readonly number[] | null)[],
  { members, cores, uniform }: { members: readonly number[]; cores: readonly number[]; uniform: boolean },
): GlobalSystem {
  const here = loadOn(set, cores);
  const delayNs = releaseDelayNs(set);
  const { contextSwitchNs, blockingNs } = set.overheads;
  const migrationNs = set.overheads.migrationNs ?? 0;
  const moves = uniform ? 2 * migrationNs : 2 * cores.length * (migrationNs + contextSwitchNs);
  const tasks = members.map((index): GlobalTask => {
    const entity = set.entities[index] as Entity;
    const interrupts = here.reduce(
      (sum, row) => sum + (ceilDiv(entity.deadlineNs + row.jitterNs, row.periodNs) + 1) * row.costNs,
      0,
    );
    return {
      name: entity.name,
      entity: index,
      periodNs: entity.periodNs,
      costNs: entity.costNs + interrupts + moves + 2 * blockingNs,
      deadlineNs: entity.deadlineNs,
      jitterNs: entity.jitterNs + delayNs,
      servedWithinNs: entity.servedWithinNs,
      rank: entity.rank,
      cores: placed[index] ?? [],
    };
  });
  return { tasks, processors: cores.length, edf: set.policy === 'edf' };
}

/** The interrupt load on these cores. Core 0 runs the sketch's interrupts and all releases. */
export const loadOn = ({ interruptLoad }: TaskSet, cores: readonly number[]): readonly InterruptLoad[] =>
  interruptLoad.filter((row) => row.everyCore === true || cores.includes(0));

/**
 * The maximum time for which a release waits for interrupts on core 0. Larger than every exact time
 * if the interrupts never end. Unit: ns.
 */
export function releaseDelayNs({ interruptLoad, overheads }: TaskSet): number {
  let window = interruptLoad.reduce((sum, { costNs }) => sum + costNs, 0);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = interruptLoad.reduce(
      (sum, row) => sum + Math.min(ceilDiv(window + row.jitterNs, row.periodNs), row.most ?? MAX_TIME_NS) * row.costNs,
      0,
    );
    if (next > MAX_TIME_NS) break;
    if (next <= window) return next + overheads.blockingNs;
    window = next;
  }
  return MAX_TIME_NS;
}

const MOST_ROUNDS = 10_000;

/**
 * Whether tasks share a resource across cores that are not analysed one by one, in words for the
 * user; null if not. The holder of a resource runs at a raised priority. No test here accounts for
 * its effect on other cores, direct or through tasks that it displaces to them.
 */
export function sharedAcrossCores(set: TaskSet, placed: readonly (readonly number[] | null)[]): string | null {
  const homes = homesOf(set, placed);
  if (homes.some((cores) => cores.size > 1)) {
    return tr`Tasks that can run on different cores share a resource, and no test here bounds the wait for another core. Give all its users the same core.`;
  }
  const joined = partsOf(set, placed).filter(({ cores }) => cores.length > 1);
  const roamed = homes.flatMap((cores) => [...cores]).find((core) => joined.some((part) => part.cores.includes(core)));
  return roamed === undefined
    ? null
    : tr`Tasks share a resource on core ${roamed}, and other tasks may run on this core and elsewhere. No test here bounds how long the resource blocks those. Restrict every task that may run on core ${roamed} to this core.`;
}

/** For each used resource, the cores on which its users may run. */
function homesOf(set: TaskSet, placed: readonly (readonly number[] | null)[]): ReadonlySet<number>[] {
  const homes = new Map<number, Set<number>>();
  const taskCores = new Map<number, readonly number[] | null>();
  set.entities.forEach(({ kind, source }, index) => {
    if (kind === 'task') taskCores.set(source, placed[index] ?? null);
  });
  for (const { resource, holder, core } of set.sections) {
    // A background task without a core can be on any core.
    const background = core === null ? Array.from({ length: set.cores }, (_, any) => any) : [core];
    const cores = taskCores.has(holder) ? (taskCores.get(holder) ?? []) : background;
    const known = homes.get(resource) ?? new Set();
    for (const one of cores) known.add(one);
    homes.set(resource, known);
  }
  return [...homes.values()];
}

/**
 * Runs a test for D ≤ T with min(D, T) in place of D. The scheduler still uses D. This is sound for
 * a test that satisfies both conditions:
 * - For τ_i it counts the work due by the deadline d of the first job that misses, and counts no
 *   less for a shorter D_i. Every job due before d meets its deadline. So of the jobs due by d, a
 *   window of length L that ends at d contains at most ⌊L/T_i⌋·C_i + min(C_i, L mod T_i), for any
 *   D_i. The longer D_i is, the fewer of these jobs arrive within the window.
 * - It examines the late job only in the last min(D_k, T_k) before d. The task's earlier jobs were
 *   due by d − T_k, so the late job waits for none of them in that time. gfb.ts uses another proof.
 */
export function withinPeriods(run: GlobalTest['run']): GlobalTest['run'] {
  return (system) => {
    const later = system.tasks.filter(({ deadlineNs, periodNs }) => deadlineNs > periodNs);
    if (later.length === 0) return run(system);
    const tasks = system.tasks.map((task) => ({ ...task, deadlineNs: Math.min(task.deadlineNs, task.periodNs) }));
    const outcome = run({ ...system, tasks });
    const text = () =>
      later.length === 1
        ? tr`"${later[0]?.name ?? ''}" has a deadline after its next arrival; this test uses its period instead, which is never less safe.`
        : tr`${later.length} tasks have deadlines after their next arrivals; this test uses their periods instead, which is never less safe.`;
    return { ...outcome, steps: () => [{ text: text() }, ...outcome.steps()] };
  };
}

/**
 * R ≤ D must also mean that every release has a job, which a test of deadlines does not prove by
 * itself.
 */
export function unlessDroppedReleases({ tasks }: GlobalSystem): string | null {
  const found = tasks.find(({ deadlineNs, servedWithinNs }) => deadlineNs > servedWithinNs);
  return found === undefined
    ? null
    : tr`"${found.name}" can meet its deadlines and still drop releases (D > T). Choose catch-up, which keeps them, or D ≤ T.`;
}

/** D ≤ T: at most one job of a task is pending while all deadlines hold. */
export function unlessConstrained({ tasks }: GlobalSystem): string | null {
  const found = tasks.find(({ deadlineNs, periodNs }) => deadlineNs > periodNs);
  return found === undefined ? null : tr`"${found.name}" has a deadline after its next arrival (D > T).`;
}

export function unlessNoJitter({ tasks }: GlobalSystem): string | null {
  const found = tasks.find(({ jitterNs }) => jitterNs > 0);
  return found === undefined
    ? null
    : tr`Releases of "${found.name}" can be late (jitter, or overheads of the runtime).`;
}

/** For tests that compare each task with every other. */
export const unlessTooMany = ({ tasks }: GlobalSystem): string | null =>
  tasks.length > MOST_TASKS
    ? tr`This test compares all tasks with each other, which would take too long for more than ${MOST_TASKS}.`
    : null;

const MOST_TASKS = 3000;

export const unlessGlobalEdf = ({ edf }: GlobalSystem): string | null =>
  edf ? null : tr`This test is for earliest deadline first; the sketch has fixed priorities.`;

export const unlessGlobalFixed = ({ edf }: GlobalSystem): string | null =>
  edf ? tr`This test is for fixed priorities; the sketch is scheduled earliest deadline first.` : null;

function unlessGlobal(set: TaskSet): string | null {
  if (set.cores === 1) return tr`This test is for several cores; the sketch has one.`;
  if (set.clusterCores < set.cores) {
    return set.clusterCores === 1
      ? tr`This test is for cores that share one ready queue; here each has its own.`
      : tr`This test is for cores that share one ready queue; here ${set.clusterCores} share one.`;
  }
  const bound = set.entities.find((entity) => coresOf(entity, set)?.length !== set.cores);
  if (bound !== undefined) return tr`"${bound.name}" may not run on every core; this test is for tasks that may.`;
  return unlessPreemptive(set) ?? sharedAcrossCores(set, everywhere(set));
}

const everywhere = (set: TaskSet): (readonly number[])[] => {
  const all = Array.from({ length: set.cores }, (_, core) => core);
  return set.entities.map(() => all);
};

/** All tasks on all cores. */
export const everywhereOf = (set: TaskSet): GlobalSystem => {
  const placed = everywhere(set);
  return globalSystem(set, placed, { members: [...placed.keys()], cores: placed[0] ?? [0], uniform: true });
};

/** A method that runs a test on all tasks and all cores. */
export function globalMethod(test: GlobalTest): Method {
  const { id, reference, formula, measures } = test;
  return {
    id,
    get label() {
      return test.label;
    },
    get phrase() {
      return test.phrase;
    },
    reference,
    formula,
    measures,
    exact: false,
    notApplicable: (set) => unlessGlobal(set) ?? test.refuses(everywhereOf(set)),
    judge: (set) => judgementOf(set, test.run(everywhereOf(set))),
  };
}

function judgementOf(set: TaskSet, { holds, responses, value, bound, steps }: Outcome): Judgement {
  const tasks = set.entities.map(
    ({ deadlineNs }, entity): TaskResult => ({
      entity,
      responseNs: responses?.[entity] ?? null,
      deadlineNs,
      meetsDeadline: holds ? true : null,
    }),
  );
  return {
    verdict: holds ? 'schedulable' : 'unknown',
    value,
    bound,
    margin: value !== null && bound !== null ? bound - value : leastMargin(tasks),
    tasks: responses === null ? [] : tasks,
    failure: null,
    explanation: steps,
  };
}

/** The smallest (D − R)/D; null if some response time is unbounded. */
export function leastMargin(tasks: readonly TaskResult[]): number | null {
  let least: number | null = null;
  for (const { responseNs, deadlineNs } of tasks) {
    if (responseNs === null) return null;
    const margin = (deadlineNs - responseNs) / deadlineNs;
    if (least === null || margin < least) least = margin;
  }
  return least;
}

export const NO_TASKS: Outcome = {
  holds: true,
  responses: null,
  value: null,
  bound: null,
  steps: () => [{ text: tr`No task has a deadline, so no job can be late.` }],
};
