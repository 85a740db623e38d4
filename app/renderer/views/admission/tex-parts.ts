/**
 * Splits a row of equations such as `w = …, \quad R = …` into single equations, because a line is
 * broken between equations first.
 */

const SPACE = /^\\q?quad\b\s*/;

/**
 * Splits at \quad and \qquad outside braces, \left…\right brackets and environments. Joining the
 * parts gives the same row.
 */
export function texParts(tex: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let at = 0;
  while (at < tex.length) {
    const space = depth === 0 ? SPACE.exec(tex.slice(at)) : null;
    if (space !== null) {
      parts.push(tex.slice(start, at).trim());
      at += space[0].length;
      start = at;
      continue;
    }
    const { by, length } = tokenAt(tex, at);
    depth += by;
    at += length;
  }
  parts.push(tex.slice(start).trim());
  return parts.filter((part) => part !== '');
}

const OPENING = /^(?:\{|\\left(?![a-zA-Z])|\\begin(?![a-zA-Z]))/;
const CLOSING = /^(?:\}|\\right(?![a-zA-Z])|\\end(?![a-zA-Z]))/;

/** Returns the length of one command or character, and by how much it changes the nesting depth. */
function tokenAt(tex: string, at: number): { readonly by: number; readonly length: number } {
  const rest = tex.slice(at, at + 32);
  const length = /^\\(?:[a-zA-Z]+|.)/s.exec(rest)?.[0].length ?? 1;
  if (OPENING.test(rest)) return { by: 1, length };
  return { by: CLOSING.test(rest) ? -1 : 0, length };
}
