/**
 * Reads the static files of code generation and the starter sketches from the repository or from an
 * installation.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder that contains templates/ and runtime-c/. */
export const rootFolder = (): string => fileURLToPath(new URL('..', import.meta.url));

/** The parts of generated projects. Tests and documentation of the runtime are omitted. */
const FOLDERS = [
  'templates/arduino',
  'templates/boards',
  'templates/libraries',
  'templates/targets',
  'runtime-c/include',
  'runtime-c/src',
  'runtime-c/port',
];

/**
 * All static files by their path from the root, with `/` between folders on every system and `\n`
 * as line end.
 * @throws the file system's error if the installation is incomplete.
 */
export function loadStatics(root: string = rootFolder()): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of FOLDERS) {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const key = path.relative(root, file).split(path.sep).join('/');
      files.set(key, readFileSync(file, 'utf8').replace(/\r\n/g, '\n'));
    }
  }
  return files;
}
