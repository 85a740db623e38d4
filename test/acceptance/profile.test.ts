/**
 * Profiles of the real firmware: the maxima are those of the emulator's pins, a refit makes an admitted sketch
 * of one with wrong budgets, and a second profile shows what a change has changed.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { Measurement } from '../../app/host/measuring/measure.ts';
import { Runs } from '../../bench/estimate/run.ts';
import { responseBoundsNs } from '../../generator/judge/bounds.ts';
import { compareProfiles, hasChanged } from '../../generator/profile/compare.ts';
import type { Profile, TaskProfile } from '../../generator/profile/profile.ts';
import { applyRefits, refitOf } from '../../generator/profile/refit.ts';
import { takeProfile } from '../../generator/profile/take.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../generator/trace/jobs/statistics.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { usually } from '../every-case.ts';
import { Builds, missing, runOnBoard, TICK_NS } from './firmware.ts';
import { judge } from './random-sketches.ts';

const builds = new Builds();
const runs = new Runs();
afterAll(() => builds.remove());
afterAll(() => runs.remove());

const RUN_NS = 800e6;

/** A pulse of 100 to 655 µs in each job. The pins' registers keep what is not in the pulse short. */
const PULSES = newSketch('pulses', {
  tasks: [
    newTask('pulse', {
      ...{ periodUs: 5_000, budgetUs: 1_000, setup: 'pinMode(13, OUTPUT);' },
      body: 'static uint8_t k; PORTB |= 32; delayMicroseconds(100 + 37 * (k++ % 16)); PORTB &= ~32;',
    }),
  ],
});

describe.skipIf(missing !== null)('a profile of a job that is a pulse of a pin', () => {
  it('has the longest and the shortest pulse, each within a tick of the trace', async () => {
    const edges: number[] = [];
    const image = await builds.firmware(PULSES);
    const bytes = runOnBoard(image, 1_000_000, {
      onPinChange: (pin, _level, cycle) => pin === '13' && edges.push(cycle),
    });
    const store = new TraceStore();
    const jobs = new JobTracker(store);
    const statistics = new TraceStatistics(store, jobs);
    const decoder = new TelemetryDecoder(store);
    decoder.push(bytes);
    decoder.end();
    jobs.update();
    statistics.update();
    const [task] = statistics.tasks;
    const pulses = edges
      .slice(1)
      .flatMap((edge, i) => (i % 2 === 0 ? [((edge - (edges[i] ?? 0)) * 1e9) / ATMEGA328P.clockHz] : []));
    // The last jobs may not have been sent.
    const seen = pulses.slice(0, task?.executionNs.count);
    expect(seen.length).toBeGreaterThan(190);
    const { worst, best } = task?.executionNs ?? {};
    const [longest, shortest] = [Math.max(...seen), Math.min(...seen)];
    expect(longest - shortest).toBeGreaterThan(500_000);
    // What a job takes outside the pulse is the same each time.
    const rest = (best ?? 0) - shortest;
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(20_000);
    expect(Math.abs((worst ?? 0) - rest - longest)).toBeLessThanOrEqual(TICK_NS);
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
      ...{ name: 'run', date: '2026-11-23T12:00:00.000Z', device: 'virtual', sketch, overheads: null },
      boundsNs: responseBoundsNs(sketch, judge(sketch)),
      asleep: { ns: facts.asleepNs ?? 0, ofNs: boardTimeNs },
    },
  );
}

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
