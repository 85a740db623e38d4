/**
 * The files of a project that are the same for all targets: the files of the sketch, of the
 * runtime, and of the build.
 */
import { render } from '../emit/code.ts';
import { fillTemplates } from '../emit/template.ts';
import { type Board, templatesOf } from '../platform/board.ts';
import { dependencyOf } from '../sketch/libraries.ts';
import type { Library, TargetName } from '../sketch/model.ts';
import { configHeader } from './config.ts';
import { mainFile } from './main.ts';
import type { ProjectFiles, ProjectRequest, StaticFiles } from './project.ts';

export const LIBRARY = 'lib/polyloop/src';
const MAIN = 'src/main.cpp';
/** For targets where nothing catches exceptions or ends a program. */
const FREESTANDING = ['-fno-exceptions', '-fno-rtti', '-fno-threadsafe-statics', '-fno-use-cxa-atexit'];
const SOURCE = /\.(c|h|cpp|S|ld)$/;

/** The additions of a target. */
export interface TargetParts {
  readonly target: TargetName;
  readonly preemptive: boolean;
  readonly taskStacks: boolean;
  /** Folder of runtime-c/port with the kernel's part of the port; null: no kernel. */
  readonly kernelPort: string | null;
  /** Files of runtime-c/src that the kernel's part of the port replaces. Default: none. */
  readonly omits?: readonly string[];
  /** Further numbers of polyloop_config.h. Default: none. */
  readonly settings?: readonly (readonly [name: string, value: number])[];
  /** Whether the kernel's part of the port is the whole port, on its own drivers. Default: false. */
  readonly portsBoards?: boolean;
  /** The target's own files. */
  readonly files: ReadonlyMap<string, string>;
  /** Header folders in addition to the runtime's. */
  readonly includeDirs: readonly string[];
  /** The warnings that apply to all C code of the project: a kernel may follow other rules. */
  readonly cWarnings: readonly string[];
}

/** The files below a folder, by their path inside it. */
function below(statics: StaticFiles, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of statics) {
    if (path.startsWith(`${folder}/`)) found.set(path.slice(folder.length + 1), text);
  }
  if (found.size === 0) throw new Error(`no static files in ${folder}`);
  return found;
}

/**
 * The runtime as one library: its public headers below `polyloop/`, all other files side by side.
 */
function runtimeFiles(
  statics: StaticFiles,
  ports: readonly string[],
  omits: readonly string[] = [],
): Map<string, string> {
  const files = new Map<string, string>();
  const folders = ['runtime-c/include', 'runtime-c/src', ...ports.map((port) => `runtime-c/port/${port}`)];
  for (const folder of folders) {
    for (const [path, text] of below(statics, folder)) {
      if (!SOURCE.test(path) || (folder === 'runtime-c/src' && omits.includes(path))) continue;
      // Both the core and a port have a threads.c. The compiler does not depend on the names.
      const file = files.has(`${LIBRARY}/${path}`) ? `${folder.split('/').at(-1)}_${path}` : path;
      if (file !== path && !path.endsWith('.c')) throw new Error(`two headers of the runtime are called ${path}`);
      files.set(`${LIBRARY}/${file}`, text);
    }
  }
  return files;
}

function libraryFiles(statics: StaticFiles, folder: string): [string, string][] {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return [...below(statics, folder)].map(([path, text]) => [`lib/${name}/${path}`, text]);
}

/** The setting `lib_deps` of platformio.ini, or nothing. */
function dependencies(libraries: readonly Library[]): string {
  if (libraries.length === 0) return '';
  return `lib_deps =\n${libraries.map((library) => `  ${dependencyOf(library)}\n`).join('')}`;
}

