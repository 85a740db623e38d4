/** Builds conformance programs with the port to Arduino's functions for this machine, under the product's Arduino library. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeMissing, findTools } from '../../../platformio/setup/tools.ts';
import { OBJECTS_VARIABLE, withObjects } from '../objects/objects.ts';
import {
  isRuntime,
  MEMORY_SANITIZERS,
  PROGRAMS,
  type ProgramSource,
  RUNTIME,
  sourcesOf,
  WARNINGS,
  withScratch,
  writeConfig,
} from '../toolchain.ts';

const run = promisify(execFile);
const { hostCc, hostCxx } = findTools();
const PORT = path.join(RUNTIME, 'port', 'arduino');
const LIBRARY = path.resolve(import.meta.dirname, '../../../templates/arduino/lib/polyloop/src');
const SANITIZERS = [...MEMORY_SANITIZERS.map((name) => `-fsanitize=${name}`), '-fno-sanitize-recover=all'];
const COMMON = ['-g1', '-O1', ...SANITIZERS, `-I${LIBRARY}`, `-I${import.meta.dirname}`];
const CXX = [...COMMON, '-std=gnu++11', '-Wall', '-Wextra', '-Werror', '-fno-exceptions'];

/** Why it cannot be built here; null if it can. */
export const hostArduinoMissing = !hostCc.installed
  ? describeMissing(hostCc)
  : hostCxx.installed
    ? null
    : describeMissing(hostCxx);

/** The objects of the Arduino library and of its board, compiled once in a test run. */
async function library(directory: string, compiler: string): Promise<readonly string[]> {
  const kept = path.join(process.env[OBJECTS_VARIABLE] ?? directory, 'host-arduino');
  if (!existsSync(kept)) {
    const part = `${kept}.${process.pid}`;
    await mkdir(part);
    // Board.cpp joins time and Serial with our runtime. A core of another maker, as this one is, has its own.
    const names = (await readdir(LIBRARY)).filter((name) => name.endsWith('.cpp') && name !== 'Board.cpp');
    const sources = [
      ...names.map((name) => path.join(LIBRARY, name)),
      path.join(import.meta.dirname, 'arduino_board.cpp'),
    ];
    await run(compiler, [...CXX, '-c', ...sources], { cwd: part });
    // Another test file may have been faster.
    await rename(part, kept).catch(() => rm(part, { recursive: true }));
  }
  return (await readdir(kept)).map((name) => path.join(kept, name));
}

/** Builds a program, and runs it to its end. Rejects if a check failed. */
export async function runOnHostArduino({ name, config }: ProgramSource): Promise<string> {
  if (!hostCc.installed || !hostCxx.installed) throw new Error(hostArduinoMissing ?? '');
  const [cc] = hostCc.command;
  const [cxx] = hostCxx.command;
  await withScratch(async (directory) => {
    const include = await writeConfig(directory, { ...config, CONFORM_ARDUINO: 1, PL_TELEMETRY_BAUD: 500_000 });
    const searched = [path.join(RUNTIME, 'include'), path.join(RUNTIME, 'src'), PORT, PROGRAMS].map(
      (each) => `-I${each}`,
    );
    const own = [path.join(PROGRAMS, `${name}.c`), path.join(import.meta.dirname, 'conform_arduino.c')];
    const c = [...COMMON, ...searched, ...WARNINGS];
    const files = await withObjects(
      { compiler: cc, flags: c, include, files: [...own, ...(await sourcesOf('src'))] },
      isRuntime,
    );
    const isSource = (file: string) => file.endsWith('.c');
    await run(cc, [`-I${include}`, ...c, '-c', ...files.filter(isSource)], { cwd: directory });
    // These programs do not print.
    const port = (await readdir(PORT)).filter((file) => file.endsWith('.cpp') && !file.startsWith('PolyloopSerial'));
    const sources = port.map((file) => path.join(PORT, file));
    await run(cxx, [`-I${include}`, ...CXX, ...searched, '-c', ...sources], { cwd: directory });
    const compiled = (await readdir(directory)).filter((file) => file.endsWith('.o'));
    const objects = [...compiled, ...files.filter((file) => !isSource(file)), ...(await library(directory, cxx))];
    const program = path.join(directory, 'program');
    await run(cxx, [...SANITIZERS, ...objects, '-o', program], { cwd: directory });
    await run(program, [], { encoding: 'buffer', maxBuffer: 1 << 28 });
  });
  return 'passed';
}
