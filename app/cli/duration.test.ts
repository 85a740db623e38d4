import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it.each([
  ['2s', 2e9],
  ['500ms', 500e6],
  ['250us', 250e3],
  ['250µs', 250e3],
  ['1m', 60e9],
  ['1.5s', 1.5e9],
  [' 10 ms ', 10e6],
])('%s', (text, timeNs) => expect(parseDuration(text)).toBe(timeNs));

it.each(['', '2', 's', '-1s', '0s', '0.0001us', '1h', '1e3s', '2 s 3', 'NaNs', '99999m', '1constructor'])(
  'rejects %j',
  (text) => {
    expect(() => parseDuration(text)).toThrow(/^Expected /);
  },
);
