/**
 * Caches the runtime's object files during a test run, by compiler, flags and the runtime's
 * constants. Most conformance programs differ only in constants that the runtime does not use.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folder of the cache. objects-setup.ts sets this variable during a test run. Unset: no cache.
 */
export const OBJECTS_VARIABLE = 'POLYLOOP_TEST_OBJECTS';

export interface Compilation {
  readonly compiler: string;
  /** All flags except for the directory of polyloop_config.h. */
  readonly flags: readonly string[];
  /** The directory of polyloop_config.h, which may contain other headers. */
  readonly include: string;
  readonly files: readonly string[];
}

/**
 * Replaces the runtime's source files by cached object files. Other files stay as they are.
 *
 * @param isRuntime whether a file uses only the runtime's constants, PL_…
 */
export async function withObjects(
  compilation: Compilation,
  isRuntime: (file: string) => boolean,
): Promise<readonly string[]> {
  const kept = process.env[OBJECTS_VARIABLE];
  if (kept === undefined) return compilation.files;
  const sources = compilation.files.filter(isRuntime);
  const headers = await headersOf(compilation.include);
  const directory = path.join(kept, keyOf(compilation, sources, headers));
  if (!(await exists(directory))) await compile(compilation, sources, headers, directory);
  const objects = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.o'));
  return [
    ...compilation.files.filter((file) => !isRuntime(file)),
    ...objects.map((object) => path.join(directory, object)),
  ];
}

const exists = (directory: string): Promise<boolean> =>
  readdir(directory).then(
    () => true,
    () => false,
  );

/** The headers by name. Of polyloop_config.h, only the runtime's constants. */
async function headersOf(include: string): Promise<Map<string, string>> {
  const names = (await readdir(include)).filter((name) => name.endsWith('.h'));
  const headers = new Map<string, string>();
  for (const name of names.sort()) {
    const text = await readFile(path.join(include, name), 'utf8');
    const lines = text.split('\n').filter((line) => name !== 'polyloop_config.h' || line.startsWith('#define PL_'));
    headers.set(name, `${lines.join('\n')}\n`);
  }
  return headers;
}

/**
 * The cache key. The runtime's files do not change during a test run, so they are not part of it.
 */
function keyOf(
  { compiler, flags }: Compilation,
  sources: readonly string[],
  headers: ReadonlyMap<string, string>,
): string {
  const all = JSON.stringify([compiler, flags, sources, [...headers]]);
  return createHash('sha256').update(all).digest('hex').slice(0, 24);
}

async function compile(
  { compiler, flags }: Compilation,
  sources: readonly string[],
  headers: ReadonlyMap<string, string>,
  directory: string,
): Promise<void> {
  const scratch = await mkdtemp(`${directory}-`);
  const include = path.join(scratch, 'config');
  await mkdir(include);
  for (const [name, text] of headers) await writeFile(path.join(include, name), text);
  // Files of two directories may have one name: src/threads.c and port/freertos/threads.c.
  for (const [index, from] of [...new Set(sources.map((source) => path.dirname(source)))].entries()) {
    const objects = path.join(scratch, String(index));
    await mkdir(objects);
    const group = sources.filter((source) => path.dirname(source) === from);
    await run(compiler, ['-c', `-I${include}`, ...flags, ...group], { cwd: objects });
  }
  // Fails if another process has stored the same objects first.
  await rename(scratch, directory).catch(async (error: unknown) => {
    if (!(await exists(directory))) throw error;
    await rm(scratch, { recursive: true, force: true });
  });
}
