// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import { KIND_BOOT, KIND_COMPLETE, KIND_RELEASE, KIND_START, NO_OBJECT } from '../../../../generator/trace/kinds.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
import type { Lane } from '../timeline/lane.ts';
import { LoadChart } from './load-chart.tsx';

const MS = 1_000_000;
const TASK = { name: 'Sensor', periodNs: 10 * MS, offsetNs: 0, deadlineNs: 10 * MS, budgetNs: 5 * MS } as const;

it('draws a bar that is as long as the share of the processor', async () => {
  const store = new TraceStore();
  store.metadata({ clockHz: 1_000_000, objects: [{ class: 'task', index: 0, ...TASK }] });
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  for (let at = 0; at < 100 * MS; at += 10 * MS) {
    store.event(at, KIND_RELEASE, 0, 0);
    store.event(at, KIND_START, 0, 0);
    store.event(at + 5 * MS, KIND_COMPLETE, 0, 0);
  }
  const jobs = new JobTracker(store);
  const statistics = new TraceStatistics(store, jobs);
  const lane: Lane = { ...TASK, taskIndex: 0, colour: 'red', pattern: 'solid', responseBoundNs: null };
  const { container } = await show(testSession(), <LoadChart jobs={jobs} statistics={statistics} lanes={[lane]} />);
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toMatch(/^Load: Sensor 5\d/);
  expect(Number(container.querySelector('rect')?.getAttribute('width'))).toBeCloseTo(120, -1.5);
});
