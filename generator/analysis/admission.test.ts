import { describe, expect, it } from 'vitest';
import { NO_OVERHEADS, type RuntimeLoad } from '../platform/overheads.ts';
import type { Policy, Sketch } from '../sketch/model.ts';
import { admit, proofOf } from './admission.ts';
import { ioInterrupt, method, onKernel, onOneLevel, onSuperLoop, responsesMs } from './test-admissions.ts';
import { ms, preemptiveKernel, rtemsSeven, sketchOf, superLoop, type TaskNumbers } from './test-sketches.ts';

describe('handlers of interrupts', () => {
  const handled = (handlerBudgetUs: number, handlerPeriodUs: number) => ({
    ...ioInterrupt(0, ms(100)),
    bottomHalfUs: 0,
    handlerBudgetUs,
    handlerPeriodUs,
  });

  it('have rows like tasks, and can be the tightest', () => {
    const admission = onKernel([{ T: ms(10), C: ms(2) }], { interrupts: [handled(ms(5), ms(20))] });
    expect(admission.tasks).toMatchObject([{ task: 0, responseNs: 2e6 }]);
    expect(admission.handlers).toMatchObject([
      { name: 'net', interrupt: 0, utilization: 0.25, responseNs: 7e6, deadlineNs: 20e6, meetsDeadline: true },
    ]);
    expect(admission.sentence).toBe('Everything fits. Tightest: net, 7 of 20 ms.');
  });

  it('have no row if the interrupt has only a bottom half', () => {
    expect(onKernel([{ T: ms(10), C: ms(2) }], { interrupts: [ioInterrupt(0, ms(100))] }).handlers).toEqual([]);
  });
});

describe('golden vectors', () => {
  it('analyses the seven RTEMS tasks: bounds unknown, exact test schedulable', () => {
    const admission = onKernel(rtemsSeven);
    expect(admission.declaredUtilization).toBeCloseTo(0.84, 12);
    const bound = method(admission.methods, 'liu-layland');
    expect(bound.bound).toBeCloseTo(0.7286, 4);
    expect(bound.verdict).toBe('unknown');
    const hyper = method(admission.methods, 'hyperbolic');
    expect(hyper.value).toBeCloseTo(2.21, 2);
    expect(hyper.verdict).toBe('unknown');
    // T1…T7 in sketch order. The order of the vector is T3, T5, T4, T1, T2, T6, T7.
    expect(responsesMs(admission.tasks)).toEqual([156, 240, 12, 72, 24, 384, 768]);
    expect(admission).toMatchObject({ admitted: true, decidedBy: 'response-time' });
    expect(admission.sentence).toBe('Everything fits. Tightest: T7, 768 of 1000 ms.');
    expect(proofOf(admission)).toBe('Proved by response-time analysis.');
  });

  it('gives Burns and Wellings 3, 6, 20', () => {
    const tasks = [
      { T: ms(7), C: ms(3) },
      { T: ms(12), C: ms(3) },
      { T: ms(20), C: ms(5) },
    ];
    expect(responsesMs(onKernel(tasks).tasks)).toEqual([3, 6, 20]);
  });

  it('admits Qduino Table IV by Liu and Layland', () => {
    const admission = onKernel([
      { T: ms(100), C: ms(40) },
      { T: ms(100), C: ms(20) },
      { T: ms(100), C: ms(10) },
    ]);
    const bound = method(admission.methods, 'liu-layland');
    expect(bound.value).toBeCloseTo(0.7, 12);
    expect(bound.bound).toBeCloseTo(0.7798, 4);
    expect(admission).toMatchObject({ admitted: true, decidedBy: 'liu-layland' });
  });

  it('rejects by the Quest rule a set that the paper ran, and explains it', () => {
    const io = onKernel([{ T: ms(100), C: ms(48) }], { interrupts: [ioInterrupt(ms(40), ms(100))] });
    const first = method(io.methods, 'quest');
    expect(first).toMatchObject({ applies: true, verdict: 'unknown', bound: 1 });
    expect(first.value).toBeCloseTo(1.12, 12);
    const tight = onKernel([{ T: ms(500), C: ms(495) }], { interrupts: [ioInterrupt(ms(3), ms(500))] });
    const second = method(tight.methods, 'quest');
    expect(second.value).toBeCloseTo(1.002, 3);
    expect(second.verdict).toBe('unknown');
    expect(second.explanation.at(-1)?.text).toContain('The paper itself measured');
  });

  it('adds the jitter after comparing windows: C 5, T 20, D 10, J 6 has R 11 and fails', () => {
    const admission = onKernel([{ T: 20, C: 5, D: 10, jitterUs: 6 }]);
    expect(admission.tasks[0]).toMatchObject({ responseNs: 11_000, meetsDeadline: false });
    expect(admission).toMatchObject({ admitted: false, decidedBy: 'response-time' });
  });

  it('finds the third CAN message late without preemption: R 3.5 ms', () => {
    const admission = onSuperLoop([
      { T: ms(2.5), C: ms(1) },
      { T: ms(3.5), D: ms(3.25), C: ms(1) },
      { T: ms(3.5), D: ms(3.25), C: ms(1) },
    ]);
    expect(responsesMs(admission.tasks)[2]).toBe(3.5);
    expect(admission.tasks.map((task) => task.meetsDeadline)).toEqual([true, true, false]);
    expect(admission).toMatchObject({ admitted: false, decidedBy: 'response-time-non-preemptive' });
    expect(admission.sentence).toBe('T3 misses by 250 µs (job 2, at 6.75 ms).');
  });
});

