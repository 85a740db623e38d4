/** The libraries that the headers of an imported sketch belong to. */
import type { Library } from '../sketch/model.ts';
import type { Include } from './shared-code.ts';

/** Headers of the Arduino core for AVR 1.8, of avr-libc and of the C library, which need no entry. */
const PART_OF_THE_CORE =
  /^(Arduino|EEPROM|HID|SPI|SoftwareSerial|Wire|Print|Stream|WString|pins_arduino|new)\.h$|^(avr|util|compat|sys)\/|^(assert|ctype|errno|float|inttypes|limits|math|setjmp|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|time)\.h$/;

/** Names in the registry of PlatformIO, by the header. */
const NAMES: Readonly<Record<string, string>> = {
  'AccelStepper.h': 'waspinator/AccelStepper',
  'Adafruit_BME280.h': 'adafruit/Adafruit BME280 Library',
  'Adafruit_GFX.h': 'adafruit/Adafruit GFX Library',
  'Adafruit_NeoPixel.h': 'adafruit/Adafruit NeoPixel',
  'Adafruit_SSD1306.h': 'adafruit/Adafruit SSD1306',
  'Bounce2.h': 'thomasfredericks/Bounce2',
  'DHT.h': 'adafruit/DHT sensor library',
  'DallasTemperature.h': 'milesburton/DallasTemperature',
  'FastLED.h': 'fastled/FastLED',
  'Keypad.h': 'chris--a/Keypad',
  'LiquidCrystal.h': 'arduino-libraries/LiquidCrystal',
  'LiquidCrystal_I2C.h': 'marcoschwartz/LiquidCrystal_I2C',
  'MFRC522.h': 'miguelbalboa/MFRC522',
  'OneWire.h': 'paulstoffregen/OneWire',
  'RTClib.h': 'adafruit/RTClib',
  'SD.h': 'arduino-libraries/SD',
  'Servo.h': 'arduino-libraries/Servo',
  'Stepper.h': 'arduino-libraries/Stepper',
  'TM1637Display.h': 'smougenot/TM1637',
  'TimerOne.h': 'paulstoffregen/TimerOne',
  'U8g2lib.h': 'olikraus/U8g2',
};

/** The known libraries, as suggestions for a user. */
export const KNOWN_LIBRARIES: readonly string[] = Object.values(NAMES);

/** The name of the header's library; null if it is not known. Undefined: the header needs none. */
export function libraryOf({ header, isSystem }: Pick<Include, 'header' | 'isSystem'>): string | null | undefined {
  if (!isSystem || PART_OF_THE_CORE.test(header)) return undefined;
  return Object.hasOwn(NAMES, header) ? (NAMES[header] ?? null) : null;
}

/** The libraries that the sketch needs, as far as they are known. */
export function librariesOf(includes: readonly Include[]): Library[] {
  const names = new Set(includes.flatMap((include) => libraryOf(include) ?? []));
  return [...names].map((name) => ({ name, version: null, folder: null }));
}
