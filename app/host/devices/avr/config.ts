/**
 * The peripherals of an AVR chip as data. Each chip is one file beside this one and one line in
 * CHIPS. Addresses are data-space addresses. Pin names are those of Arduino's boards.
 */
import type {
  adcConfig,
  eepromConfig,
  portBConfig,
  spiConfig,
  timer0Config,
  twiConfig,
  usart0Config,
  watchdogConfig,
} from 'avr8js';
import { ATMEGA328P } from './atmega328p.ts';
import { ATMEGA2560 } from './atmega2560.ts';

/** One pin of the board: bit `bit` of port number `port` in the configuration's list. */
export interface AvrPin {
  readonly name: string;
  /** Null if only the ADC has the pin. */
  readonly port: number | null;
  readonly bit: number;
  /** Channel of the ADC, or null. */
  readonly adcChannel: number | null;
}

export interface AvrConfig {
  readonly mcu: string;
  readonly clockHz: number;
  readonly flashBytes: number;
  readonly sramBytes: number;
  /** First address of the SRAM. Registers occupy the addresses below it. */
  readonly sramStart: number;
  readonly eepromBytes: number;
  /** Address of the sleep mode control register. Its bit 0 enables SLEEP. */
  readonly smcr: number;
  /**
   * Cycles of the entry into an interrupt, and also those that waking from sleep adds. A program
   * counter of three bytes takes one more.
   */
  readonly interruptEntryCycles: number;
  readonly ports: readonly (typeof portBConfig)[];
  readonly timers: readonly (typeof timer0Config)[];
  /** Index of the timer that counts the program's time. Telemetry reports its ticks. */
  readonly programTimer: number;
  /** The first USART is the serial line to the computer. */
  readonly usarts: readonly (typeof usart0Config)[];
  readonly adc: typeof adcConfig;
  readonly spi: typeof spiConfig;
  readonly twi: typeof twiConfig;
  readonly eeprom: typeof eepromConfig;
  readonly watchdog: typeof watchdogConfig;
  readonly pins: readonly AvrPin[];
  readonly supplyMillivolts: number;
  /** Interrupt names by number. A vector occupies two words. */
  readonly interrupts: readonly string[];
}

const CHIPS: readonly AvrConfig[] = [ATMEGA328P, ATMEGA2560];

/**
 * Returns the configuration of a chip by the name that boards use. Throws an Error when no
 * emulation of the chip exists.
 */
export function avrConfig(mcu: string): AvrConfig {
  const config = CHIPS.find((known) => known.mcu === mcu);
  if (!config)
    throw new Error(`There is no emulation of the ${mcu}. Available: ${CHIPS.map((known) => known.mcu).join(', ')}.`);
  return config;
}

/** The configuration of a board: its chip with the pins that the board leads out. */
export function avrBoardConfig({
  mcu,
  clockHz,
  pins,
}: {
  readonly mcu: string;
  readonly clockHz: number;
  readonly pins: readonly string[];
}): AvrConfig {
  const config = avrConfig(mcu);
  return { ...config, clockHz, pins: config.pins.filter(({ name }) => pins.includes(name)) };
}
