/** Reads the constants of a port from its source files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME } from './toolchain.ts';

export const UNO_FILES = ['avr/atmega328p.h'] as const;
export const MEGA_FILES = ['avr/atmega2560.h'] as const;
export const CORTEX_FILES = ['mps2-an385/polyloop_target.h', 'mps2-an385/uart.c'] as const;

/**
 * Returns a function that evaluates a constant by its name. Some constants depend on the number of
 * tasks.
 */
export function constantsOf(...files: readonly string[]): (name: string, tasks?: number) => number {
  const text = files.map((file) => readFileSync(path.join(RUNTIME, 'port', file), 'utf8')).join('\n');
  return (name, tasks = 0) => {
    const lines = new RegExp(`#define ${name} (?:(\\d+)U|\\((\\d+)U \\+ (\\d+)U \\* PL_TASK_COUNT\\))\\n`);
    const found = lines.exec(text);
    if (found === null) throw new Error(`no constant ${name}`);
    const [, alone, base, perTask = 0] = found;
    return Number(alone ?? base) + Number(perTask) * tasks;
  };
}
