/** The observer of a soak run detects violated promises, so that a soak run can fail. */
import { describe, expect, it } from 'vitest';
import {
  KIND_BOOT,
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_DEADLINE_MISS,
  KIND_EVENTS_DROPPED,
  KIND_IDLE,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
  KIND_START,
} from '../../generator/trace/kinds.ts';
import { TelemetryEncoder } from '../../generator/trace/wire/encoder.ts';
import type { Promised } from './admitted.ts';
import { type Observation, Observer } from './observe.ts';

const MS = 1_000_000;
const TASK: Promised = {
  name: 'task',
  kind: 'periodic',
  index: 0,
  periodNs: 10 * MS,
  offsetNs: 2 * MS,
  deadlineNs: 8 * MS,
  boundNs: 5 * MS,
};
const OBJECT = { class: 'task', index: 0, name: 'task', periodNs: 10 * MS, offsetNs: 2 * MS } as const;
const METADATA = { clockHz: 1_000_000, objects: [{ ...OBJECT, deadlineNs: 8 * MS, budgetNs: MS }], fingerprint: 1 };

type Recorded = readonly [timeMs: number, kind: number, object?: number, value?: number];

const JOBS = 300;
const RUN_MS = JOBS * 10;

/** Events of jobs of 3 ms every 10 ms, from 102 ms on. `change` can change the events of a job. */
function eventsWith(change: (job: number, usual: Recorded[]) => readonly Recorded[]): Recorded[] {
  return Array.from({ length: JOBS - 20 }, (_, job) => {
    const at = 102 + job * 10;
    return change(job, [
      [at, KIND_RELEASE],
      [at, KIND_START],
      [at + 3, KIND_COMPLETE],
      [at + 3, KIND_IDLE, -1],
    ]);
  }).flat();
}

function observe(events: readonly Recorded[], promised = TASK, misbehaving: readonly string[] = []): Observation {
  const encoder = new TelemetryEncoder();
  encoder.metadata(METADATA);
  encoder.segment(true);
  encoder.event(0, KIND_BOOT, -1, 0);
  for (const [timeMs, kind, object = 0, value = 0] of events) encoder.event(timeMs * MS, kind, object, value);
  const observer = new Observer([promised], misbehaving);
  observer.push(encoder.take());
  return observer.finish(RUN_MS * MS);
}

const kinds = ({ violations }: Observation) => [...new Set(violations.map(({ kind }) => kind))];

describe('an observer', () => {
  it('finds nothing if every job keeps its bound', () => {
    const seen = observe(eventsWith((_, usual) => usual));
    expect(seen.violations).toEqual([]);
    expect(seen.tasks).toEqual([{ name: 'task', jobs: 280, worstNs: 3 * MS, boundNs: 5 * MS }]);
  });

  const at = (job: number) => 102 + job * 10;
  it.each<readonly [string, (job: number, usual: Recorded[]) => readonly Recorded[], string[]]>([
    ['a response above its bound', (job, usual) => (job === 9 ? late(job, 6) : usual), ['bound']],
    ['a miss', (job, usual) => (job === 9 ? [...usual, [at(job) + 4, KIND_DEADLINE_MISS]] : usual), ['miss']],
    [
      'an exhausted budget',
      (job, usual) => (job === 9 ? [...usual, [at(job) + 4, KIND_BUDGET_EXHAUSTED]] : usual),
      ['exhausted'],
    ],
    [
      'dropped releases',
      (job) => (job === 9 ? [[at(job), KIND_RELEASE_DROPPED, 0, 1]] : late(job, 3)),
      ['dropped', 'lost'],
    ],
    ['a job that never came', (job, usual) => (job === 9 ? [] : usual), ['lost']],
    ['jobs that come no more', (job, usual) => (job > 200 ? [[at(job), KIND_IDLE, -1]] : usual), ['lost']],
    [
      'a job that never ends',
      (job, usual) => (job < 200 ? usual : job === 200 ? usual.slice(0, 2) : idle(job)),
      ['bound', 'lost'],
    ],
    ['a release at another time', (job, usual) => (job === 9 ? shifted(usual, 1.5) : usual), ['release']],
    ['a board that goes quiet', (job, usual) => (job < 100 ? usual : []), ['silent']],
  ])('finds %s', (_, change, expected) => {
    expect(kinds(observe(eventsWith(change)))).toEqual(expected);
  });

  const late = (job: number, ms: number): Recorded[] => [
    [at(job), KIND_RELEASE],
    [at(job), KIND_START],
    [at(job) + ms, KIND_COMPLETE],
    [at(job) + ms, KIND_IDLE, -1],
  ];
  const idle = (job: number): Recorded[] => [[at(job), KIND_IDLE, -1]];
  const shifted = (events: readonly Recorded[], ms: number): Recorded[] =>
    events.map(([timeMs, ...rest]) => [timeMs + ms, ...rest]);

  it('does not check a misbehaving task', () => {
    const seen = observe(
      eventsWith((job) => late(job, 7)),
      TASK,
      ['task'],
    );
    expect(seen.violations).toEqual([]);
    expect(seen.tasks).toEqual([]);
  });

  it('ignores jobs with lost events, and continues when no job is ready', () => {
    const seen = observe(
      eventsWith((job, usual) => (job === 9 ? [[at(job), KIND_EVENTS_DROPPED, -1, 3], ...usual.slice(2)] : usual)),
    );
    expect(seen.violations).toEqual([]);
    expect(seen.lostEvents).toBe(3);
    expect(seen.tasks[0]?.jobs).toBe(279);
  });

  describe('after lost events, if the processor is never idle again', () => {
    const busy = (change: (job: number, usual: Recorded[]) => readonly Recorded[]): Recorded[] =>
      eventsWith((job, usual) =>
        job === 9
          ? [[at(job), KIND_EVENTS_DROPPED, -1, 3], ...usual.slice(2, 3)]
          : change(job, usual.slice(0, job > 9 ? 3 : 4)),
      );

    it('continues with the next release of a task whose bound is within its period', () => {
      const seen = observe(busy((_, usual) => usual));
      expect(seen.violations).toEqual([]);
      expect(seen.tasks[0]?.jobs).toBe(279);
      expect(kinds(observe(busy((job) => late(job, job === 100 ? 6 : 3))))).toEqual(['bound']);
    });

    it('ignores the other tasks, whose earlier jobs may be open', () => {
      const jobsOf = (over: Partial<Promised>) =>
        observe(
          busy((_, usual) => usual),
          { ...TASK, ...over },
        ).tasks[0]?.jobs;
      expect(jobsOf({ boundNs: 11 * MS })).toBe(9);
      expect(jobsOf({ kind: 'sporadic' })).toBe(9);
    });
  });

  // Found by the soak test: seed 20261176 on the Uno with FreeRTOS.
  it('does not know the open jobs of a task that waits for its budget while no job is ready', () => {
    const suspended = (job: number): Recorded[] =>
      job === 9
        ? [
            [at(job), KIND_EVENTS_DROPPED, -1, 3],
            [at(job) + 1, KIND_IDLE, -1],
            [at(job) + 2, KIND_RELEASE],
            [at(job) + 3, KIND_COMPLETE],
            [at(job) + 4, KIND_COMPLETE],
            [at(job) + 4, KIND_IDLE, -1],
          ]
        : late(job, 3);
    expect(observe(eventsWith(suspended), TASK, ['task']).violations).toEqual([]);
    expect(kinds(observe(eventsWith(suspended)))).toContain('order');
  });
});
