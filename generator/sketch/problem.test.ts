import { describe, expect, it } from 'vitest';
import { didYouMean, nearest, quote, show } from './problem.ts';

describe('nearest', () => {
  const members = ['name', 'periodUs', 'budgetUs', 'deadlineUs'];

  it.each([
    ['periodMs', 'periodUs'],
    ['PeriodUS', 'periodUs'],
    ['nmae', 'name'],
    ['deadlinUs', 'deadlineUs'],
    ['colour', null],
    ['', null],
  ])('of %j is %j', (text, found) => expect(nearest(text, members)).toBe(found));

  it('returns the nearest of several candidates', () => {
    expect(nearest('T1', ['T22', 'T11', 't1'])).toBe('t1');
  });

  it('formats the suggestion as a question, or returns the fallback', () => {
    expect(didYouMean('nam', members)).toBe(' Did you mean "name"?');
    expect(didYouMean('xyz', members, ' Nothing is like it.')).toBe(' Nothing is like it.');
  });
});

describe('what was found', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'an empty list'],
    [[1], 'a list'],
    [{}, 'an object'],
    [Number.NaN, 'NaN'],
    ['x', '"x"'],
  ])('%j is shown as %s', (value, shown) => expect(show(value)).toBe(shown));

  it('is quoted on one line, shortened, and without terminal control characters', () => {
    expect(quote('a\n"b"\u001b[2J\u202e')).toBe('"a\\n\\"b\\"\\u001b[2J\\u202e"');
    expect(quote('\ud800')).toBe('"\\ud800"');
    expect(quote('🤖'.repeat(100))).toBe(`"${'🤖'.repeat(59)}…"`);
  });
});
