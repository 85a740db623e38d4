/**
 * Finds user code inside generated files by its `#line` markers. A linker reports an undefined
 * function without the place of its call; this file searches that place.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { blankLiterals } from '../../generator/cpp/tokens.ts';
import { filesBelow } from './files.ts';
import { decodeMarker, type Marker } from './marker.ts';

export interface UserCode extends Marker {
  /** The line number of `lines[0]` inside the piece of code. */
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
    const previous = found.at(-1);
    // A second directive for the same piece comes before the text that the generator adds after it.
    if (marker !== null && !(previous !== undefined && isSamePiece(previous, marker)))
      open = { marker, firstLine: Number(directive[1]), lines: [] };
  }
  close();
  return found;
}

/**
 * The number of lines before a piece of code in the generated source: line n of the piece is line
 * `linesBefore + n` of the source, both from 1. Null if the source does not contain the piece.
 */
export function linesBefore(generated: string, piece: Marker): number | null {
  const index = generated.split('\n').findIndex((line) => {
    const [, first, name = ''] = lineDirective.exec(line) ?? [];
    const marker = first === '1' ? decodeMarker(name) : null;
    return marker !== null && isSamePiece(marker, piece);
  });
  return index < 0 ? null : index + 1;
}

function isSamePiece(a: Marker, b: Marker): boolean {
  return a.element.kind === b.element.kind && a.element.name === b.element.name && a.member === b.member;
}

/**
 * All user code of a project; empty if it cannot be read, because then there is nothing to explain.
 */
export async function userCodeOf(projectDir: string): Promise<UserCode[]> {
  const directory = path.join(projectDir, 'src');
  const sources = (await filesBelow(directory)).filter((name) => sourceFile.test(name));
  const texts = await Promise.all(sources.map((name) => readFile(path.join(directory, name), 'utf8').catch(() => '')));
  return texts.flatMap(findUserCode);
}

/** The first use of a name in user code. */
export function findUse(pieces: readonly UserCode[], name: string): (Marker & { readonly line: number }) | null {
  const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  for (const { element, member, firstLine, lines } of pieces) {
    const index = blankLiterals(lines.join('\n'))
      .split('\n')
      .findIndex((line) => word.test(line));
    if (index >= 0) return { element, member, line: firstLine + index };
  }
  return null;
}
