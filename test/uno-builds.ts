/**
 * Builds sketches for the virtual Uno without PlatformIO: the Arduino core and the runtime are compiled once. The
 * compiler is Arduino's, with its flags.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ATMEGA328P } from '../app/host/devices/avr/atmega328p.ts';
import { type FlashImage, readIntelHex } from '../app/host/devices/avr/intel-hex.ts';
import { loadKernel } from '../app/host/kernels.ts';
import type { Sketch } from '../generator/sketch/model.ts';
import { arduinoToolchain, buildArduinoCore, compileQuietly } from './arduino-core.ts';
import { sourcesOf, tools } from './golden/compilers.ts';
import { board, generated } from './golden/projects.ts';

const run = promisify(execFile);
const ENV = { ...process.env, LC_ALL: 'C' };

/** RAM that variables leave for the stack. */
const STACK_BYTES = 400;

/**
 * Older compilers warn when the optimizer uses that C++ does not define an overflow, as in a + 1 > a. Random
 * programs compare such things. They also compare an `int8` with 1000: the compiler is right to warn that the
 * result is always the same.
 */
const STRICT = ['-Wall', '-Wextra', '-Wconversion', '-Werror', '-Wno-strict-overflow', '-Wno-type-limits'];
/**
 * GCC before version 6 warns of a signed comparison where a number without a sign is subtracted from -1, because it
 * computes -1 - a as ~a. The result is right, and no form of the expression is without the warning.
 */
const OTHER_ERROR = /error: (?!comparison of promoted ~unsigned with )/;
const WITHOUT_FALSE_ALARM = '-Wno-sign-compare';
const MAIN = 'src/main.cpp';

/** The runtime, compiled for the needs of a sketch's code. */
interface Runtime {
  readonly objects: readonly string[];
  /** The compiler's options for its headers. */
  readonly headers: readonly string[];
}

export class UnoBuilds {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'polyloop-uno-'));
  #core: Promise<string> | null = null;
  /** By the runtime's sources: most sketches have the same. */
  readonly #runtimes = new Map<string, Promise<Runtime>>();

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true });
  }

  /**
   * The firmware. Null: the sketch does not fit. Rejects with the compiler's messages. Code that people wrote by hand is
   * `unchecked`: its warnings are its own.
   */
  async sketch(sketch: Sketch, checks: 'strict' | 'unchecked' = 'strict'): Promise<FlashImage | null> {
    const uno = board('uno');
    const loaded = loadKernel(sketch.target, uno, tools);
    if (loaded.state === 'missing') throw new Error(loaded.message);
    const kernel = loaded.state === 'loaded' ? loaded.files : null;
    const project = generated(sketch, uno.id, { telemetry: false, kernel });
    const errors = project.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    const { objects, headers } = await this.#runtimeOf(project.files);
    const strict = checks === 'strict' ? STRICT : ['-w'];
    return this.#linked(project.files.get(MAIN) ?? '', [...strict, ...headers], objects);
  }

  /** The firmware of a sketch as the Arduino IDE would build it. Null: it does not fit. */
  arduino(text: string): Promise<FlashImage | null> {
    return this.#linked(`#include <Arduino.h>\n${text}`, ['-w'], []);
  }

  async #linked(main: string, options: readonly string[], objects: readonly string[]): Promise<FlashImage | null> {
    const { binDir, flags } = arduinoToolchain();
    this.#core ??= buildArduinoCore(path.join(this.#dir, 'core'));
    const core = await this.#core;
    await this.#write(MAIN, main);
    const object = path.join(this.#dir, 'main.o');
    const elf = path.join(this.#dir, 'main.elf');
    const hex = path.join(this.#dir, 'main.hex');
    const how = { cwd: this.#dir, env: ENV, maxBuffer: 2 ** 26 };
    const compile = (...more: readonly string[]) =>
      run(path.join(binDir, 'avr-g++'), [...flags, '-std=gnu++11', ...options, ...more, '-c', MAIN, '-o', object], how);
    await compile().catch((error: unknown) => {
      const { stderr = '' } = error as { readonly stderr?: string };
      if (stderr === '' || OTHER_ERROR.test(stderr)) throw error;
      return compile(WITHOUT_FALSE_ALARM);
    });
    try {
      await run(
        path.join(binDir, 'avr-gcc'),
        [...flags, '-Wl,--gc-sections', object, ...objects, core, '-lm', '-o', elf],
        how,
      );
    } catch (error) {
      if (String(error).includes('will not fit in region')) return null;
      throw error;
    }
    const { stdout } = await run(path.join(binDir, 'avr-size'), [elf], how);
    const [text = 0, data = 0, bss = 0] = (stdout.split('\n')[1] ?? '').trim().split(/\s+/).map(Number);
    if (text + data > ATMEGA328P.flashBytes || data + bss > ATMEGA328P.sramBytes - STACK_BYTES) return null;
    await run(path.join(binDir, 'avr-objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex], how);
    return readIntelHex(await readFile(hex), ATMEGA328P.flashBytes);
  }

  async #write(name: string, text: string): Promise<void> {
    const file = path.join(this.#dir, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  #runtimeOf(files: ReadonlyMap<string, string>): Promise<Runtime> {
    const library = [...files].filter(([name]) => name.startsWith('lib/'));
    const key = JSON.stringify(library);
    const known = this.#runtimes.get(key) ?? this.#buildRuntime(new Map(library), `runtime-${this.#runtimes.size}`);
    this.#runtimes.set(key, known);
    return known;
  }

  async #buildRuntime(files: ReadonlyMap<string, string>, name: string): Promise<Runtime> {
    for (const [file, text] of files) await this.#write(`${name}/${file}`, text);
    const sources = sourcesOf(files).map((source) => path.join(this.#dir, name, source));
    const headers = ['polyloop', 'freertos'].map((library) => `-I${path.join(this.#dir, name, 'lib', library, 'src')}`);
    return { objects: await compileQuietly(path.join(this.#dir, name, 'objects'), sources, headers), headers };
  }
}
