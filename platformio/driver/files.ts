/** File helpers that builders share. */
import { access, copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Files below a directory, relative to it; empty if the directory does not exist. */
export async function filesBelow(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  const kept = await Promise.all(names.map(async (name) => (await stat(path.join(directory, name))).isFile()));
  return names.filter((_, index) => kept[index]).sort();
}

/**
 * Makes a directory contain exactly these files. Unchanged files are not touched, so a build tool
 * that uses time stamps compiles only changed files.
 * @param sources source of each file, by its path inside the directory
 */
export async function mirror(sources: ReadonlyMap<string, string>, directory: string): Promise<void> {
  for (const name of await filesBelow(directory)) {
    if (!sources.has(name)) await rm(path.join(directory, name), { force: true });
  }
  for (const [name, source] of sources) {
    const target = path.join(directory, name);
    const present = await readFile(target).catch(() => null);
    if (present?.equals(await readFile(source))) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}
