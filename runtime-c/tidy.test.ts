/**
 * What clang-tidy has to say of the runtime's C, by .clang-tidy: nothing. A file whose code is the
 * same in two configurations is examined once, unless its headers define something new.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeMissing, findTools } from '../platformio/setup/tools.ts';
import { preprocessed } from '../test/conformance/objects/objects.ts';
import { topLevel, usedCode } from '../test/conformance/objects/used-code.ts';
import { withScratch } from '../test/conformance/toolchain.ts';
import { usually } from '../test/every-case.ts';
import { CONFIGURATIONS, type Configuration, cFiles, headerDirectories, writeConfiguration } from './configurations.ts';

const run = promisify(execFile);
const { clangTidy, hostCc, armGcc, avr, freertosKernel } = findTools();
if (!clangTidy.installed) console.warn(`Not examined: ${describeMissing(clangTidy)}`);

/** The first of these directories that is there: another compiler's C library. */
const library = (...places: string[]) => places.find((place) => existsSync(place)) ?? '';

const ARM_LIBRARY = library('/usr/lib/arm-none-eabi/include', '/usr/include/newlib');
const AVR_LIBRARY = library('/usr/lib/avr/include');
const M3 = ['-mcpu=cortex-m3', '-mthumb'];
const CORTEX = ['--target=arm-none-eabi', ...M3, '-isystem', ARM_LIBRARY];
const CHIP = ['-mmcu=atmega328p', '-DF_CPU=16000000L'];
const UNO = ['--target=avr', ...CHIP, '-isystem', AVR_LIBRARY];
/** Assembly for the calling convention of avr-gcc, which clang does not accept in this form. */
const AVR_GCC_ONLY = ['record.c', 'atmega.c'];

function armCompiler(): readonly [string, ...string[]] {
  if (!armGcc.installed) throw new Error(armGcc.howToGet);
  return [...armGcc.command, ...M3];
}

function avrCompiler(): readonly [string, ...string[]] {
  if (!avr.installed) throw new Error(avr.howToGet);
  return [path.join(avr.binDir, 'avr-gcc'), ...CHIP];
}

interface Examined {
  readonly files: readonly string[];
  readonly port: string;
  /** More headers, in the order of searching; they may stand in the directory of the configuration. */
  readonly prepare?: (directory: string) => Promise<readonly string[]>;
  /** A compiler with its flags of the machine, to examine new preprocessed texts only. */
  readonly preprocessor?: readonly [string, ...string[]];
  /** What clang needs to know of the machine. */
  readonly machine?: readonly string[];
}

/** The files with code that no examined file had: their own, or functions and types of their headers. */
async function newFiles(
  [preprocessor, ...machine]: readonly [string, ...string[]],
  flags: readonly string[],
  files: readonly string[],
  directory: string,
) {
  const texts = await preprocessed(preprocessor, [...machine, ...flags], files, directory);
  return files.filter((file) => {
    const text = texts.get(file) ?? '';
    const definitions = topLevel(text).filter((declaration) => declaration.includes('{'));
    const parts = [`${file}\n${usedCode(text)}`, ...definitions.map((definition) => definition.trim())].map(
      (part) => `${machine.join(' ')}\n${part}`,
    );
    const isNew = parts.some((part) => !examinedParts.has(part));
    for (const part of parts) examinedParts.add(part);
    return isNew;
  });
}

const examinedParts = new Set<string>();

async function examine(configuration: Configuration, examined: Examined): Promise<string> {
  if (!clangTidy.installed) throw new Error(clangTidy.howToGet);
  const [program, ...options] = clangTidy.command;
  return withScratch(async (directory) => {
    await writeConfiguration(directory, configuration);
    const more = (await examined.prepare?.(directory)) ?? [];
    const searched = headerDirectories(directory, examined.port).map((place) => `-I${place}`);
    const own = ['-std=c99', ...searched, ...more];
    const flags = [...own, ...(examined.machine ?? [])];
    const { preprocessor } = examined;
    const all = examined.files.filter((file) => !AVR_GCC_ONLY.includes(path.basename(file)));
    const files = preprocessor === undefined ? all : await newFiles(preprocessor, own, all, directory);
    if (files.length === 0) return '';
    try {
      return (await run(program, [...options, '--quiet', ...files, '--', ...flags])).stdout;
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error);
    }
  });
}

/** The configurations that use every part of the runtime: with and without a kernel. */
const WHOLE = CONFIGURATIONS.filter(({ constants }) => constants.includes('PL_USES_RESOURCES 1'));
const titled = usually(WHOLE, CONFIGURATIONS).map((each) => ({
  each,
  title: each.constants.slice(0, 3).join(', '),
}));

async function expectNothing(examined: Examined, which: (configuration: Configuration) => boolean): Promise<void> {
  for (const configuration of CONFIGURATIONS.filter(which)) {
    expect(await examine(configuration, examined), configuration.constants.join(', ')).toBe('');
  }
}

const kernelHeaders = async (directory: string) => {
  if (!freertosKernel.installed) throw new Error(freertosKernel.howToGet);
  const config = '#define configCPU_CLOCK_HZ 25000000U\n#define PL_KERNEL_TICK_HZ 1000\n';
  await writeFile(path.join(directory, 'FreeRTOSConfig.h'), `${config}#include "polyloop_freertos_config.h"\n`);
  const port = path.join(import.meta.dirname, 'port', 'freertos');
  const headers = ['include', path.join('portable', 'GCC', 'ARM_CM3')].map((part) =>
    path.join(freertosKernel.sourceDir, part),
  );
  return [`-I${port}`, ...headers.flatMap((place) => ['-isystem', place])];
};

describe.skipIf(!clangTidy.installed)('clang-tidy', () => {
  it.each(titled)('finds nothing in the core and the port to the host: $title', async ({ each }) => {
    const files = [...(await cFiles('src')), ...(await cFiles('port', 'host'))];
    const own: Partial<Examined> = hostCc.installed ? { preprocessor: [hostCc.command[0]] } : {};
    expect(await examine(each, { files, port: 'host', ...own })).toBe('');
  });

  it.skipIf(!armGcc.installed || ARM_LIBRARY === '')('finds nothing in the port to the Cortex-M3', async () => {
    const files = await cFiles('port', 'mps2-an385');
    await expectNothing({ files, port: 'mps2-an385', machine: CORTEX, preprocessor: armCompiler() }, () => true);
  });

  it.skipIf(!avr.installed || AVR_LIBRARY === '')('finds nothing in the port to the Uno', async () => {
    const files = await cFiles('port', 'avr');
    await expectNothing({ files, port: 'avr', machine: UNO, preprocessor: avrCompiler() }, () => true);
  });

  it.skipIf(!freertosKernel.installed || ARM_LIBRARY === '')('finds nothing in the port to FreeRTOS', async () => {
    const files = await cFiles('port', 'freertos');
    const examined = {
      files,
      port: 'mps2-an385',
      machine: CORTEX,
      preprocessor: armCompiler(),
      prepare: kernelHeaders,
    };
    await expectNothing(examined, ({ threads }) => threads);
  });
});
