/**
 * Sustainability: an admitted sketch stays admitted with longer deadlines or periods and with
 * smaller budgets or jitter.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { cheapestRemedy, isShorterDeadline, REMEDY_MEMBERS, remedied } from '../../generator/analysis/help/remedy.ts';
import { applyMethod, type MethodId } from '../../generator/analysis/method.ts';
import { METHODS } from '../../generator/analysis/registry.ts';
import { buildTaskSet } from '../../generator/analysis/task-set.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { eventsOf, modelOf } from '../../generator/simulation/test-models.ts';
import type { Sketch, Task } from '../../generator/sketch/model.ts';
import { sketches } from './several-cores.ts';

/** POLYLOOP_SETS: how many sets each property draws. */
const RUNS = Number(process.env.POLYLOOP_SETS ?? 300);

const withTask = (sketch: Sketch, index: number, change: (task: Task) => Partial<Task>): Sketch => ({
  ...sketch,
  tasks: sketch.tasks.map((task, i) => (i === index % sketch.tasks.length ? { ...task, ...change(task) } : task)),
});

const later = (by: number) => (task: Task) => ({ deadlineUs: (task.deadlineUs ?? task.periodUs ?? 0) + by });

const WINDOW_TESTS = ['gfb', 'bcl', 'bar'] as const satisfies readonly MethodId[];

describe('a longer deadline on several cores', () => {
  it('is never refused by a test of global EDF that accepts a shorter deadline, also beyond the period', () => {
    const beyond = new Map<MethodId, number>();
    const drawn = sketches({ policies: ['edf'], affinities: 'none', clusters: false, scale: 1 });
    const steps = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 12 })), { minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(drawn, steps, (start, changes) => {
        const accepted = new Set<MethodId>();
        let sketch = start;
        for (const [index, by] of [[0, 0] as const, ...changes]) {
          sketch = withTask(sketch, index, later(by));
          const set = buildTaskSet(sketch, preemptiveKernel());
          const isBeyond = set.entities.some(({ deadlineNs, periodNs }) => deadlineNs > periodNs);
          for (const id of WINDOW_TESTS) {
            const method = METHODS.find((one) => one.id === id);
            const verdict = method === undefined ? 'unknown' : applyMethod(method, set).verdict;
            if (accepted.has(id)) expect(verdict, id).toBe('schedulable');
            if (verdict !== 'schedulable') continue;
            accepted.add(id);
            if (isBeyond) beyond.set(id, (beyond.get(id) ?? 0) + 1);
          }
        }
      }),
      { numRuns: RUNS },
    );
    for (const id of WINDOW_TESTS) expect(beyond.get(id) ?? 0, id).toBeGreaterThan(0);
  });

  it('has a remedy where it is refused, and some of these remedies are a shorter deadline', () => {
    const context = { capabilities: preemptiveKernel() };
    const drawn = sketches({ policies: ['edf'], affinities: 'none', clusters: false, scale: 1 });
    const steps = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 12 })), { minLength: 4, maxLength: 8 });
    const seen = { steps: 0, refused: 0, shorter: 0 };
    fc.assert(
      fc.property(drawn, steps, (start, changes) => {
        let sketch = start;
        let before = admit(start, context).admitted;
        for (const [index, by] of changes) {
          sketch = withTask(sketch, index, later(by));
          const { admitted, sentence } = admit(sketch, context);
          if (before) seen.steps += 1;
          if (before && !admitted) {
            seen.refused += 1;
            for (const members of [REMEDY_MEMBERS, ['deadlineUs'] as const]) {
              const remedy = cheapestRemedy(sketch, context, { members });
              expect(remedy, sentence).not.toBeNull();
              if (remedy === null) continue;
              expect(admit(remedied(sketch, remedy), context).admitted).toBe(true);
              if (isShorterDeadline(remedy)) seen.shorter += 1;
            }
          }
          before = admitted;
        }
      }),
      { numRuns: 2 * RUNS },
    );
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.shorter).toBeGreaterThan(0);
    expect(seen.refused / seen.steps).toBeLessThan(0.006);
  });
});

