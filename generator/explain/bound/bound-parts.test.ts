import { describe, expect, it } from 'vitest';
import { type AdmissionContext, admit } from '../../analysis/admission.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../../analysis/test-sketches.ts';
import { NO_OVERHEADS } from '../../platform/overheads.ts';
import type { Sketch } from '../../sketch/model.ts';
import { causeKey } from '../cause.ts';
import { boundOf, type ExplainedBound } from './bound-parts.ts';
import { excessOf } from './limits.ts';

const PREEMPTIVE = { capabilities: preemptiveKernel({ vcpus: false }) };
const LOOP = { capabilities: superLoop };

function bound(sketch: Sketch, task: number, context: AdmissionContext = PREEMPTIVE): ExplainedBound {
  const found = boundOf(sketch, admit(sketch, context), task);
  if (found === null) throw new Error('no bound');
  return found;
}

/** Shares in µs, by cause, and the longest part of any job if it differs. */
function shares(sketch: Sketch, task: number, context?: AdmissionContext): Record<string, number> {
  const { parts, responseNs } = bound(sketch, task, context);
  expect(parts.reduce((sum, { ns }) => sum + (ns ?? 0), 0)).toBe(responseNs);
  return Object.fromEntries(
    parts.filter(({ ns }) => (ns ?? 0) > 0).map(({ cause, ns }) => [causeKey(cause).trim(), (ns ?? 0) / 1000]),
  );
}

const burnsWellings: readonly TaskNumbers[] = [
  { T: 7, C: 3 },
  { T: 12, C: 3 },
  { T: 20, C: 5 },
];

