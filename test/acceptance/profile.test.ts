/**
 * Profiles of the real firmware: the maxima are those of the emulator's pins, a refit makes an admitted sketch
 * of one with wrong budgets, and a second profile shows what a change has changed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { Measurement } from '../../app/host/measuring/measure.ts';
import { Recording } from '../../app/host/measuring/recording.ts';
import { Runs } from '../../bench/estimate/run.ts';
import { responseBoundsNs } from '../../generator/judge/bounds.ts';
import { compareProfiles, hasChanged } from '../../generator/profile/compare.ts';
import type { Profile, TaskProfile } from '../../generator/profile/profile.ts';
import { applyRefits, refitOf } from '../../generator/profile/refit.ts';
import { takeProfile } from '../../generator/profile/take.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { decoderOfRun } from '../../generator/trace/nested-jobs.ts';
import { freertosUnoMissing } from '../conformance/freertos.ts';
import { usually } from '../every-case.ts';
import { Builds, missing, runOnBoard, TICK_NS } from './firmware.ts';
import { judge } from './random-sketches.ts';

const builds = new Builds();
const runs = new Runs();
afterAll(() => builds.remove());
afterAll(() => runs.remove());

const RUN_NS = 800e6;

const ABOUT = { name: 'run', date: '2026-11-23T12:00:00.000Z', device: 'virtual', overheads: null } as const;

/**
 * What the record of its start adds to the time of each job on the Uno: usually, and at most (docs/profile.md). The
 * time in a trace has steps of a tick.
 */
const OWN_NS = {
  superloop: { usual: 13_250, most: 32_000 },
  preemptive: { usual: 14_250, most: 32_000 },
} as const;

/**
 * Each job is a pulse of a pin: of 100 to 655 µs, of nothing, and of a length that on the preemptive target spans
 * several jobs of the others. The barrier keeps the computation within the pulse.
 */
function pulses(target: keyof typeof OWN_NS): Sketch {
  const [least, step] = target === 'superloop' ? [500, 61] : [6000, 211];
  const pulse = (bit: number, length: string) =>
    `PORTB |= ${bit}; asm volatile("" ::: "memory"); ${length} asm volatile("" ::: "memory"); PORTB &= ~${bit};`;
  const setup = (pin: number) => `TIMSK0 = 0; pinMode(${pin}, OUTPUT);`;
  return newSketch('pulses', {
    target,
    tasks: [
      newTask('fast', {
        ...{ periodUs: 5_000, budgetUs: 1_000, setup: setup(13) },
        body: pulse(32, 'static uint8_t k; delayMicroseconds(100 + 37 * (k++ % 16));'),
      }),
      newTask('empty', { periodUs: 10_000, offsetUs: 8_500, budgetUs: 200, setup: setup(11), body: pulse(8, '') }),
      newTask('slow', {
        ...{ periodUs: 20_000, offsetUs: 2_500, budgetUs: least + 16 * step + 500, setup: setup(12) },
        body: pulse(16, `static uint8_t k; delayMicroseconds(${least} + ${step} * (k++ % 16));`),
      }),
    ],
  });
}

/** The pins of the tasks. */
const PINS = ['13', '11', '12'];

interface Pulse {
  readonly fromNs: number;
  readonly toNs: number;
}

const lengthOf = ({ fromNs, toNs }: Pulse): number => toNs - fromNs;

