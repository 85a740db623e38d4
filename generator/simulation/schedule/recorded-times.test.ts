import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../trace/events.ts';
import { chrome } from '../../trace/exports/chrome.ts';
import { JobTracker } from '../../trace/jobs/jobs.ts';
import { TraceStore } from '../../trace/store/store.ts';
import { traceTask } from '../../trace/test-traces.ts';
import { RecordedTimes, timesFromChromeTrace } from './recorded-times.ts';

type Line = readonly [at: number, kind: (typeof EVENT_KINDS)[number], object: number];

const LINES: readonly Line[] = [
  [0, 'release', 0],
  [0, 'start', 0],
  [2_500, 'complete', 0],
  [3_000, 'release', 1],
  [3_000, 'start', 1],
  [10_000, 'release', 0],
  [10_000, 'switch-out', 1],
  [10_000, 'start', 0],
  [14_001, 'complete', 0],
  [14_001, 'switch-in', 1],
  [20_000, 'complete', 1],
  [20_000, 'release', 0],
  [20_000, 'start', 0],
];

function recorded(lines: readonly Line[]): { store: TraceStore; jobs: JobTracker; times: RecordedTimes } {
  const store = new TraceStore();
  const jobs = new JobTracker(store);
  const times = new RecordedTimes(jobs);
  const periodic = { periodNs: 10_000, offsetNs: 0 };
  store.metadata({
    clockHz: 1e9,
    objects: [traceTask('Fast', 0, periodic), traceTask('Slow', 1), traceTask('Never', 2)],
  });
  store.segment(true);
  for (const [at, kind, object] of lines) {
    store.event(at, EVENT_KINDS.indexOf(kind), object, 0);
    jobs.update();
    times.update();
  }
  return { store, jobs, times };
}

const EXPECTED = new Map([
  ['Fast', Float64Array.of(2_500, 4_001)],
  ['Slow', Float64Array.of(12_999)],
]);

describe('recorded execution times', () => {
  it('are those of each task’s complete jobs, without preemptions', () => {
    expect(recorded(LINES).times.byTask).toEqual(EXPECTED);
  });

  it('omit a job with a gap in its trace', () => {
    const { times } = recorded([...LINES.slice(0, 5), [9_000, 'gap', -1], ...LINES.slice(10)]);
    expect(times.byTask).toEqual(new Map([['Fast', Float64Array.of(2_500)]]));
  });

  it('are the same from the Perfetto export', () => {
    const { store, jobs } = recorded(LINES);
    const text = [...chrome({ store, jobs, origin: null })].join('');
    expect(timesFromChromeTrace(JSON.parse(text))).toEqual(EXPECTED);
  });

  it.each([null, 7, [], {}, { traceEvents: 'x' }])('are not found in %j', (document) => {
    expect(timesFromChromeTrace(document)).toBeNull();
  });

  it('are empty for another kind of trace', () => {
    const events = [null, { ph: 'X', tid: 1, args: { job: 1 } }, { ph: 'X', name: 'thread_name' }, { ph: 'B' }];
    expect(timesFromChromeTrace({ traceEvents: events })).toEqual(new Map());
  });
});
