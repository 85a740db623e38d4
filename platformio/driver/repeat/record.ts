/**
 * The record of the last build of a folder with PlatformIO. It holds the commands for the sketch's
 * own source, the program and its Intel HEX file, and the stamps of all files that these depend on.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { run } from '../../setup/run.mjs';
import type { Program, Tools } from '../../setup/tools.ts';
import { firstExecutable } from '../../setup/which.mjs';
import type { BuildResult } from '../build.ts';
import { confined } from '../build-sandbox.ts';
import { BUILD_LIMITS } from '../check/limits.ts';
import { allFiles, changedSince, type Stamp, stampsOf } from './stamps.ts';

/** The source that contains all code of the sketch. */
export const SOURCE = 'src/main.cpp';

/** Files of repeated builds. PlatformIO only touches `.pio/build`. */
export const REPEAT_DIR = path.join('.pio', 'polyloop');
const RECORD = path.join(REPEAT_DIR, 'record.json');
export const COMMANDS = path.join(REPEAT_DIR, 'commands.json');

/** Incremented when the meaning of a record changes. */
export const FORMAT = 1;

export const commandSchema = z.object({ argv: z.array(z.string()), path: z.string() });
export type Command = z.infer<typeof commandSchema>;

export const sizeSchema = z.object({
  command: z.array(z.string()),
  flashPattern: z.string(),
  ramPattern: z.string(),
  flashBytes: z.number(),
  ramBytes: z.number(),
});

/** What record.py writes. */
const commandsSchema = z.object({ path: z.string(), commands: z.array(z.array(z.string())), size: sizeSchema });

export const stampsSchema = z.record(z.string(), z.string());

export const commandsOfSketchSchema = z.object({ compile: commandSchema, link: commandSchema, hex: commandSchema });

const recordSchema = z.object({
  format: z.literal(FORMAT),
  /** All files that the build depends on, except the sketch's own source. */
  inputs: stampsSchema,
  /** Variables that a compiler reads. */
  environment: z.string(),
  commands: commandsOfSketchSchema,
  size: sizeSchema,
  /** The text of the sketch's own source at the last successful build. */
  source: z.string(),
  /** The result of the last successful build, and the stamps of its firmware. */
  result: z.custom<BuildResult>((value) => typeof value === 'object' && value !== null),
  firmware: stampsSchema,
});

export type Commands = z.infer<typeof commandsOfSketchSchema>;

export type BuildCommands = z.infer<typeof commandsSchema>;

export type BuildRecord = z.infer<typeof recordSchema>;

/** A record before its first build of the sketch's own source. */
export type Recipe = Omit<BuildRecord, 'source' | 'result' | 'firmware'>;

/** Null if there is none that can be read. */
export async function readRecord(projectDir: string): Promise<BuildRecord | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path.join(projectDir, RECORD), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeRecord(projectDir: string, record: BuildRecord): Promise<void> {
  const file = path.join(projectDir, RECORD);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(record));
  await rename(`${file}.new`, file);
}

/** Variables with which GCC finds its parts and headers, and those that PlatformIO's platform reads. */
const VARIABLES = [
  'PATH',
  'CPATH',
  'C_INCLUDE_PATH',
  'CPLUS_INCLUDE_PATH',
  'LIBRARY_PATH',
  'COMPILER_PATH',
  'GCC_EXEC_PREFIX',
  'POLYLOOP_AVR_BIN',
  'POLYLOOP_ARDUINO_CORE',
];

export const environmentNow = (): string => JSON.stringify(VARIABLES.map((name) => process.env[name] ?? null));

/** Folders of a project that builds and versions are kept in, and files that no build reads. */
const NOT_BUILT = new Set(['.pio', '.arduino', '.git', '.polyloop-build.lock', '.polyloop-files.json', 'README.md']);
const CACHES = new Set(['__pycache__']);

/** All files of the project except the sketch's own source. */
export async function projectFiles(projectDir: string): Promise<string[]> {
  const source = path.join(projectDir, SOURCE);
  return (await allFiles(projectDir, NOT_BUILT)).filter((file) => file !== source);
}

