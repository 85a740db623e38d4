/**
 * A Perfetto trace in protobuf (https://perfetto.dev/docs/reference/trace-packet-proto): the program
 * is a process, each task and interrupt a thread with a slice for each part of a job. Arrows
 * connect the parts of a preempted job, and the write of an item with its read. Resources are rows
 * with a slice for each holder. Stacks and values of the program are counters.
 */
import { EVENT_KINDS } from '../../events.ts';
import type { TaskJobs } from '../../jobs/task-jobs.ts';
import { JOB_STATES } from '../../jobs/task-jobs.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_CHANNEL_OVERFLOW,
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
  KIND_COMPLETE,
  KIND_DEADLINE_MISS,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_LOCK_ACQUIRE,
  KIND_MARK,
  KIND_NOTICE,
  KIND_PLOT,
  KIND_RELEASE,
  KIND_STACK,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
  KIND_TEXT,
} from '../../kinds.ts';
import { TraceNames } from '../../names.ts';
import { noticeOf } from '../../notice.ts';
import { numberOf } from '../../number.ts';
import { stackOf } from '../../stack.ts';
import type { SpanColumn } from '../../store/span-column.ts';
import { SpanTracker } from '../../store/spans.ts';
import type { TraceStore } from '../../store/store.ts';
import { namedSegments } from '../segments.ts';
import type { TraceWriter } from '../writer.ts';
import { ItemFlows } from './item-flows.ts';
import { INSTANT, PacketWriter, SLICE_BEGIN, SLICE_END } from './packets.ts';

/** Arrows between the parts of a job; those of items are odd. */
const jobFlow = (task: number, row: number): number => 2 * (row * 256 + (task % 256) + 1);
const itemFlow = (flow: number): number => 2 * flow + 1;

const EVENTS_PER_PIECE = 4096;

export const perfetto: TraceWriter = function* ({ store, jobs, origin }) {
  const packets = new PacketWriter();
  const process = packets.process(origin?.sketch.name || 'Polyloop');
  const threads = new Map(jobs.tasks.map(({ task }) => [task.name, packets.thread(process, task.name)]));
  const spans = new SpanTracker(store);
  spans.update();
  const names = new TraceNames(store.currentMetadata);
  for (const [index, { runs, masked }] of spans.interrupts) {
    const name = names.object('interrupt', index)?.name ?? `interrupt ${index}`;
    const thread = packets.thread(process, name);
    threads.set(name, thread);
    yield* slices(packets, runs, thread, () => name);
    if (masked.count > 0) yield* slices(packets, masked, packets.row(process, `${name}, masked`), () => 'masked');
  }
  for (const [index, held] of spans.held) {
    const row = packets.row(process, names.of(KIND_LOCK_ACQUIRE, index));
    yield* slices(packets, held, row, (task) => names.of(KIND_RELEASE, task));
  }
  for (const [i, task] of jobs.tasks.entries())
    yield* jobSlices(packets, task, i, threads.get(task.task.name) ?? process);
  yield* others(packets, store, { process, threads, flows: new ItemFlows(origin?.sketch ?? null) });
  yield* packets.take(true);
};

function* slices(packets: PacketWriter, column: SpanColumn, track: number, nameOf: (tag: number) => string) {
  for (let i = 0; i < column.count; i++) {
    packets.event(column.fromAt(i), { track, type: SLICE_BEGIN, name: nameOf(column.tagAt(i)) });
    if (column.isOpen && i === column.count - 1) break;
    packets.event(column.toAt(i), { track, type: SLICE_END });
    yield* packets.take();
  }
}

function* jobSlices(packets: PacketWriter, task: TaskJobs, index: number, track: number) {
  const { name } = task.task;
  for (let row = task.first; row < task.count; row++) {
    const parts = task.segmentCountAt(row);
    const flow = parts > 1 ? [jobFlow(index, row)] : [];
    for (let part = 0; part < parts; part++) {
      const isLast = part === parts - 1;
      packets.event(task.segmentFromAt(row, part), {
        track,
        type: SLICE_BEGIN,
        name,
        ...(part === 0 ? { annotations: annotationsOf(task, row) } : {}),
        ...(isLast ? { lastFlows: flow } : { flows: flow }),
      });
      const end = task.segmentToAt(row, part);
      if (end >= 0) packets.event(end, { track, type: SLICE_END });
    }
    yield* packets.take();
  }
}

