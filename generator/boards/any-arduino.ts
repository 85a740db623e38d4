/**
 * Boards that Polyloop knows from PlatformIO only. They run the super-loop by what every Arduino core
 * offers (runtime-c/port/arduino). Nothing was measured on them, and only some were tried.
 */

import type { Board } from '../platform/board.ts';
import type { BoardFacts } from '../sketch/board-facts.ts';
import { superloopOf } from './any-arduino-superloop.ts';
import { chipName } from './chip-name.ts';
import { platformFor } from './own-platform.ts';

/** PlatformIO's platforms of processors with 8 bits. On the others an `int` has 32. */
const EIGHT_BITS: ReadonlySet<string> = new Set(['atmelavr', 'atmelmegaavr']);

const UPPER_DIGITS = 16;

const usbIdOf = (text: string) => {
  const [vendor = '', product = ''] = text.split(':');
  return { vendor: Number.parseInt(vendor, UPPER_DIGITS), product: Number.parseInt(product, UPPER_DIGITS) };
};

export function anyArduino(id: string, facts: BoardFacts): Board {
  const { name, platform, mcu, clockHz, ramBytes, flashBytes, usb } = facts;
  const isSmall = EIGHT_BITS.has(platform);
  return {
    id,
    label: name,
    mcu: chipName(mcu),
    clockHz,
    ramBytes,
    flashBytes,
    bootFlashBytes: 0,
    // micros().
    timerHz: 1_000_000,
    telemetryBaud: 500_000,
    intBits: isSmall ? 16 : 32,
    indexBits: isSmall ? 8 : 16,
    pins: [],
    hasOtherPins: true,
    interruptSources: [],
    files: {
      ...{ port: 'arduino', templates: 'arduino', ownArduino: false, calibration: 'arduino' },
      headers: ['Arduino.h', 'PolyloopSerial.h'],
    },
    targets: { superloop: superloopOf(clockHz) },
    virtual: null,
    platformio: { platform: platformFor(platform, id), board: id, framework: 'arduino' },
    usbIds: usb.map(usbIdOf),
    fqbn: null,
  };
}
