import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const messageOf = (text: string) =>
  parseJson(text)
    .problems.map((problem) => problem.message)
    .join('\n');

describe('parseJson', () => {
  it('returns the same value as JSON.parse', () => {
    const property = fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const { value, problems } = parseJson(text);
      const isOrdinary = !/__proto__|\\u0000|\\ud[89a-f]/.test(text);
      if (isOrdinary && problems.length === 0) expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      expect(value).toBeDefined();
    });
    fc.assert(property, { seed: 3, numRuns: 500 });
  });

  it.each([
    'nul',
    '01',
    '1.',
    '.5',
    '+1',
    '0x10',
    '1e',
    '[1,]',
    '{"a":1,}',
    '{a: 1}',
    "'a'",
    '"a\nb"',
    '"\\x41"',
    '"\\u12"',
    '[1] 2',
    '{"a" 1}',
    '/* */ 1',
    'NaN',
    '\u00a01',
    '"\\\n"',
  ])('rejects %j, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(parseJson(text).value).toBeUndefined();
  });

  it('gives line and column from 1, for every kind of line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const [problem] = parseJson(`{${end}  "a": 1,${end}  b${end}}`).problems;
      expect(problem).toMatchObject({ pointer: '', line: 3, column: 3 });
    }
  });

  it('gives the place of every value', () => {
    const { places } = parseJson('{\n  "a/b": [1,\n    {"c": 2}]\n}');
    expect(places.get('/a~1b')).toEqual({ line: 2, column: 10 });
    expect(places.get('/a~1b/1/c')).toEqual({ line: 3, column: 11 });
  });

  it('uses the last of duplicate members, and reports each of the others', () => {
    const { value, problems } = parseJson('{"a": {"b": "\\u0000"}, "a": 2, "a": 3}');
    expect(value).toEqual({ a: 3 });
    expect(problems.map((problem) => problem.pointer)).toEqual(['/a', '/a']);
  });

  it('describes each syntax error in words', () => {
    expect(messageOf('{"a": 1e999}')).toMatch(/larger one/);
    expect(messageOf('{"\\ud800": 1}')).toMatch(/broken name/);
    expect(messageOf('{"a": \'x\'}')).toMatch(/double quotes/);
    expect(messageOf('{"a": undefined}')).toMatch(/true, false or null/);
    expect(messageOf('{"a": "x\ty"}')).toMatch(/\\t for a tab/);
  });

  it('reads -0 as 0, as it is written', () => {
    expect(Object.is(parseJson('-0').value, 0)).toBe(true);
  });
});
