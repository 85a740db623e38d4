/** Joins the files of an Arduino sketch as the Arduino IDE does, and finds a line's file again. */

import { tr } from '../words/tr.ts';
import { extensionOf, HEADER_EXTENSIONS, MAIN_EXTENSIONS } from './file-names.ts';
import { parseSource } from './source.ts';

export interface SketchFile {
  readonly name: string;
  readonly text: string;
}

export interface Joined {
  readonly text: string;
  /** The file and line of a line of the joined text, as words: `line 3` or `motor.h, line 3`. */
  placeOf(line: number): string;
}

interface Segment {
  readonly name: string;
  readonly lines: number;
  /** The file's line of the first line. */
  readonly from: number;
}

export function joinFiles(files: readonly SketchFile[]): Joined {
  const headers = new Map(
    files.filter(({ name }) => HEADER_EXTENSIONS.includes(extensionOf(name))).map((file) => [baseOf(file.name), file]),
  );
  const code = files.filter((file) => headers.get(baseOf(file.name)) !== file).toSorted(byPlace);
  const pieces: string[] = [];
  const segments: Segment[] = [];
  const done = new Set<string>();
  const add = (name: string, from: number, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    for (const line of lines) pieces.push(line);
    segments.push({ name, from, lines: lines.length });
  };
  const addFile = ({ name, text }: SketchFile): void => {
    const lines = text
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n')
      .split('\n');
    if (lines.at(-1) === '') lines.pop();
    let start = 0;
    for (const { line, header } of ownIncludes(lines, headers)) {
      add(name, start + 1, lines.slice(start, line));
      start = line + 1;
      const file = headers.get(header);
      if (file === undefined || done.has(header)) continue;
      done.add(header);
      addFile(file);
    }
    add(name, start + 1, lines.slice(start));
  };
  for (const file of code) addFile(file);
  for (const [header, file] of headers) if (!done.has(header)) addFile(file);
  return { text: `${pieces.join('\n')}\n`, placeOf: (line) => placeOf(segments, files.length, line) };
}

const baseOf = (name: string): string => name.split(/[\\/]/).at(-1) ?? name;

/** The `.ino` with setup and loop comes first, then the others by name, then C++ files. */
function byPlace(a: SketchFile, b: SketchFile): number {
  const rank = ({ name, text }: SketchFile) =>
    MAIN_EXTENSIONS.includes(extensionOf(name)) ? (/\bsetup\s*\(/.test(text) ? 0 : 1) : 2;
  return rank(a) - rank(b) || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** Lines that include a header of the sketch itself. `#pragma once` goes with them. */
function ownIncludes(lines: readonly string[], headers: ReadonlyMap<string, SketchFile>) {
  if (headers.size === 0) return [];
  const text = lines.join('\n');
  return parseSource(text).directives.flatMap(({ from, word, rest }) => {
    const line = text.slice(0, from).split('\n').length - 1;
    const header = baseOf(/^["<](.+?)[">]/.exec(rest)?.[1] ?? '');
    if (word === 'include' && headers.has(header)) return [{ line, header }];
    return word === 'pragma' && rest === 'once' ? [{ line, header: '' }] : [];
  });
}

function placeOf(segments: readonly Segment[], files: number, line: number): string {
  let left = line;
  for (const { name, lines, from } of segments) {
    if (left <= lines) return files === 1 ? tr`line ${from + left - 1}` : tr`${baseOf(name)}, line ${from + left - 1}`;
    left -= lines;
  }
  return tr`line ${line}`;
}
