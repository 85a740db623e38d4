/**
 * The peripherals of each supported AVR chip as data. Another chip is another object. Addresses are
 * data-space addresses. Source: ATmega328P data sheet (Microchip DS40002061B), register summary and
 * interrupt vectors. Pin names are those of the Uno.
 */
import {
  adcConfig,
  atmega328Channels,
  eepromConfig,
  portBConfig,
  portCConfig,
  portDConfig,
  spiConfig,
  timer0Config,
  timer1Config,
  timer2Config,
  twiConfig,
  usart0Config,
  watchdogConfig,
} from 'avr8js';

/** One pin of the board: bit `bit` of port number `port` in the configuration's list. */
export interface AvrPin {
  readonly name: string;
  readonly port: number;
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

/** Data sheet, table 12-6. */
const ATMEGA328P_INTERRUPTS =
  'RESET INT0 INT1 PCINT0 PCINT1 PCINT2 WDT TIMER2_COMPA TIMER2_COMPB TIMER2_OVF TIMER1_CAPT TIMER1_COMPA TIMER1_COMPB ' +
  'TIMER1_OVF TIMER0_COMPA TIMER0_COMPB TIMER0_OVF SPI_STC USART_RX USART_UDRE USART_TX ADC EE_READY ANALOG_COMP TWI SPM_READY';

function pins(prefix: string, first: number, count: number, port: number, adc: boolean): AvrPin[] {
  return Array.from({ length: count }, (_, bit) => ({
    name: `${prefix}${first + bit}`,
    port,
    bit,
    adcChannel: adc ? bit : null,
  }));
}

export const ATMEGA328P: AvrConfig = {
  mcu: 'ATmega328P',
  clockHz: 16_000_000,
  flashBytes: 32_768,
  sramBytes: 2048,
  sramStart: 0x100,
  eepromBytes: 1024,
  smcr: 0x53,
  ports: [portBConfig, portCConfig, portDConfig],
  timers: [timer0Config, timer1Config, timer2Config],
  programTimer: 1,
  usarts: [usart0Config],
  adc: { ...adcConfig, muxChannels: atmega328Channels },
  spi: spiConfig,
  twi: twiConfig,
  eeprom: eepromConfig,
  watchdog: watchdogConfig,
  pins: [...pins('', 0, 8, 2, false), ...pins('', 8, 6, 0, false), ...pins('A', 0, 6, 1, true)],
  supplyMillivolts: 5000,
  interrupts: ATMEGA328P_INTERRUPTS.split(' '),
};

const CONFIGS: readonly AvrConfig[] = [ATMEGA328P];

/**
 * Returns the configuration of a chip by the name that boards use. Throws an Error when no
 * emulation of the chip exists.
 */
export function avrConfig(mcu: string): AvrConfig {
  const config = CONFIGS.find((known) => known.mcu === mcu);
  if (!config)
    throw new Error(`There is no emulation of the ${mcu}. Available: ${CONFIGS.map((known) => known.mcu).join(', ')}.`);
  return config;
}
