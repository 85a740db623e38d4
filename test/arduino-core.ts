/**
 * Compiles Arduino's core, and sources that use it, for an AVR chip, by default the ATmega328P. The compiler is Arduino's,
 * with its flags.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '../platformio/setup/tools.ts';

const run = promisify(execFile);
const ENV = { ...process.env, LC_ALL: 'C' };
const { avr } = findTools();

/** Chips, with the core's folder of the pins of their board. */
const VARIANTS = { atmega328p: 'standard', atmega2560: 'mega' } as const;
export type CoreChip = keyof typeof VARIANTS;

export function arduinoToolchain(chip: CoreChip = 'atmega328p') {
  if (!avr.installed) throw new Error(avr.howToGet);
  const coreDir = path.join(avr.arduinoCoreDir, 'cores', 'arduino');
  const headers = ['cores/arduino', `variants/${VARIANTS[chip]}`, 'libraries/EEPROM/src'].map(
    (part) => `-I${path.join(avr.arduinoCoreDir, ...part.split('/'))}`,
  );
  /** For all sources, also for those that do not use the core. */
  const machine = [`-mmcu=${chip}`, '-DF_CPU=16000000L', '-Os', '-ffunction-sections', '-fdata-sections'];
  const core = ['-DARDUINO=10808', '-DARDUINO_ARCH_AVR', '-fno-exceptions', '-fno-threadsafe-statics'];
  return { binDir: avr.binDir, coreDir, machine, flags: [...machine, ...core, ...headers] };
}

/** Compiles into a new folder, without warnings: these are not the sources that a test is about. */
export async function compileQuietly(
  folder: string,
  sources: readonly string[],
  options: readonly string[] = [],
  chip: CoreChip = 'atmega328p',
): Promise<string[]> {
  const { binDir, flags } = arduinoToolchain(chip);
  await mkdir(folder, { recursive: true });
  const made: string[] = [];
  for (const source of sources) {
    const object = path.join(folder, `${path.basename(source)}.o`);
    const [program, language] = source.endsWith('.cpp') ? ['avr-g++', '-std=gnu++11'] : ['avr-gcc', '-std=gnu11'];
    const assembler = source.endsWith('.S') ? ['-x', 'assembler-with-cpp'] : [language];
    // In C++11 this constant is missing from some compilers' <float.h>.
    const args = [...flags, ...assembler, '-DDECIMAL_DIG=9', '-w', ...options, '-c', source, '-o', object];
    await run(path.join(binDir, program), args, { env: ENV });
    made.push(object);
  }
  return made;
}

/** The core as a library in a new folder. */
export async function buildArduinoCore(folder: string, chip: CoreChip = 'atmega328p'): Promise<string> {
  const { binDir, coreDir } = arduinoToolchain(chip);
  const sources = (await readdir(coreDir)).filter((name) => /\.(c|cpp|S)$/.test(name));
  const objects = await compileQuietly(
    folder,
    sources.map((name) => path.join(coreDir, name)),
    [],
    chip,
  );
  const library = path.join(folder, 'core.a');
  await run(path.join(binDir, 'avr-ar'), ['rcs', library, ...objects], { env: ENV });
  return library;
}
