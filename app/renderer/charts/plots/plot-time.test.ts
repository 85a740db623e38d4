import { expect, test, vi } from 'vitest';
import { sharedTimes } from '../../base/shared-time.ts';
import { span } from '../../base/time.ts';
import { PlotTime } from './plot-time.ts';

const S = 1e9;

test('charts show the time of the timeline, and the timeline theirs', () => {
  const times = sharedTimes();
  const timeline = {};
  times.measured.show(timeline, { view: span(S, 2 * S), live: false });
  const told = vi.fn();
  times.measured.subscribe(timeline, told);
  const charts = new PlotTime(times, 'measured', false, () => undefined);
  charts.advance(span(0, 10 * S));
  expect(charts.state.view).toEqual(span(S, 2 * S));
  charts.dispatch({ type: 'show', view: span(4 * S, 6 * S) });
  expect(told).toHaveBeenCalledTimes(1);
  expect(times.measured.shown?.view).toEqual(span(4 * S, 6 * S));
  times.measured.point(timeline, 5 * S);
  expect(charts.instant).toBe(5 * S);
  charts.point(null);
  expect(times.measured.instant).toBeNull();
});

test('separate charts keep their time, and take that of the timeline when they are linked again', () => {
  const times = sharedTimes();
  const charts = new PlotTime(null, 'measured', false, () => undefined);
  charts.advance(span(0, 10 * S));
  times.measured.show({}, { view: span(S, 2 * S), live: false });
  expect(charts.state.view.to).toBeGreaterThan(10 * S);
  charts.share(times);
  expect(charts.state.view).toEqual(span(S, 2 * S));
  charts.share(null);
  times.measured.show({}, { view: span(3 * S, 4 * S), live: false });
  expect(charts.state.view).toEqual(span(S, 2 * S));
});

test('charts follow the newest event while the program runs, until the user pauses', () => {
  const charts = new PlotTime(sharedTimes(), 'measured', true, () => undefined);
  charts.advance(span(0, 20 * S));
  expect(charts.state.live).toBe(true);
  const before = charts.state.view;
  charts.advance(span(0, 30 * S));
  expect(charts.state.view.to - before.to).toBe(10 * S);
  charts.dispatch({ type: 'live', live: false });
  const paused = charts.state.view;
  charts.advance(span(0, 40 * S));
  expect(charts.state.view).toEqual(paused);
  charts.run(false);
  charts.dispatch({ type: 'live', live: true });
  expect(charts.state.live, 'a trace that has ended is not followed').toBe(false);
});
