/**
 * The product's promises, tested with real firmware that PlatformIO builds and the emulated Uno
 * runs. Releases do not drift, and no response time exceeds its bound. An overloaded sketch misses
 * the same deadlines as the independent schedule of hand-schedule.ts. A lossy serial line loses
 * events but does not cause false ones.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, runCli, tasksOf } from '../../app/cli/test-cli.ts';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { FlashImage } from '../../app/host/devices/avr/intel-hex.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { usually } from '../every-case.ts';
import {
  Builds,
  type Decoded,
  decode,
  missing,
  observedJobs,
  parseSketch,
  runOnBoard,
  starter,
  starterFile,
  TICK_NS,
} from './firmware.ts';
import { type HandTask, scheduleByHand } from './hand-schedule.ts';
import { admittedSketches, judge, random } from './random-sketches.ts';

const SECOND_US = 1_000_000;
/** Events that do not occur in an admitted sketch. */
const BAD = ['deadline-miss', 'release-dropped', 'events-dropped', 'gap'];

const builds = new Builds();
afterAll(() => builds.remove());

// A dropped test that names the missing tool. `npm test` installs PlatformIO first, so this test
// exists only if the installation failed.
if (missing !== null) it.skip(`not installed, so nothing of this was tried: ${missing}`, () => {});

describe.skipIf(missing !== null)('the starter for ten seconds', () => {
  const trace = path.join(builds.dir, 'three-blinks.pltrace');
  let sketch: Sketch;
  let document: Record<string, unknown> | undefined;

  beforeAll(async () => {
    sketch = await starter('three-blinks');
    const result = await runCli(['run', starterFile('three-blinks'), '--for', '10s', '--json', '--trace', trace], {
      env: { POLYLOOP_HOME: path.join(builds.dir, 'home') },
    });
    expect(result.code, result.error).toBe(0);
    [document] = documents(result);
  });

  it('misses no deadline, and no response time exceeds its bound', () => {
    expect(document).toMatchObject({ outcome: 'finished', boardTimeUs: 10 * SECOND_US, admitted: true });
    expect(document?.telemetry).toMatchObject({ badFrames: 0, lostFrames: 0, lostEvents: 0, gaps: 0 });
    const predicted = judge(sketch).tasks;
    for (const [index, task] of tasksOf(document).entries()) {
      expect(task).toMatchObject({ deadlineMisses: 0, budgetOverruns: 0, dropped: 0, incomplete: 0 });
      expect(Number(task.predictedResponseTimeUs)).toBe((predicted[index]?.responseNs ?? 0) / 1000);
      expect(Number(task.worstResponseTimeUs)).toBeGreaterThan(9000);
      expect(Number(task.worstResponseTimeUs)).toBeLessThanOrEqual(Number(task.predictedResponseTimeUs));
    }
  });

  it('has completed every job that was due', () => {
    expect(tasksOf(document).map(({ name }) => name)).toEqual(['fast', 'medium', 'slow']);
    for (const task of tasksOf(document)) {
      const due = (10 * SECOND_US) / Number(task.periodUs);
      // One job less: the set-up takes time, and events that the board has not sent at the end are
      // not counted.
      expect(Number(task.jobs)).toBeGreaterThanOrEqual(due - 1);
      expect(Number(task.jobs)).toBeLessThanOrEqual(due);
    }
  });

  it('releases the k-th job within one tick of φ + k·T', () => {
    const jobs = observedJobs(sketch, decode(readFileSync(trace)));
    for (const [index, task] of tasksOf(document).entries()) {
      expect(Number(task.releaseJitterUs)).toBeLessThanOrEqual(TICK_NS / 1000);
      const own = jobs[index] ?? [];
      expect(own.map(({ number }) => number)).toEqual(own.map((_, k) => k));
      expect(Math.max(...own.map(({ latenessNs }) => Math.abs(latenessNs)))).toBeLessThanOrEqual(TICK_NS);
    }
  });
});