/** "9 and 10", "3, 5 or 6". */
const listed = (names: readonly string[], word: 'and' | 'or') =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${word} `);

/** The pins whose PWM the runtime's timer cannot give, and those that remain. */
function timerPins({ pins }: Board): Readonly<Record<string, string>> {
  const able = pins.filter(({ pwm }) => pwm);
  const taken = able.filter((pin) => pin.taken === 'release-timer').map(({ name }) => name);
  if (taken.length === 0) return {};
  const others = able.filter((pin) => pin.taken === undefined).map(({ name }) => name);
  return {
    timerPins: listed(taken, 'and'),
    otherPwmPins: listed(others, 'or'),
    isTimerPin: taken.map((name) => `(pin) == ${name}`).join(' || '),
  };
}

/** Static files of the board, and the target's static files for the board. */
function templateFiles({ statics, board, libraries }: ProjectRequest, target: TargetName): Map<string, string> {
  const { label, platformio, telemetryBaud } = board;
  const values =
    platformio === null
      ? {}
      : {
          ...{ label, environment: board.id, ...platformio, baud: String(telemetryBaud) },
          ...{ libraries: dependencies(libraries), ...timerPins(board) },
        };
  const shared = board.files.ownArduino ? ['templates/arduino'] : [];
  const folder = templatesOf(board);
  const templates = [...shared, `templates/boards/${folder}`, `templates/targets/${target}/${folder}`];
  return fillTemplates(new Map(templates.flatMap((folder) => [...below(statics, folder)])), values);
}

/** How to compile a project that PlatformIO does not build. Whoever runs the compiler reads it. */
function buildDescription(files: ReadonlyMap<string, string>, board: Board, parts: TargetParts): string {
  const { direct, ramBytes, flashBytes } = board;
  const cmake = board.targets[parts.target]?.cmake;
  if (cmake !== undefined) {
    const description = { polyloopBuild: 1, cmake, output: 'zephyr', memory: { ramBytes, flashBytes } };
    return `${JSON.stringify(description, null, 2)}\n`;
  }
  const sources = [...files.keys()].filter((path) => /\.(c|cpp|S)$/.test(path)).sort();
  const machine = direct?.flags ?? [];
  const { c: cStandard, cpp: cppStandard } = direct?.standards ?? { c: 'c99', cpp: 'gnu++17' };
  const script = direct?.linkerScript ? ['-T', `${LIBRARY}/${direct.linkerScript}`] : [];
  const description = {
    polyloopBuild: 1,
    sources,
    includeDirs: [LIBRARY, ...parts.includeDirs],
    cFlags: [`-std=${cStandard}`, '-O2', ...parts.cWarnings, ...machine],
    cppFlags: [`-std=${cppStandard}`, '-O2', '-Wall', '-Wextra', ...machine, ...(direct ? FREESTANDING : [])],
    output: 'program',
    ...(direct && {
      compiler: direct.compiler,
      ...(direct.pageBytes !== undefined && { pageBytes: direct.pageBytes }),
      linkFlags: [...machine, ...direct.linkFlags, ...script],
      // With a linker script of the kernel's own, all RAM belongs to the program, so its size says nothing.
      ...(direct.linkerScript && { memory: { ramBytes, flashBytes } }),
    }),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** The folders of runtime-c/port. */
function portsOf(board: string, { kernelPort, portsBoards = false }: TargetParts): string[] {
  if (kernelPort === null) return [board];
  return portsBoards ? [kernelPort] : [board, kernelPort];
}

/** All files, sorted by path. */
export function assemble(request: ProjectRequest, parts: TargetParts): ProjectFiles {
  const { program, board, policy, telemetry, statics } = request;
  const { port, headers } = board.files;
  const own = [...request.ownLibraries.values()];
  const { preemptive, taskStacks } = parts;
  const features = {
    preemptive,
    taskStacks,
    telemetry,
    macros: own.map(({ macro }) => macro),
    settings: parts.settings ?? [],
  };
  const config = `${LIBRARY}/polyloop_config.h`;
  const files = new Map([
    ...runtimeFiles(statics, portsOf(port, parts), parts.omits),
    ...templateFiles(request, parts.target),
    ...parts.files,
    ...own.flatMap(({ folder }) => libraryFiles(statics, folder)),
    [config, render(configHeader(program, policy, board, features), config)],
    [MAIN, render(mainFile(program, headers, features), MAIN)],
  ]);
  if (board.platformio === null) files.set('build.json', buildDescription(files, board, parts));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
