/** Computes how many columns a text occupies on a terminal. */
import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';

/**
 * Characters of one column: printable ASCII, Latin-1 without the soft hyphen, and the punctuation
 * and units of the tables.
 */
const ONE_COLUMN_EACH = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—…µμ≤≥]*$/;

type StringWidth = (text: string) => number;

/**
 * Loaded on the first text that needs it, because the library's tables take longer to initialize
 * than everything else that a command prints. This is not `import()`, because a table is formatted
 * synchronously.
 */
let stringWidth: StringWidth | null = null;

export function textWidth(text: string): number {
  const shown = stripVTControlCharacters(text);
  if (ONE_COLUMN_EACH.test(shown)) return shown.length;
  stringWidth ??= (createRequire(import.meta.url)('string-width') as { readonly default: StringWidth }).default;
  return stringWidth(text);
}
