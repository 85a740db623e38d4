import { expect, test } from 'vitest';
import { madeColumn } from '../source/test-column.ts';
import { longText } from './job-texts.ts';

test('a job shows how long it ran, except while it runs', () => {
  const column = madeColumn({ count: 3, periodNs: 10e6, executionNs: 3e6, open: true });
  const plain = (job: number) => longText(column, job, 2e6, false).replaceAll('\u00a0', ' ');
  expect(plain(1)).toBe('#1  2 ms + 1 ms more');
  expect(plain(2)).toBe('#2');
});
