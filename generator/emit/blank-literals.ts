/** C and C++ without what is no code: for looking up names in it. */

const LITERAL = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Comments, strings and characters replaced by blanks; every line stays in its place. */
export function blankLiterals(code: string): string {
  return code.replace(LITERAL, (text) => text.replace(/[^\n]/g, ' '));
}
