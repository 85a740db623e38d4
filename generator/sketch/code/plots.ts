/**
 * The values that code records for charts: the names in `plot("name", value)`. Each name has a
 * number, its place in this list, which is all that the program sends of it.
 */
import { tokensOf } from '../../cpp/tokens.ts';

/** The largest number of names: the number of a mark has 8 bits, and the last stands for other names. */
const MOST = 255;

/**
 * The names in order of their first use. None if the shared code defines a function `plot` of its own.
 * @param code all code of a sketch, the shared code first
 */
export function plotsIn(code: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const [i, text] of code.entries()) {
    if (!text.includes('plot')) continue;
    for (const name of firstArguments(text)) {
      if (name !== null) found.add(name);
      else if (i === 0) return [];
    }
  }
  return [...found].slice(0, MOST);
}

/** The text after each `plot(`; null for anything else there. */
function* firstArguments(text: string): Generator<string | null> {
  const tokens = [...tokensOf(text)].filter(({ kind, text: is }) => kind !== 'comment' && is.trim() !== '');
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== 'plot' || tokens[i + 1]?.text !== '(') continue;
    // `chart.plot("x")` is another function.
    if (['.', '>'].includes(tokens[i - 1]?.text ?? '')) continue;
    const first = tokens[i + 2];
    yield first?.kind === 'literal' ? textOf(first.text) : null;
  }
}

/** The text of a literal, whose common escapes C and JSON write in the same way; null for others. */
function textOf(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
