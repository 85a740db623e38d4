import { describe, expect, it } from 'vitest';
import { withinASecond } from '../../../test/cpu-time.ts';
import { NO_OVERHEADS, type Overheads } from '../../platform/overheads.ts';
import type { Sketch } from '../../sketch/model.ts';
import { targetById } from '../../targets/index.ts';
import { admit } from '../admission.ts';
import { applyMethod, explanationText, type MethodId, type MethodResult } from '../method.ts';
import { METHODS } from '../registry.ts';
import { buildTaskSet } from '../task-set.ts';
import { ms, preemptiveKernel, rtemsSeven, sketchOf, type TaskNumbers } from '../test-sketches.ts';

function judged(
  id: MethodId,
  tasks: readonly TaskNumbers[],
  over: Partial<Sketch> = {},
  overheads?: Overheads,
): MethodResult {
  const method = METHODS.find((one) => one.id === id);
  if (method === undefined) throw new Error(`no ${id}`);
  return applyMethod(method, buildTaskSet(sketchOf(tasks, { cores: 2, ...over }), preemptiveKernel(), overheads));
}

/** (T, C) or (T, C, D) in ms. */
const tasksOf = (...numbers: readonly (readonly [number, number, number?])[]): TaskNumbers[] =>
  numbers.map(([T, C, D]) => ({ T: ms(T), C: ms(C), ...(D === undefined ? {} : { D: ms(D) }) }));

const on = (task: TaskNumbers | undefined, over: Partial<TaskNumbers>): TaskNumbers =>
  ({ ...task, ...over }) as TaskNumbers;

const responsesOf = ({ tasks }: MethodResult) => tasks.map(({ responseNs }) => Math.ceil((responseNs ?? 0) / 1e6));
const verdicts = (
  ids: readonly MethodId[],
  ...of: Parameters<typeof judged> extends [unknown, ...infer Rest] ? Rest : never
) => ids.map((id) => judged(id, ...of).verdict);

const EDF = ['gfb', 'bcl', 'bak', 'bar'] as const;
const edf = { policy: 'edf' } as const;

describe('the seven tasks of the RTEMS paper on four cores', () => {
  it('are accepted by GFB, BAK and BAR, not by BCL', () => {
    expect(verdicts(EDF, rtemsSeven, { cores: 4, ...edf })).toEqual([
      'schedulable',
      'unknown',
      'schedulable',
      'schedulable',
    ]);
  });

  it('have bounded response times', () => {
    expect(responsesOf(judged('response-time-global', rtemsSeven, { cores: 4, ...edf }))).toEqual([
      12, 12, 48, 72, 72, 192, 192,
    ]);
    expect(responsesOf(judged('response-time-limited-carry-in', rtemsSeven, { cores: 4 }))).toEqual([
      12, 12, 48, 60, 72, 168, 192,
    ]);
  });
});

