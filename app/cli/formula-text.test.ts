import { describe, expect, it } from 'vitest';
import { METHODS } from '../../generator/analysis/registry.ts';
import { justBefore } from '../../generator/analysis/symbols.ts';
import { sketchOf } from '../../generator/analysis/test-sketches.ts';
import { explanationLines } from './explanation.ts';
import { formulaText } from './formula-text.ts';
import { judge } from './judgement.ts';

describe('formulaText', () => {
  it.each([
    [String.raw`U = \sum_i \frac{C_i}{T_i} \le n\left(2^{1/n} - 1\right)`, 'U = Σ_i C_i/T_i ≤ n(2^(1/n) − 1)'],
    [
      String.raw`w(q) = (q+1)\,C_i + B_i + \sum_j \left\lceil\frac{w(q) + J_j}{T_j}\right\rceil C_j + I, \quad R_i \le D_i`,
      'w(q) = (q+1) C_i + B_i + Σ_j ⌈(w(q) + J_j)/T_j⌉ C_j + I,  R_i ≤ D_i',
    ],
    [String.raw`x = C_i + \left\lfloor\frac{1}{m} \sum_j I_j(x)\right\rfloor`, 'x = C_i + ⌊(1/m) Σ_j I_j(x)⌋'],
    [String.raw`\sum_{j \ne i} \min\left(W_j(L),\ L\right) < m`, 'Σ_{j≠i} min(W_j(L), L) < m'],
    [String.raw`\lambda_{\max}, f_{i,q}(s), I'_j`, 'λ_max, f_{i,q}(s), I′_j'],
    [String.raw`50000^{-} + \underbrace{300}_{\text{blocking}} + 2\varepsilon`, '50000⁻ + 300 (blocking) + 2ε'],
    [String.raw`R_{\text{T1}} = R_{\text{my\_task 2}} = 5\,\text{µs}`, 'R_T1 = R_{my_task 2} = 5 µs'],
    [String.raw`R_{\text{a\textbackslash{}b\{}}`, 'R_{a\\b{}'],
  ])('%s', (tex, text) => {
    expect(formulaText(tex)).toBe(text);
  });

  it.each(METHODS.map(({ id, formula }) => [id, formula] as const))(
    'writes the formula of %s without TeX',
    (_, one) => {
      const text = formulaText(one.tex);
      expect(text).not.toMatch(/\\|undefined/);
      for (const [symbol] of one.legend) expect(formulaText(symbol)).not.toMatch(/\\|^$/);
    },
  );
});

describe('the explanation of a test', () => {
  const admission = judge(
    sketchOf(
      [
        { T: 10_000, C: 2_000 },
        { T: 50_000, C: 5_000 },
      ],
      { target: 'superloop' },
    ),
    false,
  );
  const applied = admission.methods.filter(({ applies }) => applies);

  it('is the symbolic line, its legend, and the same line with numbers in one unit', () => {
    const found = applied.find(({ method }) => method === admission.decidedBy);
    if (found === undefined) throw new Error('no test decided');
    const lines = explanationLines(found);
    expect(lines[0]).toMatch(/^ {2}w\(q\) = B_i \+ q C_i \+ Σ_j \(⌊\(w\(q\) \+ J_j\)\/T_j⌋ \+ 1\) C_j \+ I,/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}R +worst response time: from the arrival/));
    const words = lines.findIndex((line) => /^ {2}R\(T2\) = /.test(line));
    expect(words).toBeGreaterThan(5);
    expect(lines[words + 1]).toMatch(/^ {4}w = .* = [\d.]+, {2}R_T2 = .* µs$/);
    expect(lines.join('\n')).not.toMatch(/99\b/);
  });

  it('never contains TeX, and explains open intervals', () => {
    expect(applied.length).toBeGreaterThan(0);
    for (const one of applied) {
      const text = explanationLines(one).join('\n');
      expect(text).not.toMatch(/\\[a-z]/);
      expect(text.includes('just before and just after x')).toBe(
        /[⁻⁺]/.test(text.replace(formulaText(justBefore()[0]), '')),
      );
    }
  });
});
