/**
 * Runs many bodies in one firmware on the virtual Uno. The generator makes the firmware from the rig, with the
 * real runtime. The compiler is Arduino's, with its flags and with warnings as errors.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import { ATMEGA328P } from '../../app/host/devices/avr/config.ts';
import { type FlashImage, readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import type { PartView } from '../../generator/parts/part-type.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { sourcesOf, tools } from '../golden/compilers.ts';
import { generated } from '../golden/projects.ts';
import { JOBS, type PartName, PROGRAMS_IN_RIG, SLOT_US, START_OF_JOB, type Wiring } from './rig.ts';

const run = promisify(execFile);
const ENV = { ...process.env, LC_ALL: 'C' };

const CYCLES_PER_US = ATMEGA328P.clockHz / 1e6;
const STEP_CYCLES = 10_000 * CYCLES_PER_US;
/** Steps that no batch needs. */
const MOST_STEPS = ((JOBS + 2) * PROGRAMS_IN_RIG * SLOT_US) / 10_000;
/** RAM that variables leave for the stack. */
const STACK_BYTES = 400;

/**
 * Older compilers warn when the optimizer uses that C++ does not define an overflow, as in a + 1 > a. Random
 * programs compare such things. They also compare an `int8` with 1000: the compiler is right to warn that the
 * result is always the same.
 */
const STRICT = ['-Wall', '-Wextra', '-Wconversion', '-Werror', '-Wno-strict-overflow', '-Wno-type-limits'];
const MAIN = 'src/main.cpp';

/** The runtime, compiled for the needs of a sketch's code. */
interface Runtime {
  readonly objects: readonly string[];
  /** The compiler's option for its headers. */
  readonly headers: string;
}

export interface Job {
  readonly text: string;
  /** What the parts show after the job. */
  readonly views: ReadonlyMap<PartName, PartView>;
}

export class UnoBatches {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'polyloop-blocks-'));
  #core: Promise<string> | null = null;
  /** By the runtime's sources: most rigs have the same. */
  readonly #runtimes = new Map<string, Promise<Runtime>>();

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true });
  }

  /** The jobs of a rig in their order. Null: it does not fit on an Uno. Rejects with the compiler's messages. */
  async jobs(rig: Sketch, wiring: Wiring): Promise<readonly Job[] | null> {
    const flash = await this.build(rig);
    return flash === null ? null : jobsOf(flash, wiring);
  }

  /** The firmware. Null: the sketch does not fit. */
  async build(sketch: Sketch): Promise<FlashImage | null> {
    const { binDir, flags } = toolchain();
    const project = generated(sketch, 'uno', { telemetry: false });
    const errors = project.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    this.#core ??= this.#buildCore();
    const core = await this.#core;
    const runtime = await this.#runtimeOf(project.files);
    await this.#write(MAIN, project.files.get(MAIN) ?? '');
    const object = path.join(this.#dir, 'main.o');
    const elf = path.join(this.#dir, 'main.elf');
    const hex = path.join(this.#dir, 'main.hex');
    const options = { cwd: this.#dir, env: ENV, maxBuffer: 2 ** 26 };
    await run(
      path.join(binDir, 'avr-g++'),
      [...flags, '-std=gnu++11', ...STRICT, runtime.headers, '-c', MAIN, '-o', object],
      options,
    );
    try {
      await run(
        path.join(binDir, 'avr-gcc'),
        [...flags, '-Wl,--gc-sections', object, ...runtime.objects, core, '-lm', '-o', elf],
        options,
      );
    } catch (error) {
      if (String(error).includes('will not fit in region')) return null;
      throw error;
    }
    const { stdout } = await run(path.join(binDir, 'avr-size'), [elf], options);
    const [text = 0, data = 0, bss = 0] = (stdout.split('\n')[1] ?? '').trim().split(/\s+/).map(Number);
    if (text + data > ATMEGA328P.flashBytes || data + bss > ATMEGA328P.sramBytes - STACK_BYTES) return null;
    await run(path.join(binDir, 'avr-objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex], options);
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
    const headers = `-I${name}/lib/polyloop/src`;
    return { objects: await this.#compile(`${name}/objects`, sources, [headers]), headers };
  }

  async #buildCore(): Promise<string> {
    const { binDir, coreDir } = toolchain();
    const library = path.join(this.#dir, 'core.a');
    const sources = readdirSync(coreDir).filter((name) => /\.(c|cpp|S)$/.test(name));
    const objects = await this.#compile(
      'core',
      sources.map((name) => path.join(coreDir, name)),
      [],
    );
    await run(path.join(binDir, 'avr-ar'), ['rcs', library, ...objects], { env: ENV });
    return library;
  }

  /** Compiles without warnings: these are not the sources that this test is about. */
  async #compile(folder: string, sources: readonly string[], options: readonly string[]): Promise<string[]> {
    const { binDir, flags } = toolchain();
    const objects = path.join(this.#dir, folder);
    await mkdir(objects);
    const made: string[] = [];
    for (const source of sources) {
      const object = path.join(objects, `${path.basename(source)}.o`);
      const [program, language] = source.endsWith('.cpp') ? ['avr-g++', '-std=gnu++11'] : ['avr-gcc', '-std=gnu11'];
      const assembler = source.endsWith('.S') ? ['-x', 'assembler-with-cpp'] : [language];
      // In C++11 this constant is missing from some compilers' <float.h>.
      const args = [...flags, ...assembler, '-DDECIMAL_DIG=9', '-w', ...options, '-c', source, '-o', object];
      await run(path.join(binDir, program), args, { cwd: this.#dir, env: ENV });
      made.push(object);
    }
    return made;
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

function jobsOf(flash: FlashImage, wiring: Wiring): Job[] {
  const bytes: number[] = [];
  let started = 0;
  const onSerialByte = (byte: number) => {
    bytes.push(byte);
    if (byte === START_OF_JOB) started++;
  };
  const board = new AvrBoard(flash, { onSerialByte });
  board.parts.replace(wiring.parts);
  /** What the parts show in the last step before each job starts: they no longer change then. */
  const views: Job['views'][] = [];
  let last: Job['views'] = new Map();
  const count = JOBS * PROGRAMS_IN_RIG;
  for (let step = 0; step < MOST_STEPS && started <= count; step++) {
    board.runCycles(STEP_CYCLES);
    while (views.length < started) views.push(last);
    last = viewsOf(board, wiring);
  }
  if (board.crash !== null) throw new Error(board.crash.message);
  if (started <= count) throw new Error('Some jobs did not run.');
  const texts = Buffer.from(bytes).toString('utf8').split(String.fromCharCode(START_OF_JOB)).slice(1);
  return Array.from({ length: count }, (_, job) => ({ text: texts[job] ?? '', views: views[job + 1] ?? new Map() }));
}

function viewsOf({ parts }: AvrBoard, { outputs }: Wiring): Job['views'] {
  return new Map(
    outputs.flatMap((name): [PartName, PartView][] => {
      const view = parts.view(name);
      return view === null ? [] : [[name, view]];
    }),
  );
}