describe('global EDF', () => {
  it('accepts two long tasks and a short one by their windows, not by their densities (Bertogna et al. 2009, example 1)', () => {
    expect(verdicts(EDF, tasksOf([30, 20], [30, 20], [30, 5]), edf)).toEqual([
      'unknown',
      'schedulable',
      'unknown',
      'schedulable',
    ]);
  });

  it('accepts no unschedulable set with an interference equal to the cap at the slack', () => {
    const late = tasksOf([10, 9], [10, 9], [100, 2, 10]);
    expect(verdicts([...EDF, 'response-time-global'], late, edf)).toEqual(Array(5).fill('unknown'));
  });

  it('also checks between the steps of the demand', () => {
    // A = 3 for the first task: no deadline of any task is at 14 + 3 from the start.
    const between = [
      [11, 16, 14],
      [7, 13, 13],
      [8, 13, 12],
      [3, 14, 6],
    ].map(([C, T, D]) => ({ C: C ?? 0, T: T ?? 0, D: D ?? 0 }));
    const result = judged('bar', between, { cores: 3, ...edf });
    expect(result.verdict).toBe('unknown');
    expect(explanationText(result)).toContain('"T1"');
  });

  it('accepts a density sum that is exactly at the bound, to the last digit', () => {
    // 1/3 + 1/3 + 2/3 = 2 − 2/3.
    expect(judged('gfb', tasksOf([3, 1], [3, 1], [3, 2]), edf).verdict).toBe('schedulable');
    expect(judged('gfb', [...tasksOf([3, 1], [3, 2]), { T: 3000, C: 1001 }], edf).verdict).toBe('unknown');
  });

  it('uses the period if D > T, so that a longer deadline never fails', () => {
    const long = (D: number) => tasksOf([30, 20, D], [30, 20, D], [30, 5, D]);
    for (const D of [30, 31, 45, 90]) {
      expect(verdicts(EDF, long(D), edf)).toEqual(['unknown', 'schedulable', 'unknown', 'schedulable']);
    }
    const sum = judged('gfb', tasksOf([3, 1, 7], [3, 1, 4], [3, 2]), edf);
    expect(sum.verdict).toBe('schedulable');
    expect(explanationText(sum)).toContain('uses their periods instead');
  });

  it('does not apply if a policy drops releases although jobs meet their deadlines', () => {
    const dropping = tasksOf([10, 2, 15], [10, 2]).map((task) => on(task, { overrun: 'skip' }));
    for (const id of ['gfb', 'bcl', 'bar'] as const) {
      expect(judged(id, dropping, edf)).toMatchObject({ applies: false, reason: expect.stringContaining('"T1"') });
    }
    expect(judged('response-time-global', dropping, edf).verdict).toBe('schedulable');
  });

  it('finds a shorter window before the deadline if the whole window proves nothing', () => {
    // In the last 10 of 13 the others use 3 · 4 < 2 · 7; in all 13 they use 3 · 7 > 2 · 10.
    const at = (D: number) => judged('bcl', tasksOf([10, 4], [10, 4], [10, 4], [100, 3, D]), edf);
    expect(at(10).verdict).toBe('schedulable');
    expect(at(13).verdict).toBe('schedulable');
  });

  it('reports that it does not cover jitter, or for one test D > T', () => {
    const behind = tasksOf([10, 2, 15], [10, 2]);
    const late = [...tasksOf([10, 2]), { T: ms(10), C: ms(2), jitterUs: 500 }];
    expect(judged('bak', behind, edf)).toMatchObject({ applies: false, reason: expect.stringContaining('"T1"') });
    expect(judged('bar', late, edf)).toMatchObject({ applies: false, reason: expect.stringContaining('"T2"') });
    expect(judged('response-time-global', behind, edf).verdict).toBe('schedulable');
    expect(judged('bcl', late, edf).verdict).toBe('schedulable');
  });
});

describe('global fixed priorities', () => {
  it('bound the response times of five tasks, more tightly with limited carry-in', () => {
    const five = tasksOf([10, 4], [10, 4], [14, 5], [18, 5], [40, 8]);
    expect(responsesOf(judged('response-time-limited-carry-in', five))).toEqual([4, 4, 9, 18, 39]);
    expect(responsesOf(judged('response-time-global', five))).toEqual([4, 4, 9, 18, 40]);
  });

  it('bound the tasks above an unbounded task, and no others', () => {
    const { verdict, tasks } = judged('response-time-global', tasksOf([10, 4], [10, 4], [20, 19], [40, 1]));
    expect(verdict).toBe('unknown');
    expect(tasks.map(({ responseNs }) => responseNs !== null)).toEqual([true, true, false, false]);
  });
});

describe('the overheads of the runtime and interrupts', () => {
  const pair = tasksOf([10, 4], [10, 4], [10, 4]);
  const costs = { contextSwitchNs: 0, releaseNs: 0, tickPeriodNs: 0, tickNs: 0, tracePerJobNs: 0, blockingNs: 0 };

  it('make bounds longer, never shorter', () => {
    const ideal = responsesOf(judged('response-time-global', pair));
    const ticking = judged('response-time-global', pair, {}, { ...costs, tickNs: 100_000, tickPeriodNs: 1_000_000 });
    // ⌈10 ms / 1 ms⌉ + 1 ticks of 0.1 ms in every job, and one before its release.
    expect(ticking.tasks[0]?.responseNs).toBe(4_000_000 + 11 * 100_000 + 100_000);
    expect(ideal).toEqual([4, 4, 8]);
    const moving = judged('response-time-global', pair, {}, { ...costs, migrationNs: 500_000 });
    expect(responsesOf(moving)).toEqual([5, 5, 10]);
    // 4 ms, plus the blocking twice in C and once in the jitter.
    const held = judged('response-time-global', pair.slice(0, 2), {}, { ...costs, blockingNs: 500_000 });
    expect(held.tasks.map(({ responseNs }) => responseNs)).toEqual([5_500_000, 5_500_000]);
  });
});

