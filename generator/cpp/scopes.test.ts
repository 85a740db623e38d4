import { expect, it } from 'vitest';
import { inProportion } from '../../test/counted-work.ts';
import { placedTokens } from './scopes.ts';

const wordsAt = (code: string) =>
  placedTokens(code)
    .filter(({ kind }) => kind === 'word')
    .map(({ text, depth, line, directive }) => `${line} ${text} ${depth}${directive === null ? '' : ` #${directive}`}`);

it('counts the open brackets around each word', () => {
  expect(wordsAt('int a; // b {\nvoid c(int d) {\n  e[f]; "{"; }\ng')).toEqual([
    '1 int 0',
    '1 a 0',
    '2 void 0',
    '2 c 0',
    '2 int 1',
    '2 d 1',
    '3 e 1',
    '3 f 2',
    '4 g 0',
  ]);
});

it('does not count braces that make no scope of their own', () => {
  expect(wordsAt('extern "C" { a }\nnamespace { b }\nnamespace c { d } e')).toEqual([
    '1 extern 0',
    '1 a 0',
    '2 namespace 0',
    '2 b 0',
    '3 namespace 0',
    '3 c 0',
    '3 d 1',
    '3 e 0',
  ]);
  expect(wordsAt('{ a }')).toEqual(['1 a 1']);
});

it('begins each branch of an #if at the same depth, and leaves directives out', () => {
  expect(wordsAt('#define M { x \\\n  y\n#if A\nvoid a() {\n#else\nvoid b() {\n#endif\n} c')).toEqual([
    '1 define 0 #define',
    '1 M 0 #define',
    '1 x 0 #define',
    '2 y 0 #define',
    '3 if 0 #if',
    '3 A 0 #if',
    '4 void 0',
    '4 a 0',
    '5 else 0 #else',
    '6 void 0',
    '6 b 0',
    '7 endif 1 #endif',
    '8 c 0',
  ]);
});

it.each([
  ['brackets', '{(', ')}'],
  ['#if', '#if A\n{\n', '}\n#endif\n'],
  ['branches', '#if A\n{\n#else\n{\n', '}\n#endif\n'],
])('does work in proportion to the code, however deep its %s are nested', (_, open, close) => {
  inProportion(1000, (depth) => placedTokens(open.repeat(depth) + close.repeat(depth)));
  expect(placedTokens(open.repeat(50_000) + close.repeat(50_000)).at(-1)?.depth).toBe(0);
});
