import { expect, test } from 'vitest';
import { courseOfJob } from '../../../../../generator/simulation/schedule/job-course.ts';
import { playedSchedule } from '../../../../../generator/simulation/schedule/schedule.ts';
import { modelOf } from '../../../../../generator/simulation/test-models.ts';
import { simulated } from '../../../../../generator/simulation/test-schedules.ts';
import { EVENT_KINDS } from '../../../../../generator/trace/events.ts';
import { PinRecord } from '../../../../../generator/trace/pins/pin-record.ts';
import { TraceStore } from '../../../../../generator/trace/store/store.ts';
import { courseWords, culpritWords } from './course-words.ts';
import { measuredSource } from './measured-source.ts';
import { namesOf } from './schedule-words.ts';

const MS = 1_000_000;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The words for job `row` of a task in a schedule of this model. */
function descriptionOf(model: ReturnType<typeof modelOf>, task: number, row = 0) {
  const course = courseOfJob(simulated(model, 100 * MS), task, row);
  if (course === null) throw new Error('There is no such job.');
  const names = namesOf(model);
  return [plain(courseWords(course, names)), course.culprit === null ? '' : plain(culpritWords(course.culprit, names))];
}

test('a late job says what it waited for, by which rule, and how long it ran', () => {
  const loop = modelOf(
    [
      { T: 10 * MS, C: 3 * MS, at: MS },
      { T: 40 * MS, C: 12 * MS },
    ],
    { preemptive: false },
  );
  expect(descriptionOf(loop, 0)).toEqual([
    'T1 missed its deadline by 4 ms (job 0). It waited 11 ms for T2 (it started earlier and cannot be preempted) and ran for 3 ms.',
    '',
  ]);
  expect(descriptionOf(loop, 1)[0]).toBe('T2 met its deadline (job 0). It ran for 12 ms.');
});

test('the job that broke its promise is named with its budget', () => {
  const model = modelOf([
    { T: 50 * MS, C: 2 * MS, takes: 9 * MS },
    { T: 50 * MS, C: 5 * MS, D: 10 * MS },
  ]);
  expect(descriptionOf(model, 1)).toEqual([
    'T2 missed its deadline by 4 ms (job 0). It waited 9 ms for T1 (higher priority) and ran for 5 ms.',
    'T1 took 9 ms (job 0); it was promised 2 ms.',
  ]);
});

test('a job that does not end is described so far', () => {
  const model = modelOf([{ T: 20 * MS, C: 5 * MS, takes: 1000 * MS }]);
  const [sentence, culprit] = descriptionOf(model, 0);
  expect(sentence).toMatch(/^T1 has not ended/);
  expect(culprit).toMatch(/^T1 has run for \d+ ms without an end \(job 0\); it was promised 5 ms\.$/);
});

test('a job that was stopped kept its promise, and is not said to have taken longer', () => {
  const model = modelOf([
    { T: 50 * MS, C: 9 * MS, takes: 40 * MS, exhaustion: 'stop' },
    { T: 50 * MS, C: 5 * MS, D: 10 * MS },
  ]);
  expect(descriptionOf(model, 0)).toEqual(['T1 was stopped at the end of its budget (job 0). It ran for 9 ms.', '']);
  expect(descriptionOf(model, 1)).toEqual([
    'T2 missed its deadline by 4 ms (job 0). It waited 9 ms for T1 (higher priority) and ran for 5 ms.',
    'T1 was stopped after 9 ms, at the end of its budget (job 0).',
  ]);
  const late = modelOf([
    { T: 50 * MS, C: 6 * MS },
    { T: 50 * MS, C: 9 * MS, D: 10 * MS, takes: 40 * MS, exhaustion: 'stop' },
  ]);
  expect(descriptionOf(late, 1)[0]).toBe(
    'T2 was stopped at the end of its budget, 5 ms after its deadline (job 0). It waited 6 ms for T1 (higher priority) and ran for 9 ms.',
  );
});

test('the time that the runtime takes to stop a job breaks no promise', () => {
  const model = modelOf([{ T: 50 * MS, C: 9 * MS, exhaustion: 'stop' }]);
  const source = measured(model, [
    [0, 'release', 0],
    [0, 'start', 0],
    [9, 'budget-exhausted', 0],
    [9, 'stopped', 0],
    [9.3, 'complete', 0],
  ]);
  expect(source.reasons?.course(0, 0)).toEqual({
    sentence: expect.stringContaining('was stopped at the end of its budget'),
    culprit: null,
  });
});

/** The source of a measured run with these events: time in ms, kind, object, value. */
function measured(
  model: ReturnType<typeof modelOf>,
  events: readonly (readonly [number, (typeof EVENT_KINDS)[number], number, number?])[],
) {
  const store = new TraceStore();
  const { jobs, spans } = playedSchedule(model, store);
  store.metadata(model.metadata);
  store.segment(true);
  for (const [at, kind, object, value = 0] of events) store.event(at * MS, EVENT_KINDS.indexOf(kind), object, value);
  const source = measuredSource(store, jobs, spans, model, new PinRecord());
  source.refresh();
  return source;
}

test('a dropped release names the job that was open, and what that job waited for', () => {
  const model = modelOf(
    [
      { T: 10 * MS, C: 2 * MS },
      { T: 50 * MS, C: 5 * MS },
    ],
    { preemptive: false },
  );
  const source = measured(model, [
    [0, 'release', 0],
    [0, 'release', 1],
    [0, 'start', 0],
    [1, 'complete', 0],
    [1, 'start', 1],
    [10, 'release', 0],
    [20, 'release-dropped', 0, 1],
    [26, 'complete', 1],
    [26, 'start', 0],
    [27, 'complete', 0],
  ]);
  expect(source.column(0).droppedReleases?.total).toBe(1);
  const dropped = source.reasons?.dropped(0, 0);
  expect(plain(dropped?.sentence ?? '')).toBe(
    'T1 dropped a release at 20.00 ms, because its job 1 was not finished. Job 1 waited 16 ms for T2 (it started earlier and cannot be preempted) and ran for 1 ms.',
  );
  expect(plain(dropped?.culprit?.sentence ?? '')).toBe('T2 took 25 ms (job 0); it was promised 5 ms.');
  expect(source.reasons?.dropped(0, 1)).toBeNull();
});

test('a job with lost telemetry does not claim to be unfinished', () => {
  const model = modelOf([{ T: 20 * MS, C: 2 * MS, D: 5 * MS }]);
  const source = measured(model, [
    [0, 'release', 0],
    [0, 'start', 0],
    [3, 'switch-out', 0],
    [8, 'gap', 0],
    [20, 'release', 0],
    [20, 'start', 0],
    [21, 'complete', 0],
  ]);
  const sentence = plain(source.reasons?.course(0, 0)?.sentence ?? '');
  expect(sentence).toMatch(/^Telemetry was lost before T1 ended \(job 0\)\. It .*had run for 3 ms by then\.$/);
});
