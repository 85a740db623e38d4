import { describe, expect, it } from 'vitest';
import { inProportion } from '../../test/counted-work.ts';
import { findImbalance } from './balance.ts';

describe('findImbalance', () => {
  it.each([
    ['nothing', ''],
    ['blocks', 'if (x) {\n  y();\n} else { z(); }'],
    ['braces in strings and characters', `a("{"); b('}'); c("\\"{"); d('\\'');`],
    ['braces in comments', '// {\n/* { \n { */ x();'],
    ['a line comment with a line continuation', '// {\\\n {\nx();'],
    ['raw strings', 'a(R"({)"); b(u8R"x(})" {)x");'],
    ['digit separators', "int x = 1'000'000; { y(); }"],
    ['prefixed characters', "a(L'{'); b(u'}');"],
    ['macros', '#define LOOP(x) while (x) { \\\n  y(); }\n# define NONE 0\n x();'],
    ['disabled code', '#if 0\n}\n#endif\nx();'],
    ['the enabled branch', '#if 0\n} } /* { */\n#elif A\n{ x();\n#else\n{ y();\n#endif\n}'],
    ['branches of the preprocessor', '#if A\nif (a) {\n#elif B\nif (b) {\n#else\nif (c) {\n#endif\n x(); }'],
    ['digraphs', 'if (x) <% y(); %>'],
    ['a modulo and a shift', 'x = a %b; y = a <c;'],
    ['an unterminated string, which the compiler reports', 'x("{);\ny();'],
  ])('accepts %s', (_, text) => expect(findImbalance(text)).toBeNull());

  it.each([
    ['an extra closing brace', 'x();\n}\nvoid other() {', 2],
    ['a closing brace that is missing', 'if (x) {\n y();\n', 1],
    ['the inner one of two', 'if (x) {\n if (y) {\n z();\n', 2],
    ['a comment', 'x();\r\n/* y();', 2],
    ['a comment opened after a string', 'x("/*"); /* y();', 1],
    ['a raw string', 'x();\n\ny(R"(z);', 3],
    ['a conditional', 'x();\n#if 1\ny();', 2],
    ['a digraph', '<% x();', 1],
    ['half a macro', 'x();\n#define E }\n#define S {\nE\nvoid hack() S', 2],
    ['the other half', '#define S {', 1],
    ['code that is not disabled', '#if 0\n#else\n{\n#endif', 3],
    ['a condition that is not zero', '#if 0 + A\n}\n#endif', 2],
  ])('finds %s', (_, text, line) => expect(findImbalance(text)).toMatchObject({ line }));

  it('stays fast on malicious text', () => {
    for (const text of ['/*'.repeat(50_000), 'R"('.repeat(20_000), '"'.repeat(100_000), '\\'.repeat(100_000)]) {
      findImbalance(text);
    }
  });

  it('describes the problem in words that are valid in an #error', () => {
    for (const text of ['}', '{', '/*', 'R"(', '#if 1']) expect(findImbalance(text)?.message).toMatch(/^[^"'\\]+$/);
  });
});

it.each([
  ['#if', '#if A\n{\n', '}\n#endif\n'],
  ['#if 0', '#if 0\n{\n#else\n', '#endif\n'],
  ['braces', '{', '}'],
])('does work in proportion to the code, however deep its %s are nested', (_, open, close) => {
  inProportion(2000, (depth) => findImbalance(open.repeat(depth) + close.repeat(depth)));
  expect(findImbalance(open.repeat(100_000) + close.repeat(100_000))).toBeNull();
});
