/** Source: ATmega328P data sheet (Microchip DS40002061B), register summary and interrupt vectors. */
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
import type { AvrConfig, AvrPin } from './config.ts';

/** Data sheet, table 12-6. */
const INTERRUPTS =
  'RESET INT0 INT1 PCINT0 PCINT1 PCINT2 WDT TIMER2_COMPA TIMER2_COMPB TIMER2_OVF TIMER1_CAPT TIMER1_COMPA TIMER1_COMPB ' +
  'TIMER1_OVF TIMER0_COMPA TIMER0_COMPB TIMER0_OVF SPI_STC USART_RX USART_UDRE USART_TX ADC EE_READY ANALOG_COMP TWI SPM_READY';

function pins(prefix: string, first: number, count: number, port: number | null, adc: boolean): AvrPin[] {
  return Array.from({ length: count }, (_, bit) => ({
    name: `${prefix}${first + bit}`,
    port,
    bit,
    adcChannel: adc ? first + bit : null,
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
  interruptEntryCycles: 4,
  ports: [portBConfig, portCConfig, portDConfig],
  timers: [timer0Config, timer1Config, timer2Config],
  programTimer: 1,
  usarts: [usart0Config],
  adc: { ...adcConfig, muxChannels: atmega328Channels },
  spi: spiConfig,
  twi: twiConfig,
  eeprom: eepromConfig,
  watchdog: watchdogConfig,
  pins: [
    ...pins('', 0, 8, 2, false),
    ...pins('', 8, 6, 0, false),
    ...pins('A', 0, 6, 1, true),
    // Not on the package of the Uno.
    ...pins('A', 6, 2, null, true),
  ],
  supplyMillivolts: 5000,
  interrupts: INTERRUPTS.split(' '),
};
