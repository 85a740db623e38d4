/**
 * Finds code that would read a file outside the project into the program: `#include "/dev/zero"`,
 * `#include "../../secret.h"`, `asm(".incbin \"/etc/passwd\"")`. A sketch may come from a stranger, so such
 * code is refused by name before a compiler sees it.
 *
 * The sandbox and the limits of the compiler are the second wall, for code of libraries too.
 */
import { tr } from '../../words/tr.ts';
import { CODE_PIECES } from '../blocks/model.ts';
import type { Sketch } from '../model.ts';
import { type Problem, quote } from '../problem.ts';
import { foreignAssembly } from './assembly.ts';
import { afterSpace, beforeSpace, type CompilerText, compilerText, MOST_NAMES, READING } from './compiler-text.ts';

/** The file of later messages. The compiler shows lines of it. */
const LINE = /(?:^|\n)[ \t\f\v\0]*(?:#|%:|\?\?=)[ \t\f\v\0]*(?:line\b[ \t\f\v\0]*)?\d+[ \t\f\v\0]*"([^"\n]*)"/g;
const NAME = /"([^"\n]*)"|<([^>\n]*)>/y;

/** Whether a word is the name of a directive: `#` at the start of a line is before it. */
function isDirectiveAt(read: CompilerText, from: number): boolean {
  const { words: text } = read;
  const at = beforeSpace(read, from);
  const hash = ['#', '%:', '??='].find((each) => text.startsWith(each, at - each.length));
  if (hash === undefined) return false;
  const line = beforeSpace(read, at - hash.length);
  return line === 0 || text[line - 1] === '\n';
}

function isOutside(file: string): boolean {
  return /^[\\/]|^[A-Za-z]:/.test(file) || file.split(/[\\/]/).includes('..');
}

const outside = (what: string, file: string): string =>
  tr`${what} of ${quote(file)} is refused: the file is outside the project. Include headers of the board and of libraries by their names.`;

const restOfLine = (text: string, from: number): string => /[^\n]*/.exec(text.slice(from, from + 80))?.[0].trim() ?? '';

/** Why the use of `#include` or of a word like it is refused, or null. */
function refusedName(word: string, at: number, read: CompilerText): string | null {
  const { text, words, isTangled } = read;
  const asks = word.startsWith('__');
  const isDirective = !asks && isDirectiveAt(read, at);
  if (!asks && !isDirective && (!isTangled || words[at - 1] === '.')) return null;
  let from = afterSpace(text, at + word.length);
  if (asks && text[from] === '(') from = afterSpace(text, from + 1);
  NAME.lastIndex = from;
  const name = NAME.exec(text);
  const what = asks ? word : `#${word}`;
  if (name !== null) {
    const file = name[1] ?? name[2] ?? '';
    return isOutside(file) || (isDirective && word === 'embed') ? outside(what, file) : null;
  }
  if (!isDirective && !(asks && /[A-Za-z_]/.test(text[from] ?? ''))) return null;
  const shown = quote(restOfLine(text, from));
  return tr`${what} of ${shown} is refused: its file cannot be told before the compiler runs. Write the name of the header.`;
}

/** Why the code is refused, or null. */
export function foreignFile(code: string): string | null {
  const read = compilerText(code);
  const names = [...read.words.matchAll(READING)];
  if (read.isTangled && names.length > MOST_NAMES) return tr`The code names too many files to check them all.`;
  for (const { 0: word, index } of names) {
    const refused = refusedName(word, index, read);
    if (refused !== null) return refused;
  }
  for (const [, file = ''] of read.text.matchAll(LINE)) if (isOutside(file)) return outside('#line', file);
  return foreignAssembly(read);
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
