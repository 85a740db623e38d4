/** The page that measure.ts opens: a timeline of a generated trace, and a probe that pans it at several zooms. */
import '../../app/renderer/base/tokens.css';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { taskLook } from '../../app/renderer/base/palette.ts';
import { Timeline, type TimelineHandle } from '../../app/renderer/charts/timeline/timeline.tsx';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { madeTasks, writeTrace } from './schedule.ts';

const FRAMES = 30;

export interface Probe {
  readonly zoom: string;
  readonly jobs: number;
  /** Painting canvas calls in one frame. */
  readonly paints: number;
  /** Median time of a frame's script, in ms. */
  readonly scriptMs: number;
}

export interface PageApi {
  open(tasks: number, events: number): Promise<void>;
  probe(): Promise<Probe[]>;
}

const costs: number[] = [];
const nativeFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) =>
  nativeFrame((time) => {
    const from = performance.now();
    callback(time);
    costs.push(performance.now() - from);
  });
const frame = (): Promise<number> => new Promise((resolve) => nativeFrame(resolve));

async function open(taskCount: number, events: number): Promise<void> {
  const tasks = madeTasks(taskCount);
  const store = new TraceStore({ capacity: events * 2 });
  writeTrace(store, tasks, events);
  const jobs = new JobTracker(store);
  jobs.update();
  const lanes = tasks.map((task, taskIndex) => ({
    ...task,
    ...taskLook(taskIndex),
    taskIndex,
    offsetNs: 0,
    deadlineNs: task.periodNs,
    budgetNs: task.executionNs,
    responseBoundNs: task.periodNs,
  }));
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const ref = createRef<TimelineHandle>();
  createRoot(root).render(createElement(Timeline, { store, jobs, lanes, live: false, ref }));
  for (let i = 0; i < 20; i++) await frame();
}

function turn(deltaX: number, deltaY: number): void {
  const plot = document.querySelector('.pl-timeline-plot');
  plot?.dispatchEvent(
    new WheelEvent('wheel', { deltaX, deltaY, clientX: 800, clientY: 200, bubbles: true, cancelable: true }),
  );
}

async function probe(): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const zoom of ['all', '1/10', '1/100', '1/1000', '1/10000']) {
    await frame();
    costs.length = 0;
    for (let i = 0; i < FRAMES; i++) {
      turn(i % 2 === 0 ? 20 : -20, 0);
      await frame();
    }
    const { dataset } = document.querySelector<HTMLElement>('.pl-timeline') ?? document.body;
    const sorted = costs.filter((cost) => cost > 0.02).sort((a, b) => a - b);
    const scriptMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    probes.push({ zoom, jobs: Number(dataset.jobs), paints: Number(dataset.paints), scriptMs });
    turn(0, -320 * Math.log2(10));
  }
  return probes;
}

Object.assign(window, { timelineBench: { open, probe } satisfies PageApi });
