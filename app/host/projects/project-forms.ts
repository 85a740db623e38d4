/**
 * The forms in which a generated project is exported: as a PlatformIO project, or as a sketch folder
 * of the Arduino IDE. The IDE compiles the files of that folder and, recursively, of its folder
 * `src`, and knows no include directories of a project. So the runtime moves to `src`, and each
 * `#include` of a project's file becomes a relative path.
 */
import { posix } from 'node:path';
import type { ExportForm } from '../../contract/projects.ts';

type Files = ReadonlyMap<string, string | Uint8Array>;

/** @param name the name of the folder, which Arduino requires for the `.ino` file */
export function filesInForm(files: Files, form: ExportForm, name: string): Files {
  return form === 'ino' ? arduinoFolder(files, name) : files;
}

/** A name that Arduino accepts for a sketch: letters, digits, `_`, `.` and `-`, at most 63. */
export function arduinoName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replace(/^[^A-Za-z0-9]+/, '');
  return plain.slice(0, 63).replace(/[.]+$/, '') || 'sketch';
}

function arduinoFolder(files: Files, name: string): Files {
  const places = new Map([...files.keys()].flatMap((path) => placeOf(path)));
  const headers = new Map([...places.keys()].map((path) => [path, path] as const));
  const result = new Map<string, string | Uint8Array>([[`${name}.ino`, inoText(name)]]);
  for (const [path, to] of places) {
    const content = files.get(path) ?? '';
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    result.set(to, withRelativeIncludes(text, path, headers, places));
  }
  return result;
}

/** Where a file of the project is in the sketch folder. Build files have no place there. */
function placeOf(path: string): [string, string][] {
  if (path.startsWith('src/')) return [[path, path.slice('src/'.length)]];
  const [, library, inside] = /^lib\/([^/]+)\/(?:src\/)?(.+\.(?:c|cpp|h|hpp|S|s))$/.exec(path) ?? [];
  return library === undefined || inside === undefined ? [] : [[path, `src/${library}/${inside}`]];
}

const inoText = (name: string): string =>
  `// ${name}: made by Polyloop. setup() and loop() are in main.cpp, the runtime is in src/.\n`;

/** The folders in which the project's build looks for a header. */
function searchFolders(path: string, headers: ReadonlyMap<string, string>): string[] {
  const libraries = [...headers.keys()].flatMap((each) => /^lib\/[^/]+\/(?:src\/)?/.exec(each)?.[0] ?? []);
  return [posix.dirname(path), ...new Set(libraries.map((folder) => folder.replace(/\/$/, ''))), 'src'];
}

function withRelativeIncludes(
  text: string,
  path: string,
  headers: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, string>,
): string {
  const from = posix.dirname(places.get(path) ?? path);
  const folders = searchFolders(path, headers);
  return text.replaceAll(/^([ \t]*#[ \t]*include[ \t]*)[<"]([^>"\n]+)[>"]/gm, (line, word: string, header: string) => {
    const found = folders.map((folder) => posix.join(folder, header)).find((each) => places.has(each));
    if (found === undefined) return line;
    return `${word}"${posix.relative(from, places.get(found) ?? found)}"`;
  });
}