describe('the parts of a bound', () => {
  it('are the terms of response-time analysis', () => {
    const found = bound(sketchOf(burnsWellings), 2);
    expect(found).toMatchObject({ method: 'response-time', responseNs: 20_000, additive: true });
    expect(found.parts).toEqual([
      { cause: { kind: 'task', task: 0 }, ns: 9000, jobs: 3, mostNs: 9000 },
      { cause: { kind: 'task', task: 1 }, ns: 6000, jobs: 2, mostNs: 6000 },
      { cause: { kind: 'own' }, ns: 5000, jobs: 0, mostNs: 5000 },
    ]);
  });

  it('are jitter, blocking by the longest section, interrupts and the runtime', () => {
    const sketch = sketchOf(
      [
        { T: 100, C: 5, jitterUs: 3, name: 'own' },
        { T: 200, C: 20, name: 'less' },
      ],
      {
        resources: [
          {
            name: 'bus',
            ceiling: null,
            users: [
              { task: 'own', criticalSectionUs: 1 },
              { task: 'less', criticalSectionUs: 4 },
            ],
            position: null,
          },
        ],
        interrupts: [
          {
            name: 'line',
            pin: '2',
            source: null,
            mode: 'rising',
            topHalfUs: 0,
            bottomHalfUs: 1,
            ioBudgetUs: 2,
            ioPeriodUs: 50,
            handlerBudgetUs: 0,
            handlerPeriodUs: 1,
            handlerExhaustion: 'background',
            arrivals: null,
            body: '',
            position: null,
          },
        ],
      },
    );
    expect(shares(sketch, 0)).toEqual({ own: 5, 'blocking 1 0': 4, release: 3, interrupt: 2 });
    const free = { deliveryNs: 0, perInterruptNs: 0, releaseNs: 0, loads: [] };
    const overheads = { ...NO_OVERHEADS, contextSwitchNs: 100, releaseNs: 50, blockingNs: 30, interrupts: free };
    // Its two switches, the releases of both tasks, and the blocking of the runtime.
    const all = { own: 5, 'blocking 1 0': 4, release: 3, interrupt: 2, runtime: 0.33 };
    expect(shares(sketch, 0, { ...PREEMPTIVE, overheads })).toEqual(all);
  });

  it('have the predecessor if a later job of the busy period is the slowest', () => {
    // Lehoczky 1990: the responses of T2 are 114, 102, 116, 104, 118, 106 and 94.
    const sketch = sketchOf([
      { T: 70, C: 26 },
      { T: 100, C: 62, D: 200 },
    ]);
    // Job 4 ends at 404, 4 after the arrival of job 5. From then on T1 runs twice, and T2 itself.
    expect(shares(sketch, 1)).toEqual({ own: 62, previous: 4, 'task 0': 52 });
    expect(bound(sketch, 1)).toMatchObject({ responseNs: 118_000 });
  });

  it('are a job that has just started and the jobs before it, without preemption', () => {
    const sketch = sketchOf([
      { T: 20, C: 3 },
      { T: 40, C: 4 },
      { T: 90, C: 9 },
    ]);
    expect(shares(sketch, 1, LOOP)).toEqual({ 'blocking 2': 8.999, own: 4, 'task 0': 3 });
    expect(shares(sketch, 2, LOOP)).toEqual({ own: 9, 'task 1': 4, 'task 0': 3 });
  });

  it('are the jobs with earlier deadlines under EDF', () => {
    const tasks = [
      { T: 20, C: 3 },
      { T: 40, C: 4 },
      { T: 90, C: 9 },
    ];
    const sketch = sketchOf(tasks, { policy: 'edf' });
    expect(shares(sketch, 2)).toEqual({ own: 9, 'task 1': 4, 'task 0': 3 });
    expect(shares(sketch, 1, LOOP)).toEqual({ 'blocking 2': 8.999, own: 4, 'task 0': 3 });
  });

  it('are what runs after the arrival of a worst job that arrives later, under EDF', () => {
    const sketch = sketchOf(
      [
        { T: 4, C: 2 },
        { T: 6, C: 3 },
      ],
      { policy: 'edf' },
    );
    // The job of T2 that arrives at 6 ends at 12. From 6 on, T1 runs in 6-7 and 8-10.
    expect(bound(sketch, 1).parts).toMatchObject([
      { cause: { kind: 'task', task: 0 }, ns: 3000, jobs: 2 },
      { cause: { kind: 'own' }, ns: 3000 },
    ]);
  });

  it('are what runs after the arrival of the worst job, with offsets', () => {
    const sketch = sketchOf(
      [
        { T: 10, C: 4, D: 4 },
        { T: 20, C: 6, D: 9, offsetUs: 4 },
        { T: 20, C: 5, D: 16, offsetUs: 8 },
      ],
      { policy: 'deadline-monotonic' },
    );
    // T2 runs in 4-10, T1 in 10-14. The job of T3 arrives at 8 and ends at 19.
    expect(shares(sketch, 2)).toEqual({ own: 5, 'task 0': 4, 'task 1': 2 });
    expect(bound(sketch, 2)).toMatchObject({ method: 'offsets', responseNs: 11_000, unsplit: null });
    // The bound is for these offsets only.
    expect(boundOf(sketch, admit(sketch, PREEMPTIVE), 2, 'any')).toBeNull();
  });

  it('are the jobs of its level that came first', () => {
    const sketch = sketchOf([
      { T: 20, C: 3, D: 18 },
      { T: 12, C: 4, D: 20 },
      { T: 30, C: 9, D: 40 },
    ]);
    const levels = { capabilities: preemptiveKernel({ vcpus: false, priorityLevels: 1 }) };
    expect(bound(sketch, 0, levels).method).toBe('few-levels');
    expect(shares(sketch, 0, levels)).toEqual({ own: 3, 'task 1': 4, 'task 2': 9 });
  });

  it('are those of the core of the task, or a part of each core where they share a queue', () => {
    const tasks = [
      { T: 20, C: 6, core: 0 },
      { T: 30, C: 6, core: 1 },
      { T: 40, C: 9, core: 0 },
    ];
    const partitioned = sketchOf(tasks, { cores: 2, clusterCores: 1 });
    expect(shares(partitioned, 2)).toEqual({ own: 9, 'task 0': 6 });
    expect(bound(partitioned, 2).parts.find(({ cause }) => cause.kind === 'task')).toMatchObject({ mostNs: 6000 });
    const global = sketchOf(
      tasks.map(({ T, C }) => ({ T, C })),
      { cores: 2 },
    );
    // R = 9 + (6 + 6)/2.
    expect(shares(global, 2)).toEqual({ own: 9, 'task 0': 3, 'task 1': 3 });
  });

  it('have no shares, but limits and a reason, where the test has no sum', () => {
    const sketch = sketchOf([
      { T: 10, C: 4, D: 8 },
      { T: 20, C: 8, D: 20, offsetUs: 4 },
    ]);
    const found = bound(sketch, 0, LOOP);
    expect(found).toMatchObject({ method: 'schedule-abstraction', additive: false });
    expect(found.unsplit).toMatch(/all orders/);
    expect(found.parts.every(({ ns }) => ns === null)).toBe(true);
    expect(found.parts.some(({ cause, mostNs }) => cause.kind === 'blocking' && mostNs !== null)).toBe(true);
  });

  it('are none without a bound', () => {
    const overloaded = sketchOf([
      { T: 4, C: 3 },
      { T: 6, C: 3 },
    ]);
    expect(boundOf(overloaded, admit(overloaded, PREEMPTIVE), 1)).toBeNull();
    expect(boundOf(overloaded, admit(overloaded, PREEMPTIVE), 7)).toBeNull();
  });
});

describe('the excess of a job over the limits', () => {
  const parts = [
    { cause: { kind: 'own' }, ns: 5, mostNs: 5, jobs: 0 },
    { cause: { kind: 'runtime' }, ns: 3, mostNs: 3, jobs: 0 },
  ] as const;

  it('is what the parts have above them, as far as the runtime may have done it', () => {
    const job = (own: number, runtime: number) => [
      { cause: { kind: 'own' } as const, ns: own, jobs: 0 },
      { cause: { kind: 'runtime' } as const, ns: runtime, jobs: 0 },
    ];
    expect(excessOf(job(6, 2), parts)).toEqual({ over: new Map([['own', 1]]), excessNs: 0 });
    expect(excessOf(job(6, 3), parts)?.excessNs).toBe(1);
    expect(excessOf(job(4, 3), parts)).toEqual({ over: new Map(), excessNs: 0 });
    const other = [{ cause: { kind: 'task', task: 1 } as const, ns: 4, jobs: 1 }];
    expect(excessOf(other, parts)?.excessNs).toBe(1);
    expect(excessOf(other, [])).toBeNull();
  });
});
