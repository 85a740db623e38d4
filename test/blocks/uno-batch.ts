/**
 * Runs many bodies in one program on the virtual Uno: each body is a function that is called twice, as two
 * jobs. The compiler is Arduino's, with its flags and with warnings as errors.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { ATMEGA328P } from '../../app/host/devices/avr/config.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { tools } from '../golden/compilers.ts';

const run = promisify(execFile);
const ENV = { ...process.env, LC_ALL: 'C' };

/** After the text of a body, and after the last one. */
const END_OF_BODY = 0x1e;
const END = 0x04;
/** Cycles that no batch needs: four minutes of board time. */
const MOST_CYCLES = 240 * ATMEGA328P.clockHz;
const STEP_CYCLES = 1_000_000;

/**
 * Older compilers warn when the optimizer uses that C++ does not define an overflow, as in a + 1 > a. Random
 * programs compare such things.
 */
const STRICT = ['-Wall', '-Wextra', '-Wconversion', '-Werror', '-Wno-strict-overflow'];

/** How often each body runs, so that it is seen to keep its variables. */
export const JOBS = 2;

export class UnoBatches {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'polyloop-blocks-'));
  #core: Promise<string> | null = null;

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true });
  }

  /** What each body prints. Rejects with the compiler's messages. */
  async outputs(bodies: readonly string[]): Promise<string[]> {
    const { binDir, flags } = toolchain();
    this.#core ??= this.#buildCore();
    const core = await this.#core;
    const source = path.join(this.#dir, 'main.cpp');
    const elf = path.join(this.#dir, 'main.elf');
    const hex = path.join(this.#dir, 'main.hex');
    await writeFile(source, programOf(bodies));
    const compile = [...flags, '-std=gnu++11', ...STRICT, '-c', source, '-o', `${elf}.o`];
    await run(path.join(binDir, 'avr-g++'), compile, { env: ENV, maxBuffer: 2 ** 26 });
    await run(path.join(binDir, 'avr-gcc'), [...flags, '-Wl,--gc-sections', `${elf}.o`, core, '-lm', '-o', elf], {
      env: ENV,
    });
    await run(path.join(binDir, 'avr-objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
    return textsOf(await readFile(hex));
  }

  async #buildCore(): Promise<string> {
    const { binDir, coreDir, flags } = toolchain();
    const objects = path.join(this.#dir, 'core');
    await mkdir(objects);
    const library = path.join(this.#dir, 'core.a');
    const sources = readdirSync(coreDir).filter((name) => /\.(c|cpp|S)$/.test(name));
    const made: string[] = [];
    for (const name of sources) {
      const object = path.join(objects, `${name}.o`);
      const [program, language] = name.endsWith('.cpp') ? ['avr-g++', '-std=gnu++11'] : ['avr-gcc', '-std=gnu11'];
      const assembler = name.endsWith('.S') ? ['-x', 'assembler-with-cpp'] : [language];
      // In C++11 this constant is missing from some compilers' <float.h>.
      const args = [...flags, ...assembler, '-DDECIMAL_DIG=9', '-w', '-c', path.join(coreDir, name), '-o', object];
      await run(path.join(binDir, program), args, { env: ENV });
      made.push(object);
    }
    await run(path.join(binDir, 'avr-ar'), ['rcs', library, ...made], { env: ENV });
    return library;
  }
}

function toolchain() {
  const { avr } = tools;
  if (!avr.installed) throw new Error(avr.howToGet);
  const coreDir = path.join(avr.arduinoCoreDir, 'cores', 'arduino');
  const headers = [`-I${coreDir}`, `-I${path.join(avr.arduinoCoreDir, 'variants', 'standard')}`];
  const machine = ['-mmcu=atmega328p', '-DF_CPU=16000000L', '-DARDUINO=10808', '-DARDUINO_ARCH_AVR', '-Os'];
  const sections = ['-ffunction-sections', '-fdata-sections', '-fno-exceptions', '-fno-threadsafe-statics'];
  return { binDir: avr.binDir, coreDir, flags: [...machine, ...sections, ...headers] };
}

function programOf(bodies: readonly string[]): string {
  const functions = bodies.map((body, index) => `static void __attribute__((noinline)) body${index}() {\n${body}}\n`);
  const calls = bodies.map((_, index) =>
    Array.from({ length: JOBS }, () => `  body${index}();\n  Serial.write(${END_OF_BODY});\n`).join(''),
  );
  return `#include <Arduino.h>\n${functions.join('')}void setup() {\n  Serial.begin(1000000);\n${calls.join('')}  Serial.write(${END});\n  Serial.flush();\n}\nvoid loop() {}\n`;
}

function textsOf(hex: Buffer): string[] {
  const bytes: number[] = [];
  const board = new AvrBoard(readIntelHex(hex, ATMEGA328P.flashBytes), { onSerialByte: (byte) => bytes.push(byte) });
  for (let cycles = 0; cycles < MOST_CYCLES && bytes.at(-1) !== END; cycles += STEP_CYCLES)
    board.runCycles(STEP_CYCLES);
  if (board.crash !== null) throw new Error(board.crash.message);
  if (bytes.at(-1) !== END) throw new Error('The program did not end.');
  const text = Buffer.from(bytes.slice(0, -1)).toString('utf8');
  return text.split(String.fromCharCode(END_OF_BODY)).slice(0, -1);
}