describe('global EDF itself', () => {
  const missesOf = (firstDeadline: number, offsets: readonly number[]): string[] =>
    eventsOf(
      modelOf(
        [
          { C: 2, T: 4, D: firstDeadline },
          { C: 1, T: 2, at: offsets[0] ?? 0 },
          { C: 4, T: 6, D: 5, at: offsets[1] ?? 0 },
        ],
        { cores: 2, order: 'edf' },
      ),
      // Two hyperperiods after the last offset.
      2 * 12 + 6,
    ).filter((line) => line.includes('deadline-miss'));

  it('meets all deadlines with a short deadline in each phase, and misses one with a longer deadline', () => {
    const phases = [0, 1].flatMap((second) => [0, 1, 2, 3, 4, 5].map((third) => [second, third]));
    for (const phase of phases) expect(missesOf(2, phase), phase.join()).toEqual([]);
    expect(missesOf(3, [0, 0])).not.toEqual([]);
  });
});

describe('a relaxed parameter on one core', () => {
  interface Numbers {
    readonly T: number;
    readonly share: number;
    readonly deadline: number;
    readonly jitter: number;
  }
  const numbers: fc.Arbitrary<Numbers> = fc.record({
    T: fc.constantFrom(4, 5, 6, 8, 10, 12, 15, 20, 24),
    share: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
    deadline: fc.double({ min: 0, max: 1.5, noNaN: true }),
    jitter: fc.integer({ min: 0, max: 3 }),
  });
  const arbitrary = (policy: 'fixed' | 'edf', room: number): fc.Arbitrary<Sketch> =>
    fc.record({ tasks: fc.array(numbers, { minLength: 2, maxLength: 6 }) }).map(({ tasks }) =>
      sketchOf(
        tasks.map(({ T: least, share, deadline, jitter }, index) => {
          const T = least * room;
          const C = Math.max(1, Math.round(least * share));
          // Without preemption, hardly any set with random short deadlines is schedulable.
          const D = C + Math.round((T - C) * (room > 1 ? 1 : deadline));
          const jitterUs = Math.min(jitter, D - C);
          const order = { priority: index + 1, kind: 'sporadic', overrun: 'catch-up', catchUpLimit: 200 } as const;
          return { T, C, D, jitterUs, ...order };
        }),
        { policy },
      ),
    );
  const CHANGES: Readonly<Record<string, (task: Task, by: number) => Partial<Task>>> = {
    'a smaller budget': (task, by) => ({ budgetUs: Math.max(1, (task.budgetUs ?? 1) - by) }),
    'a longer period': (task, by) => ({ periodUs: (task.periodUs ?? 1) + by }),
    'less jitter': (task, by) => ({ jitterUs: Math.max(0, task.jitterUs - by) }),
    'a longer deadline': (task, by) => later(by)(task),
  };
  const MODES = [
    ['fixed priorities', 'fixed', preemptiveKernel(), 1],
    ['EDF', 'edf', preemptiveKernel(), 1],
    ['fixed priorities without preemption', 'fixed', superLoop, 4],
  ] as const;

  it.each(MODES)('keeps an admitted sketch admitted under %s', (_, policy, capabilities, room) => {
    let admitted = 0;
    const changes = fc.array(
      fc.tuple(fc.nat(5), fc.constantFrom(...Object.keys(CHANGES)), fc.integer({ min: 1, max: 6 })),
      {
        minLength: 3,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(arbitrary(policy, room), changes, (start, drawn) => {
        let [sketch, before] = [start, admit(start, { capabilities })];
        for (const [index, name, by] of drawn) {
          const change = CHANGES[name] as (task: Task, by: number) => Partial<Task>;
          sketch = withTask(sketch, index, (task) => change(task, by));
          const after = admit(sketch, { capabilities });
          if (before.admitted) {
            admitted += 1;
            expect(after.admitted, `${name}, after ${before.decidedBy}: ${after.sentence}`).toBe(true);
          }
          before = after;
        }
      }),
      { numRuns: RUNS },
    );
    expect(admitted).toBeGreaterThan(50);
  });
});