it('names the one task that cannot fit, and the sum only where no task is too long alone', () => {
  const steady = { T: ms(10), C: ms(9) };
  expect(onSuperLoop([{ T: ms(10), C: ms(1210) }, steady]).sentence).toBe('T1 takes 1.21 s, but it runs every 10 ms.');
  expect(onKernel([steady, { T: ms(10), C: ms(11), kind: 'sporadic' }]).sentence).toBe(
    'T2 takes 11 ms, but it can run every 10 ms.',
  );
  expect(onKernel([steady, steady]).sentence).toBe('The tasks need 180 % of the processor, and 100 % is available.');
});

describe('the target decides which tests apply', () => {
  it('analyses a super-loop with the non-preemptive tests only', () => {
    const applying = (kind: 'periodic' | 'sporadic') =>
      onSuperLoop([{ T: ms(10), C: ms(1), kind }]).methods.filter(({ applies }) => applies);
    expect(applying('periodic').map((result) => result.method)).toEqual([
      'response-time-non-preemptive',
      'schedule-abstraction',
    ]);
    expect(applying('sporadic').map((result) => result.method)).toEqual(['response-time-non-preemptive']);
    const { methods } = onSuperLoop([{ T: ms(10), C: ms(1) }]);
    expect(method(methods, 'liu-layland').reason).toContain('cannot preempt');
  });

  it('counts as blocking the longest lower-priority job minus one unit, and a background run', () => {
    const tasks = [
      { T: ms(10), C: ms(1) },
      { T: ms(100), C: ms(5) },
    ];
    expect(onSuperLoop(tasks).tasks[0]?.responseNs).toBe(6_000_000 - 1);
    const background = { T: 0, C: 0, kind: 'background' as const, periodUs: null, budgetUs: ms(7) };
    expect(onSuperLoop([...tasks, background]).tasks[0]?.responseNs).toBe(8_000_000 - 1);
  });

  it('cannot bound a super-loop with a background task of unknown length', () => {
    const background = { T: 0, C: 0, kind: 'background' as const, periodUs: null, budgetUs: null };
    const admission = onSuperLoop([{ T: ms(10), C: ms(1) }, background]);
    expect(admission).toMatchObject({ admitted: false, decidedBy: null });
    expect(admission.methods.find((m) => m.applies)?.explanation[0]?.text).toContain('give it a budget');
    expect(onKernel([{ T: ms(10), C: ms(1) }, background]).admitted).toBe(true);
  });

  it('analyses nothing that the target does not support', () => {
    const rateOnly = preemptiveKernel({ label: 'Quest', policies: ['rate-monotonic'] });
    const byDeadline = admit(sketchOf([{ T: 10, C: 1 }], { policy: 'edf' }), { capabilities: rateOnly });
    expect(byDeadline).toMatchObject({ admitted: false, decidedBy: null });
    expect(byDeadline.sentence).toBe('Quest does not schedule by edf. Choose one of: rate-monotonic.');
    const wide = admit(sketchOf([{ T: 10, C: 1, core: 1 }], { cores: 2, clusterCores: 1 }), {
      capabilities: superLoop,
    });
    expect(wide.sentence).toBe('Super-loop runs on at most 1 core, and the sketch has 2.');
  });

  it('analyses EDF by processor demand', () => {
    const full = [
      { T: ms(4), C: ms(2) },
      { T: ms(6), C: ms(3) },
    ];
    const preemptive = onKernel(full, { policy: 'edf' });
    expect(preemptive).toMatchObject({ admitted: true, decidedBy: 'processor-demand' });
    const anyPhase = full.map((task) => ({ ...task, kind: 'sporadic' as const }));
    const cooperative = onSuperLoop(anyPhase, { policy: 'edf' });
    expect(cooperative.admitted).toBe(false);
    expect(cooperative.decidedBy).toBe('processor-demand-non-preemptive');
    // All tasks are released together at the start, so the second never starts just before the
    // first.
    expect(onSuperLoop(full, { policy: 'edf' })).toMatchObject({ admitted: true, decidedBy: 'schedule-abstraction' });
  });

  it('analyses several cores with multicore tests, and rejects U > m', () => {
    const two = onKernel([{ T: ms(10), C: ms(1) }], { cores: 2 });
    expect(two.admitted).toBe(true);
    for (const id of ['response-time', 'processor-demand', 'liu-layland'] as const) {
      expect(method(two.methods, id)).toMatchObject({ applies: false, reason: expect.stringContaining('one core') });
    }
    const over = [1, 2, 3].map(() => ({ T: ms(10), C: ms(9) }));
    expect(onKernel(over, { cores: 2 })).toMatchObject({ admitted: false, decidedBy: 'utilization' });
  });
});

