import { describe, expect, it } from 'vitest';
import { parseDuration, parseMargin, parseName } from './option-values.ts';

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

describe('a margin on the command line', () => {
  it.each([
    ['0', 0],
    ['20', 20],
    ['20%', 20],
    ['007', 7],
    ['400', 400],
  ])('%s', (text, percent) => expect(parseMargin(text)).toBe(percent));

  it.each(['', '%', '401', '-5', '+5', '1.5', '2e1', '0x10', ' 20', '20 %', '20%%', 'twenty', '99999999999999999999'])(
    'is refused: "%s"',
    (text) => expect(() => parseMargin(text)).toThrow('Give whole percent from 0 to 400, e.g. 20.'),
  );
});

it('a name has a character', () => {
  expect(parseName('before')).toBe('before');
  for (const text of ['', '  ']) expect(() => parseName(text)).toThrow(/^Expected a name/);
});
