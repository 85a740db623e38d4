import { describe, expect, it } from 'vitest';
import { parseTime, showTime, unitFor } from './time-text.ts';

const us = (text: string, unit: 'us' | 'ms' | 's' = 'ms') => {
  const parsed = parseTime(text, unit);
  return parsed.ok ? parsed.us : parsed.message;
};

describe('reading a time', () => {
  it('accepts units, with and without a space, comma or point', () => {
    expect(us('250 us')).toBe(250);
    expect(us('250µs')).toBe(250);
    expect(us('2ms')).toBe(2_000);
    expect(us('1.5 s')).toBe(1_500_000);
    expect(us('1,5 S')).toBe(1_500_000);
    expect(us('.1 ms')).toBe(100);
    expect(us('2 min')).toBe(120_000_000);
    expect(us('50 Hz')).toBe(20_000);
    expect(us('1 kHz')).toBe(1_000);
  });

  it('reads a number without a unit in the displayed unit', () => {
    expect(us('40', 'ms')).toBe(40_000);
    expect(us('40', 'us')).toBe(40);
  });

  it('reports errors', () => {
    expect(us('soon')).toMatch(/Write a time/);
    expect(us('-3 ms')).toMatch(/Write a time/);
    expect(us('3 weeks')).toMatch(/no unit “weeks”/);
    expect(us('0.5 us')).toMatch(/whole microseconds/);
    expect(us('3 Hz')).toMatch(/whole microseconds/);
    expect(us('0 Hz')).toMatch(/above 0/);
    expect(us('99999999999 h')).toMatch(/longer/);
  });
});

describe('showing a time', () => {
  it('chooses the most readable unit and stays exact', () => {
    expect(showTime(250)).toBe('250\u00a0µs');
    expect(showTime(40_000)).toBe('40\u00a0ms');
    expect(showTime(1_500)).toBe('1.5\u00a0ms');
    expect(showTime(2_000_000)).toBe('2\u00a0s');
    expect(showTime(1_234_567)).toBe('1234.567\u00a0ms');
    expect(showTime(0)).toBe('0\u00a0ms');
  });

  it('follows the unit of the sketch', () => {
    expect(showTime(1_500, 'us')).toBe('1500\u00a0µs');
    expect(showTime(1_500, 's')).toBe('0.0015\u00a0s');
  });

  it('parses what it formats', () => {
    for (const value of [0, 1, 999, 1_001, 16_667, 1_000_001, 86_400_000_000]) {
      expect(us(showTime(value), unitFor(value, 'auto'))).toBe(value);
    }
  });
});
