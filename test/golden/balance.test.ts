/**
 * Compares generator/cpp/balance.ts with a real compiler. Random bodies consist of braces,
 * comments, strings and directives. A balanced body does not affect the code after it. An
 * unbalanced body does not compile.
 */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findImbalance } from '../../generator/cpp/balance.ts';
import { tools } from './compilers.ts';

const TOKENS = [
  ...['{', '}', '{', '}', '<%', '%>', ';', ';', 'x;', 'if(x)', ' ', '\t', '\n', '\n', '\n'],
  ...['/*', '*/', '//', '/', '*', '"', "'", '\\', '??/', "1'0", 'u8"', "L'", '#'],
  ...['R"(', ')"', 'R"x(', ')x"', 'LR"('],
  ...['\n#if 1\n', '\n#if 0\n', '\n#else\n', '\n#endif\n', '\n#define A { }\n', '\n#define B {\n', ' B '],
];

const bodies = fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 9 }).map((tokens) => tokens.join(''));

/**
 * The compiler's errors in a program with this body. Errors in the code after the body are in the
 * file `behind`.
 */
function errorsWith(body: string): string[] {
  const { hostCxx } = tools;
  if (!hostCxx.installed) return [];
  const program = [
    'int x;\nvoid f(void)\n{\nint probe = 0;',
    `#line 1 "body"\n${body}\n`,
    '#line 1 "end"\n;',
    '#line 1 "behind"\n(void)probe;\n}\nvoid next(void) { x++; }\nint *p = &x;\n',
  ].join('\n');
  const args = ['-std=gnu++17', '-fsyntax-only', '-w', '-x', 'c++', '-'];
  const result = spawnSync(hostCxx.command[0], args, { input: program, encoding: 'utf8' });
  return result.stderr.split('\n').filter((line) => line.includes('error:'));
}

describe.skipIf(!tools.hostCxx.installed)('balanced code', () => {
  it('does not affect the code after it, and unbalanced code does not compile', () => {
    const property = fc.property(bodies, (body) => {
      const errors = errorsWith(body);
      const imbalance = findImbalance(body);
      // An unbalanced macro compiles if it is unused, or if another macro balances it.
      if (imbalance?.message.startsWith('this macro')) return;
      if (imbalance === null) expect(errors.filter((line) => line.startsWith('behind:'))).toEqual([]);
      else expect(errors).not.toEqual([]);
    });
    fc.assert(property, { seed: 1, numRuns: 200 });
  });
});
