/** Finds assembler text that reads files, or that hides whether it does. */
import { tr } from '../../words/tr.ts';
import { quote } from '../problem.ts';
import { afterSpace, type CompilerText, joinedStrings, literalText } from './compiler-text.ts';

/** `asm`, its other spellings, and macros of kernels and boards that have it in their name, such as `__ASM`. */
const ASSEMBLY = /\b_*asm_*\b/gi;
const KEYWORD = /^(?:asm|__asm|__asm__)$/;
const QUALIFIER = /(?:volatile|__volatile|__volatile__|goto|inline|__inline|__inline__)\b/y;
/** What GCC writes into the assembler's text besides `asm`: sections, names, and what pragmas say. */
const ATTRIBUTE = /\b(?:__attribute|__attribute__|_*section_*|_Pragma)\b|\[\[|#[ \t]*(?:pragma|ident)\b/i;
/** An attribute whose string GCC writes into the assembler's text as it is. */
const WRITTEN = /\b(_*)(?:section|alias|ifunc|weakref|symver)_*(?=[ \t\f\v\0\n]*\()/gi;
/** No sketch has more, and each one is read. */
const MOST_USES = 2_000;
/** A directive that reads a file, that makes directives, or that changes how directives are written. */
const READING = /\.\s*(incbin|include|macro|ire?pc?|altmacro|mri)\b/i;
/** A directive at the start of its line, with the name of a file. It is assembler text wherever it is. */
const CERTAIN = /[\n;$][^\S\n]*\.[^\S\n]*(incbin|include)\s*"/i;
/**
 * A name of a directive that is not written as a whole: GCC or the assembler puts something else in place of what
 * follows. GCC writes a number in place of `%=`.
 */
const HIDDEN_NAME = /(?<![\w.])\.\s*(?!\d)[\w.$]*(?:[\\{|}]|\/[*/]|%(?![=%]))/;
/** An operand with more of a word after it. The operand can be a symbol with any name. */
const HIDDEN_OPERAND = /%[A-Za-z]?(?:\d+|\[\w*\])(?:[\w.$%\\{|}]|\/\*)/;
const LITERAL = /(?:u8|[LuU])?(?:R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*")/y;
/** `#pragma GCC dependency` looks at a file, and the compiler shows what it finds. */
const DEPENDENCY = /\bGCC\s+(dependency|pch_preprocess)\b/;

const refused = (name: string): string =>
  tr`${name} is refused: the assembler would read a file from outside the project. Write the data as an array.`;

const notPlain = (name: string): string =>
  tr`${name} is refused: its text is not a plain string, so it cannot be told which files the assembler would read. Write the text as a string.`;

/** The place after white space and comments of both kinds. */
function afterComments(text: string, from: number): number {
  for (let at = afterSpace(text, from); ; ) {
    if (!text.startsWith('//', at)) return at;
    const end = text.indexOf('\n', at);
    at = afterSpace(text, end < 0 ? text.length : end);
  }
}

/** Where the text of an `asm` begins, or -1 if the word is not followed by one. */
function assemblyFrom(text: string, from: number): number {
  let at = afterComments(text, from);
  for (;;) {
    QUALIFIER.lastIndex = at;
    const qualifier = QUALIFIER.exec(text)?.[0];
    if (qualifier === undefined) break;
    at = afterComments(text, at + qualifier.length);
  }
  return text[at] === '(' ? afterComments(text, at + 1) : -1;
}

/** The adjacent literals at a place as one text, or null if there is something else too. */
function plainText(text: string, from: number, ends: string): string | null {
  const literals: string[] = [];
  let at = from;
  for (;;) {
    LITERAL.lastIndex = at;
    const literal = LITERAL.exec(text)?.[0];
    if (literal === undefined) break;
    literals.push(literal);
    at = afterComments(text, at + literal.length);
  }
  if (literals.length === 0 || !ends.includes(text[at] ?? ' ')) return null;
  return literals.map(literalText).join('');
}

/** Why the text of one `asm` is refused, or null. */
function refusedText(name: string, text: string): string | null {
  const reads = READING.exec(text) ?? READING.exec(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''));
  if (reads !== null) return refused(`.${reads[1]}`);
  const hidden = HIDDEN_NAME.exec(text) ?? HIDDEN_OPERAND.exec(text);
  if (hidden === null) return null;
  return tr`${name} is refused: in ${quote(hidden[0].trim())}, the name of a directive can be hidden. Write each word of the assembler as a whole.`;
}

/** Why an `asm` is refused, or null. */
function refusedAssembly(word: string, at: number, { text, words, isTangled }: CompilerText): string | null {
  const from = assemblyFrom(text, at + word.length);
  const isKeyword = KEYWORD.test(word);
  // Only a macro can use the word without its text. Text that is tangled can be a comment.
  if (from < 0) return isKeyword && (!isTangled || /\bdefine\b/.test(words)) ? notPlain(word) : null;
  const plain = plainText(text, from, ':)');
  if (plain !== null) return refusedText(word, plain);
  // Many a macro has this name, and its argument is no text.
  return isKeyword || text[from] === '"' ? notPlain(word) : null;
}

/** Why an attribute that names a section or a symbol is refused, or null. */
function refusedAttribute({ text, words }: CompilerText): string | null {
  const hasAttribute = /\b__attribute(?:__)?\b|\[\[/.test(words);
  for (const { 0: word, 1: underscores, index } of words.matchAll(WRITTEN)) {
    if (!hasAttribute && underscores === '') continue;
    const from = afterComments(text, afterComments(text, index + word.length) + 1);
    const plain = plainText(text, from, ',)');
    const reason = plain === null ? notPlain(word) : refusedText(word, plain);
    if (reason !== null) return reason;
  }
  return null;
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
  const { text, words } = read;
  const uses = [...words.matchAll(ASSEMBLY)];
  if (uses.length > MOST_USES) return tr`The code has too much assembler text to check all of it.`;
  const strings = joinedStrings(read);
  const isAssembly = uses.length > 0 || ATTRIBUTE.test(words);
  const found = isAssembly
    ? (READING.exec(strings) ?? READING.exec(words))
    : (CERTAIN.exec(strings) ?? CERTAIN.exec(text));
  if (found !== null) return refused(`.${found[1]}`);
  if (/\b_Pragma\b|#[ \t]*pragma\b/.test(words)) {
    const pragma = (DEPENDENCY.exec(words) ?? DEPENDENCY.exec(strings))?.[1];
    if (pragma !== undefined)
      return tr`${`#pragma GCC ${pragma}`} is refused: the compiler would look at a file outside the project.`;
  }
  if (pastesAssembly(words)) return tr`The use of ## is refused: it would make the word asm.`;
  for (const { 0: word, index } of uses) {
    const reason = refusedAssembly(word, index, read);
    if (reason !== null) return reason;
  }
  return refusedAttribute(read);
}
