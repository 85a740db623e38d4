import { describe, expect, test } from 'vitest';
import { ellipsize, textWidth } from './text.ts';

const meter = (font: string) => {
  let calls = 0;
  return {
    font,
    measureText: (text: string) => {
      calls++;
      return { width: [...text].length * 10 };
    },
    calls: () => calls,
  };
};

describe('ellipsize', () => {
  test('leaves what fits alone', () => {
    expect(ellipsize(meter('a'), 'Blink', 50)).toBe('Blink');
  });
  test('shortens to what fits, whole letters only', () => {
    expect(ellipsize(meter('a'), 'Thermostat', 50)).toBe('Ther…');
    expect(ellipsize(meter('a'), '🌡️🌡️🌡️🌡️🌡️🌡️', 31)).not.toContain('\ud83c…');
  });
  test('gives nothing rather than a lone ellipsis', () => {
    expect(ellipsize(meter('a'), 'Thermostat', 15)).toBe('');
  });
});

test('measures a text once', () => {
  const counted = meter('once');
  textWidth(counted, 'x');
  textWidth(counted, 'x');
  expect(counted.calls()).toBe(1);
});
