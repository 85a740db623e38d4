/**
 * The Arduino core for AVR boards and its tools, as Arduino publishes them, with the SHA-256 of each archive.
 * arduino-cli checks each archive that it downloads by the hash in Arduino's index, and `checkIndex` checks the index.
 */
import { SetupError } from '../step.mjs';

/** A new version needs new hashes: those of Arduino's `package_index.json`. */
export const coreVersion = '1.8.6';
const gccVersion = '7.3.0-atmel3.6.1-arduino7';
const avrdudeVersion = '6.3.0-arduino17';

/**
 * The SHA-256 of each archive: the core, and for each tool the builds for all systems.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const pins = {
  [`avr@${coreVersion}`]: {
    'avr-1.8.6.tar.bz2': 'ff1d17274b5a952f172074bd36c3924336baefded0232e10982f8999c2f7c3b6',
  },
  [`avr-gcc@${gccVersion}`]: {
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-aarch64-pc-linux-gnu.tar.bz2':
      '03d322b9df6da17289e9e7c6233c34a8535d9c645c19efc772ba19e56914f339',
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-arm-linux-gnueabihf.tar.bz2':
      '3903553d035da59e33cff9941b857c3cb379cb0638105dfdf69c97f0acc8e7b5',
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-i686-pc-linux-gnu.tar.bz2':
      '954bbffb33545bcdcd473af993da2980bf32e8461ff55a18e0eebc7b2ef69a4c',
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-i686-w64-mingw32.zip':
      'a54f64755fff4cb792a1495e5defdd789902a2a3503982e81b898299cf39800e',
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-x86_64-apple-darwin14.tar.bz2':
      'f6ed2346953fcf88df223469088633eb86de997fa27ece117fd1ef170d69c1f8',
    'avr-gcc-7.3.0-atmel3.6.1-arduino7-x86_64-pc-linux-gnu.tar.bz2':
      'bd8c37f6952a2130ac9ee32c53f6a660feb79bee8353c8e289eb60fdcefed91e',
  },
  [`avrdude@${avrdudeVersion}`]: {
    'avrdude-6.3.0-arduino17-aarch64-pc-linux-gnu.tar.bz2':
      '6cf948f751acfe7b96684537f2291c766ec8b54b4f7dc95539864821456fa9fc',
    'avrdude-6.3.0-arduino17-armhf-pc-linux-gnu.tar.bz2':
      '2a8e68c5d803aa6f902ef219f177ec3a4c28275d85cbe272962ad2cd374f50d1',
    'avrdude-6.3.0-arduino17-i686-pc-linux-gnu.tar.bz2':
      '5c8cc6c17db9300e1451fe41cd7178b0442b4490ee6fdbc0aed9811aef96c05f',
    'avrdude-6.3.0-arduino17-i686-w64-mingw32.zip': 'e99188873c7c5ad8f8f906f068c33600e758b2e36cce3adbd518a21bd266749d',
    'avrdude-6.3.0-arduino17-x86_64-apple-darwin12.tar.bz2':
      '120cc9edaae699e7e9ac50b1b8eb0e7d51fdfa555bac54233c2511e6ee5418c9',
    'avrdude-6.3.0-arduino17-x86_64-pc-linux-gnu.tar.bz2':
      'accdfb920af2aabf4f7461d2ac73c0751760f525216dc4e7657427a78c60d13d',
  },
  'arduinoOTA@1.3.0': {
    'arduinoOTA-1.3.0-darwin_amd64.tar.bz2': 'd5d0f82ff829c0e434d12a2ee640a6fbd78f893ab37782edbb8b5bf2359d119e',
    'arduinoOTA-1.3.0-linux_386.tar.bz2': '3e7f59d6fbc7a724598303f0d3289d0c4fd137a8973437980658379a024887b2',
    'arduinoOTA-1.3.0-linux_amd64.tar.bz2': 'aa45ee2441ffc3a122daec5802941d1fa2ac47adf5c5c481b5e0daa4dc259ffa',
    'arduinoOTA-1.3.0-linux_arm.tar.bz2': '1888587409b56aef4ba0ab0e6703b3dccba7cc3a022756ba9b908247e5d5a656',
    'arduinoOTA-1.3.0-linux_arm64.tar.bz2': '835ed8f37cffac37e979d1b0f6041559592d3d98be52f0e8611b76c4858e4113',
    'arduinoOTA-1.3.0-windows_386.zip': '051943844eee442460d2c709edefadca184287fffd2b6c100dd53aa742aa05f6',
  },
};

const downloads = 'https://downloads.arduino.cc';

/** The ends of the names of the builds for a system: those of avr-gcc and of avrdude. @type {Record<string, readonly [string, string]>} */
const builds = {
  'linux-x64': ['x86_64-pc-linux-gnu.tar.bz2', 'x86_64-pc-linux-gnu.tar.bz2'],
  'linux-arm64': ['aarch64-pc-linux-gnu.tar.bz2', 'aarch64-pc-linux-gnu.tar.bz2'],
  'linux-arm': ['arm-linux-gnueabihf.tar.bz2', 'armhf-pc-linux-gnu.tar.bz2'],
  'linux-ia32': ['i686-pc-linux-gnu.tar.bz2', 'i686-pc-linux-gnu.tar.bz2'],
  'darwin-x64': ['x86_64-apple-darwin14.tar.bz2', 'x86_64-apple-darwin12.tar.bz2'],
  'win32-ia32': ['i686-w64-mingw32.zip', 'i686-w64-mingw32.zip'],
};
/** Systems that run the programs of another one. @type {Record<string, string>} */
const runsLike = { 'darwin-arm64': 'darwin-x64', 'win32-x64': 'win32-ia32', 'win32-arm64': 'win32-ia32' };

