/**
 * The part of preprocessed C that an object file depends on: the definitions with external linkage,
 * and what they use. Without the rest, most files of the runtime are equal in most programs.
 */

const KEYWORDS = new Set([
  ...['auto', 'break', 'case', 'char', 'const', 'continue', 'default', 'do', 'double', 'else', 'enum', 'extern'],
  ...['float', 'for', 'goto', 'if', 'inline', 'int', 'long', 'register', 'restrict', 'return', 'short', 'signed'],
  ...['sizeof', 'static', 'struct', 'switch', 'typedef', 'union', 'unsigned', 'void', 'volatile', 'while', '_Bool'],
  ...['__attribute__', '__extension__', '__inline', '__inline__', '__restrict', '__asm__', '__const', '__volatile__'],
]);
const DECLARATOR = /[A-Za-z_]\w*(?=\s*[([=;{])/g;
const STRING = /"(?:[^"\\]|\\.)*"/g;
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}();]/g;
/** What stands before the body of a function. */
const FUNCTION_HEAD = /\)\s*(?:__attribute__[\s\S]*)?$/;

/** The declarations and definitions at the top level. Their texts together are the whole text. */
export function topLevel(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  const cut = (to: number) => {
    found.push(text.slice(from, to));
    from = to;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (token === '{' || token === '(') depth += 1;
    if (token === '}' || token === ')') depth -= 1;
    if (depth > 0) continue;
    if (token === ';') cut(end);
    if (token === '}' && FUNCTION_HEAD.test(text.slice(from, text.indexOf('{', from)))) cut(end);
  }
  if (from < text.length) cut(text.length);
  return found;
}

const TYPE = /^(?:typedef\b|(?:struct|union|enum)\b\s*\w*\s*(?:\{[\s\S]*\})?\s*;$)/;
/** Parentheses behind a word begin the parameters of a function, except behind these words. */
const PROTOTYPE = /^[\w\s*]*(?<!\b(?:__attribute__|__asm__|asm|_Static_assert)\s*)\((?!\s*\*)[^{=]*;$/;
/** With an attribute, the compiler may keep what nothing uses. */
const OPTIONAL_STATIC = /^static\b(?![\s\S]*\b__attribute__)/;

/** Whether the declaration matters only to code that uses one of its names. */
function isOptional(declaration: string): boolean {
  const text = declaration.trim().replace(/^(?:__extension__\s*)+/, '');
  return [/^extern\b/, TYPE, OPTIONAL_STATIC, PROTOTYPE].some((form) => form.test(text));
}

/** The names that a declaration declares: those that it is the first to contain, and those of its declarators. */
function namesOf(declaration: string, names: readonly string[], known: ReadonlySet<string>): string[] {
  const [head = ''] = declaration.split('{', 1);
  const declarators = [...head.concat(head === declaration ? '' : '{').matchAll(DECLARATOR)].map(([name]) => name);
  return names.filter((name) => !known.has(name) || declarators.includes(name));
}

/** The text without declarations that its other code does not use. */
export function usedCode(text: string): string {
  const known = new Set<string>();
  const declarations = topLevel(text).map((declaration) => {
    const words = declaration.replace(STRING, '').match(/[A-Za-z_]\w*/g) ?? [];
    const names = [...new Set(words)].filter((word) => !KEYWORDS.has(word));
    // Names of parameters and members are among them. That keeps some declarations too many.
    const own = namesOf(declaration, names, known);
    for (const name of names) known.add(name);
    return { declaration, names, own, kept: own.length === 0 || !isOptional(declaration) };
  });
  const used = new Set(declarations.filter(({ kept }) => kept).flatMap(({ names }) => names));
  for (let before = -1; before !== used.size; ) {
    before = used.size;
    // A declaration stands before its use, so one round from the end finds almost all.
    for (const each of declarations.toReversed()) {
      if (each.kept || !each.own.some((name) => used.has(name))) continue;
      each.kept = true;
      for (const name of each.names) used.add(name);
    }
  }
  return declarations.flatMap(({ declaration, kept }) => (kept ? [declaration] : [])).join('');
}
