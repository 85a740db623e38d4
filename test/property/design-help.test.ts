/** Design help on random sketches: limits are exact, and no simulated schedule exceeds the data bounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdmissionContext, admit } from '../../generator/analysis/admission.ts';
import { chainsOf } from '../../generator/analysis/help/chains.ts';
import { dataEnds } from '../../generator/analysis/help/dataflow.ts';
import { designHelp, taskHelp } from '../../generator/analysis/help/index.ts';
import { ringsOf } from '../../generator/analysis/help/rings.ts';
import type { ChainHelp, RingCapacityHelp } from '../../generator/analysis/help/types.ts';
import { preemptiveKernel, sketchOf, superLoop } from '../../generator/analysis/test-sketches.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import { newChannel, newInterrupt } from '../../generator/sketch/create.ts';
import { type Channel, POLICIES, type Policy, type Sketch } from '../../generator/sketch/model.ts';
import { KIND_CHANNEL_OVERFLOW, KIND_COMPLETE, KIND_START } from '../../generator/trace/kinds.ts';
import { loadOf, taskSets, toSketch } from './task-sets.ts';

const kernels = [preemptiveKernel(), superLoop] as const;
const contexts: readonly AdmissionContext[] = [
  ...kernels.map((capabilities) => ({ capabilities })),
  { capabilities: preemptiveKernel(), overheads: uno.targets.freertos?.overheads ?? null },
  { capabilities: superLoop, overheads: uno.targets.superloop?.overheads ?? null },
];

const sets = taskSets({ deadlines: 1.5, jitter: true });
const policies = fc.constantFrom<Policy>(...POLICIES);

describe('the limits of a task', () => {
  /** Times up to milliseconds, so that the runtime's overheads fit. */
  const sketches = fc
    .record({ numbers: sets, policy: policies, scale: fc.constantFrom(1, 100, 1000) })
    .map(
      ({ numbers, policy, scale }): Sketch =>
        sketchOf(
          toSketch(numbers.map(({ T, C, D, J }) => ({ T: T * scale, C: C * scale, D: D * scale, J: J * scale }))),
          { policy },
        ),
    );
  const changed = (sketch: Sketch, index: number, changes: object): Sketch => ({
    ...sketch,
    tasks: sketch.tasks.map((task, i) => (i === index ? { ...task, ...changes } : task)),
  });

  it('are exact: the sketch is admitted at the limit and refused one µs beyond it', () => {
    fc.assert(
      fc.property(sketches, fc.nat(), fc.constantFrom(...contexts), (sketch, which, context) => {
        const index = which % sketch.tasks.length;
        const help = taskHelp(sketch, context, index);
        const admitted = (changes: object) => admit(changed(sketch, index, changes), context).admitted;
        const now = admit(sketch, context).admitted;
        const { periodUs, budgetUs, deadlineUs } = sketch.tasks[index] ?? {};
        for (const [member, limit, further, present] of [
          ['budgetUs', help?.mostBudgetUs, 1, budgetUs],
          ['periodUs', help?.leastPeriodUs, -1, periodUs],
          ['deadlineUs', help?.leastDeadlineUs, -1, deadlineUs],
        ] as const) {
          if (limit === null || limit === undefined) {
            // Without a limit, neither the present value nor an easier one is admitted.
            expect(now).toBe(false);
            for (const times of [0.1, 0.5, 1, 3, 20, 1000]) {
              const easier = Math.max(
                1,
                Math.round((present ?? 0) * (further > 0 ? 1 - Math.min(times, 1) : 1 + times)),
              );
              expect(admitted({ [member]: easier })).toBe(false);
            }
            continue;
          }
          expect(admitted({ [member]: limit })).toBe(true);
          if (limit + further > 0) expect(admitted({ [member]: limit + further })).toBe(false);
          if (now) expect((limit - (present ?? 0)) * further).toBeGreaterThanOrEqual(0);
          else expect((limit - (present ?? 0)) * further).toBeLessThan(0);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('admit every value between the present one and the limit, if priorities do not change', () => {
    fc.assert(
      fc.property(
        sketches,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(...contexts),
        (s, which, at, context) => {
          const sketch: Sketch = {
            ...s,
            policy: s.policy === 'edf' ? 'edf' : 'fixed',
            tasks: s.tasks.map((task, i) => ({ ...task, priority: -i })),
          };
          const index = which % sketch.tasks.length;
          const { budgetUs, periodUs, deadlineUs } = sketch.tasks[index] ?? {};
          const help = taskHelp(sketch, context, index);
          if (help === null || !admit(sketch, context).admitted) return;
          const between = (from: number, to: number) => Math.round(from + (to - from) * at);
          for (const changes of [
            { budgetUs: between(budgetUs ?? 0, help.mostBudgetUs ?? 0) },
            { periodUs: between(periodUs ?? 0, help.leastPeriodUs ?? 0) },
            { deadlineUs: between(deadlineUs ?? 0, help.leastDeadlineUs ?? 0) },
          ]) {
            expect(admit(changed(sketch, index, changes), context).admitted).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('include a scale of all budgets, at which the sketch is admitted, and refused at a thousandth more', () => {
    fc.assert(
      fc.property(sketches, fc.constantFrom(...kernels), (sketch, capabilities) => {
        const { scale } = designHelp(sketch, { capabilities });
        // All times are multiplied by 1000, so that every scaled budget is a whole number.
        const scaled = (permille: number): Sketch => ({
          ...sketch,
          tasks: sketch.tasks.map((task) => ({
            ...task,
            periodUs: (task.periodUs ?? 0) * 1000,
            deadlineUs: (task.deadlineUs ?? 0) * 1000,
            jitterUs: task.jitterUs * 1000,
            budgetUs: (task.budgetUs ?? 0) * permille,
          })),
        });
        // Non-preemptive blocking is C − 1 ns, which does not scale with the other times.
        fc.pre(capabilities.preemptive && scale !== null);
        const permille = Math.round((scale ?? 0) * 1000);
        expect(admit(scaled(permille), { capabilities }).admitted).toBe(true);
        expect(admit(scaled(permille + 1), { capabilities }).admitted).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a bound of design help on data', () => {
  interface Drawn {
    readonly sketch: Sketch;
    /**
     * Number of tasks in the chain. The chain begins with the first task; each task writes to the
     * next one.
     */
    readonly length: number;
  }

  const drawn: fc.Arbitrary<Drawn> = fc
    .record({
      numbers: taskSets({ deadlines: 1, jitter: true, mostTasks: 5 }).filter(
        (tasks) => tasks.length >= 2 && loadOf(tasks) <= 0.8,
      ),
      policy: policies,
      offsets: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 5 }),
      priorities: fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5, maxLength: 5 }),
      kinds: fc.array(fc.constantFrom('four-slot' as const, 'ring-buffer' as const), { minLength: 4, maxLength: 4 }),
      least: fc.double({ min: 0.2, max: 1, noNaN: true }),
      withOffsets: fc.boolean(),
      sporadic: fc.boolean(),
      length: fc.integer({ min: 2, max: 4 }),
    })
    .map(({ numbers, policy, offsets, priorities, kinds, least, withOffsets, sporadic, length }) => {
      const members = Math.min(length, numbers.length);
      const tasks = toSketch(numbers).map((task, i) => ({
        ...task,
        priority: priorities[i] ?? null,
        offsetUs: withOffsets ? (offsets[i] ?? 0) : 0,
        kind: sporadic && i === 0 ? ('sporadic' as const) : ('periodic' as const),
        execution: {
          shape: 'uniform' as const,
          leastUs: Math.max(1, Math.round(task.C * least)),
          mostUs: task.C,
          rarePercent: 0,
        },
      }));
      const channels = Array.from(
        { length: members - 1 },
        (_, i): Channel => ({
          name: `c${i}`,
          kind: kinds[i] ?? 'four-slot',
          item: [{ name: 'v', type: 'int16', count: 1 }],
          capacity: 65_535,
          writer: `T${i + 1}`,
          readers: [`T${i + 2}`],
          position: null,
        }),
      );
      return { sketch: sketchOf(tasks, { policy, channels }), length: members };
    });

  interface Promised {
    readonly rings: readonly RingCapacityHelp[];
    readonly chain: ChainHelp | undefined;
  }

  /** The bounds of design help on data, without the limits of tasks, which are slow to compute. */
  function promisedOf(sketch: Sketch, context: AdmissionContext): Promised {
    const admission = admit(sketch, context);
    const ends = dataEnds(sketch, admission, []);
    const rings = ringsOf(sketch, admission, ends);
    return { rings, chain: chainsOf(sketch, admission, ends, rings).chains[0] };
  }

  /** Gives each ring buffer the least sufficient capacity of design help. */
  function fitted(sketch: Sketch, { rings }: Promised): Sketch {
    const least = new Map(rings.map(({ channel, leastCapacity }) => [channel, leastCapacity]));
    return { ...sketch, channels: sketch.channels.map((c) => ({ ...c, capacity: least.get(c.name) ?? c.capacity })) };
  }

  interface Seen {
    readonly reactionNs: number;
    readonly ageNs: number;
    readonly overflows: number;
  }

  const RUN_NS = 2_000_000;

  /**
   * Simulates the sketch and measures the longest reaction time and data age of the chain. A job
   * reads at its start and writes at its completion. The data is the number of the first task's job
   * that produced it.
   */
  function play(sketch: Sketch, length: number, capabilities: AdmissionContext['capabilities'], seed: number): Seen {
    const built = buildSimulation(sketch, { capabilities });
    if (!built.ok) throw new Error(built.reason);
    const [first] = sketch.tasks;
    const begunNs = Math.max(...sketch.tasks.slice(0, length).map(({ offsetUs }) => offsetUs)) * 1000;
    const starts: number[] = [];
    const held = new Array<number>(length).fill(-1);
    const passed = new Array<number>(length).fill(-1);
    let [output, reactionNs, ageNs, overflows] = [-1, 0, 0, 0];
    const outputAt = (nowNs: number, from: number): void => {
      if (from <= output) return;
      const event = first?.kind === 'sporadic';
      const arrivalOf = (job: number) => (first?.offsetUs ?? 0) * 1000 + job * (first?.periodUs ?? 0) * 1000;
      // The oldest stimulus that only this output reflects. It is the next arrival after the
      // previous output's one, or, if the first task polls, it came just after the start of that
      // output's job.
      const since = event ? arrivalOf(output + 1) : starts[output];
      if (since !== undefined && since >= begunNs) reactionNs = Math.max(reactionNs, nowNs - since);
      // This output replaces the previous one. The age of the previous output counts from the arrival of its job.
      if (output >= 0 && arrivalOf(output) >= begunNs && !event) ageNs = Math.max(ageNs, nowNs - arrivalOf(output));
      output = from;
    };
    new Simulation(
      built.model,
      {
        metadata: () => {},
        segment: () => {},
        text: () => {},
        event(nowNs, kind, object) {
          if (kind === KIND_CHANNEL_OVERFLOW) overflows += 1;
          if (object < 0 || object >= length) return;
          if (kind === KIND_START) {
            held[object] = object === 0 ? starts.push(nowNs) - 1 : (passed[object - 1] as number);
          } else if (kind === KIND_COMPLETE) {
            if (object === length - 1) outputAt(nowNs, held[object] as number);
            passed[object] = held[object] as number;
          }
        },
      },
      { seed },
    ).run(RUN_NS);
    return { reactionNs, ageNs, overflows };
  }

  const check = ({ sketch, length }: Drawn, capabilities: AdmissionContext['capabilities'], seed: number): boolean => {
    const help = promisedOf(sketch, { capabilities });
    const roomy = fitted(sketch, help);
    const { chain } = promisedOf(roomy, { capabilities });
    if (help.rings.some(({ leastCapacity }) => leastCapacity === null) || chain?.reactionNs == null) return false;
    const seen = play(roomy, length, capabilities, seed);
    expect(seen.overflows).toBe(0);
    expect(seen.reactionNs).toBeLessThanOrEqual(chain.reactionNs);
    if (chain.ageNs !== null) expect(seen.ageNs).toBeLessThanOrEqual(chain.ageNs);
    return true;
  };

  it('is never exceeded in a simulated schedule: reaction time, data age, fill of ring buffers', () => {
    let bounded = 0;
    fc.assert(
      fc.property(drawn, fc.constantFrom(...kernels), fc.nat(), (one, capabilities, seed) => {
        if (check(one, capabilities, seed)) bounded += 1;
      }),
      { numRuns: 2000 },
    );
    expect(bounded).toBeGreaterThan(800);
  });

  it('is never exceeded on two cores, where a less urgent reader can start before the writer completes', () => {
    let bounded = 0;
    fc.assert(
      fc.property(drawn, fc.constantFrom(1, 2), fc.nat(), ({ sketch, length }, clusterCores, seed) => {
        const several = { sketch: { ...sketch, cores: 2, clusterCores }, length };
        if (check(several, preemptiveKernel(), seed)) bounded += 1;
      }),
      { numRuns: 800 },
    );
    expect(bounded).toBeGreaterThan(200);
  });

  it('is never exceeded for a ring buffer that an interrupt storm writes', () => {
    const storms = fc.record({
      bottomHalfUs: fc.integer({ min: 1, max: 30 }),
      ioBudgetUs: fc.integer({ min: 30, max: 100 }),
      ioPeriodUs: fc.integer({ min: 200, max: 2000 }),
      handled: fc.boolean(),
      reader: fc.integer({ min: 500, max: 5000 }),
      pattern: fc.constantFrom('bursty' as const, 'random' as const, 'periodic' as const),
      meanUs: fc.integer({ min: 5, max: 300 }),
      seed: fc.nat(),
    });
    let bounded = 0;
    fc.assert(
      fc.property(storms, ({ bottomHalfUs, ioBudgetUs, ioPeriodUs, handled, reader, pattern, meanUs, seed }) => {
        const interrupt = newInterrupt('I', '2', {
          bottomHalfUs,
          ioBudgetUs,
          ioPeriodUs,
          handlerBudgetUs: handled ? 20 : 0,
          handlerPeriodUs: 400,
          arrivals: { pattern, periodUs: meanUs, burst: 5 },
        });
        const ring: Channel = {
          ...newChannel('r'),
          kind: 'ring-buffer',
          capacity: 65_535,
          writer: 'I',
          readers: ['T1'],
        };
        const sketch = sketchOf([{ T: reader, C: 50 }], { interrupts: [interrupt], channels: [ring] });
        const context = { capabilities: preemptiveKernel() };
        const [found] = designHelp(sketch, context).rings;
        if (found?.leastCapacity == null) return;
        bounded += 1;
        expect(
          play(fitted(sketch, { rings: [found], chain: undefined }), 1, context.capabilities, seed).overflows,
        ).toBe(0);
      }),
      { numRuns: 200 },
    );
    expect(bounded).toBeGreaterThan(100);
  });
});
