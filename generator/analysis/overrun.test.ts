import { describe, expect, it } from 'vitest';
import { NO_OVERHEADS } from '../platform/overheads.ts';
import type { OverrunPolicy, Sketch } from '../sketch/model.ts';
import { type Admission, admit } from './admission.ts';
import { taskHelp } from './help/index.ts';
import { servedWithinNs } from './overrun.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from './test-sketches.ts';

/**
 * w(0) = 9 + ⌈w/10⌉·5 = 19 ms, w(1) = 38: "low" has R = max(19, 38 − 18, …) = 22 ms, above its
 * period of 18 ms.
 */
const pair = (overrun: OverrunPolicy, catchUpLimit = 1, over: Partial<TaskNumbers> = {}): TaskNumbers[] => [
  { name: 'high', T: 10_000, C: 5000, priority: 2 },
  { name: 'low', T: 18_000, C: 9000, D: 30_000, priority: 1, overrun, catchUpLimit, ...over },
];

const judged = (tasks: readonly TaskNumbers[], over: Partial<Sketch> = {}): Admission =>
  admit(sketchOf(tasks, { policy: 'fixed', ...over }), { capabilities: preemptiveKernel() });

const verdictOf = ({ methods }: Admission, id: string) => methods.find(({ method }) => method === id)?.verdict;

describe('the limit of an overrun policy', () => {
  it('is R ≤ T, plus one period for each release that catch-up keeps', () => {
    expect(servedWithinNs('skip', 7, 1000)).toBe(1000);
    expect(servedWithinNs('stop', 7, 1000)).toBe(1000);
    expect(servedWithinNs('demote', 7, 1000)).toBe(1000);
    expect(servedWithinNs('catch-up', 1, 1000)).toBe(2000);
    expect(servedWithinNs('catch-up', 255, 1000)).toBe(256_000);
  });
});

describe('a response between T and D', () => {
  it.each([
    [
      'skip',
      'low drops releases: R 22 ms is longer than T 18 ms, and "skip" drops a release that occurs while its job is running, up to 1 of 2; choose catch-up 1 or T ≥ 22 ms.',
    ],
    [
      'stop',
      'low stops: R 22 ms is longer than T 18 ms, and "stop" ends the task at the first release that occurs while its job is running, and drops all later releases; choose catch-up 1 or T ≥ 22 ms.',
    ],
  ] as const)('is disproved with %s', (overrun, sentence) => {
    const admission = judged(pair(overrun));
    expect(admission).toMatchObject({ admitted: false, decidedBy: 'response-time' });
    expect(admission.sentence).toBe(`${sentence}`);
    expect(admission.failure).toEqual({
      kind: 'release',
      entity: 1,
      job: 1,
      deadlineAtNs: 18_000_000,
      latenessNs: 1_000_000,
    });
    expect(admission.tasks[1]).toMatchObject({
      responseNs: 22_000_000,
      deadlineNs: 30_000_000,
      servedWithinNs: 18_000_000,
      meetsDeadline: false,
    });
  });

  it('is neither admitted nor disproved with demote, because the demoted task may still meet its deadline', () => {
    const admission = judged(pair('demote', 3));
    expect(admission).toMatchObject({ admitted: false, decidedBy: null });
    expect(admission.failure?.kind).toBe('demotion');
    // No bound holds at a priority below all others.
    expect(admission.tasks[1]).toMatchObject({ responseNs: null, meetsDeadline: false });
    expect(admission.sentence).toContain('low can lose its priority: R 22 ms is longer than T 18 ms');
    expect(judged(pair('demote', 3, { D: 21_000 }))).toMatchObject({ admitted: false, decidedBy: 'response-time' });
  });

  it('is admitted if catch-up keeps the release', () => {
    const admission = judged(pair('catch-up', 1));
    expect(admission).toMatchObject({ admitted: true, decidedBy: 'response-time' });
    expect(admission.tasks[1]).toMatchObject({ servedWithinNs: null, meetsDeadline: true });
  });

  it('is admitted if the catch-up limit is just sufficient, and not with one less', () => {
    // R = 3 · 30 + 1: the third release after a job's own release occurs while the job is running,
    // so catch-up must keep three.
    const crowd = (catchUpLimit: number): TaskNumbers[] => [
      { name: 'block', T: 1_000_000, C: 90_000, priority: 2 },
      { name: 'quick', T: 30_000, C: 1000, D: 200_000, priority: 1, overrun: 'catch-up', catchUpLimit },
    ];
    expect(judged(crowd(3)).tasks[1]?.responseNs).toBe(91_000_000);
    expect(judged(crowd(3)).admitted).toBe(true);
    expect(judged(crowd(2))).toMatchObject({ admitted: false, decidedBy: 'response-time' });
    expect(judged(crowd(2)).sentence).toBe(
      'quick drops releases: R 91 ms is longer than 3·T = 90 ms, and "catch-up" keeps 2 of up to 3 releases that occur while its job is running, and drops the others; choose catch-up 3 or T ≥ 91 ms.',
    );
  });

  it('counts the jitter in R once', () => {
    const lone = (jitterUs: number) => judged([{ T: 10_000, C: 4000, D: 20_000, jitterUs, overrun: 'skip' }]);
    expect(lone(6000).admitted).toBe(true);
    expect(lone(6001)).toMatchObject({ admitted: false, failure: { kind: 'release', job: 1, latenessNs: 1000 } });
  });

  it('is no reason for rejection if R ≤ T', () => {
    expect(judged([{ T: 10_000, C: 10_000, D: 20_000, overrun: 'skip' }]).admitted).toBe(true);
  });

  it('is disproved for sporadic tasks, too', () => {
    const [high, low] = pair('skip') as [TaskNumbers, TaskNumbers];
    expect(judged([high, { ...low, kind: 'sporadic' }])).toMatchObject({ admitted: false, decidedBy: 'response-time' });
  });

  it('proves nothing about a task below one that drops releases', () => {
    const admission = judged([
      ...pair('skip', 1, { C: 8500 }).map((task) => ({ ...task, priority: (task.priority ?? 0) + 1 })),
      { name: 'last', T: 180_000, C: 1, D: 1000, priority: 1 },
    ]);
    expect(admission.failure?.entity).toBe(1);
  });
});