describe('partitioned', () => {
  const alone = { clusterCores: 1 };

  it('analyses each core exactly, and names the task that misses', () => {
    const [a, b, c] = tasksOf([10, 6], [15, 7], [10, 2]);
    const late = judged('partitioned', [on(a, { core: 0 }), on(b, { core: 0 }), on(c, { core: 1 })], alone);
    expect(late).toMatchObject({ verdict: 'unschedulable', failure: { entity: 2, job: 1 } });
    const apart = judged('partitioned', [on(a, { core: 0 }), on(b, { core: 1 }), on(c, { core: 1 })], alone);
    expect(apart.verdict).toBe('schedulable');
    expect(responsesOf(apart)).toEqual([6, 2, 9]);
  });

  it('does not prove a miss from the maximum delay of releases on core 0', () => {
    const tasks = [
      { T: 100, C: 10, core: 0 },
      { T: 100, C: 10, D: 10, core: 1 },
    ];
    const split = { clusterCores: 1 };
    expect(judged('partitioned', tasks, split).verdict).toBe('schedulable');
    const late = judged('partitioned', tasks, split, { ...NO_OVERHEADS, releaseNs: 1000 });
    expect(late.tasks[1]).toMatchObject({ responseNs: 12_000, meetsDeadline: false });
    expect(late.verdict).toBe('unknown');
  });

  it('places tasks without a core, names their cores, and proves nothing if it finds no place', () => {
    const placed = judged('partitioned', tasksOf([10, 6], [10, 6], [10, 4], [10, 4]), alone);
    expect(placed.verdict).toBe('schedulable');
    expect(explanationText(placed)).toContain('T1 on core 0, T2 on core 1, T3 on core 0, T4 on core 1');
    const homeless = judged('partitioned', tasksOf([10, 6], [10, 6], [10, 6]), alone);
    expect(homeless.verdict).toBe('unknown');
    expect(explanationText(homeless)).toContain('no place for T3');
  });

  it('admits a set that only best-fit or worst-fit can place, as the design help does', () => {
    const numbers = [
      [30, 10],
      [40, 9],
      [30, 8],
      [10, 2],
      [10, 2],
      [30, 18],
      [30, 5],
    ] as const;
    const tasks = numbers.map(([T, C]) => ({ T: 1000 * T, C: 1000 * C }));
    const sketch = sketchOf(tasks, { policy: 'edf', cores: 2, clusterCores: 1 });
    expect(admit(sketch, { capabilities: preemptiveKernel() })).toMatchObject({
      admitted: true,
      decidedBy: 'partitioned',
    });
  });

  it('keeps the users of a resource together, and rejects users that the sketch separates', () => {
    const resources = [
      {
        name: 'bus',
        ceiling: null,
        users: ['T1', 'T2'].map((task) => ({ task, criticalSectionUs: ms(1) })),
        position: null,
      },
    ] satisfies Sketch['resources'];
    const free = tasksOf([10, 4], [20, 4], [10, 4]);
    const together = judged('partitioned', free, { ...alone, resources });
    expect(together.verdict).toBe('schedulable');
    expect(explanationText(together)).toMatch(/On core \d \(T1,.*T2\)/);
    const parted = free.map((task, index) => on(task, { core: index % 2 }));
    expect(judged('partitioned', parted, { ...alone, resources })).toMatchObject({
      applies: false,
      reason: expect.stringContaining('share a resource'),
    });
    expect(judged('response-time-global', free, { resources }).applies).toBe(false);
  });
});

