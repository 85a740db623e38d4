/**
 * The compiler and its flags for a generated project's own source: those of the last build if there is a
 * record of it, otherwise those that the project and Polyloop's platform for PlatformIO describe.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { tr } from '../../../generator/words/tr.ts';
import { isWindows, ownFile } from '../../setup/paths.mjs';
import type { Avr, Missing, Tools } from '../../setup/tools.ts';
import { belongings, confined, LIBRARY_OF_REGISTRY, libraryFolders } from '../build-sandbox.ts';
import { type Description, readDescription } from '../description.ts';
import { exists } from '../files.ts';
import { programOf, readRecord, SOURCE } from '../repeat/record.ts';
import type { Limits } from './limits.ts';

export interface CompileCommand {
  readonly installed: true;
  /** The compiler and its flags, without the source and without an output. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A command of this project in its sandbox and with limits. */
  readonly confine: (command: readonly string[], limits: Limits) => Promise<readonly string[]>;
  /** Whether the headers include those of C++'s standard library, which take most of the time of a check. */
  readonly hasStandardLibrary: boolean;
}

interface Project {
  /** The generated project. */
  readonly dir: string;
  /** The folder in which the same project is built, if it has been. */
  readonly buildDir: string;
  readonly tools: Tools;
}

const NO_DESCRIPTION: Missing = {
  installed: false,
  get name() {
    return tr`A description of the compiler`;
  },
  get howToGet() {
    return tr`build the sketch once`;
  },
  get problem() {
    return tr`Polyloop does not know the compiler flags of this board before its first build.`;
  },
};

const NO_LIBRARIES: Missing = {
  installed: false,
  get name() {
    return tr`The libraries of the sketch`;
  },
  get howToGet() {
    return tr`run the sketch once, which downloads them`;
  },
  get problem() {
    return tr`Errors do not appear while you type, because the libraries of the sketch are not there yet.`;
  },
};

export async function compileCommand(project: Project): Promise<CompileCommand | Missing> {
  const found = await commandOf(project);
  if (!found.installed) return found;
  const { dir, buildDir, tools } = project;
  const readable = [buildDir, ...(tools.clangd.installed ? [belongings(tools.clangd.command[0])] : [])];
  const confine: CompileCommand['confine'] = (command, limits) =>
    confined(command, { projectDir: dir, tools, readable }, limits);
  return { ...found, confine };
}

type Found = Omit<CompileCommand, 'confine'>;

async function commandOf(project: Project): Promise<Found | Missing> {
  const description = await readDescription(project.dir);
  if (description !== null) return describedCommand(description, project.tools);
  return (await recordedCommand(project)) ?? (await platformCommand(project));
}

function describedCommand({ compiler, cppFlags, includeDirs }: Description, tools: Tools): Found | Missing {
  const program = compiler === 'arm-none-eabi' ? tools.armGxx : tools.hostCxx;
  if (!program.installed) return program;
  const include = includeDirs.map((dir) => `-I${path.normalize(dir)}`);
  return {
    installed: true,
    command: [...program.command, ...cppFlags, ...include],
    env: program.env,
    hasStandardLibrary: true,
  };
}

/** Flags that name files of the build, and the argument after each. */
const WITH_FILE = new Set(['-o', '-MF', '-MT', '-MQ']);
/** Flags that only make sense with an output. Link-time optimization would postpone warnings to the link. */
const OF_OUTPUT = new Set(['-c', '-flto', '-MMD', '-MD', '-MP']);

function withoutFiles(argv: readonly string[]): string[] {
  return argv.filter(
    (argument, index) =>
      !WITH_FILE.has(argument) &&
      !WITH_FILE.has(argv[index - 1] ?? '') &&
      !OF_OUTPUT.has(argument) &&
      argument !== SOURCE,
  );
}