describe('conventions', () => {
  it('examines every job of the busy period when D > T', () => {
    // Lehoczky 1990: with T 70 C 26 and T 100 C 62 D 118, a later job of the second task has the
    // longest response.
    const { tasks } = onKernel([
      { T: 70, C: 26 },
      { T: 100, C: 62, D: 118 },
    ]);
    expect(tasks[1]).toMatchObject({ responseNs: 118_000, meetsDeadline: true });
  });

  it('says unknown, not unschedulable, when offsets may prevent the critical instant', () => {
    const tight = [
      { T: 10, C: 5, D: 5 },
      { T: 10, C: 5, D: 5, offsetUs: 5 },
    ];
    const admission = onKernel(tight, { policy: 'deadline-monotonic' });
    expect(method(admission.methods, 'response-time').verdict).toBe('unknown');
    expect(admission).toMatchObject({ admitted: true, decidedBy: 'offsets' });
    expect(admission.tasks.map(({ responseNs }) => responseNs)).toEqual([5000, 5000]);
    const sporadic = tight.map((task) => ({ ...task, kind: 'sporadic' as const }));
    expect(onKernel(sporadic, { policy: 'deadline-monotonic' })).toMatchObject({ admitted: false, decidedBy: null });
  });

  it('gives the time of a miss with offsets, counted from the start, and the response times with offsets', () => {
    const late = { T: 10, C: 4, D: 6, offsetUs: 3 };
    const tasks = [{ T: 10, C: 3, D: 4 }, { T: 20, C: 4, D: 5, offsetUs: 2 }, late];
    const admission = onKernel(tasks, { policy: 'deadline-monotonic' });
    expect(admission).toMatchObject({ admitted: false, decidedBy: 'offsets' });
    // T1 runs to 3 and T2 to 7. T3 needs 4 more, but T1 preempts it at 10, so T3 ends at 14.
    expect(admission.failure).toMatchObject({ entity: 2, job: 1, deadlineAtNs: 9000, latenessNs: 5000 });
    expect(admission.tasks.map(({ responseNs }) => responseNs)).toEqual([3000, 5000, 11_000]);
    expect(admission.tasks.map(({ meetsDeadline }) => meetsDeadline)).toEqual([true, true, false]);
    const edf = onKernel(tasks, { policy: 'edf' });
    expect(edf).toMatchObject({ admitted: false, decidedBy: 'offsets' });
    const { deadlineAtNs, entity } = edf.failure ?? { deadlineAtNs: 0, entity: 0 };
    expect((deadlineAtNs / 1000 - (entity === 0 ? 4 : entity === 1 ? 7 : 9)) % 10).toBe(0);
    // The test with offsets leaves a task open if the test for any phases finds it late and this
    // test does not.
    edf.tasks.forEach(({ meetsDeadline }, task) => {
      expect(meetsDeadline === false).toBe(edf.set.entities[entity]?.source === task);
    });
  });

  it('counts a critical section as blocking for more urgent tasks up to its ceiling', () => {
    const resources = [
      {
        name: 'bus',
        ceiling: null,
        users: [
          { task: 'T1', criticalSectionUs: 10 },
          { task: 'T3', criticalSectionUs: 400 },
        ],
        position: null,
      },
    ];
    const tasks = [
      { T: ms(10), C: ms(1) },
      { T: ms(20), C: ms(1) },
      { T: ms(40), C: ms(1) },
    ];
    const responses = onKernel(tasks, { resources }).tasks.map((task) => task.responseNs);
    expect(responses).toEqual([1_400_000, 2_400_000, 3_000_000]);
  });

  it('orders tasks of equal fixed priority by the sketch, and counts mutual interference on one level', () => {
    const tasks = [
      { T: ms(10), C: ms(1), priority: 1 },
      { T: ms(10), C: ms(2), priority: 1 },
    ];
    expect(responsesMs(onKernel(tasks, { policy: 'fixed' }).tasks)).toEqual([1, 3]);
    expect(responsesMs(onOneLevel(tasks, { policy: 'fixed' }).tasks)).toEqual([3, 3]);
    const distinct = tasks.map((task, index) => ({ ...task, priority: index }));
    expect(responsesMs(onKernel(distinct, { policy: 'fixed' }).tasks)).toEqual([3, 2]);
  });

  it('counts tasks with equal periods in the response of each other where the kernel lets them take turns', () => {
    const tasks = [
      { T: ms(10), C: ms(1) },
      { T: ms(10), C: ms(2) },
      { T: ms(40), C: ms(3) },
    ];
    const inTurns = admit(sketchOf(tasks), { capabilities: { ...preemptiveKernel(), equalPeriods: 'turns' } });
    expect(responsesMs(inTurns.tasks)).toEqual([3, 3, 6]);
    expect(responsesMs(onKernel(tasks).tasks)).toEqual([1, 3, 6]);
    // First come, first served would be a different order.
    expect(method(inTurns.methods, 'few-levels').applies).toBe(false);
  });

  it('adds overheads: two switches a job, releases of all, ticks', () => {
    const overheads = {
      ...NO_OVERHEADS,
      contextSwitchNs: 10_000,
      releaseNs: 5_000,
      tickNs: 1_000,
      tickPeriodNs: 1_000_000,
    };
    const sketch = sketchOf([{ T: ms(10), C: ms(1) }]);
    const { tasks } = admit(sketch, { capabilities: preemptiveKernel(), overheads });
    // 1 ms + 2·10 µs + one release + two ticks (at 0 and at 1 ms).
    expect(tasks[0]?.responseNs).toBe(1_027_000);
  });
});