describe('clusters and affinities', () => {
  it('analyse each cluster by the tests for global scheduling', () => {
    const six = tasksOf([10, 4], [10, 4], [20, 6], [10, 5], [20, 5]).map((task, i) =>
      on(task, { core: i < 3 ? 0 : 3 }),
    );
    const result = judged('clustered', six, { cores: 4, clusterCores: 2, ...edf });
    expect(result.verdict).toBe('schedulable');
    expect(explanationText(result)).toContain(
      'On cores 2 and 3 (T4, T5): every deadline holds, by the GFB density bound.',
    );
  });

  it('analyse groups of tasks without a common core separately', () => {
    const [a, b, c, d] = tasksOf([10, 6], [10, 4], [10, 9], [10, 9]);
    const result = judged(
      'affinity',
      [on(a, { affinity: [0] }), on(b, { affinity: [0] }), on(c, { affinity: [1] }), on(d, { affinity: [2] })],
      { cores: 3 },
    );
    expect(result.verdict).toBe('schedulable');
    expect(responsesOf(result)).toEqual([6, 10, 9, 9]);
  });

  it('bound a task with several cores by the core with the least interference', () => {
    const [a, b, c, d] = tasksOf([20, 4], [20, 4], [20, 2], [20, 5]);
    const zero = { affinity: [0] };
    const result = judged('affinity', [on(a, zero), on(b, zero), on(c, { affinity: [1] }), on(d, {})]);
    // On core 1 alone: 5 + 2. On both cores it would be at least 5 + ⌊(4 + 4 + 2)/2⌋.
    expect(responsesOf(result)).toEqual([4, 8, 2, 7]);
  });

  it('count the carry-in of a task that may migrate to the examined core', () => {
    const [a, b, c, d] = tasksOf([20, 4, 5], [20, 4, 5], [11, 5], [60, 6]);
    const zero = { affinity: [0] };
    const tasks = [on(a, zero), on(b, { affinity: [1] }), on(c, {}), on(d, zero)];
    const result = judged('affinity', tasks, { policy: 'deadline-monotonic' });
    // R of c is 9, so in a window of 29 its workload is that of 29 + 9 − 5: three jobs. 6 + 2 · 4 +
    // 3 · 5 = 29; without carry-in, 6 + 4 + 2 · 5 = 20.
    expect(responsesOf(result)).toEqual([4, 4, 9, 29]);
  });

  it('require a scheduler of the target: RTEMS gives a task one core or all cores under EDF', () => {
    const rtems = targetById('rtems');
    const judge = (affinity: number[], over: Partial<Sketch>) =>
      admit(
        sketchOf(
          [
            { T: 10, C: 1, affinity },
            { T: 10, C: 1 },
          ],
          { cores: 3, ...over },
        ),
        { capabilities: rtems },
      );
    expect(judge([0, 1], {}).decidedBy).toBe('affinity');
    expect(judge([1], edf).decidedBy).toBe('affinity');
    const some = judge([0, 1], edf);
    expect(some.admitted).toBe(false);
    expect(some.sentence).toBe(
      'RTEMS restricts a task to one core or allows all cores under earliest deadline first; "T1" is restricted to some cores. Give it one core, or no affinity.',
    );
    expect(judge([0, 1], { ...edf, cores: 4, clusterCores: 2 }).methods).toContainEqual(
      expect.objectContaining({ method: 'clustered', applies: true }),
    );
    expect(judge([0, 1, 3], { ...edf, cores: 6, clusterCores: 3 }).methods).toContainEqual(
      expect.objectContaining({ method: 'clustered', applies: false }),
    );
  });

  it('do not analyse a resource on a core that is not analysed separately', () => {
    const tasks = [
      { T: 157, C: 46, affinity: [2] },
      { T: 143, C: 10, affinity: [2] },
    ];
    const users = ['T1', 'T2'].map((task) => ({ task, criticalSectionUs: 1 }));
    const resources = [{ name: 'bus', ceiling: null, users, position: null }];
    const alone = judged('affinity', tasks, { cores: 3, resources });
    // B = 1: the less urgent task may be in its critical section.
    expect(alone.tasks.map(({ responseNs }) => responseNs)).toEqual([11_000, 56_000]);
    const { applies, reason } = judged('affinity', [...tasks, { T: 20, C: 5 }], { cores: 3, resources });
    expect({ applies, reason }).toMatchObject({ applies: false, reason: expect.stringContaining('on core 2') });
  });

  it('name a task that may run on no core', () => {
    const [a, b] = tasksOf([10, 1], [10, 1]);
    const result = judged('clustered', [on(a, { core: 0, affinity: [3] }), on(b, { core: 2 })], {
      cores: 4,
      clusterCores: 2,
    });
    expect(result).toMatchObject({ applies: false, reason: expect.stringContaining('"T1" may run on no core') });
  });
});

describe('extreme numbers', () => {
  it('end soon with many tasks, with times of days next to nanoseconds, and at full utilization', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ T: 10_000 + i * 7, C: 1 + (i % 5), D: 9_000 }));
    const days = [
      { T: 4_000_000_000_000, C: 3_999_999_999_999 },
      { T: 3, C: 2 },
      { T: 7, C: 2 },
      { T: 4_000_000_000_000, C: 1 },
    ];
    const full = tasksOf([10, 9], [10, 9], [10, 2]);
    for (const tasks of [many, days, full]) {
      for (const policy of ['edf', 'deadline-monotonic'] as const) {
        for (const clusterCores of [null, 1]) {
          const set = buildTaskSet(sketchOf(tasks, { cores: 2, clusterCores, policy }), preemptiveKernel());
          for (const method of METHODS) {
            const what = `${method.id}, ${policy}, ${tasks.length} tasks`;
            const { verdict } = withinASecond(what, () => applyMethod(method, set));
            if (tasks === full) expect(verdict).not.toBe('unschedulable');
          }
        }
      }
    }
  });
});
