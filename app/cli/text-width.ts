/** How many columns a text takes on a terminal. */
import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';

/** Printable ASCII and Latin-1, without the soft hyphen, and the punctuation and units of the tables: one column each. */
const ONE_COLUMN_EACH = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—…µμ≤≥]*$/;

type StringWidth = (text: string) => number;

/**
 * Loaded for the first text that needs its tables: they take longer to set up than everything else that a command prints.
 * Not `import()`, because a table is formatted without waiting.
 */
let stringWidth: StringWidth | null = null;

export function textWidth(text: string): number {
  const shown = stripVTControlCharacters(text);
  if (ONE_COLUMN_EACH.test(shown)) return shown.length;
  stringWidth ??= (createRequire(import.meta.url)('string-width') as { readonly default: StringWidth }).default;
  return stringWidth(text);
}
