/** Other ways to run three tasks every 10 ms on an Uno, measured on the same emulator: sketches on Arduino's core. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '../../platformio/setup/tools.ts';
import { withScratch } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';

const run = promisify(execFile);
const SKETCHES = path.join(import.meta.dirname, 'peers');
const CORE = ['main.cpp', 'wiring.c', 'hooks.c', 'abi.cpp', 'new.cpp'];
const FLAGS = ['-mmcu=atmega328p', '-DF_CPU=16000000L', '-DARDUINO=10819', '-DARDUINO_AVR_UNO', '-DARDUINO_ARCH_AVR'];
const OPTIMIZED = [
  '-Os',
  '-flto',
  '-fuse-linker-plugin',
  '-ffunction-sections',
  '-fdata-sections',
  '-Wl,--gc-sections',
];
const CXX = ['-std=gnu++11', '-fno-exceptions', '-fno-threadsafe-statics', '-w'];

/** The Arduino core's clock, timer 0. */
const MILLIS_VECTOR = 0x20;
const GPIOR0 = 0x3e;
/** LDI and OUT. */
const MARK_CYCLES = 2;
const PASS = 1;
const BODY = 2;

export interface Peer {
  readonly flashBytes: number;
  readonly ramBytes: number;
  /** Minimum and maximum without interrupts. Unit: cycles. */
  readonly idlePass: readonly [number, number];
  readonly dispatch: readonly [number, number];
}

interface Image {
  readonly hex: string;
  readonly flashBytes: number;
  readonly ramBytes: number;
}

async function sizeOf(binDir: string, elf: string): Promise<{ flashBytes: number; ramBytes: number }> {
  const { stdout } = await run(path.join(binDir, 'avr-size'), [elf]);
  const [text = 0, data = 0, bss = 0] = (stdout.split('\n')[1] ?? '').trim().split(/\s+/).map(Number);
  return { flashBytes: text + data, ramBytes: data + bss };
}

async function build(sketch: string, libraries: readonly string[]): Promise<Image> {
  const { avr } = findTools();
  if (!avr.installed) throw new Error('no AVR tool chain');
  const cores = path.join(avr.arduinoCoreDir, 'cores', 'arduino');
  const searched = [cores, path.join(avr.arduinoCoreDir, 'variants', 'standard'), ...libraries].map((d) => `-I${d}`);
  const files = [path.join(SKETCHES, `${sketch}.cpp`), ...CORE.map((name) => path.join(cores, name))];
  return withScratch(async (directory) => {
    const elf = path.join(directory, 'sketch.elf');
    const hex = path.join(directory, 'sketch.hex');
    const present = files.filter((file) => existsSync(file));
    const objects = present.map((_, index) => path.join(directory, `${index}.o`));
    for (const [index, file] of present.entries()) {
      const language = file.endsWith('.cpp') ? CXX : ['-std=gnu11', '-w'];
      const out = ['-c', file, '-o', objects[index] ?? ''];
      await run(path.join(avr.binDir, 'avr-gcc'), [...FLAGS, ...OPTIMIZED, ...language, ...searched, ...out]);
    }
    await run(path.join(avr.binDir, 'avr-gcc'), [...FLAGS, ...OPTIMIZED, ...objects, '-o', elf]);
    await run(path.join(avr.binDir, 'avr-objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
    return { hex: await readFile(hex, 'utf8'), ...(await sizeOf(avr.binDir, elf)) };
  });
}

/** Measures the empty program without Arduino: flash and RAM of the start-up code and the vector table. */
export async function measureNothing(): Promise<{ flashBytes: number; ramBytes: number }> {
  const { avr } = findTools();
  if (!avr.installed) throw new Error('no AVR tool chain');
  return withScratch(async (directory) => {
    const elf = path.join(directory, 'nothing.elf');
    const source = path.join(import.meta.dirname, 'empty.c');
    await run(path.join(avr.binDir, 'avr-gcc'), [...FLAGS, ...OPTIMIZED, source, '-o', elf]);
    return sizeOf(avr.binDir, elf);
  });
}

/** Times between marks, without interrupts: an idle pass, and the end of a body to the start of the next body. */
function follow(hex: string, ms: number): { idle: number[]; dispatch: number[] } {
  const uno = new VirtualUno(hex);
  uno.run(50);
  const { cpu } = uno;
  const spans: { idle: number[]; dispatch: number[] } = { idle: [], dispatch: [] };
  const end = cpu.cycles + ms * 16_000;
  let mark = 0;
  let since = 0;
  let interrupted = false;
  while (cpu.cycles < end) {
    cpu.data[GPIOR0] = 0;
    uno.step();
    interrupted ||= cpu.pc === MILLIS_VECTOR;
    const next = cpu.data[GPIOR0] ?? 0;
    if (next === 0) continue;
    const spent = cpu.cycles - since - MARK_CYCLES;
    if (mark === PASS && next === PASS && !interrupted) spans.idle.push(spent);
    if (mark > BODY && next === BODY && !interrupted) spans.dispatch.push(spent);
    mark = next;
    since = cpu.cycles;
    interrupted = false;
  }
  return spans;
}

function range(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(([least, most], v) => [Math.min(least, v), Math.max(most, v)], [Infinity, 0]);
}

/** Measures the sketch. Flash and RAM are the difference to the empty sketch. */
export async function measurePeer(sketch: string, libraries: readonly string[] = []): Promise<Peer> {
  const empty = await build('empty', []);
  const image = await build(sketch, libraries);
  const { idle, dispatch } = follow(image.hex, 300);
  return {
    flashBytes: image.flashBytes - empty.flashBytes,
    ramBytes: image.ramBytes - empty.ramBytes,
    idlePass: range(idle),
    dispatch: range(dispatch),
  };
}

/** The directory of TaskScheduler.h: TASKSCHEDULER_PATH, or the library folders of arduino-cli and PlatformIO. */
export function findTaskScheduler(): string | null {
  const { toolsDir } = findTools();
  const kept = [
    path.join(toolsDir, 'arduino', 'user', 'libraries', 'TaskScheduler', 'src'),
    path.join(toolsDir, 'platformio', 'lib', 'TaskScheduler', 'src'),
  ];
  const given = process.env.TASKSCHEDULER_PATH;
  const places = given === undefined ? kept : [given, path.join(given, 'src')];
  return places.find((place) => existsSync(path.join(place, 'TaskScheduler.h'))) ?? null;
}