/** Null if there is no record, or if it is of a project with other flags. */
async function recordedCommand({ dir, buildDir }: Project): Promise<Found | null> {
  const record = await readRecord(buildDir);
  if (record === null || !(await isSameFile(path.join(dir, CONFIGURATION), path.join(buildDir, CONFIGURATION)))) {
    return null;
  }
  const { compile } = record.commands;
  const flags = await Promise.all(withoutFiles(compile.argv.slice(1)).map((flag) => inProject(flag, dir, buildDir)));
  return {
    installed: true,
    command: [programOf(compile), ...flags],
    env: { PATH: compile.path },
    hasStandardLibrary: false,
  };
}

/** A folder of headers that only the build has, such as a downloaded library, is read there. */
async function inProject(flag: string, dir: string, buildDir: string): Promise<string> {
  if (!flag.startsWith('-I')) return flag;
  const folder = flag.slice(2);
  if (path.isAbsolute(folder) || (await exists(path.join(dir, folder)))) return flag;
  return `-I${path.resolve(buildDir, folder)}`;
}

const CONFIGURATION = 'platformio.ini';

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => readFile(file, 'utf8').catch(() => null)));
  return a !== null && a === b;
}

const boardSchema = z.object({
  build: z.object({
    core: z.string(),
    extra_flags: z.string(),
    f_cpu: z.string(),
    mcu: z.string(),
    variant: z.string(),
  }),
});

/** The flags of platformio/platform/builder for C++. A test compares them with those of a build. */
const AVR_FLAGS = [
  '-std=gnu++11',
  '-fpermissive',
  '-fno-exceptions',
  '-fno-threadsafe-statics',
  '-Wno-error=narrowing',
  '-Os',
  '-Wall',
  '-ffunction-sections',
  '-fdata-sections',
];

/** A value in platformio.ini; empty if it is not set. */
const settingOf = (configuration: string, name: string): string =>
  new RegExp(`^${name} *= *(.*)$`, 'm').exec(configuration)?.[1]?.trim() ?? '';

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

async function platformCommand({ dir, tools }: Project): Promise<Found | Missing> {
  const { avr } = tools;
  if (!avr.installed) return avr;
  const configuration = await readFile(path.join(dir, CONFIGURATION), 'utf8').catch(() => '');
  if (LIBRARY_OF_REGISTRY.test(configuration)) return NO_LIBRARIES;
  const file = path.join(ownFile('platform', 'boards'), `${path.basename(settingOf(configuration, 'board'))}.json`);
  const board = boardSchema.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')));
  if (!board.success) return NO_DESCRIPTION;
  const { core, extra_flags, f_cpu, mcu, variant } = board.data.build;
  const include = [
    'src',
    ...(await librariesIn(path.join(dir, 'lib'))).map((folder) => path.relative(dir, folder)),
    path.join(avr.arduinoCoreDir, 'cores', core),
    path.join(avr.arduinoCoreDir, 'variants', variant),
    ...(await Promise.all(libraryFolders(configuration).map(sourcesOf))),
    ...(await librariesIn(path.join(avr.arduinoCoreDir, 'libraries'))),
  ];
  const flags = [
    ...AVR_FLAGS,
    `-mmcu=${mcu}`,
    ...wordsOf(settingOf(configuration, 'build_src_flags')),
    ...wordsOf(settingOf(configuration, 'build_flags')),
    ...wordsOf(extra_flags),
    `-DF_CPU=${f_cpu}`,
    '-DARDUINO_ARCH_AVR',
    '-DARDUINO=10808',
  ];
  return {
    installed: true,
    command: [avrGxx(avr), ...flags, ...include.map((folder) => `-I${folder}`)],
    env: {},
    hasStandardLibrary: false,
  };
}

const avrGxx = ({ binDir }: Avr): string => path.join(binDir, isWindows ? 'avr-g++.exe' : 'avr-g++');

/** The folders of the headers of the libraries in a folder. */
async function librariesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => sourcesOf(path.join(folder, name))));
}

/** The folder of the headers of a library. */
async function sourcesOf(library: string): Promise<string> {
  const sources = path.join(library, 'src');
  return (await exists(sources)) ? sources : library;
}
