/**
 * The trace of the last program, decoded from the bytes of the serial line. Timeline, statistics
 * and cards poll the `version` of its store at their own rates, because notifying them of each
 * event would be too slow.
 */

import { createStore } from 'zustand/vanilla';
import type { DeviceFacts } from '../../../../generator/health/device-facts.ts';
import { LineMonitor } from '../../../../generator/health/line-monitor.ts';
import { tracedChannels } from '../../../../generator/profile/channels.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { TraceOrigin, TraceSource } from '../../../../generator/trace/file/trace-file.ts';
import { ChannelTraffic } from '../../../../generator/trace/jobs/channel-traffic.ts';
import { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import { KIND_NOTICE, KIND_TEXT } from '../../../../generator/trace/kinds.ts';
import { decoderOfRun } from '../../../../generator/trace/nested-jobs.ts';
import { cutText } from '../../../../generator/trace/notice.ts';
import { PinRecord } from '../../../../generator/trace/pins/pin-record.ts';
import { SpanTracker } from '../../../../generator/trace/store/spans.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { EdgeReport, RunStatus } from '../../../contract/runs.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { useSketch } from '../sketch/document.ts';
import { programKey } from '../sketch/sketch-key.ts';
import type { UserSettings } from '../window/settings.ts';
import type { Console } from './console.ts';

interface TraceState {
  /** Each run has a new store. */
  readonly store: TraceStore;
  /**
   * The store's jobs and their statistics. Each reads new events when its `update` method is
   * called.
   */
  readonly jobs: JobTracker;
  readonly statistics: TraceStatistics;
  /** Spans that are not jobs, such as interrupts. They are updated in the same way. */
  readonly spans: SpanTracker;
  /** What goes through the channels. Updated in the same way. */
  readonly channels: ChannelTraffic;
  /** The levels of the virtual board's pins. Empty where the device reports none. */
  readonly pins: PinRecord;
  /** The sketch that the program was built from. Null before the first run. */
  readonly sketch: Sketch | null;
  /** What ran the program. */
  readonly source: TraceSource;
  /** Whether it is the trace of a file, and not of a run in this window. */
  readonly isRecorded: boolean;
}

function fresh(capacity: number, sketch: Sketch | null, source: TraceSource = 'virtual'): TraceState {
  const store = new TraceStore({ capacity });
  const jobs = new JobTracker(store);
  const statistics = new TraceStatistics(store, jobs);
  const [spans, channels, pins] = [
    new SpanTracker(store),
    new ChannelTraffic(store, tracedChannels(sketch)),
    new PinRecord(),
  ];
  return { store, jobs, statistics, spans, channels, pins, sketch, source, isRecorded: false };
}

/** The device's latest status of the program. */
interface LastStatus {
  readonly boardTimeNs: number | null;
  /** Why the device failed. Null when it did not fail. */
  readonly failure: string | null;
  readonly facts: DeviceFacts;
}

const NO_STATUS: LastStatus = { boardTimeNs: null, failure: null, facts: {} };

export type Trace = ReturnType<typeof createTrace>;

interface Needs {
  readonly console: Console;
  readonly settings: UserSettings;
}

export function createTrace({ console, settings }: Needs, scope: Scope) {
  const capacity = (): number => settings.store.getState().settings.keptMillionEvents * 1e6;
  const store = createStore<TraceState>(() => fresh(capacity(), null));
  let decoder = decoderOfRun(store.getState().store);
  let line = new LineMonitor();
  let textSeen = 0;
  let last = NO_STATUS;

  scope.own(settings.store.subscribe(() => store.getState().store.keep(capacity())));

  /** Drops the recorded trace and begins a new one. */
  function beginTrace(sketch: Sketch, source: TraceSource = 'virtual'): void {
    const state = fresh(capacity(), sketch, source);
    decoder = decoderOfRun(state.store);
    line = new LineMonitor();
    last = NO_STATUS;
    textSeen = 0;
    store.setState(state);
  }

  /** Drops the trace of a program that never started. */
  function dropTrace(): void {
    last = NO_STATUS;
    store.setState(fresh(capacity(), null));
  }

  /** Shows a recorded trace in place of that of the last run. */
  function showRecorded({ sketch, source }: TraceOrigin, pieces: readonly Uint8Array[]): void {
    beginTrace(sketch, source);
    store.setState({ isRecorded: true });
    for (const piece of pieces) feedTrace(piece);
    endTrace();
  }

  /** Decodes bytes of the serial line, which arrive in order. */
  function feedTrace(bytes: Uint8Array): void {
    decoder.push(bytes);
    line.push(bytes, decoder.statistics);
    printNewText();
    settlePins();
  }

  /** Takes changes of pin levels, which arrive in the order of time. */
  function feedEdges({ words, ...report }: EdgeReport): void {
    const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
    const count = words.byteLength >> 2;
    const read = Uint32Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
    store.getState().pins.add({ ...report, words: read }, originOf);
  }

  /** Where the program's time 0 is on the trace's axis after its n-th restart. */
  const originOf = (restart: number): number | null => store.getState().store.segments[restart]?.originNs ?? null;

  const settlePins = (): void => store.getState().pins.settle(originOf);

  /**
   * Members that are missing in the status keep their values, because the last status of a run may
   * be incomplete.
   */
  function noteStatus({ state, boardTimeNs, message, facts }: RunStatus): void {
    last = {
      boardTimeNs: boardTimeNs ?? last.boardTimeNs,
      failure: state === 'failed' ? (message ?? tr`The device failed.`) : last.failure,
      facts: facts ?? last.facts,
    };
  }

  /** Input of the health assessment in addition to the trace. */
  const lineOf = () => ({ decoder, line, last });

  /** Ends the trace when the line is closed. */
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

  return { store, beginTrace, dropTrace, showRecorded, feedTrace, feedEdges, noteStatus, lineOf, endTrace };
}

export const useTrace = storeHook(({ trace }) => trace.store);

/** Whether the sketch has changed since the program of the last run was built from it. */
export function useIsRunEarlier(): boolean {
  const ran = useTrace(({ sketch }) => sketch);
  return useSketch((sketch) => ran !== null && programKey(ran) !== programKey(sketch));
}
