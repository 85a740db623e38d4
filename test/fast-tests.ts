/**
 * The tests of `npm run check`: tests beside the code, and tests of the structure, the pages and
 * the event table, if neither the test nor an imported module can start a program. Tests with
 * compilers, emulators, models and long searches run only in `npm test`. The imports decide, so
 * there is no list of files.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, root } from './architecture/files.ts';
import { DURATIONS_FILE, type Durations } from './durations.ts';

/** Folders with fast tests. A test in them is not fast if one of its imports can start a program. */
const FOLDERS = ['generator', 'app', 'platformio', 'templates', 'test/docs', 'test/events'];
/** The folder of fast tests that read the code of all other folders. */
const STRUCTURE = 'test/architecture';

/** Modules that start a program, a thread or a virtual processor. */
const STARTERS = new Set(['node:child_process', 'node:worker_threads', 'avr8js']);
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"?]+)/g;

const inPosix = (file: string): string => file.split(path.sep).join('/');

/** The direct imports of a file: modules as paths from the root, packages as names. */
function importsOf(file: string): readonly string[] {
  const full = path.join(root, file);
  if (!/\.(ts|tsx|mjs)$/.test(file) || !existsSync(full)) return [];
  const names = [...readFileSync(full, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
  return names.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

/** Whether a file imports, directly or not, a module that starts programs. Caches results in `known`. */
function canStart(file: string, known: Map<string, readonly string[]>): boolean {
  const seen = new Set([file]);
  for (const each of seen) {
    if (STARTERS.has(each)) return true;
    const imports = known.get(each) ?? importsOf(each);
    known.set(each, imports);
    for (const other of imports) seen.add(other);
  }
  return false;
}

/** The fast tests as paths from the root, with `/` between folders. */
export function fastTests(): string[] {
  const known = new Map<string, readonly string[]>();
  const tests = (folder: string) => filesBelow(folder, /\.test\.tsx?$/).map(inPosix);
  return [...FOLDERS.flatMap(tests).filter((file) => !canStart(file, known)), ...tests(STRUCTURE)];
}

/** The folder of long searches. They are no fast tests, but those that start no program need no process of their own. */
const SEARCHES = 'test/property';

/**
 * Folders whose tests may start programs in a shared process: they change neither the environment nor the working
 * directory. Long ones mostly wait for a program, so they run beside the other tests that wait.
 */
const SELF_CONTAINED = ['app/host', 'app/renderer'];

/**
 * Tests that may share their modules: those that start no program, and short ones of `SELF_CONTAINED`. None replaces
 * a module (`vi.mock`) for the tests after it.
 */
export function sharedTests(): string[] {
  const known = new Map<string, readonly string[]>();
  const durations: Durations = JSON.parse(readFileSync(DURATIONS_FILE, 'utf8'));
  const searches = filesBelow(SEARCHES, /\.test\.ts$/).map(inPosix);
  const selfContained = SELF_CONTAINED.flatMap((folder) => filesBelow(folder, /\.test\.tsx?$/).map(inPosix));
  const all = [
    ...fastTests(),
    ...searches.filter((file) => !canStart(file, known)),
    ...selfContained.filter((file) => !(file in durations)),
  ];
  return [...new Set(all)].filter((file) => !/\bvi\.mock\(/.test(readFileSync(path.join(root, file), 'utf8')));
}
