/**
 * Builds a generated project with arduino-cli. Arduino requires a sketch folder, so one is kept
 * beside the project's own files: an empty `.ino`, and below its `src/` the project's sources and
 * each of its libraries, which Arduino compiles with it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import type { BuildRequest, BuildResult, Diagnostic, Firmware, MemoryUse } from './build.ts';
import { libraryFolders } from './build-sandbox.ts';
import { exists, filesBelow, mirror } from './files.ts';
import { refusedLibraries } from './foreign-programs.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const sketchName = 'program';
const program = /Sketch uses (\d+) bytes.*Maximum is (\d+) bytes/;
const variables = /Global variables use (\d+) bytes.*Maximum is (\d+) bytes/;
/**
 * arduino-cli searches boards on ports and indexes before each build. Neither is part of a build.
 */
const skip = /^Error initializing instance:|^Downloading index:/;
const copied = /^.*[\\/]\.arduino[\\/](?:build[\\/]sketch|program)[\\/]src[\\/]/;

/** From the lines `Sketch uses 724 bytes …` and `Global variables use 9 bytes …`. */
export function arduinoMemory(lines: readonly string[]): MemoryUse | null {
  const flash = lines.map((line) => program.exec(line)).find((match) => match !== null);
  const ram = lines.map((line) => variables.exec(line)).find((match) => match !== null);
  if (!flash || !ram) return null;
  return {
    ramBytes: Number(ram[1]),
    ramAvailableBytes: Number(ram[2]),
    flashBytes: Number(flash[1]),
    flashAvailableBytes: Number(flash[2]),
  };
}

const failures = /^Error during build: (.+)|^Error (?:resolving FQBN|opening sketch): (.+)/;

export function arduinoFailure(lines: readonly string[]): string | null {
  const match = lines.map((line) => failures.exec(line)).find((found) => found !== null);
  return match ? `arduino-cli: ${match[1] ?? match[2]}` : null;
}

/** The source of each of the sketch's files, and the include directories. */
async function layOut(projectDir: string): Promise<{ sources: Map<string, string>; includeDirs: string[] }> {
  const sources = new Map<string, string>();
  const includeDirs: string[] = [];
  const take = async (from: string, to: string) => {
    for (const name of await filesBelow(from)) sources.set(path.join(to, name), path.join(from, name));
  };
  await take(path.join(projectDir, 'src'), '');
  const libraries = new Set(
    (await filesBelow(path.join(projectDir, 'lib'))).map((name) => name.split(path.sep)[0] ?? ''),
  );
  for (const library of libraries) {
    const root = path.join(projectDir, 'lib', library);
    const src = path.join(root, 'src');
    const to = path.join('lib', library);
    await take((await exists(src)) ? src : root, to);
    includeDirs.push(to);
  }
  return { sources, includeDirs };
}

/**
 * Names a copied file as in the project. Warnings of the core and of installed libraries are
 * dropped.
 */
function revise(diagnostic: Diagnostic): Diagnostic | null {
  const { file, severity } = diagnostic;
  if (file === null || !path.isAbsolute(file)) return diagnostic;
  const inside = file.replace(copied, '');
  if (inside === file) return severity === 'error' ? diagnostic : null;
  const name = inside.replaceAll('\\', '/');
  return { ...diagnostic, file: name.startsWith('lib/') ? name : `src/${name}` };
}

async function firmwareIn(buildDir: string): Promise<Firmware | null> {
  const hex = path.join(buildDir, `${sketchName}.ino.hex`);
  const elf = path.join(buildDir, `${sketchName}.ino.elf`);
  return (await exists(hex)) && (await exists(elf)) ? { format: 'intel-hex', path: hex, elf } : null;
}

/** The board of the installed core. Debian's is named `debian:avr:uno`. */
export function boardOfVendor(fqbn: string, vendor: string): string {
  return [vendor, ...fqbn.split(':').slice(1)].join(':');
}

/** avr-gcc 5's <float.h> does not define DECIMAL_DIG in C++, but Debian's core requires it. */
const coreProperties = ['--build-property', 'compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__'];

export async function buildWithArduinoCli(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools, fqbn } = request;
  const { arduinoCli } = tools;
  if (!arduinoCli.installed) return notInstalled(arduinoCli);
  if (!fqbn) return failedAtOnce(tr`arduino-cli cannot build for this board. Choose PlatformIO in the settings.`);
  const sketchDir = path.join(projectDir, '.arduino', sketchName);
  const buildDir = path.join(projectDir, '.arduino', 'build');
  const { sources, includeDirs } = await layOut(projectDir);
  await mirror(sources, path.join(sketchDir, 'src'));
  await mkdir(buildDir, { recursive: true });
  await writeFile(path.join(sketchDir, `${sketchName}.ino`), '// The program is in src/.\n');
  const include = includeDirs.map((dir) => `"-I${path.join(sketchDir, 'src', dir)}"`).join(' ');
  const session = new BuildSession(request, { skip, revise });
  const properties = [
    ...(arduinoCli.vendor === 'debian' ? coreProperties : []),
    '--build-property',
    `build.extra_flags=${include}`,
  ];
  const ini = await readFile(path.join(projectDir, 'platformio.ini'), 'utf8').catch(() => '');
  const refused = await refusedLibraries(request, ini);
  if (refused !== null) return failedAtOnce(refused);
  const options = [
    ...libraryFolders(ini).flatMap((folder) => ['--library', folder]),
    '--fqbn',
    boardOfVendor(fqbn, arduinoCli.vendor),
    '--build-path',
    buildDir,
    '--warnings',
    'all',
    '--no-color',
  ];
  const result = await session.run(arduinoCli, ['compile', ...options, ...properties, sketchDir]);
  return session.end({
    result,
    toolName: arduinoCli.name,
    memory: arduinoMemory(session.lines),
    failure: arduinoFailure(session.lines),
    firmware: () => firmwareIn(buildDir),
  });
}
