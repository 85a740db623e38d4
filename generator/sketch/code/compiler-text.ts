/**
 * Code as a compiler's preprocessor reads it, for checks that a stranger may want to mislead. Where two readings of
 * the code are possible, the code is tangled, and nothing of it counts as a comment.
 */
import { BLOCK_COMMENT, CHARACTER, LINE_COMMENT, OPEN_RAW_STRING, RAW_STRING, STRING } from '../../cpp/tokens.ts';

/** White space inside a line, for GCC: it skips a zero byte too. */
const SPACE = String.raw`[ \t\f\v\0]`;
const COMMENT_OR_TEXT = new RegExp(
  `(?<comment>${LINE_COMMENT}|${BLOCK_COMMENT})|(?<raw>${RAW_STRING})|(?<open>/\\*[^]*|${OPEN_RAW_STRING}[^]*)|(?<text>${STRING}|${CHARACTER})`,
  'g',
);
const SPLICE = new RegExp(`\\\\${SPACE}*\\n`, 'g');
/**
 * A raw string keeps its continued lines, a digit can have an apostrophe in some versions of the language, and a
 * trigraph is a character in some.
 */
const TANGLED = new RegExp(`R"|[0-9A-Za-z_]'|\\?\\?|${SPLICE.source}`);

export interface CompilerText {
  /** The text with lines joined, and without comments if it is not tangled. */
  readonly text: string;
  /** The same text with blanks in place of literals. The whole text if it is tangled. */
  readonly words: string;
  readonly isTangled: boolean;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Whether a literal ends where its line ends. The compiler then reads the rest of the line in another way. */
const isOpen = (literal: string): boolean => literal.length < 2 || literal.at(0) !== literal.at(-1);

export function compilerText(code: string): CompilerText {
  const lines = code.replace(/\r\n?/g, '\n');
  const joined = lines.replace(SPLICE, '');
  let isTangled = TANGLED.test(lines);
  const text = joined.replace(COMMENT_OR_TEXT, (match, ...rest) => {
    const groups = rest.at(-1) as { comment?: string; text?: string; open?: string };
    if (groups.open !== undefined || (groups.text !== undefined && isOpen(groups.text))) isTangled = true;
    return groups.comment === undefined ? match : ' ';
  });
  if (isTangled) return { text: joined, words: joined, isTangled };
  return { text, words: text.replace(COMMENT_OR_TEXT, blank), isTangled };
}

const SKIPPED = new RegExp(`(?:${SPACE}|\\n)*`, 'y');

/** The place after white space and comments. */
export function afterSpace(text: string, from: number): number {
  for (let at = from; ; ) {
    SKIPPED.lastIndex = at;
    at += SKIPPED.exec(text)?.[0].length ?? 0;
    if (!text.startsWith('/*', at)) return at;
    const end = text.indexOf('*/', at + 2);
    if (end < 0) return at;
    at = end + 2;
  }
}

/** The place before white space that ends here, and before comments if there are any. */
export function beforeSpace({ words: text, isTangled }: CompilerText, from: number): number {
  for (let at = from; ; ) {
    while (at > 0 && ' \t\f\v\0'.includes(text[at - 1] ?? '')) at -= 1;
    const start = isTangled && text.startsWith('*/', at - 2) ? text.lastIndexOf('/*', at - 4) : -1;
    if (start < 0 || at < 4) return at;
    at = start;
  }
}

const SIMPLE: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ESCAPE = /\\(?:x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g;

/** The characters for which escapes stand. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, ...[byte, short, long, octal, simple = '']: (string | undefined)[]) => {
    const hexadecimal = byte ?? short ?? long;
    if (hexadecimal === undefined && octal === undefined) return SIMPLE[simple] ?? simple;
    const code = hexadecimal === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hexadecimal, 16);
    return String.fromCodePoint(Math.min(code, 0x10ffff));
  });
}

/** All strings of the code as one text, as the compiler joins adjacent ones. */
export function joinedStrings({ text, isTangled }: CompilerText): string {
  if (isTangled)
    return unescaped(text.replace(/"(?:\s|\b(?:u8|[LuU])?R?"[^()\\\s]{0,16}\(|\)[^()\\\s]{0,16}")*"/g, ''));
  const literals = [...text.matchAll(COMMENT_OR_TEXT)].map(([literal]) => literal);
  return unescaped(literals.map((literal) => literal.replace(/^"|"$/g, '')).join(''));
}
