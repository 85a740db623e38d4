import { expect, test } from 'vitest';
import { forgetTextWidths, textWidth } from './text.ts';

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

test('measures a text once', () => {
  const counted = meter('once');
  textWidth(counted, 'x');
  textWidth(counted, 'x');
  expect(counted.calls()).toBe(1);
  forgetTextWidths();
  textWidth(counted, 'x');
  expect(counted.calls()).toBe(2);
});
