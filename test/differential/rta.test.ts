/**
 * Compares response times with those of the crate `response-time-analysis`, which follow
 * machine-checked proofs. `DIFFERENCES` must explain every difference; docs/oracles.md lists them.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { applyMethod, type MethodId, type MethodResult } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { timeToSupplyNs } from '../../generator/analysis/servers/supply.ts';
import { buildTaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import { modelOf } from '../../generator/simulation/test-models.ts';
import type { Policy } from '../../generator/sketch/model.ts';
import { Completions } from './completions.ts';
import { edfResponse } from './edf-responses.ts';
import { askBounds, type Bounds, missingOracle, type OraclePolicy, type OracleTask } from './rta-oracle.ts';
import { setCount } from './set-count.ts';
import { excessOf, loadOf, type RandomTask, randomSets, toTasks } from './task-sets.ts';

if (missingOracle !== null) console.warn(`Not compared with proven bounds: ${missingOracle}`);

/** Limit of busy windows. Those of these sets are far shorter, except at full load. Unit: ns. */
const LIMIT = 2 * 10 ** 10;
const BATCH = 200;
const SETS = setCount(4000);

/** Few priority levels, so that tasks share the last one. */
const LEVELS = 4;
const kernel = preemptiveKernel({ priorityLevels: LEVELS });

interface Comparison {
  readonly method: MethodId;
  readonly asks: OraclePolicy;
  readonly policy: Policy;
  readonly preemptive: boolean;
}

/** The response time of one task by the product and by the crate. Unit: ns. */
interface Pair {
  readonly comparison: Comparison;
  readonly tasks: readonly RandomTask[];
  readonly index: number;
  readonly ours: number | null;
  readonly theirs: number | null;
}

/** Tasks with a higher or the same priority, including this one; under EDF all tasks. */
function levelOf({ comparison, tasks, index }: Pair): RandomTask[] {
  if (comparison.policy === 'edf') return [...tasks];
  const ranks = ranksOf(tasks, comparison.preemptive);
  return tasks.filter((_, other) => (ranks[other] as number) <= (ranks[index] as number));
}

/** The busy window extends beyond the hyperperiod because of late releases or blocking. */
const startsBehind = (level: readonly RandomTask[], { comparison, tasks }: Pair): boolean =>
  level.some(({ J }) => J > 0) || (!comparison.preemptive && tasks.length > 1);

const DIFFERENCES: Readonly<Record<string, (pair: Pair) => boolean>> = {
  // At a load of 1, a busy window with jitter or blocking never ends, so the crate gives no bound.
  // The product gives one: response times repeat after a hyperperiod.
  'full processor': (pair) => {
    const level = levelOf(pair);
    return pair.theirs === null && pair.ours !== null && excessOf(level) === 0n && startsBehind(level, pair);
  },
  // Under EDF the crate computes deadlines from releases. So it cannot model that, of two jobs with
  // the same release, the one that arrived earlier can have the earlier deadline. Then the
  // definition in edf-responses.ts decides.
  'released late, due early': (pair) => {
    const { comparison, tasks, index, ours, theirs } = pair;
    const self = tasks[index] as RandomTask;
    const late = tasks.some(({ D, J }, other) => other !== index && J > 0 && D > self.D - self.J);
    if (
      comparison.policy !== 'edf' ||
      !late ||
      excessOf(tasks) >= 0n ||
      ours === null ||
      theirs === null ||
      ours < theirs
    )
      return false;
    const inNs = tasks.map(({ T, C, D, J }) => ({ T: T * 1000, C: C * 1000, D: D * 1000, J: J * 1000 }));
    return ours === edfResponse(inNs, index, comparison.preemptive, 1);
  },
};

const explained = new Map<string, number>();
const count = (what: string): void => void explained.set(what, (explained.get(what) ?? 0) + 1);
afterAll(() => {
  for (const [what, times] of explained) console.log(`${what}: ${times}`);
});

/**
 * Priority ranks, 0 the highest. If there are more tasks than levels, the least urgent ones share
 * the last level.
 */