/** The full path of a command's program, found as the build found it. */
export function programOf({ argv: [name = ''], path: search }: Command): string {
  if (path.isAbsolute(name)) return name;
  return firstExecutable(search.split(path.delimiter).map((dir) => path.join(dir, name))) ?? name;
}

export const outputOf = (argv: readonly string[]): string | undefined =>
  argv.includes('-o') ? argv[argv.indexOf('-o') + 1] : undefined;

/** The build's three commands for the sketch. */
function commandsOfSketch({ commands, path: search }: z.infer<typeof commandsSchema>): Commands | undefined {
  const find = (isIt: (argv: readonly string[]) => boolean) => {
    const argv = commands.find(isIt);
    return argv && { argv, path: search };
  };
  const compile = find((argv) => argv.includes('-c') && argv.at(-1) === SOURCE);
  const link = find((argv) => !argv.includes('-c') && outputOf(argv)?.endsWith('.elf') === true);
  const hex = find((argv) => argv.at(-1)?.endsWith('.hex') === true);
  if (!compile || !link || !hex) return undefined;
  const object = outputOf(compile.argv);
  const isComplete = object !== undefined && link.argv.includes(object) && hex.argv.at(-2) === outputOf(link.argv);
  return isComplete ? { compile, link, hex } : undefined;
}

/** The files that the compiler reads for the sketch's own source, as GCC's option -M lists them. */
async function headersOf(
  { projectDir, tools }: Pick<Recorded, 'projectDir' | 'tools'>,
  { compile }: Commands,
): Promise<string[] | undefined> {
  const list = path.join(projectDir, REPEAT_DIR, 'headers.d');
  const [, ...args] = withOutput(compile.argv, list);
  const command = [programOf(compile), ...args, '-M', '-MT', 'sketch'];
  // A library's script can have changed the commands, so they stay in the sandbox.
  const { code } = await run(await confined(command, { projectDir, tools }, BUILD_LIMITS), {
    endsWithParent: true,
    cwd: projectDir,
    ownTemporary: true,
    env: { PATH: compile.path },
    timeoutMs: BUILD_LIMITS.wallMs,
    maxOutputBytes: BUILD_LIMITS.outputBytes,
  });
  if (code !== 0) return undefined;
  const text = (await readFile(list, 'utf8')).replace(/^sketch:/, '').replaceAll('\\\n', ' ');
  const names = text.match(/(?:\\.|\S)+/g) ?? [];
  const files = names.map((name) => path.resolve(projectDir, name.replaceAll(/\\(.)/g, '$1')));
  return files.filter((file) => file !== path.join(projectDir, SOURCE));
}

export const withOutput = (argv: readonly string[], output: string): string[] =>
  argv.map((argument, index) => (argv[index - 1] === '-o' ? output : argument));

/** The objects and archives of a link, without the sketch's own object. */
export function linked({ compile, link }: Commands): string[] {
  return link.argv.filter((argument) => /\.[oa]$/.test(argument) && argument !== outputOf(compile.argv));
}

/** PlatformIO itself and its platforms. */
async function toolFiles(pio: Program): Promise<string[]> {
  const [python] = pio.command;
  const environment = path.dirname(path.dirname(python));
  const core = pio.env.PLATFORMIO_CORE_DIR;
  const platforms = core === undefined ? [] : await allFiles(path.join(core, 'platforms'), CACHES);
  return [
    python,
    ...(await allFiles(environment, new Set(['bin', 'lib', 'lib64', 'include', 'Scripts']))),
    ...platforms,
  ];
}

/** The folders outside the project that the compiler searches for headers: the Arduino core and its libraries. */
function outsideFolders(projectDir: string, { compile }: Commands): string[] {
  const folders = compile.argv
    .filter((each) => each.startsWith('-I'))
    .map((each) => path.resolve(projectDir, each.slice(2)));
  return folders.filter((folder) => path.relative(projectDir, folder).startsWith('..'));
}

interface Recorded {
  readonly projectDir: string;
  readonly tools: Tools;
  readonly pio: Program;
  readonly commands: Commands;
}

