/** The explanation of a test as lines of text. */
import { isOpen, type MethodResult } from '../../generator/analysis/method.ts';
import { formulaOf } from '../../generator/analysis/registry.ts';
import { justBefore } from '../../generator/analysis/symbols.ts';
import { formulaText } from './formula-text.ts';
import { printable } from './terminal.ts';
import { textWidth } from './text-width.ts';

/**
 * The symbolic line of the test, the meaning of each symbol, and then each step in words and with its
 * numbers in microseconds.
 */
export function explanationLines({ method, explanation }: MethodResult): string[] {
  const { tex, legend } = formulaOf(method);
  const entries = [...legend, ...(explanation.some(isOpen) ? [justBefore()] : [])];
  const symbols = entries.map(([symbol, meaning]) => [formulaText(symbol), meaning] as const);
  const width = Math.max(...symbols.map(([symbol]) => textWidth(symbol)));
  return [
    `  ${formulaText(tex)}`,
    ...symbols.map(([symbol, meaning]) => `    ${symbol}${' '.repeat(width - textWidth(symbol))}  ${meaning}`),
    ...explanation.flatMap((step) => [
      `  ${printable(step.text)}`,
      ...(step.tex === undefined ? [] : [`    ${printable(formulaText(step.tex))}`]),
    ]),
  ];
}
