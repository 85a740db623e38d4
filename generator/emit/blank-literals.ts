/** Removes comments and literals from C and C++ code, so that names can be searched in it. */

const LITERAL = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Replaces comments, strings and characters by blanks. Every line keeps its place. */
export function blankLiterals(code: string): string {
  return code.replace(LITERAL, (text) => text.replace(/[^\n]/g, ' '));
}
