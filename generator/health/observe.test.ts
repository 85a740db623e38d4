import { expect, it } from 'vitest';
import { ESTIMATE } from '../sketch/budgets/budget-from.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { JobTracker } from '../trace/jobs/jobs.ts';
import { TraceStatistics } from '../trace/jobs/statistics.ts';
import { KIND_BOOT, KIND_COMPLETE, KIND_RELEASE, KIND_START, NO_OBJECT } from '../trace/kinds.ts';
import { TraceStore } from '../trace/store/store.ts';
import { TelemetryDecoder } from '../trace/wire/decoder.ts';
import type { DeviceFacts } from './device-facts.ts';
import { LineMonitor } from './line-monitor.ts';
import { observe } from './observe.ts';

const MS = 1e6;
const sketch = newSketch('x', {
  tasks: [newTask('the first', { periodUs: 20_000 }), newTask('second', { periodUs: 50_000 })],
});

/** A program of two tasks. The first task completes the given number of jobs; then `more` runs. */
function observed(
  jobs: number,
  more: (store: TraceStore) => void = () => {},
  facts: DeviceFacts = {},
  ran: Sketch = sketch,
) {
  const store = new TraceStore();
  const object = { class: 'task', offsetNs: 0, deadlineNs: null, budgetNs: null } as const;
  store.metadata({
    clockHz: 2_000_000,
    objects: [
      { ...object, index: 0, name: 'the first', periodNs: 20 * MS },
      { ...object, index: 1, name: 'second', periodNs: 50 * MS },
    ],
  });
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  for (let job = 0; job < jobs; job++) {
    for (const [i, kind] of [KIND_RELEASE, KIND_START, KIND_COMPLETE].entries())
      store.event(MS * (5 + 20 * job + i), kind, 0, 0);
  }
  more(store);
  const tracker = new JobTracker(store);
  const statistics = new TraceStatistics(store, tracker);
  tracker.update();
  statistics.update();
  const rest = {
    decoder: new TelemetryDecoder(store),
    line: new LineMonitor(),
    boardTimeNs: 2e9,
    failure: null,
    facts,
  };
  return observe({ sketch: ran, store, jobs: tracker, statistics, state: 'ended', ...rest });
}

const say =
  (...pieces: string[]) =>
  (store: TraceStore) => {
    for (const piece of pieces) store.text(store.endNs, piece);
  };

it('reads the start of the release clock and the latest jobs from the trace', () => {
  const { releaseStartNs, heardNs, tasks } = observed(3, (store) => {
    store.event(65 * MS, KIND_RELEASE, 0, 0);
    store.event(66 * MS, KIND_START, 0, 0);
  });
  expect({ releaseStartNs, heardNs }).toEqual({ releaseStartNs: 5 * MS, heardNs: 66 * MS });
  expect(tasks[0]).toMatchObject({ name: 'the first', completed: 3, lastEndNs: 47 * MS });
  expect(tasks[0]?.running).toMatchObject({ number: 3, startNs: 66 * MS });
  expect(tasks[1]).toMatchObject({ name: 'second', completed: 0, running: null });
});

it('detects the kernel’s message of a stack overflow, but ignores a program that prints the same words and continues', () => {
  expect(observed(1, say('Stack overflow ', 'in thread 1\n')).overflowedThread).toBe(1);
  expect(observed(1).overflowedThread).toBeNull();
  const goesOn = observed(1, (store) => {
    say('Stack overflow in thread 1\n')(store);
    store.event(90 * MS, KIND_START, 0, 0);
  });
  expect(goesOn.overflowedThread).toBeNull();
});

it('finds the code of the sketch among the functions on the stack', () => {
  const functions = ['deep', 'task_the_first::pl_body', 'main'];
  expect(observed(1, undefined, { functions }).code).toEqual({
    element: { kind: 'task', name: 'the first' },
    part: 'body',
  });
  const stackOverflow = { atNs: 0, bytes: 1, stack: 'shared', functions: ['task_second::pl_setup'] } as const;
  expect(observed(1, undefined, { functions, stackOverflow }).code).toMatchObject({
    element: { name: 'second' },
    part: 'setup',
  });
  expect(observed(1, undefined, { functions: ['main'] }).code).toBeNull();
});

it('expects a job to take as long as its code waits, whatever its budget is', () => {
  const tasks = [newTask('the first', { periodUs: 10_000, budgetUs: 1_000, body: 'delay(1000);' }), newTask('second')];
  expect(observed(1, undefined, {}, newSketch('x', { tasks })).tasks).toMatchObject([
    { estimated: false, budgetNs: 1 * MS, guessNs: 1000 * MS },
    { guessNs: null },
  ]);
});

it('takes an estimated budget, and an estimated longest run of a background task, as no promise', () => {
  const guessed = newSketch('x', {
    tasks: [
      newTask('the first', { periodUs: 20_000, budgetFrom: ESTIMATE }),
      newTask('second', { kind: 'background', periodUs: null, budgetUs: 100, budgetFrom: ESTIMATE }),
    ],
  });
  const { tasks } = observed(1, undefined, {}, guessed);
  expect(tasks).toMatchObject([
    { estimated: true, budgetNs: 20 * MS, guessNs: 1 * MS },
    { estimated: true, budgetNs: null },
  ]);
});
