/**
 * What the core may be made of: strict C99 for every compiler and configuration, no kernel, no target, no library but
 * mem*, and functions that fit a page.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findTools } from '../platformio/setup/tools.ts';
import { avrBinDir, hostCompiler, withScratch } from '../test/conformance/toolchain.ts';
import { CONFIGURATIONS, cFiles, headerDirectories, writeConfiguration } from './configurations.ts';

const run = promisify(execFile);
const ROOT = import.meta.dirname;
const PAGE_LINES = 60;
const STRICT = ['-std=c99', '-Os', '-Wall', '-Wextra', '-Wconversion', '-Wpedantic', '-Werror', '-c'];
const CORTEX = ['-mcpu=cortex-m3', '-mthumb'];
const { armGcc } = findTools();
const UNO = ['-mmcu=atmega328p', '-DF_CPU=16000000L'];

/** Compilers that run at once. */
const AT_ONCE = 2;

/** Compiles core and port with every configuration; calls back with the object files of the core. */
async function compileAll(
  compiler: string,
  port: string,
  flags: readonly string[],
  inspect: (objects: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  const compile = (configuration: (typeof CONFIGURATIONS)[number]) =>
    withScratch(async (directory) => {
      await mkdir(path.join(directory, 'out'));
      await writeConfiguration(directory, configuration);
      const searched = headerDirectories(directory, port).map((d) => `-I${d}`);
      const core = await cFiles('src');
      const files = [...core, ...(await cFiles('port', port))];
      await run(compiler, [...STRICT, ...flags, ...searched, ...files], { cwd: path.join(directory, 'out') });
      await inspect(core.map((file) => path.join(directory, 'out', `${path.basename(file, '.c')}.o`)));
    });
  for (let first = 0; first < CONFIGURATIONS.length; first += AT_ONCE) {
    await Promise.all(CONFIGURATIONS.slice(first, first + AT_ONCE).map(compile));
  }
}

async function expectOnlyPortAndMem(nm: string, objects: readonly string[]): Promise<void> {
  const { stdout } = await run(nm, ['-u', ...objects]);
  const names = stdout.split('\n').flatMap((line) => /^\s*U (\S+)$/.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(0);
  // Names with two underscores are the compiler's own: arithmetic and start-up of its machine.
  expect(names.filter((name) => !/^_?(pl_|mem|__)/.test(name))).toEqual([]);
}

describe('the core', () => {
  it.skipIf(hostCompiler === null)("compiles strictly with the host's compiler", async () => {
    await compileAll(hostCompiler ?? '', 'host', []);
  });

  it.skipIf(avrBinDir === null)('compiles strictly for the Uno, and calls only its port and mem*', async () => {
    const bin = avrBinDir ?? '';
    await compileAll(path.join(bin, 'avr-gcc'), 'avr', UNO, (objects) =>
      expectOnlyPortAndMem(path.join(bin, 'avr-nm'), objects),
    );
  });

  it.skipIf(!armGcc.installed)('compiles strictly for the Cortex-M3, and calls only its port and mem*', async () => {
    const gcc = armGcc.installed ? armGcc.command[0] : '';
    const nm = path.join(path.dirname(gcc), 'arm-none-eabi-nm');
    await compileAll(gcc, 'mps2-an385', CORTEX, (objects) => expectOnlyPortAndMem(nm, objects));
  });

  it('includes only the runtime and freestanding headers, and knows no target', async () => {
    const own = (await readdir(path.join(ROOT, 'src'))).filter((name) => name.endsWith('.h'));
    for (const file of await cFiles('src')) {
      const text = await readFile(file, 'utf8');
      const included = [...text.matchAll(/#include ["<](.+)[">]/g)].map(([, name]) => name ?? '');
      const others = included.filter((name) => !own.includes(name));
      expect(others.filter((name) => !/^(polyloop\/\w+|stdbool|stdint|stddef|string)\.h$/.test(name))).toEqual([]);
      expect(text, file).not.toMatch(/#\s*(if|ifdef|ifndef|elif)\b.*\b(__\w+|F_CPU|ARDUINO\w*|_WIN32)/);
    }
  });

  it('has no function longer than a page', async () => {
    const directories = [['src'], ...(await readdir(path.join(ROOT, 'port'))).map((port) => ['port', port])];
    for (const file of (await Promise.all(directories.map((parts) => cFiles(...parts)))).flat()) {
      const lines = (await readFile(file, 'utf8')).split('\n');
      lines.forEach((line, at) => {
        if (line !== '{') return;
        expect(lines.indexOf('}', at) - at, `${file}:${at}`).toBeLessThanOrEqual(PAGE_LINES);
      });
    }
  });
});
