import { describe, expect, it } from 'vitest';
import { pathOf, pointerOf, resolvePointer } from './json-pointer.ts';

/** The example of RFC 6901, section 5. */
const RFC: Record<string, unknown> = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'm~n': 8,
  ' ': 7,
  '~1': 9,
};

describe('a JSON pointer', () => {
  it.each([
    ['', RFC],
    ['/foo', RFC.foo],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/m~0n', 8],
    ['/ ', 7],
    ['/~01', 9],
  ])('%j resolves, and pointerOf() returns the same text', (pointer, value) => {
    expect(resolvePointer(RFC, pointer)).toEqual({ found: true, value });
    expect(pointerOf(pathOf(pointer) ?? ['not a pointer'])).toBe(pointer);
  });

  it.each([
    '/foo/2',
    '/foo/-1',
    '/foo/00',
    '/foo/length',
    '/bar',
    '/foo/0/x',
    '/constructor',
    '/__proto__',
    'foo',
    '/~2',
  ])('%j does not resolve', (pointer) => expect(resolvePointer(RFC, pointer)).toEqual({ found: false }));
});
