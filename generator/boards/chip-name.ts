/** How the maker of a microcontroller writes its name, from the name that PlatformIO has for it. */

/** Names that are not written in capital letters alone. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^ATMEGA/, 'ATmega'],
  [/^ATTINY/, 'ATtiny'],
  [/^NRF(?=\d)/, 'nRF'],
  [/^IMXRT/, 'i.MX RT'],
  [/^ESP32(?=[A-Z])/, 'ESP32-'],
  [/^SAM(?=[DE]\d)/, 'ATSAM'],
];

export function chipName(mcu: string): string {
  const name = mcu.trim().toUpperCase();
  const spelling = SPELLINGS.find(([start]) => start.test(name));
  return spelling === undefined ? name : name.replace(...spelling);
}
