import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankLiterals, replaceWords, tokensOf } from './tokens.ts';

const marked = (code: string): string => replaceWords(code, (word) => (word === 'x' ? 'Y' : word));

describe('replaceWords', () => {
  it.each([
    ['x + xx + x', 'Y + xx + Y'],
    ['a.x(x_1, _x)', 'a.Y(x_1, _x)'],
    ['x // x\nx', 'Y // x\nY'],
    ['x // x \\\n x\nx', 'Y // x \\\n x\nY'],
    ['x /* x\n x */ x', 'Y /* x\n x */ Y'],
    ['x /* x', 'Y /* x'],
    ['f("x \\" x", x)', 'f("x \\" x", Y)'],
    ["f('x', '\\'', x)", "f('x', '\\'', Y)"],
    ['f("x);\nx', 'f("x);\nY'],
    ["f(1'000); x = 'x'", "f(1'000); Y = 'x'"],
    ["0x1F'FF + x", "0x1F'FF + Y"],
    ['f(R"(x " x)", x)', 'f(R"(x " x)", Y)'],
    ['f(u8R"a(x )" x)a", x)', 'f(u8R"a(x )" x)a", Y)'],
    ["L'x' + x", "L'x' + Y"],
    ['x = R"(x', 'Y = R"(x'],
  ])('%s', (code, expected) => expect(marked(code)).toBe(expected));
});

describe('blankLiterals', () => {
  it('keeps code, lines and columns', () => {
    expect(blankLiterals('a("b"); // c\nd /* e\nf */ g')).toBe('a(   );     \nd     \n     g');
    expect(blankLiterals("wait(1'000); a('b')")).toBe("wait(1'000); a(   )");
  });
});

describe('tokensOf', () => {
  it('gives every character once, in order', () => {
    const code = fc.string({ unit: fc.constantFrom(...'aR1"\'/*\\\n() x') });
    fc.assert(
      fc.property(code, (text) => {
        expect([...tokensOf(text)].map((token) => token.text).join('')).toBe(text);
      }),
    );
  });

  it('stays fast on malicious text', () => {
    for (const text of ['/*'.repeat(50_000), 'R"('.repeat(20_000), '"'.repeat(100_000), "1'".repeat(50_000)]) {
      expect(blankLiterals(text)).toHaveLength(text.length);
    }
  });
});
