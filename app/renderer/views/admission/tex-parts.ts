/** A row of equations, `w = …, \quad R = …`, as one equation each, so that a line is broken between them first. */

const SPACE = /^\\q?quad\b\s*/;

/** Splits at \quad and \qquad outside of braces, brackets of \left…\right and environments. Joined again it is the same row. */
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

/** One command or character, and by how much it nests what follows. */
function tokenAt(tex: string, at: number): { readonly by: number; readonly length: number } {
  const rest = tex.slice(at, at + 32);
  const length = /^\\(?:[a-zA-Z]+|.)/s.exec(rest)?.[0].length ?? 1;
  if (OPENING.test(rest)) return { by: 1, length };
  return { by: CLOSING.test(rest) ? -1 : 0, length };
}
