/**
 * The typed C printer. C is written as a tagged template. Its holes accept a closed union of types. A
 * plain string is not one of them, so free text can enter a program only through `userCode`, which
 * confines it.
 *
 *   c`static const uint8_t ${identifier('table')}[${integerLiteral(3)}] = {${items}};`
 *
 * The template is read raw, so C's `\n` stays as written. The template's own indentation is
 * removed, and code in a hole gets the indentation of the hole's line. A line that contains only a
 * hole with empty code is removed.
 */
import type { Identifier } from './identifier.ts';
import { type IntegerLiteral, type StringLiteral, stringLiteral } from './literal.ts';

export type { Code };
export type Hole = Identifier | StringLiteral | IntegerLiteral | Code;

/**
 * verbatim: kept unchanged, never indented. resume: a `#line` directive back to the generated file.
 */
type Line =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'verbatim'; readonly text: string }
  | { readonly kind: 'resume' };

/**
 * A piece of C: whole lines, or an expression on one line. Only the functions of this file create
 * it.
 */
class Code {
  readonly #lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  get lines(): readonly Line[] {
    return this.#lines;
  }
}

type Piece = string | Hole;

function piecesByLine(strings: readonly string[], holes: readonly Hole[]): Piece[][] {
  const lines: Piece[][] = [[]];
  strings.forEach((text, index) => {
    text.split('\n').forEach((part, position) => {
      if (position > 0) lines.push([]);
      lines.at(-1)?.push(part);
    });
    const hole = holes[index];
    if (hole !== undefined) lines.at(-1)?.push(hole);
  });
  return lines;
}

function isBlank(line: readonly Piece[] | undefined): boolean {
  return line?.every((piece) => typeof piece === 'string' && piece.trim() === '') ?? false;
}

function indentOf(line: readonly Piece[]): string {
  const first = line[0];
  return typeof first === 'string' ? (/^[ \t]*/.exec(first)?.[0] ?? '') : '';
}

/**
 * Removes the template's indentation, and the empty first and last line that result from the
 * positions of the backticks.
 */
function dedent(lines: Piece[][]): Piece[][] {
  const from = lines.length > 1 && isBlank(lines[0]) ? 1 : 0;
  const to = lines.length > 1 && isBlank(lines.at(-1)) ? lines.length - 1 : lines.length;
  const body = lines.slice(from, to);
  const margin = Math.min(...body.filter((line) => !isBlank(line)).map((line) => indentOf(line).length));
  if (!Number.isFinite(margin)) return body;
  return body.map(([first, ...rest]) =>
    typeof first === 'string' ? [first.slice(margin), ...rest] : [first ?? '', ...rest],
  );
}

function indented(line: Line, indent: string): Line {
  return line.kind === 'plain' && line.text !== '' ? { kind: 'plain', text: indent + line.text } : line;
}

/** The only hole of a line without other content. */
function loneCode(line: readonly Piece[]): Code | null {
  const pieces = line.filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  const [only] = pieces;
  return pieces.length === 1 && only instanceof Code ? only : null;
}

function plainText(code: Code): string[] {
  return code.lines.map((line) => {
    if (line.kind !== 'plain') throw new Error("a user's code must be on separate lines");
    return line.text;
  });
}

function expandInline(line: readonly Piece[]): Line[] {
  const indent = indentOf(line);
  const texts = [''];
  const append = (more: readonly string[]) => {
    texts[texts.length - 1] += more[0] ?? '';
    texts.push(...more.slice(1).map((text) => (text === '' ? '' : indent + text)));
  };
  for (const piece of line) {
    if (typeof piece === 'string') append([piece]);
    else if (piece instanceof Code) append(plainText(piece));
    else append([piece.text]);
  }
  return texts.map((text) => ({ kind: 'plain', text }));
}

function expand(line: readonly Piece[]): Line[] {
  const lone = loneCode(line);
  if (lone === null) return expandInline(line);
  const indent = indentOf(line);
  return lone.lines.map((inner) => indented(inner, indent));
}

/** The template tag; see the top of this file. */
export function c(strings: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  if (strings.raw.length === 1 && strings.raw[0] === '') return EMPTY;
  return new Code(dedent(piecesByLine(strings.raw, holes)).flatMap(expand));
}

/** No lines at all. */
export const EMPTY = new Code([]);
/** One empty line. */
export const BLANK = new Code([{ kind: 'plain', text: '' }]);

/** Pieces one below the other. */
export function stack(pieces: readonly Code[]): Code {
  return new Code(pieces.flatMap((piece) => piece.lines));
}

/** Pieces one below the other, separated by an empty line. Empty pieces are omitted. */
export function sections(pieces: readonly Code[]): Code {
  const filled = pieces.filter((piece) => piece.lines.length > 0);
  return stack(filled.flatMap((piece, index) => (index === 0 ? [piece] : [BLANK, piece])));
}

/** Expressions on one line, separated by commas. */
export function commaList(items: readonly Hole[]): Code {
  return items.reduce<Code>((list, item, index) => (index === 0 ? c`${item}` : c`${list}, ${item}`), EMPTY);
}

/** Includes a header of the system or of a library. */
export function include(header: string): Code {
  if (!/^[\w./-]+$/.test(header)) throw new Error(`not a header: ${header}`);
  return new Code([{ kind: 'plain', text: `#include <${header}>` }]);
}

/** One item per line, each followed by a comma: the inside of an initializer. */
export function initializers(items: readonly Hole[]): Code {
  return stack(items.map((item) => c`${item},`));
}

/**
 * A user's text, unchanged and never indented, so that the compiler reports the user's lines and
 * columns. `origin` is the file name in the compiler's messages. `closing` ends the construct that
 * contains the text. It counts as the text's last line, because the compiler reports a missing end
 * there.
 *
 * Pass only text without imbalance (balance.ts): text that closes more than it opens would end the
 * construct.
 */
export function userCode(text: string, origin: StringLiteral, closing: Code = EMPTY): Code {
  const lines = text.split(/\r\n|\r|\n/);
  const last = Math.max(1, lines.findLastIndex((line) => line.trim() !== '') + 1);
  const after = closing.lines.length === 0 ? [] : [verbatim(`#line ${last} ${origin.text}`), ...closing.lines];
  // The empty line protects against a backslash at the end of the text, which would join the next
  // line.
  return new Code([
    verbatim(`#line 1 ${origin.text}`),
    ...lines.map(verbatim),
    verbatim(''),
    ...after,
    { kind: 'resume' },
  ]);
}

function verbatim(text: string): Line {
  return { kind: 'verbatim', text };
}

/** A compile-time error at a line of a user's text, in place of that text. */
export function errorAt(message: StringLiteral, origin: StringLiteral, line: number): Code {
  return new Code([verbatim(`#line ${line} ${origin.text}`), verbatim(`#error ${message.text}`), { kind: 'resume' }]);
}

/**
 * An expression of type bool that causes a compile-time error when it is used. GCC and Clang report it where the
 * macro is used.
 */
export function misuse(message: StringLiteral): Code {
  const pragma = `GCC error ${message.text}`.replace(/["\\]/g, '\\$&');
  return new Code([{ kind: 'plain', text: `(_Pragma("${pragma}") false)` }]);
}

/** The text of a file. `path` is the file's name in the `#line` directives that return to it. */
export function render(code: Code, path: string): string {
  const name = stringLiteral(path).text;
  const texts = code.lines.map((line, index) => {
    if (line.kind === 'resume') return `#line ${index + 2} ${name}`;
    return line.kind === 'plain' ? line.text.trimEnd() : line.text;
  });
  return `${texts.join('\n')}\n`;
}
