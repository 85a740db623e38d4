import { describe, expect, test } from 'vitest';
import { roundStep, timeTicks } from './ticks.ts';
import { HOUR, MILLISECOND, MINUTE, ns, SECOND, type TimeSpan } from './time.ts';

const view = (from: number, to: number): TimeSpan => ({ from: ns(from), to: ns(to) });
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

describe('roundStep', () => {
  test.each([
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [40_000, 50_000],
    [0.9 * SECOND, SECOND],
    [9 * SECOND, 10 * SECOND],
    [11 * SECOND, 15 * SECOND],
    [31 * SECOND, MINUTE],
    [3 * HOUR, 6 * HOUR],
    [30 * HOUR, 48 * HOUR],
  ])('%d ns becomes %d ns', (least, step) => {
    expect(roundStep(least).step).toBe(step);
  });
});

describe('timeTicks', () => {
  test('labels a view of milliseconds in one unit with equal decimals', () => {
    const ticks = timeTicks(view(0, 100 * MILLISECOND), 18 * MILLISECOND);
    expect(ticks.majors.map((t) => plain(t.label))).toEqual(['0 ms', '20 ms', '40 ms', '60 ms', '80 ms', '100 ms']);
    expect(ticks.anchorLabel).toBe('');
    expect(ticks.minors).toContain(5 * MILLISECOND);
    expect(ticks.minors).not.toContain(20 * MILLISECOND);
  });

  test('counts from an anchor when zoomed in far from zero', () => {
    const from = 3 * SECOND + 123_456_000;
    const ticks = timeTicks(view(from, from + 10_000), 1_500);
    expect(plain(ticks.anchorLabel)).toBe('3.123 s');
    expect(plain(ticks.majors[0]?.label)).toBe('+456 µs');
    const sum = ticks.anchorNs + 456_000;
    expect(ticks.majors[0]?.time).toBe(sum);
  });

  test('labels of hours use the clock format', () => {
    const ticks = timeTicks(view(2 * HOUR, 3 * HOUR), 9 * MINUTE);
    expect(ticks.majors.map((t) => t.label).slice(0, 2)).toEqual(['2:00:00', '2:10:00']);
  });

  test('all labels of a view of a minute use the clock format', () => {
    const ticks = timeTicks(view(-SECOND, 61 * SECOND), 9 * SECOND);
    expect(ticks.majors.map((t) => t.label).slice(0, 3)).toEqual(['0:00', '0:10', '0:20']);
  });

  test('every label at every zoom differs from its neighbours', () => {
    for (let length = 1_000; length < 48 * HOUR; length *= 1.7) {
      for (const from of [0, 7 * MILLISECOND + 13, 59.9 * SECOND, 2 * HOUR + 123_456_789]) {
        const { majors } = timeTicks(view(from, from + length), length / 10);
        const labels = majors.map((t) => t.label);
        expect(new Set(labels).size, `${from} + ${length}: ${labels.join(' | ')}`).toBe(labels.length);
        expect(labels.length).toBeLessThanOrEqual(12);
        for (const label of labels) expect(label.length).toBeLessThanOrEqual(12);
      }
    }
  });

  test('never makes more marks than can be drawn', () => {
    expect(timeTicks(view(0, 100 * HOUR), 1).majors.length).toBeLessThanOrEqual(1_001);
  });
});