/**
 * @typedef {object} CoreArchive
 * @property {'core' | 'avr-gcc' | 'avrdude'} part
 * @property {string} name
 * @property {string} url
 * @property {string | undefined} hash its SHA-256
 */

/**
 * What a system needs to build for AVR boards and to write them, or null if Arduino has no build for it.
 * @returns {readonly CoreArchive[] | null}
 */
export function archivesFor(platform = process.platform, arch = /** @type {string} */ (process.arch)) {
  const system = `${platform}-${arch}`;
  const build = builds[runsLike[system] ?? system];
  if (build === undefined) return null;
  /** @type {(part: CoreArchive['part'], pin: string, folder: string, end: string) => CoreArchive} */
  const archive = (part, pin, folder, end) => {
    const name = `${pin.replace('@', '-')}${end}`;
    return { part, name, url: `${downloads}/${folder}/${name}`, hash: pins[pin]?.[name] };
  };
  return [
    archive('core', `avr@${coreVersion}`, 'cores/staging', '.tar.bz2'),
    archive('avr-gcc', `avr-gcc@${gccVersion}`, 'tools', `-${build[0]}`),
    archive('avrdude', `avrdude@${avrdudeVersion}`, 'tools', `-${build[1]}`),
  ];
}

/**
 * The parts of Arduino's index that name the archives.
 * @typedef {{ archiveFileName?: string, checksum?: string }} Archive
 * @typedef {{ packager: string, name: string, version: string }} Dependency
 * @typedef {Archive & { architecture: string, version: string, toolsDependencies?: readonly Dependency[] }} Platform
 * @typedef {{ name: string, version: string, systems?: readonly Archive[] }} IndexTool
 * @typedef {{ name: string, platforms?: readonly Platform[], tools?: readonly IndexTool[] }} IndexPackage
 */

/** @param {string} what @returns {never} */
function refuse(what) {
  throw new SetupError(`The Arduino core ${coreVersion} was not installed: ${what}`);
}

/** @param {string} part @param {readonly Archive[]} archives */
function checkArchives(part, archives) {
  const known = pins[part];
  if (known === undefined) refuse(`Arduino's index wants ${part} for it, which this repository has no hash of`);
  if (archives.length === 0) refuse(`Arduino's index does not have ${part}`);
  for (const { archiveFileName: name = '', checksum } of archives) {
    const hash = Object.hasOwn(known, name) ? known[name] : undefined;
    if (hash === undefined)
      refuse(`this repository has no hash of ${name || 'an archive'} of ${part} in Arduino's index`);
    if (checksum !== `SHA-256:${hash}`)
      refuse(`Arduino's index gives ${checksum ?? 'no hash'} for ${name}, and this repository SHA-256:${hash}`);
  }
}

/**
 * Throws a SetupError with the name of the archive if the index gives another hash than this repository, or wants
 * another archive.
 * @param {{ packages?: readonly IndexPackage[] }} index Arduino's `package_index.json`
 */
export function checkIndex(index) {
  const packages = (index.packages ?? []).filter(({ name }) => name === 'arduino');
  const cores = packages
    .flatMap(({ platforms = [] }) => platforms)
    .filter(({ architecture, version }) => architecture === 'avr' && version === coreVersion);
  checkArchives(`avr@${coreVersion}`, cores);
  const tools = packages.flatMap(({ tools: each = [] }) => each);
  for (const { packager, name, version } of cores.flatMap(({ toolsDependencies = [] }) => toolsDependencies)) {
    if (packager !== 'arduino') refuse(`Arduino's index wants ${name} of ${packager} for it`);
    const systems = tools.filter((each) => each.name === name && each.version === version);
    checkArchives(
      `${name}@${version}`,
      systems.flatMap((each) => each.systems ?? []),
    );
  }
}
