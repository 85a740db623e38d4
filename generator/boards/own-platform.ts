/**
 * Polyloop's own platform (platformio/platform) has the name of the registry's, `atmelavr`, and builds the boards of
 * Arduino's core. The other AVR boards need cores that only the platform of PlatformIO's registry has.
 */

/** The names of the files in platformio/platform/boards. */
const BUILT: ReadonlySet<string> = new Set(
  `
    168pa16m 168pa8m 328p16m 328p8m LilyPadUSB a-star32U4 alorium_hinj alorium_sno alorium_xlr8 ardhat arduboy
    arduboy_devkit atmegangatmega168 atmegangatmega8 blend blendmicro16 blendmicro8 btatmega168 btatmega328 chiwawa
    circuitplay_classic diecimilaatmega168 diecimilaatmega328 emonpi esplora ethernet feather328p fio leonardo
    leonardoeth lightup lilypadatmega168 lilypadatmega328 megaADK megaatmega1280 megaatmega2560 metro micro
    miniatmega168 miniatmega328 miniwireless nanoatmega168 nanoatmega328 nanoatmega328new one pro16MHzatmega168
    pro16MHzatmega328 pro8MHzatmega168 pro8MHzatmega328 protrinket3 protrinket3ftdi protrinket5 protrinket5ftdi
    raspduino robotControl robotMotor seeeduino sleepypi sparkfun_digitalsandbox sparkfun_megamini
    sparkfun_megapro16MHz sparkfun_megapro8MHz sparkfun_redboard the_things_uno tinyduino tinylily uno uno_mini
    usbasp uview whispernode yun yunmini zumbt328
  `
    .trim()
    .split(/\s+/),
);

/** What was tried of a board that Polyloop knows from PlatformIO only. docs/boards.md names the tests. */
export type Trial = 'emulated' | 'built' | 'none';

/** The boards whose chips are emulated in tests. */
const EMULATED: ReadonlySet<string> = new Set(['pro16MHzatmega328', 'megaADK']);

export function trialOf(platform: string, board: string): Trial {
  if (platform !== 'atmelavr' || !BUILT.has(board)) return 'none';
  return EMULATED.has(board) ? 'emulated' : 'built';
}

/** Polyloop's platform has a version that the registry's does not reach. */
const OF_REGISTRY = 'atmelavr@<5.99.0';

/** The platform of a board, as platformio.ini names it. */
export const platformFor = (platform: string, board: string): string =>
  platform === 'atmelavr' && !BUILT.has(board) ? OF_REGISTRY : platform;
