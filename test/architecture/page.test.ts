/** docs/architecture.md lists every folder and the imports of each folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from './files.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Every folder may import the translation of texts, so the page does not list it for each. */
const EVERYWHERE = 'generator/words';

/**
 * In generator, app and platformio: the second-level folder of the file. Elsewhere: the first-level
 * folder.
 */
function roomOf(file: string): string {
  const parts = file.split('/');
  return ['generator', 'app', 'platformio'].includes(parts[0] ?? '') && parts.length > 2
    ? parts.slice(0, 2).join('/')
    : (parts[0] ?? '');
}

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"?]+)/g;
const isOwn = (file: string): boolean => !/\.test\.tsx?$|\/test-[^/]+\.ts$/.test(file);

function realImports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const folders = ['generator', 'app', 'platformio', 'templates'];
  const files = folders.flatMap((folder) => filesBelow(folder, /\.(ts|tsx|mjs)$/)).filter(isOwn);
  for (const native of files) {
    const file = native.split(path.sep).join('/');
    const room = roomOf(file);
    const rooms = found.get(room) ?? new Set<string>();
    found.set(room, rooms);
    for (const [, target = ''] of read(file).matchAll(IMPORT)) {
      const other = roomOf(path.posix.join(path.posix.dirname(file), target));
      if (other !== room && other !== EVERYWHERE) rooms.add(other);
    }
  }
  return found;
}

/** By folder: the names in its *Imports* line. */
function toldImports(page: string): Map<string, Set<string>> {
  const sections = page.split(/^### /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [, folder = ''] = /^`([^`]+)`/.exec(section) ?? [];
      const [, line] = /^- Imports: ([^.]*(?:\.json[^.]*)?)\./m.exec(section) ?? [];
      return line === undefined
        ? []
        : [[folder, new Set([...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))]];
    }),
  );
}

const inOrder = (imports: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> =>
  Object.fromEntries(
    [...imports].sort(([a], [b]) => a.localeCompare(b)).map(([room, some]) => [room, [...some].sort()]),
  );

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  it('lists every folder with its imports', () => {
    const real = realImports();
    for (const room of real.keys()) if (room.endsWith('.json') || room.includes('.')) real.delete(room);
    expect(inOrder(toldImports(page))).toEqual(inOrder(real));
  });

  it('describes the inputs and outputs of each folder', () => {
    const sections = page.split(/^### /m).slice(1);
    const silent = sections.filter(
      (section) => section.includes('- Imports:') && !/- Enters: .+Leaves: /s.test(section),
    );
    expect(silent).toEqual([]);
  });
});
