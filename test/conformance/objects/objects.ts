/**
 * Caches object files during a test run. Most conformance programs differ in constants, and most
 * files of the runtime do not depend on most constants: the preprocessed source decides.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { usedCode } from './used-code.ts';

const run = promisify(execFile);
const MOST_TEXT_BYTES = 1 << 28;

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
  const files = compilation.files.filter(isRuntime);
  return [
    ...compilation.files.filter((file) => !isRuntime(file)),
    ...(await objectsOf({ ...compilation, files }, compilation.include)),
  ];
}

/**
 * The object files of sources that use only the runtime's constants.
 * @param directory for object files if there is no cache
 */
export async function objectsOf(compilation: Compilation, directory: string): Promise<readonly string[]> {
  const kept = process.env[OBJECTS_VARIABLE] ?? directory;
  const headers = await headersOf(compilation.include);
  const { compiler, flags, files } = compilation;
  const list = path.join(kept, `${digest([compiler, flags, files, [...headers]])}.json`);
  if (!existsSync(list)) {
    const objects = await compile(compilation, headers, kept);
    await writeWhole(list, JSON.stringify(objects));
  }
  return JSON.parse(await readFile(list, 'utf8'));
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

/** Another process never sees a part of the file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  await writeFile(part, text);
  await rename(part, file);
}

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

/** Compiles the files with a new preprocessed text. Returns the objects of all files. */
async function compile(
  { compiler, flags, files }: Compilation,
  headers: ReadonlyMap<string, string>,
  kept: string,
): Promise<readonly string[]> {
  const scratch = await mkdtemp(path.join(kept, 'scratch-'));
  const include = path.join(scratch, 'config');
  await mkdir(include);
  for (const [name, text] of headers) await writeFile(path.join(include, name), text);
  const all = [`-I${include}`, ...flags];
  const texts = await preprocessed(compiler, all, files, scratch);
  const used = new Map([...texts].map(([file, text]) => [file, usedCode(text)]));
  const objectOf = (file: string) => path.join(kept, `${digest([compiler, flags, file, used.get(file)])}.o`);
  const missing = files.filter((file) => !existsSync(objectOf(file)));
  // Files of two directories may have one name: src/threads.c and port/freertos/threads.c.
  for (const [index, from] of [...new Set(missing.map((file) => path.dirname(file)))].entries()) {
    const cwd = path.join(scratch, String(index));
    await mkdir(cwd);
    const group = missing.filter((file) => path.dirname(file) === from);
    await run(compiler, ['-c', ...all, ...group], { cwd });
    for (const file of group) await rename(path.join(cwd, `${path.basename(file, '.c')}.o`), objectOf(file));
  }
  await rm(scratch, { recursive: true, force: true });
  return files.map(objectOf);
}

const BEGIN = 'polyloop_begin_';

/**
 * What the compiler sees of each file. One run of the preprocessor reads all files, because a run
 * for each takes as long as half of the compilation. Macros of one file, and guards of headers, are
 * removed before the next. Only headers of the system stay, which are the same for all programs.
 */
export async function preprocessed(
  compiler: string,
  flags: readonly string[],
  files: readonly string[],
  scratch: string,
): Promise<ReadonlyMap<string, string>> {
  const forget = (await macrosOf(flags, files)).map((name) => `#undef ${name}`).join('\n');
  await writeFile(path.join(scratch, 'forget.h'), `${forget}\n`);
  const parts = files.map((file, index) => `${BEGIN}${index}\n#include "forget.h"\n#include "${file}"\n`);
  const all = path.join(scratch, 'all.c');
  await writeFile(all, parts.join(''));
  const { stdout } = await run(compiler, [...flags, '-w', '-E', '-P', all], { maxBuffer: MOST_TEXT_BYTES });
  const texts = stdout.split(new RegExp(`^${BEGIN}\\d+$`, 'm')).slice(1);
  if (texts.length !== files.length) throw new Error(`${texts.length} preprocessed texts of ${files.length} files`);
  return new Map(files.map((file, index) => [file, texts[index] ?? '']));
}

/** Macros by directory. They do not change during a test run. */
const knownMacros = new Map<string, Promise<readonly string[]>>();

/** Macros that files and their headers define, other than those of the command line. */
async function macrosOf(flags: readonly string[], files: readonly string[]): Promise<readonly string[]> {
  const searched = flags.flatMap((flag, index) => {
    if (flag.startsWith('-I')) return [flag.slice(2)];
    return flags[index - 1] === '-isystem' ? [flag] : [];
  });
  const directories = new Set([...searched, ...files.map((file) => path.dirname(file))]);
  const found = await Promise.all([...directories].map(macrosIn));
  const given = new Set(flags.map((flag) => /^-D(\w+)/.exec(flag)?.[1]));
  return [...new Set(found.flat())].filter((name) => !given.has(name));
}

function macrosIn(directory: string): Promise<readonly string[]> {
  const macros = knownMacros.get(directory) ?? readMacros(directory);
  knownMacros.set(directory, macros);
  return macros;
}

async function readMacros(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => /\.[ch]$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, name = '']) => name));
}
