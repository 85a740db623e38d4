/** The models agree with the C code, statement by statement, and the comparison detects every change. */
import { describe, expect, it } from 'vitest';
import { changed, MODELS } from './models.ts';
import { differences, quotesOf, statementsOf } from './quotes.ts';

describe.each(MODELS)('the model $name', ({ model, c, broken }) => {
  const lines = c.split('\n');
  const isStatement = (line: string) => /^ {4}.*[;{]$/.test(line);

  it('agrees with the C code', () => {
    expect(statementsOf(c).length).toBeGreaterThan(12);
    expect(differences(c, model)).toEqual([]);
  });

  it('differs from C code that lacks any one statement', () => {
    lines.forEach((line, at) => {
      if (isStatement(line)) expect(differences(lines.toSpliced(at, 1).join('\n'), model), line).not.toEqual([]);
    });
  });

  it('differs from C code with two exchanged statements', () => {
    lines.forEach((line, at) => {
      const next = lines[at + 1] ?? '';
      if (!isStatement(line) || !isStatement(next)) return;
      expect(differences(lines.toSpliced(at, 2, next, line).join('\n'), model), line).not.toEqual([]);
    });
  });

  it('differs from C code with an additional function', () => {
    expect(differences(`${c}\nvoid another(void)\n{\n    latest = 0;\n}\n`, model)).toHaveLength(1);
  });

  it('must quote the C statement of each change of a channel', () => {
    const quotes = quotesOf(model).filter(({ step }) => /^channel\.\S+ = /.test(step));
    expect(quotes.length).toBeGreaterThan(1);
    for (const { c: statement } of quotes) {
      const silent = model.split('\n').map((line) => (line.includes(`C: ${statement}`) ? line.split('/*')[0] : line));
      expect(differences(c, silent.join('\n')).length).toBeGreaterThan(1);
    }
  });

  it.each(broken)('differs from the C code in the broken variant: $name', ({ changes }) => {
    expect(differences(c, changed(model, changes))).not.toEqual([]);
  });
});

it('several accesses in one step are a difference', () => {
  const quote = (c: string) => `/* C: ${c} */`;
  const model = `d_step {\n channel.a = 1; ${quote('pl_port_store(&channel->a, 1);')}
    channel.b = 1; ${quote('pl_port_store(&channel->b, 1);')}\n}\n`;
  expect(differences('', model).at(-1)).toMatch(/^one step for .*->a, 1\);» and .*->b/);
  const copy = `atomic {\n copy_in(x); ${quote('memcpy(x, item, channel->item_bytes);')}\n}\n`;
  expect(differences('', copy).at(-1)).toMatch(/^one step for /);
});