describe('under EDF', () => {
  const edf = (overrun: OverrunPolicy, catchUpLimit = 1) => judged(pair(overrun, catchUpLimit), { policy: 'edf' });

  it('the demand test does not prove the limit of a policy; the response times do', () => {
    const skip = edf('skip');
    expect(skip.admitted).toBe(false);
    expect(verdictOf(skip, 'processor-demand')).toBe('unknown');
    expect(verdictOf(skip, 'response-time-edf')).toBe('unschedulable');
    expect(skip.failure?.kind).toBe('release');
    expect(edf('catch-up').admitted).toBe(true);
  });

  it('on cores of their own, too', () => {
    const on = (overrun: OverrunPolicy) =>
      judged(
        pair(overrun).map((task) => ({ ...task, core: 1 })),
        { policy: 'edf', cores: 2, clusterCores: 1 },
      );
    expect(on('skip').admitted).toBe(false);
    expect(on('catch-up').admitted).toBe(true);
  });

  it('with offsets', () => {
    const tasks = pair('skip').map((task, index) => ({ ...task, offsetUs: index * 500 }));
    expect(judged(tasks, { policy: 'edf' }).admitted).toBe(false);
  });
});

describe('on the super-loop', () => {
  // The slow job runs to completion: R(quick) = 3 + 1 + … > T, at any priority.
  const tasks = (overrun: OverrunPolicy, catchUpLimit = 1): TaskNumbers[] => [
    { name: 'quick', T: 3000, C: 500, D: 9000, priority: 2, overrun, catchUpLimit },
    { name: 'slow', T: 20_000, C: 5000, priority: 1 },
  ];
  const on = (policy: Sketch['policy'], overrun: OverrunPolicy, catchUpLimit = 1) =>
    admit(sketchOf(tasks(overrun, catchUpLimit), { policy }), { capabilities: superLoop, overheads: NO_OVERHEADS });

  it.each(['fixed', 'edf'] as const)('a long job makes other tasks drop releases, policy %s', (policy) => {
    expect(on(policy, 'skip').admitted).toBe(false);
    expect(on(policy, 'catch-up', 2).admitted).toBe(true);
  });
});

describe('design help', () => {
  it('uses the same verdict', () => {
    const context = { capabilities: preemptiveKernel() };
    const limits = taskHelp(sketchOf(pair('skip'), { policy: 'fixed' }), context, 1);
    // R ≤ 18 ms needs C ≤ 8 ms: w = 8 + 2·5.
    expect(limits?.mostBudgetUs).toBe(8000);
    expect(limits?.leastPeriodUs).toBeGreaterThanOrEqual(19_000);
  });
});