function annotationsOf(task: TaskJobs, row: number): Record<string, number | boolean | string | null> {
  const end = task.endAt(row);
  const arrival = task.arrivalAt(row);
  return {
    job: task.numberAt(row),
    state: JOB_STATES[task.stateAt(row)] ?? null,
    arrival_ns: arrival,
    response_ns: end < 0 ? null : end - arrival,
    execution_ns: task.executionAt(row),
    deadline_ns: task.task.deadlineNs,
    missed: task.missedAt(row),
  };
}

/** Instants of tasks, in words. */
const INSTANTS: ReadonlySet<number> = new Set([KIND_RELEASE, KIND_DEADLINE_MISS, KIND_BUDGET_EXHAUSTED]);
const WORDS = EVENT_KINDS.map((kind) => kind.replaceAll('-', ' '));

interface Tracks {
  readonly process: number;
  readonly threads: ReadonlyMap<string, number>;
  readonly flows: ItemFlows;
}

/** Everything that is neither a job nor a span. */
function* others(packets: PacketWriter, store: TraceStore, { process, threads, flows }: Tracks) {
  const rows = new Map<string, number>();
  const made = (key: string, make: () => number): number => {
    const row = rows.get(key) ?? make();
    rows.set(key, row);
    return row;
  };
  const record = () => made('row record', () => packets.row(process, 'record'));
  const counter = (name: string, unit: 'bytes' | null) =>
    made(`counter ${name}`, () => packets.counter(process, name, unit));
  const instant = (timeNs: number, track: number, name: string, more: object = {}) =>
    packets.event(timeNs, { track, type: INSTANT, name, ...more });
  for (const { names, from, to } of namedSegments(store)) {
    let running: string | null = null;
    flows.forget();
    const visit = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
      const name = names.of(kind, object);
      const onThread = (by: string | null) =>
        threads.get(by ?? '') ?? made(`row ${name}`, () => packets.row(process, name));
      switch (kind) {
        case KIND_START:
        case KIND_SWITCH_IN:
          running = name;
          break;
        case KIND_SWITCH_OUT:
        case KIND_COMPLETE:
          running = null;
          break;
        case KIND_CHANNEL_WRITE: {
          const { by, flow } = flows.write(name, running);
          instant(timeNs, onThread(by), `write ${name}`, flow === null ? {} : { flows: [itemFlow(flow)] });
          break;
        }
        case KIND_CHANNEL_READ: {
          const { by, flow } = flows.read(name, running);
          instant(timeNs, onThread(by), `read ${name}`, flow === null ? {} : { lastFlows: [itemFlow(flow)] });
          break;
        }
        case KIND_CHANNEL_OVERFLOW:
          flows.overflow(name);
          instant(timeNs, onThread(running), `${name} is full`);
          break;
        case KIND_MARK:
        case KIND_PLOT:
          packets.count(timeNs, counter(name, null), numberOf(kind, value));
          break;
        case KIND_STACK: {
          const { unusedBytes, sizeBytes } = stackOf(value);
          packets.count(timeNs, counter(`stack of ${name}`, 'bytes'), sizeBytes - unusedBytes);
          break;
        }
        case KIND_TEXT:
          instant(timeNs, record(), 'text', { annotations: { text: store.texts.get(value) ?? '' } });
          break;
        case KIND_NOTICE:
          instant(timeNs, record(), noticeOf(object) ?? 'notice', { annotations: { value } });
          break;
        case KIND_GAP:
        case KIND_EVENTS_DROPPED:
          flows.forget();
          running = null;
          instant(timeNs, record(), WORDS[kind] ?? '', { annotations: { value } });
          break;
        default:
          if (INSTANTS.has(kind)) instant(timeNs, onThread(name), WORDS[kind] ?? '');
      }
    };
    for (let first = from; first < to; first += EVENTS_PER_PIECE) {
      store.walk(first, Math.min(to, first + EVENTS_PER_PIECE), visit);
      yield* packets.take();
    }
  }
}
