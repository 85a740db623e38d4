import { describe, expect, test } from 'vitest';
import { centreOn, clampView, fitView, MIN_VIEW_NS, nsPerPx, panBy, timeScale, toNs, toPx, zoomAt } from './scale.ts';
import { durationOf, HOUR, ns, SECOND, type TimeSpan } from './time.ts';

const view = (from: number, to: number): TimeSpan => ({ from: ns(from), to: ns(to) });
const hours = view(0, 10 * HOUR);

describe('conversion', () => {
  test('pixels and times are inverse', () => {
    const scale = timeScale(view(1_000, 2_000), 40, 500);
    expect(toPx(scale, 1_000)).toBe(40);
    expect(toPx(scale, 2_000)).toBe(540);
    expect(toNs(scale, toPx(scale, 1_234))).toBeCloseTo(1_234, 6);
    expect(nsPerPx(scale)).toBe(2);
  });
});

describe('zoomAt', () => {
  test('keeps the time under the pointer in place, from hours to microseconds', () => {
    const anchor = 3 * HOUR + 12_345_678;
    let current = hours;
    for (let step = 0; step < 200; step++) {
      const before = toPx(timeScale(current, 0, 1_000), anchor);
      const next = zoomAt(current, anchor, 0.8, hours);
      const after = toPx(timeScale(next, 0, 1_000), anchor);
      expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
      current = next;
    }
    expect(durationOf(current)).toBe(MIN_VIEW_NS);
  });

  test('zooms out no further than twice the data', () => {
    let current = view(5, 1_000_005);
    for (let step = 0; step < 100; step++) current = zoomAt(current, 500_000, 2, hours);
    expect(durationOf(current)).toBe(20 * HOUR);
  });
});

describe('pan', () => {
  test('keeps the length and never leaves the data', () => {
    const data = view(0, 10 * SECOND);
    const right = panBy(view(0, SECOND), 100 * SECOND, data);
    expect(durationOf(right)).toBe(SECOND);
    expect(right.to).toBe(10.5 * SECOND);
    const left = panBy(view(0, SECOND), -100 * SECOND, data);
    expect(left.from).toBe(-0.5 * SECOND);
  });

  test('centreOn puts a time in the middle', () => {
    const centred = centreOn(view(0, 1_000_000), 5 * SECOND, hours);
    expect((centred.from + centred.to) / 2).toBe(5 * SECOND);
  });
});

describe('fitView and clampView', () => {
  test('fit shows all data with a margin', () => {
    const fitted = fitView(view(0, 10 * SECOND));
    expect(fitted.from).toBeLessThan(0);
    expect(fitted.to).toBeGreaterThan(10 * SECOND);
  });

  test('a view without data still has a length', () => {
    expect(durationOf(fitView(view(0, 0)))).toBeGreaterThan(0);
    expect(durationOf(clampView(view(0, 0), view(0, 0)))).toBe(MIN_VIEW_NS);
  });
});
