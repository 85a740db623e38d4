/**
 * User code inside generated files, found again by its `#line` markers. Two kinds of mistake are reported by compilers
 * far from where they were made: an unbalanced brace, and a function that is defined nowhere. Both are looked up here.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeMarker, type Marker } from './marker.ts';

export interface UserCode extends Marker {
  /** The number of `lines[0]` inside the piece of code. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

const lineDirective = /^\s*#\s*line\s+(\d+)\s+"((?:[^"\\]|\\.)*)"/;
const sourceFile = /\.(?:c|cc|cpp|cxx|h|hpp|ino)$/;

export function findUserCode(generated: string): UserCode[] {
  const found: UserCode[] = [];
  let open: { marker: Marker; firstLine: number; lines: string[] } | null = null;
  const close = () => {
    if (open !== null) found.push({ ...open.marker, firstLine: open.firstLine, lines: open.lines });
    open = null;
  };
  for (const line of generated.split(/\r?\n/)) {
    const directive = lineDirective.exec(line);
    if (directive === null) {
      open?.lines.push(line);
      continue;
    }
    close();
    const marker = decodeMarker(directive[2] ?? '');
    if (marker !== null) open = { marker, firstLine: Number(directive[1]), lines: [] };
  }
  close();
  return found;
}

/** All user code of a project; empty when it cannot be read, because then there is nothing to explain. */
export async function userCodeOf(projectDir: string): Promise<UserCode[]> {
  const directory = path.join(projectDir, 'src');
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  const sources = names.filter((name) => sourceFile.test(name)).sort();
  const texts = await Promise.all(sources.map((name) => readFile(path.join(directory, name), 'utf8').catch(() => '')));
  return texts.flatMap(findUserCode);
}

/** Comments, strings and characters replaced by blanks, line breaks kept. */
export function withoutLiterals(code: string): string {
  const literal = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return code.replace(literal, (text) => text.replace(/[^\n]/g, ' '));
}

export interface Unbalanced extends Marker {
  /** Line inside the piece of code of the brace that has no partner. */
  readonly line: number;
  readonly brace: '{' | '}';
}

/** The first brace without a partner, in each piece of code that has one. */
export function findUnbalanced(pieces: readonly UserCode[]): Unbalanced[] {
  return pieces.flatMap((piece) => {
    const open: number[] = [];
    const lines = withoutLiterals(piece.lines.join('\n')).split('\n');
    for (const [index, line] of lines.entries()) {
      for (const character of line) {
        if (character === '{') open.push(piece.firstLine + index);
        if (character === '}' && open.pop() === undefined) return [unbalanced(piece, piece.firstLine + index, '}')];
      }
    }
    const last = open.at(-1);
    return last === undefined ? [] : [unbalanced(piece, last, '{')];
  });
}

function unbalanced({ element, member }: Marker, line: number, brace: '{' | '}'): Unbalanced {
  return { element, member, line, brace };
}

/** Where user code first speaks of a name. */
export function findUse(pieces: readonly UserCode[], name: string): (Marker & { readonly line: number }) | null {
  const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  for (const { element, member, firstLine, lines } of pieces) {
    const index = withoutLiterals(lines.join('\n'))
      .split('\n')
      .findIndex((line) => word.test(line));
    if (index >= 0) return { element, member, line: firstLine + index };
  }
  return null;
}
