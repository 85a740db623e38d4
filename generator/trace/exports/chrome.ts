/**
 * The JSON form of the Trace Event Format (Google, "Trace Event Format", 2016), which Perfetto and
 * chrome://tracing open. Each task is a thread, and each part of a job a complete event. Releases,
 * misses and texts are instants. Marks and stacks are counters. Interrupts are a separate thread,
 * and gaps are complete events on a thread "record".
 */

import { usOfNs } from '../../sketch/time.ts';
import { visibleJson } from '../../words/visible.ts';
import { EVENT_KINDS } from '../events.ts';
import type { TaskJobs } from '../jobs/task-jobs.ts';
import { JOB_STATES } from '../jobs/task-jobs.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_DEADLINE_MISS,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_MARK,
  KIND_NOTICE,
  KIND_PLOT,
  KIND_RELEASE,
  KIND_STACK,
  KIND_TEXT,
} from '../kinds.ts';
import { noticeOf } from '../notice.ts';
import { numberOf } from '../number.ts';
import { stackOf } from '../stack.ts';
import type { TraceStore } from '../store/store.ts';
import { namedSegments } from './segments.ts';
import type { TraceWriter } from './writer.ts';

const PROCESS = 1;
const RECORD_THREAD = 1;
const INTERRUPT_THREAD = 2;
const FIRST_TASK_THREAD = 10;
const PIECE = 2048;

type TraceEvent = Readonly<Record<string, unknown>>;

export const chrome: TraceWriter = function* ({ store, jobs }) {
  let separator = '{"displayTimeUnit":"ns","traceEvents":[\n';
  for (const piece of pieces(events(store, jobs.tasks))) {
    yield separator + piece.map((event) => visibleJson(event)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
};

function* pieces(all: Iterable<TraceEvent>): Generator<TraceEvent[]> {
  let piece: TraceEvent[] = [];
  for (const event of all) {
    piece.push(event);
    if (piece.length === PIECE) {
      yield piece;
      piece = [];
    }
  }
  if (piece.length > 0) yield piece;
}

function* events(store: TraceStore, tasks: readonly TaskJobs[]): Generator<TraceEvent> {
  yield named('process_name', RECORD_THREAD, 'Polyloop');
  yield named('thread_name', RECORD_THREAD, 'record');
  yield named('thread_name', INTERRUPT_THREAD, 'interrupts');
  for (const [i, task] of tasks.entries()) yield named('thread_name', FIRST_TASK_THREAD + i, task.task.name);
  for (const [i, task] of tasks.entries()) yield* jobEvents(task, FIRST_TASK_THREAD + i, store.endNs);
  for (const gap of store.gaps) {
    const args = gap.lost === null ? {} : { lost: gap.lost };
    yield span(gap.lost === null ? 'gap' : 'dropped', RECORD_THREAD, gap.fromNs, gap.toNs, args);
  }
  yield* instants(store, tasks);
}

function named(what: string, tid: number, name: string): TraceEvent {
  return { ph: 'M', pid: PROCESS, tid, name: what, args: { name } };
}

function span(name: string, tid: number, fromNs: number, toNs: number, args: object): TraceEvent {
  return { ph: 'X', pid: PROCESS, tid, name, ts: usOfNs(fromNs), dur: usOfNs(toNs - fromNs), args };
}

function* jobEvents(task: TaskJobs, tid: number, nowNs: number): Generator<TraceEvent> {
  for (let row = task.first; row < task.count; row++) {
    const end = task.endAt(row);
    const args = {
      job: task.numberAt(row),
      state: JOB_STATES[task.stateAt(row)],
      arrival_us: usOfNs(task.arrivalAt(row)),
      response_us: end < 0 ? null : usOfNs(end - task.arrivalAt(row)),
      execution_us: usOfNs(task.executionAt(row)),
      missed: task.missedAt(row),
    };
    const segments = task.segmentCountAt(row);
    for (let s = 0; s < segments; s++) {
      const to = task.segmentToAt(row, s);
      yield span(task.task.name, tid, task.segmentFromAt(row, s), to < 0 ? nowNs : to, args);
    }
  }
}

const INSTANTS: ReadonlySet<number> = new Set([KIND_RELEASE, KIND_DEADLINE_MISS, KIND_BUDGET_EXHAUSTED]);
/** The name of each kind in words. */
const WORDS = EVENT_KINDS.map((kind) => kind.replaceAll('-', ' '));

function* instants(store: TraceStore, tasks: readonly TaskJobs[]): Generator<TraceEvent> {
  for (const { names, from, to } of namedSegments(store)) {
    const threads = new Map(tasks.map((task, i) => [task.task.name, FIRST_TASK_THREAD + i]));
    for (let i = from; i < to; i++) {
      const kind = store.kind(i);
      const at = { pid: PROCESS, ts: usOfNs(store.timeNs(i)) };
      const name = names.of(kind, store.object(i));
      if (INSTANTS.has(kind))
        yield { ph: 'i', s: 't', tid: threads.get(name) ?? RECORD_THREAD, name: WORDS[kind], ...at };
      else if (kind === KIND_MARK || kind === KIND_PLOT)
        yield { ph: 'C', tid: RECORD_THREAD, name, ...at, args: { value: numberOf(kind, store.value(i)) } };
      else if (kind === KIND_STACK) {
        const { unusedBytes, sizeBytes } = stackOf(store.value(i));
        const args = { used: sizeBytes - unusedBytes, unused: unusedBytes };
        yield { ph: 'C', tid: RECORD_THREAD, name: `stack of ${name}, bytes`, ...at, args };
      } else if (kind === KIND_NOTICE) {
        const args = { value: store.value(i) };
        yield { ph: 'i', s: 'g', tid: RECORD_THREAD, name: noticeOf(store.object(i)) ?? 'notice', ...at, args };
      } else if (kind === KIND_TEXT) {
        yield {
          ph: 'i',
          s: 't',
          tid: RECORD_THREAD,
          name: 'text',
          ...at,
          args: { text: store.texts.get(store.value(i)) },
        };
      } else if (kind === KIND_INTERRUPT_ENTER) yield { ph: 'B', tid: INTERRUPT_THREAD, name, ...at };
      else if (kind === KIND_INTERRUPT_EXIT) yield { ph: 'E', tid: INTERRUPT_THREAD, name, ...at };
    }
  }
}
