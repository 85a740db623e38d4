/** The texts of string literals. */
import { RAW_STRING } from './tokens.ts';

const RAW = new RegExp(`^${RAW_STRING}$`);
const PARTS =
  /\\(?<octal>[0-7]{1,3})|\\x(?<hex>[0-9a-fA-F]+)|\\[uU](?<point>[0-9a-fA-F]+)|\\(?<letter>\r\n|[\s\S])|[^\\]+/g;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' },
  ...{ '"': '"', "'": "'", '\\': '\\', '?': '?', '/': '/' },
  // A backslash at the end of a line joins it with the next.
  ...{ '\n': '', '\r\n': '' },
};

/**
 * The text of one string literal; null for a character, an open literal, a prefix other than R, and an escape
 * whose byte is no text of its own.
 */
export function literalText(literal: string): string | null {
  const raw = RAW.exec(literal);
  if (raw !== null) {
    const { delimiter = '' } = raw.groups ?? {};
    return literal.startsWith('R') ? literal.slice(delimiter.length + 3, -delimiter.length - 2) : null;
  }
  if (literal.length < 2 || !literal.startsWith('"') || !literal.endsWith('"')) return null;
  let text = '';
  for (const { 0: part, groups = {} } of literal.slice(1, -1).matchAll(PARTS)) {
    const piece = part.startsWith('\\') ? escaped(groups) : part;
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

function escaped({ octal, hex, point, letter }: Readonly<Record<string, string | undefined>>): string | null {
  if (letter !== undefined) return ESCAPES[letter] ?? null;
  const code = Number.parseInt(octal ?? hex ?? point ?? '', octal === undefined ? 16 : 8);
  // A byte above 127 is only a part of a letter in UTF-8.
  return code > (point === undefined ? 0x7f : 0x10ffff) ? null : String.fromCodePoint(code);
}