function ranksOf(tasks: readonly RandomTask[], preemptive: boolean): number[] {
  const numbers = toTasks(tasks).map(({ priority }) => priority ?? 0);
  return numbers.map((own) => {
    const rank = numbers.filter((other) => other > own).length;
    return preemptive ? Math.min(rank, LEVELS - 1) : rank;
  });
}

function questionOf({ asks, preemptive }: Comparison, tasks: readonly RandomTask[]) {
  const ranks = ranksOf(tasks, preemptive);
  const inNs = tasks.map(
    ({ T, C, D, J }, index): OracleTask => ({
      period: T * 1000,
      cost: C * 1000,
      deadline: D * 1000,
      jitter: J * 1000,
      priority: ranks[index] as number,
    }),
  );
  return { policy: asks, limit: LIMIT, tasks: inNs };
}

function judge({ method, policy, preemptive }: Comparison, tasks: readonly RandomTask[]) {
  const set = buildTaskSet(sketchOf(toTasks(tasks), { policy }), preemptive ? kernel : superLoop);
  const found = METHODS.find(({ id }) => id === method);
  if (found === undefined) throw new Error(`${method} is not in the registry`);
  const result = applyMethod(found, set);
  if (!result.applies) throw new Error(`${method} does not apply: ${result.reason}`);
  return { set, result };
}

/** Response times by task of the sketch. */
function responsesOf({ tasks }: MethodResult, sources: readonly number[]): (number | null)[] {
  const responses: (number | null)[] = sources.map(() => null);
  for (const { entity, responseNs } of tasks) responses[sources[entity] as number] = responseNs;
  return responses;
}

function comparePairs(comparison: Comparison, tasks: readonly RandomTask[], bounds: Bounds): void {
  const { set, result } = judge(comparison, tasks);
  const ours = responsesOf(
    result,
    set.entities.map(({ source }) => source),
  );
  for (const index of tasks.keys()) {
    const pair = { comparison, tasks, index, ours: ours[index] ?? null, theirs: bounds[index] ?? null };
    count(`${comparison.method}: bounds compared`);
    if (pair.ours === pair.theirs) continue;
    const why = Object.entries(DIFFERENCES).find(([, explains]) => explains(pair))?.[0];
    if (why === undefined) expect(pair.ours, `task ${index}`).toBe(pair.theirs);
    count(`${comparison.method}: differ by "${why}"`);
  }
}

/**
 * Draws sets in batches, because one run of the oracle can answer many questions. A failure shrinks
 * to a batch of one set.
 */
function overSets(asks: Comparison, sets: fc.Arbitrary<RandomTask[]>, check: typeof comparePairs): void {
  const batch = fc.array(sets, { minLength: 1, maxLength: BATCH, size: 'max' });
  let drawn = 0;
  const property = fc.property(batch, (taskSets) => {
    drawn += taskSets.length;
    const answers = askBounds(taskSets.map((tasks) => questionOf(asks, tasks)));
    taskSets.forEach((tasks, index) => void check(asks, tasks, answers[index] as Bounds));
  });
  for (let seed = 1; drawn < SETS; seed += 1) fc.assert(property, { numRuns: 5, seed });
}

const general = randomSets({ mostTasks: 8, deadlines: 3, jitter: true });

describe.skipIf(missingOracle !== null)('response times equal the proven ones', () => {
  it('under EDF with preemption', () => {
    overSets({ method: 'response-time-edf', asks: 'edf', policy: 'edf', preemptive: true }, general, comparePairs);
  });

  it('under EDF without preemption', () => {
    const method = 'response-time-edf-non-preemptive';
    overSets({ method, asks: 'edf-non-preemptive', policy: 'edf', preemptive: false }, general, comparePairs);
  });

  it('under fixed priorities with preemption, with the least urgent tasks on one level', () => {
    overSets(
      { method: 'response-time', asks: 'fixed-priority', policy: 'fixed', preemptive: true },
      general,
      comparePairs,
    );
  });

  it('under fixed priorities without preemption', () => {
    const method = 'response-time-non-preemptive';
    overSets(
      { method, asks: 'fixed-priority-non-preemptive', policy: 'fixed', preemptive: false },
      general,
      comparePairs,
    );
  });
});

