import { describe, expect, it } from 'vitest';
import { MS, ProfileBench, SKETCH } from '../profile/test-profile.ts';
import { KIND_COMPLETE, KIND_RELEASE, KIND_START } from '../trace/kinds.ts';
import { clockOf } from './clock.ts';
import { figuresOf } from './figures.ts';
import { racePicture } from './picture.ts';
import { type Racer, racerSchema } from './racer.ts';
import { raceReport } from './report.ts';
import { raceCells, raceNotes } from './words.ts';

/** Jobs of `loop`, each with its release and response in ms. */
function bench(jobs: readonly (readonly [releaseMs: number, responseMs: number])[]): ProfileBench {
  const made = new ProfileBench();
  for (const [release, response] of jobs) {
    made.store.event(release * MS, KIND_RELEASE, 0, 0);
    made.store.event(release * MS, KIND_START, 0, 0);
    made.store.event((release + response) * MS, KIND_COMPLETE, 0, 0);
  }
  made.store.event(100 * MS, KIND_RELEASE, 0, 0);
  made.update();
  return made;
}

function racer(label: string, made: ProfileBench | null, over: Partial<Racer> = {}): Racer {
  return {
    ...{ target: 'superloop', label, outcome: 'ran', reason: null, admitted: true, sentence: 'Everything fits.' },
    ...{ clock: 'cycles', memory: null, preemptions: 0, finding: null },
    profile: made?.profile() ?? null,
    ...over,
  };
}

const traceOf = ({ store, jobs }: ProfileBench) => ({
  store,
  jobs,
  origin: { source: 'virtual' as const, sketch: SKETCH },
});

describe('the figures of a racer', () => {
  it('are the response that is largest relative to its deadline, and the span of the responses', () => {
    const figures = figuresOf(
      bench([
        [0, 3],
        [10, 1],
        [20, 5],
      ]).profile(),
    );
    expect(figures).toMatchObject({ jobs: 3, misses: 0, jitterNs: 4 * MS });
    expect(figures.worst).toEqual({ name: 'loop', responseNs: 5 * MS, limitNs: 10 * MS });
  });

  it('count late jobs and dropped releases as misses', () => {
    expect(
      figuresOf(
        bench([
          [0, 12],
          [20, 1],
        ]).profile(),
      ).misses,
    ).toBe(1);
  });

  it('say whether a response exceeded its bound, and nothing without a bound', () => {
    const { tasks, ...profile } = bench([[0, 3]]).profile();
    const withBound = (boundNs: number | null) =>
      figuresOf({ ...profile, tasks: tasks.map((task) => ({ ...task, boundNs })) }).aboveBound;
    expect([withBound(null), withBound(3 * MS), withBound(3 * MS - 1)]).toEqual([null, false, true]);
  });

  it('are unknown without a run', () => {
    const cells = raceCells(racer('Zephyr', null, { outcome: 'not-installed', reason: 'Zephyr is not installed.' }));
    expect([cells.jobs.text, cells.misses.text, cells.worst.text, cells.ram.text]).toEqual(['–', '–', '–', '–']);
  });
});

describe('a result', () => {
  it('is valid for its schema', () => {
    const made = racer('Super-loop', bench([[0, 3]]));
    expect(racerSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  it('says why a target did not run, and what was wrong with a run', () => {
    const notes = raceNotes([
      racer('Zephyr', null, { outcome: 'not-installed', reason: 'Set ZEPHYR_BASE.' }),
      racer('Super-loop', bench([[0, 3]]), { finding: { label: 'Hung', sentence: 'Nothing runs.' } }),
      racer('FreeRTOS', bench([[0, 3]])),
    ]);
    expect(notes).toEqual(['Zephyr, Not installed: Set ZEPHYR_BASE.', 'Super-loop: Hung. Nothing runs.']);
  });

  it('has a clock that says what its times are', () => {
    const qemu = { emulator: 'qemu', machine: 'm', icountShift: 6, counter: { address: 0 } } as const;
    const clocks = [{ emulator: 'avr8js' } as const, { emulator: 'host-process' } as const, qemu].map((virtual) =>
      clockOf({ virtual }),
    );
    expect(clocks).toEqual(['cycles', 'computer', 'instructions']);
  });
});

describe('the picture', () => {
  it('has one schedule below the other on one axis that begins at the first release of each', () => {
    const early = bench([[0, 3]]);
    const late = bench([[10, 3]]);
    const { shapes } = racePicture([
      { label: 'A', trace: traceOf(early) },
      { label: 'B', trace: traceOf(late) },
    ]);
    const boxes = shapes.flatMap((shape) => (shape.kind === 'box' ? [shape] : []));
    const [first, second] = boxes;
    expect(boxes).toHaveLength(2);
    expect(second?.x).toBeCloseTo(first?.x ?? 0, 6);
    expect(second?.width).toBeCloseTo(first?.width ?? 0, 6);
    expect(second?.y).toBeGreaterThan(first?.y ?? 0);
    const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(texts.filter((text) => text === '0')).toHaveLength(2);
    expect(texts).toEqual(expect.arrayContaining(['A', 'B']));
  });
});

describe('the report', () => {
  const about = { board: 'Arduino Uno', policy: 'edf', date: 'today', durationNs: 2e9 };

  it('shows each response beside its bound, and marks one above it', () => {
    const made = bench([[0, 3]]);
    const good = racer('Good', made);
    const bad = racer('Bad', made);
    const bound = (one: Racer, boundNs: number): Racer => ({
      ...one,
      profile: one.profile && { ...one.profile, tasks: one.profile.tasks.map((task) => ({ ...task, boundNs })) },
    });
    const text = raceReport({ sketch: 's', ...about, racers: [bound(good, 4 * MS), bound(bad, 2 * MS)] }, []);
    expect(text).toContain('3 ms ≤ 4 ms');
    expect(text).toContain('<td class="bad">3 ms &gt; 2 ms</td>');
    expect(text).toContain('Bad: A response exceeded its bound.');
  });

  it('contains no markup of names', () => {
    const made = bench([[0, 3]]);
    const name = '<script>alert(1)</script>\u202e"&';
    const raced = [{ label: name, trace: traceOf(made) }];
    const text = raceReport({ sketch: name, ...about, racers: [racer(name, made)] }, raced);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\u202e');
    expect(text).toContain('&lt;script&gt;');
    expect(text.match(/<svg/g)).toHaveLength(1);
  });

  it('says that no target ran', () => {
    const none = racer('Zephyr', null, { outcome: 'impossible', reason: 'No code is generated yet.' });
    expect(raceReport({ sketch: 's', ...about, racers: [none] }, [])).toContain('No target ran the sketch.');
  });
});