describe.skipIf(missing !== null)('the LEDs, timed by the cycle counter', () => {
  const edges = new Map<string, number[]>();

  beforeAll(async () => {
    const image = await builds.firmware(await starter('three-blinks'));
    runOnBoard(image, 10.1 * SECOND_US, {
      // Each job of the sketch switches its LED.
      onPinChange: (pin, _level, cycle) => {
        edges.set(pin, [...(edges.get(pin) ?? []), (cycle / ATMEGA328P.clockHz) * SECOND_US]);
      },
    });
  });

  it.each([
    ['13', 0],
    ['12', 1],
    ['11', 2],
  ] as const)('pin %s changes without drift', async (pin, index) => {
    const sketch = await starter('three-blinks');
    const periodUs = sketch.tasks[index]?.periodUs ?? 0;
    const boundUs = (judge(sketch).tasks[index]?.responseNs ?? 0) / 1000;
    const seen = edges.get(pin) ?? [];
    expect(seen.length).toBeGreaterThanOrEqual(Math.floor((10 * SECOND_US) / periodUs));
    const late = seen.map((at, k) => at - (seen[0] ?? 0) - k * periodUs);
    for (const off of late) expect(Math.abs(off)).toBeLessThan(boundUs);
    // The schedule repeats every 500 ms: it is the same in the first seconds and in the last.
    const perPattern = 500_000 / periodUs;
    const [early, recent] = [late.slice(0, 4 * perPattern), late.slice(-4 * perPattern)];
    const shift = late.length % perPattern;
    early.forEach((off, k) => {
      const other = recent[(k - shift + recent.length) % recent.length] ?? Number.NaN;
      // Tolerates the time of one interrupt. A clock that drifts by 0.01 % would be off by 1 ms.
      expect(Math.abs(off - other), `change ${k}`).toBeLessThan(500);
    });
  });
});

/** Converts periodic tasks, in the order of priority, for `scheduleByHand`. */
function handTasks(sketch: Sketch): HandTask[] {
  return sketch.tasks.map((task) => ({
    name: task.name,
    periodUs: task.periodUs ?? 0,
    offsetUs: task.offsetUs,
    deadlineUs: task.deadlineUs ?? task.periodUs ?? 0,
    lengthUs: task.budgetUs ?? 0,
  }));
}

/** A body that waits for this time by Arduino's clock. The time of interrupts counts. */
const waiting = (us: number) => `const unsigned long start = micros();\nwhile (micros() - start < ${us}) {\n}`;

/** U = 1.27. Each body leaves 200 µs of its length to the dispatcher and to telemetry. */
function crowdedSketch(): Sketch {
  const times = [
    { name: 'a', periodUs: 16_000, budgetUs: 10_000 },
    { name: 'b', periodUs: 24_000, budgetUs: 8000, offsetUs: 12_000, deadlineUs: 22_000 },
    { name: 'c', periodUs: 48_000, budgetUs: 14_000, offsetUs: 4000 },
    { name: 'd', periodUs: 96_000, budgetUs: 2000, offsetUs: 26_000, deadlineUs: 80_000 },
  ];
  const tasks = times.map((task) => ({ ...task, body: waiting(task.budgetUs - 200) }));
  return parseSketch(JSON.stringify({ polyloop: 1, name: 'crowded', board: 'uno', target: 'superloop', tasks }));
}

/** Dropped releases by task, as the program reports their number. */
function dropsReported({ events }: Decoded, tasks: number): number[] {
  return Array.from({ length: tasks }, (_, task) =>
    events
      .filter(({ kind, object }) => kind === 'release-dropped' && object === task)
      .reduce((sum, { value }) => sum + value, 0),
  );
}

describe.skipIf(missing !== null)('an overloaded sketch', () => {
  const sketches = [
    ['overload', () => starter('overload')],
    ['crowded', async () => crowdedSketch()],
  ] as const;

  it.each(sketches)('%s misses and drops exactly the jobs of the independent schedule', async (_, load) => {
    const sketch = await load();
    const { admitted, declaredUtilization } = judge(sketch);
    expect(admitted).toBe(false);
    expect(declaredUtilization).toBeGreaterThan(1);
    const hand = scheduleByHand(handTasks(sketch), 2 * SECOND_US);
    // The schedule's decisions stay the same if each job is 400 µs longer or shorter.
    expect(hand.toleranceUs).toBeGreaterThanOrEqual(400);
    const decoded = decode(runOnBoard(await builds.firmware(sketch), 2 * SECOND_US));
    expect(decoded.faults).toBe(0);
    const jobs = observedJobs(sketch, decoded);
    sketch.tasks.forEach((task, index) => {
      const own = jobs[index] ?? [];
      const last = own.at(-1)?.number ?? -1;
      expect(last).toBeGreaterThan((2 * SECOND_US) / (task.periodUs ?? 1) - 8);
      const fates = (hand.fates[index] ?? []).slice(0, last + 1);
      const ran = fates.flatMap((fate, k) => (fate === 'dropped' ? [] : [{ k, missed: fate === 'missed' }]));
      expect(
        own.map(({ number, missed }) => ({ k: number, missed })),
        task.name,
      ).toEqual(ran);
      const dropped = dropsReported(decoded, sketch.tasks.length)[index] ?? 0;
      // The last job also reports the releases that were dropped while it ran.
      const droppedByHand = fates.filter((fate) => fate === 'dropped').length;
      expect(dropped - droppedByHand).toBeGreaterThanOrEqual(0);
      expect(dropped - droppedByHand).toBeLessThanOrEqual(1);
    });
    expect(new Set(hand.fates.flat())).toEqual(new Set(['in time', 'missed', 'dropped']));
  });
});

