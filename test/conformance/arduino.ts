/** Builds conformance programs with the port to Arduino's functions and the Arduino core, for the virtual AVR boards. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { arduinoToolchain, buildArduinoCore, type CoreChip } from '../arduino-core.ts';
import { OBJECTS_VARIABLE, withObjects } from './objects/objects.ts';
import {
  type Config,
  isRuntime,
  PROGRAMS,
  type ProgramSource,
  parseSymbols,
  RUNTIME,
  sourcesOf,
  type UnoImage,
  WARNINGS,
  withScratch,
  writeConfig,
} from './toolchain.ts';
import { VirtualUno } from './uno.ts';

const run = promisify(execFile);
const PORT = path.join(RUNTIME, 'port', 'arduino');

/** Compiles the core, once in a test run. */
async function coreLibrary(directory: string, chip: CoreChip): Promise<string> {
  const kept = path.join(process.env[OBJECTS_VARIABLE] ?? directory, `arduino-core-${chip}.a`);
  if (existsSync(kept)) return kept;
  await withScratch(async (folder) => {
    const part = `${kept}.${process.pid}`;
    await copyFile(await buildArduinoCore(folder, chip), part);
    await rename(part, kept);
  });
  return kept;
}

/** Builds a program from `own` and the runtime with the port to Arduino's functions. */
export async function buildOnArduino(
  own: readonly string[],
  given: Config,
  { mcu }: AvrConfig = ATMEGA328P,
): Promise<Pick<UnoImage, 'hex' | 'symbols'>> {
  const chip = mcu.toLowerCase() as CoreChip;
  const { binDir, machine, flags: coreFlags } = arduinoToolchain(chip);
  const tool = (program: string) => path.join(binDir, `avr-${program}`);
  return withScratch(async (directory) => {
    const library = await coreLibrary(directory, chip);
    const include = await writeConfig(directory, { ...given, CONFORM_ARDUINO: 1, PL_TELEMETRY_BAUD: 500_000 });
    const searched = ['include', 'src', path.join('port', 'arduino')].map((part) => `-I${path.join(RUNTIME, part)}`);
    const ours = [...searched, `-I${PROGRAMS}`];
    const flags = [...machine, '-Wl,--gc-sections', ...ours];
    const c = [...flags, ...WARNINGS];
    const sources = [...own, ...(await sourcesOf('src'))];
    const files = await withObjects({ compiler: tool('gcc'), flags: c, include, files: sources }, isRuntime);
    const programs = files.filter((file) => file.endsWith('.c'));
    await run(tool('gcc'), [`-I${include}`, ...c, '-c', ...programs], { cwd: directory });
    // Generated programs print through PolyloopSerial, and these do not print.
    const port = (await readdir(PORT))
      .filter((file) => file.endsWith('.cpp') && !file.startsWith('PolyloopSerial'))
      .map((file) => path.join(PORT, file));
    const strict = ['-Wall', '-Wextra', '-Werror'];
    await run(tool('g++'), [`-I${include}`, ...coreFlags, ...ours, '-std=gnu++11', ...strict, '-c', ...port], {
      cwd: directory,
    });
    const compiled = (await readdir(directory))
      .filter((file) => file.endsWith('.o'))
      .map((file) => path.join(directory, file));
    const elf = path.join(directory, 'program.elf');
    const hex = path.join(directory, 'program.hex');
    const kept = files.filter((file) => file.endsWith('.o'));
    await run(tool('gcc'), [...flags, ...compiled, ...kept, library, '-lm', '-o', elf]);
    await run(tool('objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
    const { stdout } = await run(tool('nm'), ['-C', elf]);
    return { hex: await readFile(hex, 'utf8'), symbols: parseSymbols(stdout) };
  });
}

/** The verdict of a program: "passed", or what failed. */
export async function runOnArduino(
  { name, config }: ProgramSource,
  patienceMs: number,
  chip: AvrConfig = ATMEGA328P,
): Promise<string> {
  const own = [path.join(PROGRAMS, `${name}.c`), path.join(PROGRAMS, 'conform_uno.c')];
  return new VirtualUno((await buildOnArduino(own, config, chip)).hex, chip).runUntilResult(patienceMs);
}
