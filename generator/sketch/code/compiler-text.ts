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
const TANGLED = /R"|[0-9A-Za-z_]'|\?\?/;
/** What reads a file by its name, and what asks whether there is one. */
export const READING = /\b(?:include|include_next|import|embed|__has_include|__has_include_next|__has_embed)\b/g;
/** The name of a header in which a comment or a literal would begin if it were other code. */
const ODD_HEADER = /<[^>\n]*?(?:\/[*/]|["'])/y;
/** No sketch names more files, and each file needs a search. */
export const MOST_NAMES = 2_000;

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

function hasOddHeader(text: string): boolean {
  const names = [...text.matchAll(READING)];
  return (
    names.length > MOST_NAMES ||
    names.some(({ 0: word, index }) => {
      let from = afterSpace(text, index + word.length);
      if (text[from] === '(') from = afterSpace(text, from + 1);
      ODD_HEADER.lastIndex = from;
      return ODD_HEADER.test(text);
    })
  );
}

export function compilerText(code: string): CompilerText {
  const joined = code.replace(/\r\n?/g, '\n').replace(SPLICE, '');
  let isTangled = TANGLED.test(joined) || hasOddHeader(joined);
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
/** New compilers read numbers in braces, too, and names of characters. */
const ESCAPE =
  /\\(?:[xu]\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|o\{([0-7]+)\}|([0-7]{1,3})|(N)\{|([\s\S]))/g;
/** In place of a character that has only a name: it can begin a directive, and it is not plain. */
const NAMED = '.\\';

/** The characters for which escapes stand. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [braced, byte, short, long, bracedOctal, octal, named, simple = ''] = groups;
    if (named !== undefined) return NAMED;
    const hexadecimal = braced ?? byte ?? short ?? long;
    const digits = hexadecimal ?? bracedOctal ?? octal;
    if (digits === undefined) return SIMPLE[simple] ?? simple;
    return String.fromCodePoint(Math.min(Number.parseInt(digits, hexadecimal === undefined ? 8 : 16), 0x10ffff));
  });
}

/** What the compiler reads from one string literal, with or without a prefix. */
export function literalText(literal: string): string {
  const raw = /^\w*R"([^()\\\s]{0,16})\(([\s\S]*)\)\1"$/.exec(literal);
  return raw?.[2] ?? unescaped(literal.replace(/^\w*"|"$/g, ''));
}

/** All strings of the code as one text, as the compiler joins adjacent ones. */
export function joinedStrings({ text, isTangled }: CompilerText): string {
  if (isTangled)
    return unescaped(text.replace(/"(?:\s|\b(?:u8|[LuU])?R?"[^()\\\s]{0,16}\(|\)[^()\\\s]{0,16}")*"/g, ''));
  const literals = [...text.matchAll(COMMENT_OR_TEXT)].map(([literal]) => literal);
  return unescaped(literals.map((literal) => literal.replace(/^"|"$/g, '')).join(''));
}
