/**
 * No field name of a sketch may be a macro of an included header, because generated code contains
 * field names unchanged.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { identifiers } from '../../generator/sketch/identifiers.ts';
import { tools } from './compilers.ts';

/**
 * Macros without parameters. A macro with parameters does not expand unless a parenthesis follows.
 */
function constantsOf(compiler: string, args: readonly string[], source: string): string[] {
  const text = execFileSync(compiler, [...args, '-dM', '-E', '-x', 'c++', '-'], { input: source, encoding: 'utf8' });
  return [...text.matchAll(/^#define (\w+)(?!\()\b/gm)].map(([, name = '']) => name);
}

const keptOf = (names: readonly string[]) => names.filter((name) => identifiers([name]).get(name) === name);

describe('macros', () => {
  it.skipIf(!tools.avr.installed)('of the Uno are not accepted as names', () => {
    const { avr } = tools;
    if (!avr.installed) return;
    const headers = ['cores/arduino', 'variants/standard'].map(
      (part) => `-I${path.join(avr.arduinoCoreDir, ...part.split('/'))}`,
    );
    const args = ['-mmcu=atmega328p', '-DF_CPU=16000000L', '-DARDUINO=10808', '-DARDUINO_ARCH_AVR', ...headers];
    const names = constantsOf(path.join(avr.binDir, 'avr-g++'), args, '#include <Arduino.h>\n');
    expect(names.length).toBeGreaterThan(500);
    expect(keptOf(names)).toEqual([]);
  });

  it.skipIf(!tools.hostCxx.installed || process.platform !== 'linux')(
    'of this computer are not accepted as names',
    () => {
      const { hostCxx } = tools;
      if (!hostCxx.installed) return;
      const source = ['cmath', 'cstdio', 'cstdlib', 'cstring', 'ctime'].map((name) => `#include <${name}>\n`).join('');
      expect(keptOf(constantsOf(hostCxx.command[0], ['-std=gnu++17'], source))).toEqual([]);
    },
  );
});
