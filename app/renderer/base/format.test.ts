import { describe, expect, test } from 'vitest';
import {
  formatBoundOf,
  formatCount,
  formatDuration,
  formatExecution,
  formatLoad,
  formatSlack,
  formatTime,
} from './format.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('numbers stay with their units, and have a minus sign', () => {
  expect(formatDuration(125_000_000_000)).toBe('2\u00a0min 5\u00a0s');
  expect(formatExecution(10_440_000, 10_000_000, true)).toBe('10\u00a0ms + 440\u00a0µs overhead');
  expect(formatBoundOf(768_000_000, 1_000_000_000)).toBe('768 of 1000\u00a0ms');
  expect(formatSlack(-1_500_000)).toBe('\u22121.5\u00a0ms');
  expect(formatLoad(0.7681)).toBe('76.9\u00a0%');
  expect(formatDuration(Number.NaN)).toBe('–');
});

describe('formatTime', () => {
  test.each([
    [40_250_000, 1_000, '40.250 ms'],
    [40_250_000, 1_000_000, '40 ms'],
    [1_500_000_000, 1_000_000, '1.500 s'],
    [0, 1_000, '0 µs'],
    [65_250_000_000, 1_000_000, '1:05.250'],
    [7_265_000_000_000, 1_000_000_000, '2:01:05'],
    [-2_000_000, 1_000_000, '−2 ms'],
  ])('%d ns at %d ns reads %s', (ns, step, text) => {
    expect(plain(formatTime(ns, step))).toBe(text);
  });
});

test('counts', () => {
  expect(plain(formatCount(1_234_567))).toBe('1 234 567');
  expect(plain(formatCount(12))).toBe('12');
});
