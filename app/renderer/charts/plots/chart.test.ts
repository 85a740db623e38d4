import { describe, expect, it } from 'vitest';
import { Series } from '../../../../generator/trace/series/series.ts';
import { axisRange, joined, line, valueAt, valueText } from './chart.ts';
import { cumulative, histogramOf } from './histogram-data.ts';
import { chartsOfValues, NO_SETTINGS, unitInName } from './value-settings.ts';

describe('the values of a chart', () => {
  const data = joined([
    { times: [10, 30], values: [1, 3] },
    { times: [20, 30], values: [5, 6] },
  ]);

  it('are on common times', () => {
    expect(data).toEqual({
      times: [10, 20, 30],
      values: [
        [1, null, 3],
        [null, 5, 6],
      ],
    });
  });

  it('hold until the next, and the newest is read without a cursor', () => {
    expect([5, 10, 29, 30, null].map((instant) => valueAt(data, 0, instant))).toEqual([1, 1, 1, 3, 3]);
    expect(valueAt({ times: [], values: [[]] }, 0, 5)).toBeNull();
  });

  it('have their unit', () => {
    expect(valueText(line('t', '', 'number', '°C'), 21.5)).toBe('21.5\u00a0°C');
    expect(valueText(line('t', '', 'share'), 0.255)).toMatch(/^2[56]/);
    expect(valueText(line('t', '', 'time'), 1500)).toBe('1.5\u00a0µs');
  });
});

describe('the range of an axis', () => {
  it('contains limits that are near, and leaves out one that would flatten the line', () => {
    expect(axisRange(1, 10, [20], true)).toEqual([0, 21.6]);
    expect(axisRange(1, 10, [20, 1000], true)[1]).toBeCloseTo(21.6);
    expect(axisRange(null, null, [5], true)[1]).toBeGreaterThan(5);
  });

  it('has a margin on both sides of values that may be negative, and a length for a constant', () => {
    expect(axisRange(-1, 1, [], false)).toEqual([-1.16, 1.16]);
    const [low, high] = axisRange(20, 20, [], false);
    expect(low).toBeLessThan(20);
    expect(high).toBeGreaterThan(20);
  });
});

describe('a distribution', () => {
  const series = new Series();
  for (let i = 0; i < 100; i++) series.push(i, i);

  it('counts each value of the shown time once', () => {
    const found = histogramOf(series, 10, 60, 7);
    expect([found.total, found.counts.reduce((a, b) => a + b), found.edges[0], found.edges.at(-1)]).toEqual([
      50, 50, 10, 59,
    ]);
    expect(cumulative(found).at(0)).toBe(0);
    expect(cumulative(found).at(-1)).toBe(1);
  });

  it('is empty without values, and has one full bin for a constant', () => {
    expect(histogramOf(series, 500, 600, 7).total).toBe(0);
    const constant = new Series();
    for (let i = 0; i < 5; i++) constant.push(i, 3);
    expect(histogramOf(constant, 0, 9, 4).counts).toEqual([5, 0, 0, 0]);
  });
});

describe('values of the program', () => {
  it('have the unit that is in brackets at the end of their name', () => {
    expect(['temperature [°C]', 'a[3]', 'x', 'v [m/s] raw'].map(unitInName)).toEqual(['°C', '3', '', '']);
  });

  it('share a chart with a value that has its own', () => {
    const beside = (of: string) => ({ ...NO_SETTINGS, beside: of });
    const settings = new Map([
      ['b', beside('a')],
      ['c', beside('b')],
      ['d', beside('d')],
    ]);
    expect(chartsOfValues(['a', 'b', 'c', 'd'], settings)).toEqual([['a', 'b'], ['c'], ['d']]);
  });
});
