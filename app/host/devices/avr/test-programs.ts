/** Compiles small C programs for the tests of the emulated board. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '../../../../platformio/setup/tools.ts';
import { ATMEGA328P } from './atmega328p.ts';

const HEAD = `
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <stdint.h>
static void put(uint8_t byte) { while (!(UCSR0A & (1 << UDRE0))) {} UDR0 = byte; }
static void serial(uint16_t divider) { UCSR0A = 1 << U2X0; UBRR0 = divider; UCSR0B = (1 << TXEN0) | (1 << RXEN0); }
`;

/**
 * Returns the Intel HEX text of a program for the chip. The program may call `put` and `serial` (see
 * above).
 */
export function compileAvr(
  source: string,
  { mcu }: { readonly mcu: string } = ATMEGA328P,
  link: readonly string[] = [],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'polyloop-avr-'));
  try {
    const { avr } = findTools();
    const tool = (name: string, ...args: string[]) =>
      execFileSync(avr.installed ? join(avr.binDir, name) : name, args, { stdio: 'pipe' });
    const [c, elf, hex] = [join(folder, 'p.c'), join(folder, 'p.elf'), join(folder, 'p.hex')];
    writeFileSync(c, HEAD + source);
    tool(
      'avr-gcc',
      `-mmcu=${mcu.toLowerCase()}`,
      '-DF_CPU=16000000UL',
      '-Os',
      '-std=gnu99',
      '-Wno-unused-function',
      ...link,
      c,
      '-o',
      elf,
    );
    tool('avr-objcopy', '-O', 'ihex', elf, hex);
    return readFileSync(hex, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
