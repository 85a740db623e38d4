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

/** Called with the index of the port and of the pin. */
type OnLost = (port: number, pin: number) => void;

/**
 * Call this after all ports have been created.
 * @param onLost called for each edge of an external interrupt that comes while its flag is set, so that the chip
 * forgets it
 */
export function keepInterruptFlags(cpu: CPU, ports: readonly AVRIOPort[], onLost: OnLost = () => {}): void {
  const insides = ports.map(insidePort);
  for (const [index, port] of insides.entries()) {
    rememberEdges(cpu, port, (pin) => onLost(index, pin));
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

function rememberEdges(cpu: CPU, port: PortInside, onLost: (pin: number) => void): void {
  const toggle = port.toggleInterrupt.bind(port);
  port.toggleInterrupt = (pin, rising) => {
    const external = port.portConfig.externalInterrupts[pin];
    const wasPending = external ? (cpu.data[external.EIFR] ?? 0) & (1 << external.index) : 0;
    toggle(pin, rising);
    if (!external) return;
    const { EICR, EIFR, EIMSK, index, iscOffset } = external;
    const sense = ((cpu.data[EICR] ?? 0) >> iscOffset) & 3;
    if (sense === LOW_LEVEL || (sense !== ANY_EDGE && (sense === RISING_EDGE) !== rising)) return;
    if (wasPending) onLost(pin);
    const enabled = (cpu.data[EIMSK] ?? 0) & (1 << index);
    if (!enabled) cpu.data[EIFR] = (cpu.data[EIFR] ?? 0) | (1 << index);
  };
}
