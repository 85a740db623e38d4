/**
 * Implements a timer's flag register as the data sheet specifies: writing a one to a flag clears
 * that flag, and the others stay. avr8js 0.21 stores the written value in the register, so a
 * program that clears a compare flag loses a pending overflow flag.
 */
import type { CPU } from 'avr8js';

/** @param address of TIFRn. Call this after the timer has been created. */
export function keepOtherFlags(cpu: CPU, address: number): void {
  const clear = cpu.writeHooks[address];
  if (clear === undefined) return;
  cpu.writeHooks[address] = (value, before, at, mask) => {
    const kept = (cpu.data[address] ?? 0) & ~value;
    clear(value, before, at, mask);
    cpu.data[address] = kept;
    return true;
  };
}
