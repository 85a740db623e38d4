/**
 * The trace of the program that runs, or ran last. Bytes of the serial line go in; the store is read by timeline,
 * statistics and cards, which ask for its `version` at their own pace rather than being told of every event.
 */
import { createStore } from 'zustand/vanilla';
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import { LineMonitor } from '../../../generator/health/line-monitor.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { JobTracker } from '../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../generator/trace/jobs/statistics.ts';
import { KIND_NOTICE, KIND_TEXT } from '../../../generator/trace/kinds.ts';
import { cutText } from '../../../generator/trace/notice.ts';
import { SpanTracker } from '../../../generator/trace/store/spans.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import type { RunStatus } from '../../contract/runs.ts';
import type { Console } from './console.ts';
import { storeHook } from './use-session.ts';

interface TraceState {
  /** A new one each run. */
  readonly store: TraceStore;
  /** Its jobs and what they say of each task; both read on when their `update` is called. */
  readonly jobs: JobTracker;
  readonly statistics: TraceStatistics;
  /** What goes on beside the jobs; likewise. */
  readonly spans: SpanTracker;
  /** The sketch that the program was made from; null before the first run. */
  readonly sketch: Sketch | null;
}

function fresh(sketch: Sketch | null): TraceState {
  const store = new TraceStore();
  const jobs = new JobTracker(store);
  return { store, jobs, statistics: new TraceStatistics(store, jobs), spans: new SpanTracker(store), sketch };
}

/** The latest that the device said of the program, beside what it sent. */
interface LastStatus {
  readonly boardTimeNs: number | null;
  /** Why the device gave up; null: it did not. */
  readonly failure: string | null;
  readonly facts: DeviceFacts;
}

const NO_STATUS: LastStatus = { boardTimeNs: null, failure: null, facts: {} };

export type Trace = ReturnType<typeof createTrace>;

export function createTrace({ console }: { readonly console: Console }) {
  const store = createStore<TraceState>(() => fresh(null));
  let decoder = new TelemetryDecoder(store.getState().store);
  let line = new LineMonitor();
  let textSeen = 0;
  let last = NO_STATUS;

  /** Drops what was recorded and begins anew. */
  function beginTrace(sketch: Sketch): void {
    const state = fresh(sketch);
    decoder = new TelemetryDecoder(state.store);
    line = new LineMonitor();
    last = NO_STATUS;
    textSeen = 0;
    store.setState(state);
  }

  /** Takes bytes from the serial line, in their order. */
  function feedTrace(bytes: Uint8Array): void {
    decoder.push(bytes);
    line.push(bytes, decoder.statistics);
    printNewText();
  }

  /** Members that a status does not have are kept: the last one of a run may know less. */
  function noteStatus({ state, boardTimeNs, message, facts }: RunStatus): void {
    last = {
      boardTimeNs: boardTimeNs ?? last.boardTimeNs,
      failure: state === 'failed' ? (message ?? 'The device failed.') : last.failure,
      facts: facts ?? last.facts,
    };
  }

  /** What came over the line, and what the device said beside it. */
  const lineOf = () => ({ decoder, line, last });

  /** The line is closed: what was still open is settled. */
  function endTrace(): void {
    decoder.end();
    printNewText();
  }

  function printNewText(): void {
    const trace = store.getState().store;
    const from = Math.max(textSeen, trace.first);
    textSeen = trace.end;
    trace.walk(from, trace.end, (index, _timeNs, kind, object, value) => {
      const text = kind === KIND_TEXT ? trace.texts.get(value) : kind === KIND_NOTICE ? cutText(object, value) : null;
      if (text != null) console.printText(text, trace.boardTimeNs(index));
    });
  }

  return { store, beginTrace, feedTrace, noteStatus, lineOf, endTrace };
}

export const useTrace = storeHook(({ trace }) => trace.store);
