import { expect, it } from 'vitest';
import { chipName } from './chip-name.ts';

it.each([
  ['atmega328p', 'ATmega328P'],
  ['ATMEGA328P', 'ATmega328P'],
  ['ATmega328P', 'ATmega328P'],
  ['atmega32u4', 'ATmega32U4'],
  ['attiny1614', 'ATtiny1614'],
  ['at90usb1286', 'AT90USB1286'],
  ['avr128da28', 'AVR128DA28'],
  ['esp8266', 'ESP8266'],
  ['esp32', 'ESP32'],
  ['esp32c3', 'ESP32-C3'],
  ['samd21g18a', 'ATSAMD21G18A'],
  ['at91sam3x8e', 'AT91SAM3X8E'],
  ['stm32f103c8t6', 'STM32F103C8T6'],
  ['stm32wle5ccu6 ', 'STM32WLE5CCU6'],
  ['nrf52840', 'nRF52840'],
  ['rp2040', 'RP2040'],
  ['imxrt1062', 'i.MX RT1062'],
])('%s is written %s', (mcu, name) => {
  expect(chipName(mcu)).toBe(name);
});
