/**
 * The facts of a board that Polyloop has no record of. The sketch file carries them, so that another
 * computer analyses and builds the sketch without PlatformIO's list of boards.
 */
import { tr } from '../words/tr.ts';
import { quote } from './problem.ts';

export interface BoardFacts {
  /** The name that the user sees: "Espressif ESP32 Dev Module". */
  readonly name: string;
  /** PlatformIO's platform: "espressif32". */
  readonly platform: string;
  /** The processor, as PlatformIO writes it: "esp32". */
  readonly mcu: string;
  readonly clockHz: number;
  readonly ramBytes: number;
  /** Flash that a program may use, without a boot loader. */
  readonly flashBytes: number;
  /** Vendor and product of the board's USB devices, in hexadecimal digits: "2341:8036". */
  readonly usb: readonly string[];
}

/** The members of `BoardFacts` that become words of platformio.ini, and a board's id, are such names. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/;
const USB_ID = /^[0-9a-f]{4}:[0-9a-f]{4}$/;

const isPlatformioName = (text: string): boolean => NAME.test(text);

/** What is wrong with a text of a board's facts, or with its id; null if nothing is. */
export function boardFactFault(member: 'board' | 'platform' | 'usb', text: string): string | null {
  if (member === 'usb') {
    return USB_ID.test(text)
      ? null
      : tr`expected a USB id of two times four hexadecimal digits, found ${quote(text)}. Write it like "2341:8036".`;
  }
  if (isPlatformioName(text)) return null;
  return member === 'board'
    ? tr`expected PlatformIO's id of a board, of letters, digits and "_-.+", found ${quote(text)}. Write it like "esp32dev".`
    : tr`expected a platform of PlatformIO's registry, of letters, digits and "_-.+", found ${quote(text)}. Write it like "espressif32".`;
}
