/**
 * The flags of external and pin-change interrupts by the data sheet (13.2): a flag is set by its edge whether or not the
 * interrupt is enabled, and waits; enabling it, or its group of pins, then brings the interrupt. avr8js 0.21 sets the flags
 * of enabled external interrupts only, and does not look at PCICR when it is written.
 */
import type { AVRIOPort, CPU } from 'avr8js';
import { insidePort, type PortInside } from './internals.ts';

/** ISCn1 and ISCn0, data sheet, table 13-1. */
const LOW_LEVEL = 0;
const ANY_EDGE = 1;
const RISING_EDGE = 3;

/** Call it once all ports have been made. */
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