describe.skipIf(missing !== null).each(['superloop', 'preemptive'] as const)('a profile of pulses, %s', (target) => {
  const sketch = pulses(target);
  const recording = new Recording(sketch);
  let profile: Profile;
  /** By task: the pulse of each job that the profile has. */
  let pulsesOf: Pulse[][];

  beforeAll(async () => {
    const edges = PINS.map((): number[] => []);
    const bytes = runOnBoard(await builds.firmware(sketch, target), 1_000_000, {
      onPinChange: (pin, _level, cycle) => edges[PINS.indexOf(pin)]?.push((cycle * 1e9) / ATMEGA328P.clockHz),
    });
    const decoder = decoderOfRun(recording.store);
    decoder.push(bytes);
    decoder.end();
    recording.count();
    profile = takeProfile(recording, { ...ABOUT, sketch, boundsNs: [], asleep: null });
    pulsesOf = edges.map((times, task) =>
      Array.from({ length: profile.tasks[task]?.jobs ?? 0 }, (_, job) => ({
        fromNs: times[2 * job] ?? Number.NaN,
        toNs: times[2 * job + 1] ?? Number.NaN,
      })),
    );
  });

  /** The time of each job by the edges of all pins. What another job took within its pulse is not its own. */
  function jobsByEdges(task: number) {
    const { usual, most } = OWN_NS[target];
    const others = pulsesOf.filter((_, other) => other !== task).flat();
    return (pulsesOf[task] ?? []).map((pulse, row) => {
      const within = others.filter(({ fromNs, toNs }) => fromNs > pulse.fromNs && toNs < pulse.toNs);
      const ownNs = lengthOf(pulse) - within.reduce((sum, other) => sum + lengthOf(other), 0);
      return {
        usualNs: ownNs + usual - within.length * usual,
        leastNs: ownNs + usual - within.length * most,
        mostNs: ownNs + most - within.length * usual,
        measuredNs: recording.jobs.task(task)?.executionAt(row) ?? Number.NaN,
        // Each preemption has two more time stamps.
        toleranceNs: TICK_NS * (1 + within.length),
      };
    });
  }

  it.each([0, 1, 2])('has the times of the emulator’s edges, task %i', (task) => {
    const jobs = jobsByEdges(task);
    expect(jobs.length).toBeGreaterThan([190, 95, 45][task] ?? 0);
    for (const { leastNs, measuredNs, toleranceNs } of jobs)
      expect(measuredNs).toBeGreaterThanOrEqual(leastNs - toleranceNs);
    // Before a body begins, the runtime may also do work of the telemetry that it does 30 times in a second.
    const longer = jobs.filter(({ mostNs, measuredNs, toleranceNs }) => measuredNs > mostNs + toleranceNs);
    expect(longer.length).toBeLessThanOrEqual(jobs.length / 50);
    const usual = jobs.filter(({ usualNs, measuredNs, toleranceNs }) => Math.abs(measuredNs - usualNs) <= toleranceNs);
    expect(usual.length).toBeGreaterThan(jobs.length / 5);
    // The profile has the longest and the shortest of these jobs.
    const measured = jobs.map(({ measuredNs }) => measuredNs);
    const { execution } = profile.tasks[task] ?? {};
    const counted = { count: jobs.length, mostNs: Math.max(...measured), leastNs: Math.min(...measured) };
    expect(execution).toMatchObject(counted);
    const longestNs = Math.max(...jobs.map(({ usualNs }) => usualNs));
    expect(counted.mostNs - longestNs).toBeGreaterThanOrEqual(task === 2 ? -4 * TICK_NS : -TICK_NS);
    expect(counted.mostNs - longestNs).toBeLessThanOrEqual(OWN_NS[target].most - OWN_NS[target].usual + TICK_NS);
  });

  it('has jobs that preempt others only on the preemptive target', () => {
    const preempted = PINS.map((_, task) => jobsByEdges(task).filter(({ toleranceNs }) => toleranceNs > TICK_NS));
    const slow = target === 'preemptive' ? pulsesOf[2]?.length : 0;
    expect(preempted.map(({ length }) => length)).toEqual([0, 0, slow]);
  });
});

/** The first budget is far too large, so that the sketch is refused, and the second is too small. */
const WRONG = newSketch('wrong', {
  tasks: [
    newTask('fast', { periodUs: 10_000, budgetUs: 9_900, body: 'delayMicroseconds(1500);' }),
    newTask('slow', { periodUs: 40_000, budgetUs: 300, body: 'delayMicroseconds(4000);' }),
  ],
});

function profileOf(sketch: Sketch, { recording, facts, boardTimeNs }: Measurement): Profile {
  const { store, statistics, spans, channels } = recording;
  return takeProfile(
    { store, statistics, spans, channels },
    {
      ...ABOUT,
      sketch,
      boundsNs: responseBoundsNs(sketch, judge(sketch)),
      asleep: { ns: facts.asleepNs ?? 0, ofNs: boardTimeNs },
    },
  );
}

/**
 * A sporadic task with a budget and a least distance that no processor has the time for, and with stacks of which little
 * is used where tasks have their own. It is triggered by every third job of the other task.
 */
const WRONG_DISTANCE = newSketch('wrong-distance', {
  tasks: [
    newTask('source', {
      ...{ periodUs: 10_000, budgetUs: 3_000, stackBytes: 300 },
      body: 'static uint8_t k;\nif (++k == 3) {\n  k = 0;\n  urgent_trigger();\n}',
    }),
    newTask('urgent', {
      ...{ kind: 'sporadic', periodUs: 5_000, budgetUs: 4_000, stackBytes: 300 },
      body: 'volatile char buffer[40];\nbuffer[0] = 1;\ndelayMicroseconds(1000);',
    }),
  ],
});
const TRIGGERED_EVERY_US = 30_000;
/** A program tells how much of a stack was used once a second, of one task after the other. */
const STACKS_NS = 4e9;

const taskOf = ({ tasks }: Profile, name: string): TaskProfile | undefined => tasks.find((task) => task.name === name);