/**
 * The files that a build depends on, except the sketch's own source: those that no build writes, and
 * the objects and archives of an earlier build.
 */
async function inputsOf({ projectDir, pio, commands }: Omit<Recorded, 'tools'>, headers: readonly string[]) {
  const outside = await Promise.all(outsideFolders(projectDir, commands).map((folder) => allFiles(folder, CACHES)));
  const files = [
    ...(await projectFiles(projectDir)),
    ...(await toolFiles(pio)),
    ...outside.flat(),
    ...headers,
    ...Object.values(commands).map(programOf),
  ];
  const objects = linked(commands).map((file) => path.resolve(projectDir, file));
  return { files: [...new Set(files)], objects };
}

/** What a build by PlatformIO shows about others. */
export interface Known {
  readonly data: BuildCommands;
  readonly commands: Commands;
  /** Files outside of the project on which the build depends. */
  readonly outside: Readonly<Record<string, Stamp>>;
}

/**
 * Records a successful build. Writes no record and returns null, so the next build is a complete one, if a command
 * is unknown or if a file changed during the build.
 */
export async function recordBuild(
  { projectDir, tools, pio }: Omit<Recorded, 'commands'>,
  result: BuildResult,
  startedMs: number,
): Promise<Known | null> {
  const said = await readFile(path.join(projectDir, COMMANDS), 'utf8').catch(() => 'null');
  const { success, data } = commandsSchema.safeParse(JSON.parse(said));
  const { firmware } = result;
  if (!success || firmware?.elf == null) return null;
  const commands = commandsOfSketch(data);
  const headers = commands && (await headersOf({ projectDir, tools }, commands));
  if (commands === undefined || headers === undefined) return null;
  const { files, objects } = await inputsOf({ projectDir, pio, commands }, headers);
  const source = path.join(projectDir, SOURCE);
  if (await changedSince([...files, source], startedMs)) return null;
  const inputs = await stampsOf([...files, ...objects]);
  const firmwareStamps = await stampsOf([firmware.path, firmware.elf]);
  if (inputs === undefined || firmwareStamps === undefined) return null;
  await writeRecord(projectDir, {
    format: FORMAT,
    inputs,
    environment: environmentNow(),
    commands,
    size: data.size,
    source: await readFile(source, 'utf8'),
    result,
    firmware: firmwareStamps,
  });
  const outside = await outsideOf(projectDir, inputs, headers);
  return outside === undefined ? null : { data, commands, outside };
}

/**
 * The stamps of the files outside of the project. The libraries' sources include other headers of the compiler than
 * the sketch's own source does. So all files of the headers' directories are among them.
 */
async function outsideOf(
  projectDir: string,
  inputs: Readonly<Record<string, Stamp>>,
  headers: readonly string[],
): Promise<Record<string, Stamp> | undefined> {
  const isOutside = (file: string) => path.relative(projectDir, file).startsWith('..');
  const directories = new Set(headers.filter(isOutside).map((file) => path.dirname(file)));
  const lists = await Promise.all(
    [...directories].map(async (directory) => {
      const entries = await readdir(directory, { withFileTypes: true });
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => path.join(directory, name));
    }),
  );
  const more = await stampsOf(lists.flat());
  return more && { ...Object.fromEntries(Object.entries(inputs).filter(([file]) => isOutside(file))), ...more };
}

/** Whether no file has changed that the recorded build depends on, except the sketch's own source. */
export async function isCurrent(record: BuildRecord, projectDir: string): Promise<boolean> {
  if (record.environment !== environmentNow()) return false;
  const names = new Set(Object.keys(record.inputs));
  for (const file of await projectFiles(projectDir)) if (!names.has(file)) return false;
  return areUnchanged(record.inputs);
}

export async function areUnchanged(stamps: Readonly<Record<string, Stamp>>): Promise<boolean> {
  const now = await stampsOf(Object.keys(stamps));
  return now !== undefined && Object.entries(stamps).every(([file, stamp]) => now[file] === stamp);
}
