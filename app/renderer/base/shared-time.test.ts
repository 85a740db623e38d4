import { expect, test, vi } from 'vitest';
import { SharedTime } from './shared-time.ts';
import { span } from './time.ts';

test('a change by one notifies all others, once', () => {
  const shared = new SharedTime();
  const [timeline, charts] = [{}, {}];
  const [told, toldCharts] = [vi.fn(), vi.fn()];
  shared.subscribe(timeline, told);
  const stop = shared.subscribe(charts, toldCharts);
  shared.show(timeline, { view: span(0, 10), live: false });
  shared.show(timeline, { view: span(0, 10), live: false });
  expect(told).not.toHaveBeenCalled();
  expect(toldCharts).toHaveBeenCalledTimes(1);
  shared.point(charts, 5);
  expect(told).toHaveBeenCalledTimes(1);
  expect([shared.shown, shared.instant]).toEqual([{ view: span(0, 10), live: false }, 5]);
  stop();
  shared.show(timeline, { view: span(0, 10), live: true });
  expect(toldCharts).toHaveBeenCalledTimes(1);
});
