/** The page that measure.ts opens: the charts of a generated trace, or uPlot with the same points in plain arrays. */
import '../../app/renderer/base/tokens.css';
import '../../app/renderer/charts/timeline/timeline.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import UPlot from 'uplot';
import { taskLook } from '../../app/renderer/base/palette.ts';
import { sharedTimes } from '../../app/renderer/base/shared-time.ts';
import { span } from '../../app/renderer/base/time.ts';
import { Plots } from '../../app/renderer/charts/plots/plots.tsx';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import {
  KIND_BOOT,
  KIND_COMPLETE,
  KIND_PLOT,
  KIND_RELEASE,
  KIND_START,
  NO_OBJECT,
} from '../../generator/trace/kinds.ts';
import { plotValue } from '../../generator/trace/number.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';

const PERIOD_NS = 200_000;
const EVENTS_PER_JOB = 4;

export interface PageApi {
  /** Shows the charts of a trace, which a program continues if it is live. Returns the time until the first frame, in ms. */
  open(events: number, capacity: number, isLive: boolean): Promise<number>;
  /** Shows plain uPlot with the same points. */
  openPlain(events: number): Promise<number>;
  /** Zooms to a share of the trace, and pans there. Returns the times between frames, in ms. */
  pan(share: number, frames: number): Promise<number[]>;
  /** Adds events as a board sends them. Returns the times between frames, in ms. */
  live(perSecond: number, seconds: number): Promise<number[]>;
  /** Events that are kept. */
  kept(): number;
}

/** One job: it is released, starts, plots a value and completes. Some jobs are long, and the value has rare peaks. */
function job(i: number): { readonly value: number; readonly executionNs: number } {
  const noise = ((i * 2_654_435_761) % 4096) / 4096;
  const peak = i % 100_003 === 0 ? 50 : 0;
  return { value: 20 + 5 * Math.sin(i / 50_000) + noise + peak, executionNs: 40_000 + 30_000 * noise };
}

let store = new TraceStore();
let jobs = new JobTracker(store);
let next = 0;
let plain: UPlot[] = [];
let endS = 0;
const times = sharedTimes();
const me = {};

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
const TASK = { class: 'task', index: 0, name: 'Task', periodNs: PERIOD_NS, offsetNs: 0 } as const;

function add(count: number): void {
  for (const last = next + count; next < last; next++) {
    const { value, executionNs } = job(next);
    const at = next * PERIOD_NS;
    store.event(at, KIND_RELEASE, 0, 0);
    store.event(at + 5_000, KIND_START, 0, 0);
    store.event(at + 10_000, KIND_PLOT, 0, plotValue(value));
    store.event(at + 5_000 + Math.round(executionNs), KIND_COMPLETE, 0, 0);
  }
}

function begin(capacity: number): void {
  store = new TraceStore({ capacity });
  jobs = new JobTracker(store);
  store.metadata({
    clockHz: 2_000_000,
    objects: [
      { ...TASK, deadlineNs: PERIOD_NS, budgetNs: 80_000 },
      { class: 'mark', index: 0, name: 'value', periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null },
    ],
  });
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
}

const rootOf = (): HTMLElement => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  return root;
};

async function open(events: number, capacity: number, isLive: boolean): Promise<number> {
  begin(capacity);
  add(events / EVENTS_PER_JOB);
  const from = performance.now();
  show(isLive);
  // The value, the load and the response times.
  for (let i = 0; i < 10; i++) await frame();
  for (const name of ['Processor load', 'Task']) {
    const box = [...document.querySelectorAll<HTMLLabelElement>('.pl-plots-chooser label')].find(
      (label) => label.title === name,
    );
    box?.querySelector('input')?.click();
  }
  for (let i = 0; i < 10; i++) await frame();
  if (document.querySelectorAll('.uplot').length !== 3) throw new Error('The page does not show three charts.');
  return performance.now() - from;
}

function show(live: boolean): void {
  const lane = {
    ...TASK,
    ...taskLook(0),
    taskIndex: 0,
    deadlineNs: PERIOD_NS,
    budgetNs: 80_000,
    responseBoundNs: 90_000,
  };
  const sketch = { lanes: [lane], channels: [], interrupts: [] };
  const given = {
    store,
    jobs,
    sketch,
    channels: [],
    cores: 1,
    isPrediction: false,
    live,
    times,
    settings: new Map(),
    onSettings: () => undefined,
    onPicture: () => undefined,
  };
  createRoot(rootOf()).render(createElement(Plots, given));
}

async function openPlain(events: number): Promise<number> {
  const count = events / EVENTS_PER_JOB;
  const seconds = new Float64Array(count);
  const values = new Float64Array(count);
  const ran = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const { value, executionNs } = job(i);
    seconds[i] = (i * PERIOD_NS) / 1e9;
    values[i] = value;
    ran[i] = executionNs;
  }
  endS = (count * PERIOD_NS) / 1e9;
  const from = performance.now();
  const columns = [values, ran, ran];
  plain = columns.map((column) => {
    const options = { width: innerWidth - 240, height: 148, scales: { x: { time: false } }, legend: { show: false } };
    const series = [{}, { stroke: '#589aeb', width: 1.5 }];
    return new UPlot({ ...options, series }, [seconds, column], rootOf());
  });
  for (let i = 0; i < 10; i++) await frame();
  return performance.now() - from;
}

async function pan(share: number, frames: number): Promise<number[]> {
  const gaps: number[] = [];
  let before = await frame();
  for (let i = 0; i < frames; i++) {
    // Back and forth over a fifth of the shown time.
    const at = 0.4 * (1 - share) + 0.2 * share * Math.sin(i / 8);
    if (plain.length > 0) {
      for (const plot of plain) plot.setScale('x', { min: at * endS, max: (at + share) * endS });
    } else {
      const view = span(at * store.endNs, (at + share) * store.endNs);
      times.measured.show(me, { view, live: false });
    }
    const now = await frame();
    gaps.push(now - before);
    before = now;
  }
  return gaps;
}

async function live(perSecond: number, seconds: number): Promise<number[]> {
  const gaps: number[] = [];
  const from = await frame();
  let before = from;
  let sent = 0;
  if (document.querySelector('.uplot') === null) show(true);
  while (before - from < seconds * 1000) {
    const now = await frame();
    gaps.push(now - before);
    before = now;
    const due = Math.floor(((now - from) / 1000) * (perSecond / EVENTS_PER_JOB));
    add(due - sent);
    sent = due;
  }
  return gaps;
}

begin(0);
Object.assign(window, {
  chartsBench: { open, openPlain, pan, live, kept: () => store.end - store.first } satisfies PageApi,
  chartsBegin: begin,
});
