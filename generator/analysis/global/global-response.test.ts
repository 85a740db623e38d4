import { describe, expect, it } from 'vitest';
import { stepBudget } from '../response.ts';
import { piece } from './carry-in.ts';
import { type Interference, interferenceOn, limitOf, responseOn, solve, windowOf } from './global-response.ts';
import type { GlobalSystem, GlobalTask } from './multiprocessor.ts';

/** The iteration as in the papers. */
function stepByStep(task: GlobalTask, processors: number, interference: Interference): number | null {
  const sum = piece();
  let window = task.costNs;
  for (;;) {
    if (window > limitOf(task) - task.jitterNs) return null;
    interference(window, sum);
    const next = task.costNs + Math.floor(sum.workNs / processors);
    if (next <= window) return window;
    window = next;
  }
}

/** Pseudo-random numbers, the same every time. */
function* drawn(): Generator<number> {
  for (let state = 12_345; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

describe('the smallest window in which a job ends', () => {
  it('equals the result of the step-by-step iteration', () => {
    const numbers = drawn();
    const upTo = (most: number) => (numbers.next().value as number) % (most + 1);
    let bounded = 0;
    for (let round = 0; round < 400; round += 1) {
      const processors = 1 + upTo(3);
      const all = Array.from({ length: processors }, (_, core) => core);
      const tasks = Array.from({ length: 2 + upTo(6) }, (_, rank): GlobalTask => {
        const periodNs = 20 + upTo(200);
        const costNs = 1 + upTo(Math.floor(periodNs / 3));
        const deadlineNs = costNs + upTo(periodNs - costNs);
        const jitterNs = Math.min(upTo(5), deadlineNs - costNs);
        return {
          name: `T${rank}`,
          entity: rank,
          rank,
          periodNs,
          costNs,
          deadlineNs,
          servedWithinNs: periodNs,
          jitterNs,
          cores: all,
        };
      });
      for (const edf of [false, true]) {
        const system: GlobalSystem = { tasks, processors, edf };
        for (const task of tasks) {
          const { interference, rivals } = interferenceOn(system, task, all, new Map(), task.jitterNs);
          const found = windowOf(task, processors, rivals, interference, stepBudget());
          expect(found).toBe(stepByStep(task, processors, interference));
          if (found === null || found <= task.costNs) continue;
          bounded += 1;
          const mostNs = limitOf(task) - task.jitterNs;
          const leastNs = upTo(found);
          expect(windowOf(task, processors, rivals, interference, stepBudget(), mostNs, leastNs)).toBe(found);
        }
      }
    }
    expect(bounded).toBeGreaterThan(300);
  });

  it('is found at once when the step-by-step iteration would advance by single nanoseconds', () => {
    const day = 86_400_000_000_000;
    const tasks = [0, 1, 2].map((rank): GlobalTask => {
      const costNs = rank === 2 ? 1 : day / 4;
      return {
        name: `T${rank}`,
        entity: rank,
        rank,
        periodNs: day,
        costNs,
        deadlineNs: day,
        servedWithinNs: day,
        jitterNs: 0,
        cores: [0, 1],
      };
    });
    const system: GlobalSystem = { tasks, processors: 2, edf: false };
    const known = new Map(tasks.slice(0, 2).map((task) => [task, day / 4]));
    const { interference, rivals } = interferenceOn(system, tasks[2] as GlobalTask, [0, 1], known, 0);
    expect(windowOf(tasks[2] as GlobalTask, 2, rivals, interference, stepBudget(200))).toBe(day / 4 + 1);
  });
});

/** (T, C, D) of tasks that keep all releases. */
const systemOf = (...numbers: readonly (readonly [periodNs: number, costNs: number, deadlineNs: number])[]) => {
  const cores = [0, 1];
  const tasks = numbers.map(([periodNs, costNs, deadlineNs], rank): GlobalTask => {
    const servedWithinNs = 100 * periodNs;
    return { name: `T${rank}`, entity: rank, rank, periodNs, costNs, deadlineNs, servedWithinNs, jitterNs: 0, cores };
  });
  return { tasks, processors: 2, edf: true } satisfies GlobalSystem;
};

const solved = (system: GlobalSystem) => {
  const budget = stepBudget();
  const from = (leastOf: (leastNs: number) => number) => {
    const found = solve(
      system,
      (task, known, leastNs) => responseOn(system, task, [0, 1], known, budget, leastOf(leastNs))?.responseNs ?? null,
    );
    return system.tasks.map((task) => found.get(task));
  };
  const responses = from((leastNs) => leastNs);
  expect(responses, 'the same as without a lower bound').toEqual(from(() => 0));
  return responses;
};

describe('response times under global EDF', () => {
  it('equal the smallest bounds that hold with each other', () => {
    // 20 + (5 + 5)/2: more than R − C of the other long one cannot delay. 5 + (20 + 20)/2.
    expect(solved(systemOf([30, 20, 30], [30, 20, 30], [30, 5, 30]))).toEqual([25, 25, 25]);
  });

  it('can be above T if D is', () => {
    expect(solved(systemOf([10, 5, 16], [6, 6, 9], [5, 2, 8]))).toEqual([9, 9, 3]);
    expect(solved(systemOf([4, 4, 6], [5, 2, 2], [6, 1, 7]))).toEqual([6, 2, 3]);
    expect(solved(systemOf([4, 4, 4], [5, 2, 2], [6, 1, 6]))).toEqual([null, 2, 3]);
  });

  it('have no bound above T if the policy drops releases', () => {
    const { tasks, ...rest } = systemOf([4, 4, 6], [5, 2, 2], [6, 1, 7]);
    const dropping = tasks.map((task) => ({ ...task, servedWithinNs: task.periodNs }));
    expect(solved({ ...rest, tasks: dropping })[0]).toBeNull();
  });

  it('are found from above when they rise too slowly', () => {
    const system = systemOf([30, 20, 30], [30, 20, 30], [30, 5, 30]);
    const budget = stepBudget();
    let calls = 0;
    const found = solve(system, (task, known) => {
      calls += 1;
      const response = responseOn(system, task, [0, 1], known, budget)?.responseNs ?? null;
      // Each bound is still above the known one when the rounds end.
      const slowly = (known.get(task) as number) + 0.01;
      return response === null || calls > 192 ? response : Math.min(response, slowly);
    });
    expect(system.tasks.map((task) => found.get(task))).toEqual([25, 25, 25]);
    expect(calls).toBeGreaterThan(192);
  });
});
