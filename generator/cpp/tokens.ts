/**
 * Words, numbers, comments and literals of C++ code. All code that searches or changes names in the
 * text of a sketch uses these, so that comments and literals are left alone everywhere in the same way.
 */

/** A backslash at the end of a line comment continues it on the next line. */
export const LINE_COMMENT = String.raw`//(?:\\[ \t]*\r?\n|[^\n])*`;
export const BLOCK_COMMENT = String.raw`/\*[^]*?\*/`;
export const RAW_STRING = String.raw`\b(?:u8|[LuU])?R"(?<delimiter>[^()\\\s]{0,16})\([^]*?\)\k<delimiter>"`;
export const OPEN_RAW_STRING = String.raw`\b(?:u8|[LuU])?R"[^()\\\s]{0,16}\(`;
/** A string or a character ends at the end of its line at the latest, where the compiler reports it. */
export const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"?`;
export const CHARACTER = String.raw`'(?:\\[^]|[^'\\\n])*'?`;
/** The apostrophe of 1'000'000 belongs to the number. */
export const NUMBER = String.raw`\.?[0-9](?:[0-9A-Za-z_.]|'(?=[0-9A-Za-z_]))*`;
const WORD = String.raw`[A-Za-z_]\w*`;

const COMMENT = String.raw`${LINE_COMMENT}|${BLOCK_COMMENT}|/\*[^]*`;
const LITERAL = `${RAW_STRING}|${OPEN_RAW_STRING}[^]*|${STRING}|${CHARACTER}`;
const TOKEN = new RegExp(
  `(?<comment>${COMMENT})|(?<literal>${LITERAL})|(?<number>${NUMBER})|(?<word>${WORD})|(?<other>[ \\t]+|[^])`,
  'y',
);

export interface Token {
  readonly kind: 'comment' | 'literal' | 'number' | 'word' | 'other';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const KINDS = ['comment', 'literal', 'number', 'word'] as const;

/** The token that starts at a position. Spaces are one token, and so is each other character. */
export function tokenAt(code: string, from: number): Token {
  TOKEN.lastIndex = from;
  const match = TOKEN.exec(code);
  const text = match?.[0] ?? '';
  const kind = KINDS.find((each) => match?.groups?.[each] !== undefined) ?? 'other';
  return { kind, text, from, to: from + text.length };
}

/** The tokens of a text in their order. Together they are the text. */
export function* tokensOf(code: string): Generator<Token> {
  for (let at = 0; at < code.length; ) {
    const token = tokenAt(code, at);
    yield token;
    at = token.to;
  }
}

/** Replaces words of the code. Comments and literals stay. */
export function replaceWords(code: string, replace: (word: string) => string): string {
  let result = '';
  for (const { kind, text } of tokensOf(code)) result += kind === 'word' ? replace(text) : text;
  return result;
}

/** Replaces comments and literals by blanks, so that names can be searched. Every line keeps its place. */
export function blankLiterals(code: string): string {
  let result = '';
  for (const { kind, text } of tokensOf(code)) {
    result += kind === 'comment' || kind === 'literal' ? text.replace(/[^\n]/g, ' ') : text;
  }
  return result;
}
