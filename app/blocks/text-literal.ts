/** A text as a C string literal. Letters of all languages stay readable: the source is UTF-8. */
import { stringLiteral } from '../../generator/emit/literal.ts';

/** Characters that a reader sees and that no compiler warns of. */
const VISIBLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

export function textLiteral(text: string): string {
  let result = '';
  let wasOctal = false;
  for (const character of text) {
    const isPlain = character > '\u007f' && VISIBLE.test(character);
    const escaped = isPlain ? character : stringLiteral(character).text.slice(1, -1);
    // Two question marks could be read as the start of a trigraph.
    result += escaped === '?' && result.endsWith('?') && !wasOctal ? '\\?' : escaped;
    wasOctal = !isPlain && escaped.length > 2;
  }
  return `"${result}"`;
}
