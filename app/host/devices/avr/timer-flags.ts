/**
 * A timer's flag register by the data sheet: a flag is cleared by writing a one to it, and the others stay. avr8js 0.21
 * puts the written value into the register, so that a program which clears a compare flag no longer sees an overflow that
 * waits to be served.
 */
import type { CPU } from 'avr8js';

/** @param address of TIFRn; call it once the timer has been made. */
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
