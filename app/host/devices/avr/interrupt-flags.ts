/**
 * Sets the flags of external and pin-change interrupts as the data sheet specifies (13.2). An edge
 * sets its flag whether or not the interrupt is enabled, and the flag stays set. When the program
 * later enables the interrupt or its group of pins, the interrupt occurs. avr8js 0.21 sets only the
 * flags of enabled external interrupts, and it ignores writes to PCICR.
 */
import type { AVRIOPort, CPU } from 'avr8js';
import { insidePort, type PortInside } from './internals.ts';

/** ISCn1 and ISCn0, data sheet, table 13-1. */
const LOW_LEVEL = 0;
const ANY_EDGE = 1;
const RISING_EDGE = 3;

/** Call this after all ports have been created. */
export function keepInterruptFlags(cpu: CPU, ports: readonly AVRIOPort[]): void {
  const insides = ports.map(insidePort);
  for (const port of insides) {
    rememberEdges(cpu, port);
    const { pinChange } = port.portConfig;
    if (pinChange === undefined) continue;
    delete cpu.writeHooks[pinChange.PCMSK];
    cpu.writeHooks[pinChange.PCICR] = (value) => {
      cpu.data[pinChange.PCICR] = value;
      for (const { PCINT } of insides) if (PCINT !== null) cpu.updateInterruptEnable(PCINT, value);
      return true;
    };
  }
}

function rememberEdges(cpu: CPU, port: PortInside): void {
  const toggle = port.toggleInterrupt.bind(port);
  port.toggleInterrupt = (pin, rising) => {
    toggle(pin, rising);
    const external = port.portConfig.externalInterrupts[pin];
    if (!external) return;
    const { EICR, EIFR, EIMSK, index, iscOffset } = external;
    const enabled = (cpu.data[EIMSK] ?? 0) & (1 << index);
    const sense = ((cpu.data[EICR] ?? 0) >> iscOffset) & 3;
    if (enabled || sense === LOW_LEVEL) return;
    if (sense === ANY_EDGE || (sense === RISING_EDGE) === rising) cpu.data[EIFR] = (cpu.data[EIFR] ?? 0) | (1 << index);
  };
}
