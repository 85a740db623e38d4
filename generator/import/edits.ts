/** Changes of a text at positions of the original, and the text of a range with these changes. */

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text from `from` to `to`. Edits outside this range have no effect. Edits must not overlap. */
export function rendered(text: string, from: number, to: number, edits: readonly Edit[]): string {
  const inside = edits.filter((edit) => edit.from >= from && edit.to <= to).toSorted((a, b) => a.from - b.from);
  let result = '';
  let at = from;
  for (const edit of inside) {
    if (edit.from < at) continue;
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at, to);
}

/** Removes the indentation that all lines share, and blank lines at both ends. */
export function dedented(code: string): string {
  const lines = code.replaceAll('\r\n', '\n').split('\n').map(spaced);
  while (lines[0]?.trim() === '') lines.shift();
  while (lines.at(-1)?.trim() === '') lines.pop();
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  // A first line that begins in the middle of the original line has lost its indentation.
  const own = indents[0] === 0 && indents.length > 1 ? indents.slice(1) : indents;
  const common = own.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  const cut = (line: string) => line.slice(Math.min(common, line.length - line.trimStart().length)).trimEnd();
  return lines.map(cut).join('\n');
}

/** The line with two spaces for each tab of its indentation. */
function spaced(line: string): string {
  const start = line.length - line.trimStart().length;
  return line.slice(0, start).replaceAll('\t', '  ') + line.slice(start);
}
