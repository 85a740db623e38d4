/**
 * Private fields of avr8js 0.21, as far as the emulator uses them. The package does not document
 * these fields, so this is the only file that accesses them. The package is pinned to its version,
 * and internals.test.ts fails when a field is missing.
 */
import type { AVRIOPort, AVRTimer, AVRUSART, CPU, timer0Config } from 'avr8js';

export type AVRInterruptConfig = Parameters<CPU['clearInterrupt']>[0];

export interface ClockEvent {
  readonly cycles: number;
  readonly callback: () => void;
  readonly next: ClockEvent | null;
}

export interface CpuInside {
  nextClockEvent: ClockEvent | null;
  readonly pendingInterrupts: readonly (AVRInterruptConfig | null)[];
}

export interface PortInside {
  readonly portConfig: ConstructorParameters<typeof AVRIOPort>[1];
  readonly PCINT: Parameters<CPU['updateInterruptEnable']>[0] | null;
  /** A timer drives a pin if the pin's bit is 0. */
  readonly overrideMask: number;
  toggleInterrupt(pin: number, rising: boolean): void;
}

export interface UsartInterrupt {
  readonly address: number;
  readonly flagRegister: number;
  readonly flagMask: number;
  readonly enableRegister: number;
  readonly enableMask: number;
  constant?: boolean;
}

export interface UsartInside {
  readonly UDRE: UsartInterrupt;
  readonly TXC: UsartInterrupt;
  readonly RXC: UsartInterrupt;
  readonly cyclesPerChar: number;
  readonly rxEnable: boolean;
  readonly txEnable: boolean;
}

export interface TimerInside {
  readonly config: typeof timer0Config;
  readonly count: (reschedule?: boolean, external?: boolean) => void;
  readonly divider: number;
  readonly lastCycle: number;
  readonly tcnt: number;
  readonly tcntUpdated: boolean;
  readonly updateDivider: boolean;
  readonly countingUp: boolean;
  readonly timerMode: number;
  readonly TOP: number;
  readonly ocrA: number;
  readonly ocrB: number;
  readonly ocrC: number;
}

export const insideCpu = (cpu: CPU): CpuInside => cpu as unknown as CpuInside;
export const insidePort = (port: AVRIOPort): PortInside => port as unknown as PortInside;
export const insideUsart = (usart: AVRUSART): UsartInside => usart as unknown as UsartInside;
export const insideTimer = (timer: AVRTimer): TimerInside => timer as unknown as TimerInside;