describe('the overheads of the runtime', () => {
  it('grow with the number of tasks, and grow more under EDF', () => {
    const overheads = { ...NO_OVERHEADS, contextSwitchNs: 1_000, contextSwitchPerTaskNs: 10, edfSwitchPerTaskNs: 100 };
    const cost = (policy: Policy) =>
      admit(
        sketchOf(
          [
            { T: 1000, C: 1 },
            { T: 1000, C: 1 },
          ],
          { policy },
        ),
        { capabilities: superLoop, overheads },
      ).set.entities[0]?.costNs;
    expect(cost('rate-monotonic')).toBe(2_020);
    expect(cost('edf')).toBe(2_200);
  });

  it('include the comparison of deadlines under EDF only', () => {
    const overheads = { ...NO_OVERHEADS, contextSwitchNs: 1_000, contextSwitchPerTaskNs: 10, edfSwitchNs: 3_000 };
    const cost = (policy: Policy) =>
      admit(sketchOf([{ T: 1000, C: 1 }], { policy }), { capabilities: preemptiveKernel(), overheads }).set.entities[0]
        ?.costNs;
    expect(cost('rate-monotonic')).toBe(1_000 + 2 * 1_010);
    expect(cost('edf')).toBe(1_000 + 2 * 3_010);
  });

  it('have no utilization if the number of occurrences is limited', () => {
    const load = { name: 'left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000 };
    const respond = (loads: readonly RuntimeLoad[]) =>
      admit(sketchOf([{ T: ms(10), C: ms(1) }]), { capabilities: superLoop, overheads: { ...NO_OVERHEADS, loads } });
    expect(respond([{ ...load, most: 4 }]).tasks[0]?.responseNs).toBe(1_012_000);
    expect(respond([{ ...load, most: 4 }]).utilization).toBe(0.1);
    // w = 1000 + (⌈w/20⌉ + 1)·3 µs.
    expect(respond([load]).tasks[0]?.responseNs).toBe(1_180_000);
    expect(respond([load]).utilization).toBeCloseTo(0.25, 12);
  });
});

describe('several cores', () => {
  const sentenceOf = (tasks: readonly TaskNumbers[], over: Partial<Sketch>) =>
    admit(sketchOf(tasks, over), { capabilities: preemptiveKernel() }).sentence;

  it('reports the utilization of all processors', () => {
    expect(sentenceOf(rtemsSeven, { cores: 4, policy: 'edf' })).toBe(
      'Everything fits on 0.84 of 4 processors. Tightest: T6, 192 of 1000 ms.',
    );
    expect(sentenceOf(rtemsSeven, { cores: 4, clusterCores: 1 })).toContain('Everything fits on 0.84 of 4 processors.');
  });

  it('reports the excess, and suggests a change if no test decides', () => {
    const three = [10, 10, 10].map((T) => ({ T: ms(T), C: ms(7) }));
    expect(sentenceOf(three, { cores: 2 })).toBe('The tasks need 2.1 processors, and 2 are available.');
    const dense = [10, 10, 10].map((T) => ({ T: ms(T), C: ms(6) }));
    expect(sentenceOf(dense, { cores: 2 })).toContain('assign each task to a core to use the exact test');
    expect(sentenceOf(dense, { cores: 2, clusterCores: 1 })).toContain('assign cores to tasks yourself');
    const users = ['T1', 'T2'].map((task) => ({ task, criticalSectionUs: 10 }));
    expect(
      sentenceOf(rtemsSeven, { cores: 2, resources: [{ name: 'bus', ceiling: null, users, position: null }] }),
    ).toContain('share a resource');
  });
});
