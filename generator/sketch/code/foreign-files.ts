/**
 * Finds code that would read a file outside the project into the program: `#include "/dev/zero"`,
 * `#include "../../secret.h"`, `asm(".incbin \"/etc/passwd\"")`. A sketch may come from a stranger, so such
 * code is refused by name before a compiler sees it.
 *
 * This check does not stop someone who hides the name, for example in macros. The limits of the compiler
 * and the sandbox of the program stop them.
 */

import { BLOCK_COMMENT, CHARACTER, LINE_COMMENT, RAW_STRING, STRING } from '../../cpp/tokens.ts';
import { tr } from '../../words/tr.ts';
import { CODE_PIECES } from '../blocks/model.ts';
import type { Sketch } from '../model.ts';
import { type Problem, quote } from '../problem.ts';

const COMMENT_OR_TEXT = new RegExp(
  `(?<comment>${LINE_COMMENT}|${BLOCK_COMMENT})|(?<raw>${RAW_STRING})|${STRING}|${CHARACTER}`,
  'g',
);
const DIRECTIVE = /^[ \t]*(?:#|%:|\?\?=)[ \t]*(include|include_next|import|embed)\b[ \t]*(.*)$/gm;
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/g;

/** Without comments and continued lines, as the compiler reads directives. */
function plain(code: string): string {
  const spliced = code.replace(/\r\n?/g, '\n').replace(/\\[ \t]*\n/g, '');
  return spliced.replace(COMMENT_OR_TEXT, (match, ...rest) => {
    const { comment } = rest.at(-1) as { comment?: string };
    return comment === undefined ? match : ' ';
  });
}

/** Why the argument of `#include` is refused, or null. */
function refusedInclude(directive: string, argument: string): string | null {
  const path = /^(?:"([^"\n]*)"|<([^>\n]*)>)/.exec(argument);
  const hash = `#${directive}`;
  if (path === null) {
    const shown = quote(argument.trim());
    return tr`${hash} of ${shown} is refused: its file cannot be told before the compiler runs. Write the name of the header.`;
  }
  const file = path[1] ?? path[2] ?? '';
  const parts = file.split(/[\\/]/);
  const isOutside = /^[\\/]|^[A-Za-z]:/.test(file) || parts.includes('..');
  if (!isOutside && directive !== 'embed') return null;
  return tr`${hash} of ${quote(file)} is refused: the file is outside the project. Include headers of the board and of libraries by their names.`;
}

/** Texts of the assembler: adjacent literals are one text, and escapes are characters. */
function assemblerText(code: string): string {
  const texts = [...code.matchAll(COMMENT_OR_TEXT)].map(([text]) => text);
  const decoded = (text: string) =>
    text.replace(ESCAPE, (_match, hexadecimal?: string, octal?: string) =>
      String.fromCharCode(Number.parseInt(hexadecimal ?? octal ?? '0', hexadecimal === undefined ? 8 : 16)),
    );
  return decoded(texts.map((text) => text.replace(/^(?:u8|[LuU])?R?"|"$/g, '')).join(''));
}

/** Why the code is refused, or null. */
export function foreignFile(code: string): string | null {
  const text = plain(code);
  for (const [, directive = '', argument = ''] of text.matchAll(DIRECTIVE)) {
    const refused = refusedInclude(directive, argument);
    if (refused !== null) return refused;
  }
  if (!/\b(?:asm|__asm|__asm__)\b/.test(text)) return null;
  const found = /\.\s*(incbin|include)\b/i.exec(assemblerText(text))?.[1];
  if (found === undefined) return null;
  const name = `.${found}`;
  return tr`${name} is refused: the assembler would read a file from outside the project. Write the data as an array.`;
}

export function foreignFiles({ prelude, tasks, interrupts }: Sketch): Problem[] {
  const problem = (pointer: string, code: string): Problem[] => {
    const message = foreignFile(code);
    return message === null ? [] : [{ pointer, message, severity: 'error' }];
  };
  return [
    ...problem('/prelude', prelude),
    ...tasks.flatMap((task, index) => CODE_PIECES.flatMap((piece) => problem(`/tasks/${index}/${piece}`, task[piece]))),
    ...interrupts.flatMap(({ body }, index) => problem(`/interrupts/${index}/body`, body)),
  ];
}
