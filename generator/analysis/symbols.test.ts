import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { admit } from './admission.ts';
import { exactUs, exactUsAndUnits, formatReached } from './format.ts';
import { formulaOf, METHODS } from './registry.ts';
import { ms, sketchOf, superLoop } from './test-sketches.ts';

/** The names in a formula, without their indices and without TeX's operators: `w`, `R`, `\lambda`. */
function symbolsOf(tex: string): ReadonlySet<string> {
  const bare = tex
    .replace(/\\text\{[^}]*\}/g, ' ')
    .replace(/[_^](\{[^{}]*\}|\\?[a-zA-Z0-9]+)/g, ' ')
    .replace(/\\(alpha|beta|lambda|varepsilon)/g, ' @$1 ')
    .replace(/\\[a-zA-Z]+/g, ' ');
  return new Set(bare.match(/@[a-z]+|[a-zA-Z]/g) ?? []);
}

describe('the formula of each test', () => {
  it.each(METHODS.map(({ id }) => id))('of %s has an equation without numbers and names each symbol', (id) => {
    const { tex, legend } = formulaOf(id);
    expect(katex.renderToString(tex, { throwOnError: true, strict: 'error' })).toContain('katex');
    expect(tex).toMatch(/\\le|<|\\forall/);
    expect(tex).not.toMatch(/\d{2}/);
    const named = new Set(legend.flatMap(([symbol]) => [...symbolsOf(symbol)]));
    for (const symbol of symbolsOf(tex)) expect([...named], `${symbol} in ${tex}`).toContain(symbol);
    for (const [symbol, meaning] of legend) {
      expect(katex.renderToString(symbol, { throwOnError: true, strict: 'error' })).toContain('katex');
      expect(meaning.length).toBeGreaterThan(10);
    }
  });
});

describe('a time that is never quite reached', () => {
  it('is written as just before the time', () => {
    expect([49_999_999, 50_000_001, 50_000_000, 1_234_567, 999].map(exactUs)).toEqual([
      '50000^{-}',
      '50000^{+}',
      '50000',
      '1234.567',
      '0.999',
    ]);
    expect([12_000_002, 12_000_001, 12_000_500].map(exactUsAndUnits)).toEqual([
      '12000 + 2\\varepsilon',
      '12000 + \\varepsilon',
      '12000.5',
    ]);
    expect(formatReached(49_999_999)).toBe('just under 50 ms');
  });

  it('has no digits of a nanosecond in any step of a super-loop', () => {
    const sketch = sketchOf([
      { T: ms(100), C: ms(10), name: 'fast' },
      { T: ms(1000), C: ms(50), name: 'slow' },
    ]);
    const steps = admit(sketch, { capabilities: superLoop }).methods.flatMap(({ explanation }) => explanation);
    expect(steps.some(({ tex }) => tex?.includes('50000^{-}'))).toBe(true);
    for (const { text, tex } of steps) expect(`${text} ${tex}`).not.toMatch(/\.99\d/);
  });
});
