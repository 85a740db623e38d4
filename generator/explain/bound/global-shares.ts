/**
 * The shares of a bound for cores with one ready queue: R = s + C + ⌊(1/m) Σ I_j⌋ at the fixed point of
 * the test. While the job waits, all m cores are busy with other jobs, so a rival that delays it by
 * I_j has a share of I_j/m. The shares are whole nanoseconds: the floors of the running sum.
 *
 * C has the interrupts in a window of D and the runtime (multiprocessor.ts). s is the release jitter
 * with the delay of the release. Under EDF with D > T it can be D − T, the time in which the job
 * before it may be pending.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import { interferenceBy, startsOf, type Workloads } from '../../analysis/global/global-response.ts';
import { type GlobalSystem, type GlobalTask, loadOn } from '../../analysis/global/multiprocessor.ts';
import { responseTimeGlobalTest } from '../../analysis/global/response-time-global.ts';
import {
  interferenceBy as limitedInterferenceBy,
  responseTimeLimitedCarryInTest,
} from '../../analysis/global/response-time-limited-carry-in.ts';
import type { Entity, TaskSet } from '../../analysis/task-set.ts';
import type { Share, TraceNumbers } from './bound-parts.ts';

/** R of one task of the system, by the first of the tests that gives it. null: neither does. */
export function globalShares(
  set: TaskSet,
  system: GlobalSystem,
  cores: readonly number[],
  entity: number,
  responseNs: number,
  numbers: TraceNumbers,
): Share[] | null {
  const task = system.tasks.find((one) => one.entity === entity);
  if (task === undefined) return null;
  for (const test of [responseTimeLimitedCarryInTest, responseTimeGlobalTest]) {
    if (test.refuses(system) !== null) continue;
    const known = knownOf(system, task, test.run(system).responses);
    for (const startNs of startsOf(task, system)) {
      const windowNs = responseNs - startNs;
      const rivals =
        test === responseTimeLimitedCarryInTest
          ? limitedInterferenceBy(system, task, known, windowNs)
          : interferenceBy(system, task, cores, known, startNs, windowNs);
      const sum = rivals.reduce((total, { ns }) => total + ns, 0);
      if (task.costNs + Math.floor(sum / system.processors) !== windowNs) continue;
      return [...ownShares(set, cores, task, startNs), ...rivalShares(rivals, system, numbers)];
    }
  }
  return null;
}

/** The bounds that the test of this task knew: under fixed priorities those of the tasks before it. */
function knownOf({ tasks, edf }: GlobalSystem, task: GlobalTask, responses: readonly (number | null)[] | null) {
  const place = tasks.indexOf(task);
  const known = tasks.flatMap((one, at): [GlobalTask, number][] => {
    const responseNs = responses?.[at] ?? null;
    return responseNs !== null && (edf || at < place) ? [[one, responseNs]] : [];
  });
  return new Map(known);
}

function ownShares(set: TaskSet, cores: readonly number[], task: GlobalTask, startNs: number): Share[] {
  const { budgetNs, deadlineNs } = set.entities[task.entity] as Entity;
  const interruptNs = loadOn(set, cores).reduce(
    (sum, { origin, jitterNs, periodNs, costNs }) =>
      origin === 'io' ? sum + (ceilDiv(deadlineNs + jitterNs, periodNs) + 1) * costNs : sum,
    0,
  );
  return [
    { cause: { kind: 'own' }, ns: budgetNs, jobs: 0 },
    { cause: { kind: startNs > task.jitterNs ? 'previous' : 'release' }, ns: startNs, jobs: 0 },
    { cause: { kind: 'interrupt', interrupt: null }, ns: interruptNs, jobs: 0 },
    { cause: { kind: 'runtime' }, ns: task.costNs - budgetNs - interruptNs, jobs: 0 },
  ];
}

function rivalShares(rivals: Workloads, { processors }: GlobalSystem, { ofEntity }: TraceNumbers): Share[] {
  let sum = 0;
  return rivals.map(({ rival, ns }) => {
    const before = Math.floor(sum / processors);
    sum += ns;
    const task = ofEntity[rival.entity]!;
    return { cause: { kind: 'task' as const, task }, ns: Math.floor(sum / processors) - before, jobs: 0 };
  });
}
