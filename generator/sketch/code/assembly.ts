/** Finds assembler text that reads files, or that hides whether it does. */
import { tr } from '../../words/tr.ts';
import { afterSpace, type CompilerText, joinedStrings } from './compiler-text.ts';

const ASSEMBLY = /\b(?:asm|__asm|__asm__)\b/g;
const QUALIFIER = /(?:volatile|__volatile|__volatile__|goto|inline|__inline|__inline__)\b/y;
/** What GCC writes into the assembler's text besides `asm`: sections, names, and what pragmas say. */
const ATTRIBUTE = /\b(?:__attribute|__attribute__|section|_Pragma)\b|\[\[|#[ \t]*(?:pragma|ident)\b/;
/** A directive that reads a file, or that makes directives. */
const READING = /\.\s*(incbin|include|macro|irpc?|altmacro)\b/i;
/** A directive at the start of its line, with the name of a file. It is assembler text wherever it is. */
const CERTAIN = /[\n;][^\S\n]*\.[^\S\n]*(incbin|include)\s*"/i;
const LITERAL = /(?:u8|[LuU])?(?:R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*")/y;

const refused = (name: string): string =>
  tr`${name} is refused: the assembler would read a file from outside the project. Write the data as an array.`;

/** Where the text of an `asm` begins, or -1 if the word is not followed by one. */
function assemblyFrom(text: string, from: number): number {
  let at = afterSpace(text, from);
  for (;;) {
    QUALIFIER.lastIndex = at;
    const qualifier = QUALIFIER.exec(text)?.[0];
    if (qualifier === undefined) break;
    at = afterSpace(text, at + qualifier.length);
  }
  return text[at] === '(' ? afterSpace(text, at + 1) : -1;
}

/** Whether an `asm` has literals only as its text, so that it can be read before the compiler runs. */
function isPlain(text: string, from: number): boolean {
  let at = assemblyFrom(text, from);
  if (at < 0) return false;
  for (;;) {
    LITERAL.lastIndex = at;
    const literal = LITERAL.exec(text)?.[0];
    if (literal === undefined) return text[at] === ':' || text[at] === ')';
    at = afterSpace(text, at + literal.length);
  }
}

/** Whether a word can be pasted together from words of the code. */
function isPasted(word: string, words: ReadonlySet<string>, isWhole = true): boolean {
  if (word === '') return true;
  for (let length = 1; length <= word.length; length++) {
    const isRest = length < word.length || !isWhole;
    if (isRest && words.has(word.slice(0, length)) && isPasted(word.slice(length), words, false)) return true;
  }
  return false;
}

function pastesAssembly(words: string): boolean {
  if (!/##|%:%:|\?\?=\?\?=/.test(words)) return false;
  const all = new Set(words.match(/\w+/g));
  return ['asm', '__asm', '__asm__', '_Pragma', '__attribute__'].some((word) => isPasted(word, all));
}

/** Why the code is refused for its assembler text, or null. */
export function foreignAssembly(read: CompilerText): string | null {
  const { text, words, isTangled } = read;
  const uses = [...words.matchAll(ASSEMBLY)];
  const strings = joinedStrings(read).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  const found = (uses.length > 0 || ATTRIBUTE.test(words) ? READING : CERTAIN).exec(strings)?.[1];
  if (found !== undefined) return refused(`.${found}`);
  if (pastesAssembly(words)) return tr`The use of ## is refused: it would make the word asm.`;
  if (isTangled) return null;
  const hidden = uses.find(({ 0: word, index }) => !isPlain(text, index + word.length));
  if (hidden === undefined) return null;
  return tr`${hidden[0]} is refused: its text is not a plain string, so it cannot be told which files the assembler would read. Write the text as a string.`;
}