describe.skipIf(missing !== null)('random sketches that are admitted', () => {
  const sketches = admittedSketches(usually(5, 12)).map(
    (one) => [`${one.sketch.policy}, seed ${one.seed}`, one] as const,
  );

  it('include every policy', () => {
    expect(new Set(sketches.map(([, { sketch }]) => sketch.policy)).size).toBe(4);
  });

  it.each(sketches)('never exceed a predicted response time: %s', async (_, { sketch, admission }) => {
    const decoded = decode(runOnBoard(await builds.firmware(sketch, 'random'), 2 * SECOND_US));
    expect(decoded.events.filter(({ kind }) => BAD.includes(kind))).toEqual([]);
    expect(decoded.faults).toBe(0);
    const jobs = observedJobs(sketch, decoded);
    for (const { task, name, responseNs, deadlineNs } of admission.tasks) {
      const own = jobs[task] ?? [];
      const { periodUs, offsetUs = 0 } = sketch.tasks[task] ?? {};
      expect(own.length).toBeGreaterThanOrEqual(Math.floor((1.9 * SECOND_US - offsetUs) / (periodUs ?? 1)));
      const worstNs = Math.max(...own.map((job) => job.responseNs));
      // If no test bounds the response of a single task (EDF), the deadline is the bound.
      expect(worstNs, `${name} of ${JSON.stringify(sketch.tasks)}`).toBeLessThanOrEqual(responseNs ?? deadlineNs);
    }
  });
});

describe.skipIf(missing !== null)('a lossy line', () => {
  let image: FlashImage;
  let bytes: Uint8Array;
  let known: Set<string>;
  const textOf = (event: Decoded['events'][number]) => `${event.timeNs} ${event.kind} ${event.object} ${event.value}`;
  /** Events that the decoder adds. They describe the record, not the program. */
  const ABOUT_THE_RECORD = ['gap', 'events-dropped'];

  beforeAll(async () => {
    image = await builds.firmware(crowdedSketch());
    // Long enough to send the metadata three times, because the line can damage the same frame
    // twice.
    bytes = runOnBoard(image, 6 * SECOND_US);
    const whole = decode(bytes);
    expect(whole).toMatchObject({ faults: 0 });
    known = new Set(whole.events.map(textOf));
  });

  const losses: readonly (readonly [string, (byte: number, next: () => number) => readonly number[]])[] = [
    ['drops bytes', (byte, next) => (next() < 0.002 ? [] : [byte])],
    ['flips bits', (byte, next) => (next() < 0.002 ? [byte ^ (1 << Math.floor(next() * 8))] : [byte])],
    ['invents and doubles bytes', (byte, next) => (next() < 0.002 ? [byte, Math.floor(next() * 256)] : [byte])],
  ];

  it.each(losses)('that %s loses events and causes no false event', (_, damage) => {
    let survived = 0;
    const seeds = 8;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const next = random(seed);
      const received = decode(Uint8Array.from([...bytes].flatMap((byte) => damage(byte, next))));
      expect(received.faults).toBeGreaterThan(0);
      const reported = received.events.filter(({ kind }) => !ABOUT_THE_RECORD.includes(kind));
      expect(reported.map(textOf).filter((text) => !known.has(text))).toEqual([]);
      // Part of every record survives, even if most frames of a second are damaged.
      expect(reported.length).toBeGreaterThan(known.size * 0.25);
      survived += reported.length;
      expect(received.events.some(({ kind }) => kind === 'gap')).toBe(true);
    }
    // The decoder adds little loss of its own: the line damages one frame in eight, and each costs
    // up to a second.
    expect(survived).toBeGreaterThan(seeds * known.size * 0.4);
  });

  it('that is cut for a second gives a gap, and all later events are unchanged', () => {
    const [from, to] = [Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.65)];
    const received = decode(Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]));
    const reported = received.events.filter(({ kind }) => !ABOUT_THE_RECORD.includes(kind));
    expect(reported.map(textOf).filter((text) => !known.has(text))).toEqual([]);
    expect(received.events.filter(({ kind }) => kind === 'gap').length).toBeGreaterThan(0);
    expect(reported.at(-1)?.timeNs ?? 0).toBeGreaterThan(5.5e9);
  });
});