/** Longest response time of any task under FIFO after a synchronous release. */
function worstInTurn(tasks: readonly RandomTask[]): number {
  const sink = new Completions(tasks.length);
  const inTurn = { priority: 0, overrun: 'catch-up', catchUpLimit: 65_535 } as const;
  const model = modelOf(tasks.map(({ T, C }) => ({ T, C, D: C, ...inTurn })));
  simulate(model, sink, { untilNs: FIFO_LENGTH, seed: 0 });
  return Math.max(...sink.done.flatMap((ends, task) => ends.map((end, job) => end - job * (tasks[task]?.T ?? 0))));
}

/**
 * Longer than the busy windows of the sets below, which are at most ΣC/(1 − U), with eight tasks of
 * C ≤ 30.
 */
const FIFO_LENGTH = 5000;

describe.skipIf(missingOracle !== null)('parts of schedulability tests', () => {
  it('FIFO: the longest simulated response time equals the proven bound', () => {
    const sets = fc
      .sample(randomSets({ mostTasks: 8, deadlines: 1, jitter: false }), { numRuns: SETS, seed: 22 })
      .filter((tasks) => loadOf(tasks) <= 0.95 && tasks.every(({ T }) => T <= 30));
    expect(sets.length).toBeGreaterThan(SETS / 8);
    const question = (tasks: readonly RandomTask[]) => ({
      policy: 'fifo' as const,
      limit: FIFO_LENGTH,
      tasks: tasks.map(({ T, C }) => ({ period: T, cost: C })),
    });
    askBounds(sets.map(question)).forEach(([bound], index) => {
      const tasks = sets[index] as RandomTask[];
      count('first come, first served: sets compared');
      expect(worstInTurn(tasks), JSON.stringify(tasks)).toBe(bound);
    });
  });

  it('the supply of a periodic resource equals the proven one', () => {
    const server = fc
      .record({
        period: fc.integer({ min: 1, max: 1000 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        cost: fc.nat(5000),
      })
      .map(({ period, share, cost }) => ({ period, budget: Math.max(1, Math.round(period * share)), cost }));
    const servers = fc.sample(server, { numRuns: SETS, seed: 2003 });
    const [times] = askBounds([{ policy: 'periodic-supply', limit: 0, tasks: servers }]);
    const ours = servers.map(({ period, budget, cost }) =>
      timeToSupplyNs({ periodNs: period, budgetNs: budget }, cost),
    );
    expect(ours).toEqual(times);
  });
});

/**
 * Compares the verdict of a test without responses with whether all of the crate's responses meet
 * their deadlines.
 */
function compareVerdict(comparison: Comparison, tasks: readonly RandomTask[], bounds: Bounds): void {
  const { result } = judge(comparison, tasks);
  count(`${comparison.method}: verdicts compared`);
  if (bounds.includes(null)) {
    // No bound: the load is above 1, or it is 1 with jitter or blocking.
    expect(excessOf(tasks)).toBeGreaterThanOrEqual(0n);
    if (excessOf(tasks) > 0n) expect(result.verdict).toBe('unschedulable');
    count(`${comparison.method}: no bound to compare with`);
    return;
  }
  const meets = bounds.every((bound, index) => (bound as number) <= (tasks[index] as RandomTask).D * 1000);
  expect(result.verdict).toBe(meets ? 'schedulable' : 'unschedulable');
}

describe.skipIf(missingOracle !== null)('verdicts under EDF equal the proven ones', () => {
  it('with preemption', () => {
    overSets({ method: 'processor-demand', asks: 'edf', policy: 'edf', preemptive: true }, general, compareVerdict);
  });

  it('without preemption', () => {
    const method = 'processor-demand-non-preemptive';
    overSets({ method, asks: 'edf-non-preemptive', policy: 'edf', preemptive: false }, general, compareVerdict);
  });
});