describe.skipIf(missing !== null)('a refit of a sketch with wrong budgets', () => {
  it('gives an admitted sketch that runs without a miss, and the next profile shows what changed', async () => {
    expect(judge(WRONG).admitted).toBe(false);
    const first = profileOf(WRONG, await runs.run(WRONG, RUN_NS));
    expect(taskOf(first, 'slow')?.overruns).toBeGreaterThan(0);
    const { refits, kept } = refitOf(WRONG, first, 20);
    expect(kept).toEqual([]);
    const result = applyRefits(WRONG, refits);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    const refitted = result.sketch;
    expect(judge(refitted).admitted).toBe(true);

    const second = profileOf(refitted, await runs.run(refitted, usually(RUN_NS, 600e9)));
    for (const { late, dropped, overruns, incomplete, response, boundNs } of second.tasks) {
      expect({ late, dropped, overruns, incomplete }).toEqual({ late: 0, dropped: 0, overruns: 0, incomplete: 0 });
      expect(response?.mostNs).toBeLessThanOrEqual(boundNs ?? 0);
    }
    const { tasks } = compareProfiles(first, second);
    const changed = tasks.map(({ name, pairs }) => [
      name,
      pairs.filter((pair) => hasChanged(pair, 0.05)).map(({ value }) => value),
    ]);
    expect(changed).toEqual([
      ['fast', expect.arrayContaining(['budget', 'bound'])],
      ['slow', expect.arrayContaining(['budget', 'bound', 'overruns'])],
    ]);
    const { load } = second;
    expect(load.tasks + (load.runtime ?? 0) + (load.idle ?? 0)).toBeCloseTo(1, 6);
    expect(load.idle).toBeGreaterThan(0.7);
    expect(load.idle).toBeLessThan(0.78);

    const [fast, slow] = refitted.tasks;
    if (fast === undefined || slow === undefined) throw new Error('no tasks');
    const changedCode = { ...refitted, tasks: [fast, { ...slow, body: 'delayMicroseconds(4700);' }] };
    const third = profileOf(changedCode, await runs.run(changedCode, RUN_NS));
    const rows = compareProfiles(second, third).tasks;
    expect(rows.map(({ name, isOtherCode }) => [name, isOtherCode])).toEqual([
      ['fast', false],
      ['slow', true],
    ]);
    // The longest job of ten minutes may meet more interrupts, but not the usual one.
    const median = rows[1]?.pairs.find(({ value }) => value === 'executionMedian');
    expect((median?.b ?? 0) - (median?.a ?? 0)).toBeGreaterThan(600_000);
    expect((median?.b ?? 0) - (median?.a ?? 0)).toBeLessThan(800_000);
    const same = rows[0]?.pairs.find(({ value }) => value === 'executionMedian');
    expect(same !== undefined && hasChanged(same, 0.02)).toBe(false);
  });
});

describe.skipIf(missing !== null).each([
  { target: 'preemptive', without: null, values: ['budget', 'period'] },
  { target: 'freertos', without: freertosUnoMissing, values: ['budget', 'period', 'stack'] },
] as const)('a refit of a sporadic task, $target', ({ target, without, values }) => {
  it.skipIf(without !== null)('has its least distance and its stack, and the sketch keeps them', async () => {
    const wrong = { ...WRONG_DISTANCE, target };
    expect(judge(wrong).admitted).toBe(false);
    const first = profileOf(wrong, await runs.run(wrong, STACKS_NS));
    const { refits } = refitOf(wrong, first, 20);
    expect(refits.filter(({ name }) => name === 'urgent').map(({ value }) => value)).toEqual(values);
    const period = refits.find(({ value }) => value === 'period');
    expect(Math.abs((period?.measured ?? 0) / 1000 - TRIGGERED_EVERY_US)).toBeLessThan(TRIGGERED_EVERY_US / 50);
    const result = applyRefits(wrong, refits);
    if (!result.ok) throw new Error(result.problems[0]?.message);
    expect(judge(result.sketch).admitted).toBe(true);

    const second = profileOf(result.sketch, await runs.run(result.sketch, STACKS_NS));
    for (const { name, late, dropped, overruns, response, boundNs, stack } of second.tasks) {
      expect({ name, late, dropped, overruns }).toEqual({ name, late: 0, dropped: 0, overruns: 0 });
      expect(response?.mostNs).toBeLessThanOrEqual(boundNs ?? 0);
      const proposed = refits.find((refit) => refit.name === name && refit.value === 'stack');
      expect(stack?.sizeBytes).toBe(proposed?.proposed);
      expect(stack?.usedBytes ?? 0).toBeLessThan(stack?.sizeBytes ?? 1);
    }
  });
});
