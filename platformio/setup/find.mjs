/**
 * Finds the tools for builds and tests: first those that the environment names, then those that
 * set-up installed, then those of the system. Each call searches again, so the result is correct
 * even after the user installed a tool. It only reads files, so it is fast. Runs on any Node from
 * 20, before dependencies are installed.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ENGLISH } from './hints.mjs';
import { findFreertosKernel, findZephyrKernel } from './kernels.mjs';
import {
  arduinoCliConfiguration,
  arduinoCliProgram,
  arduinoFolders,
  avrDir,
  browsersDir,
  isWindows,
  pioCoreDir,
  pioPlatformDir,
  pioSconsDir,
  rtaOracleProgram,
  simsoPython,
  toolsDir,
  traceReadersPython,
  venvPython,
} from './paths.mjs';
import { findQuest } from './quest.mjs';
import { findRtems } from './rtems.mjs';
import { firstExecutable, isExecutableFile, versionsIn, which } from './which.mjs';

/** @typedef {import('./tools.ts').Tool} Tool */
/** @typedef {import('./tools.ts').Tools} Tools */
/** @typedef {import('./hints.mjs').Hints} Hints */
/** @typedef {import('./tools.ts').AvrTool} AvrTool */
/** @typedef {import('./tools.ts').ArduinoTool} ArduinoTool */

const setupCommand = 'node platformio/setup/setup.mjs';

/**
 * @param {string} name
 * @param {string} howToGet
 * @returns {{ installed: false, name: string, howToGet: string }}
 */
const missing = (name, howToGet) => ({ installed: false, name, howToGet });

/**
 * @param {string} name
 * @param {string | null} program
 * @param {string} howToGet
 * @returns {Tool}
 */
function tool(name, program, howToGet) {
  return program ? { installed: true, name, command: [program], env: {} } : missing(name, howToGet);
}

/** Directories where the Arduino IDE and arduino-cli store the boards that a user installed. */
function arduinoDataDirs() {
  const home = os.homedir();
  const byPlatform = {
    win32: [path.join(process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'Arduino15')],
    darwin: [path.join(home, 'Library', 'Arduino15')],
    linux: [path.join(home, '.arduino15')],
  };
  const usual = byPlatform[/** @type {keyof typeof byPlatform} */ (process.platform)] ?? byPlatform.linux;
  return [process.env.ARDUINO_DIRECTORIES_DATA, arduinoFolders.data, ...usual].filter((dir) => dir !== undefined);
}

/** The Arduino core for AVR: the directory that contains `cores/` and `variants/`. */
export function findArduinoCore() {
  const installed = arduinoDataDirs().flatMap((dir) =>
    versionsIn(path.join(dir, 'packages', 'arduino', 'hardware', 'avr')),
  );
  const candidates = [
    process.env.POLYLOOP_ARDUINO_CORE,
    '/usr/share/arduino/hardware/arduino/avr',
    '/usr/local/share/arduino/hardware/arduino/avr',
    ...installed,
    path.join(avrDir, 'core'),
  ];
  return candidates.find((dir) => dir && fs.existsSync(path.join(dir, 'cores', 'arduino', 'Arduino.h'))) ?? null;
}

/** @param {string} tool @param {string} exe */
const programsOfIde = (tool, exe) =>
  arduinoDataDirs()
    .flatMap((dir) => versionsIn(path.join(dir, 'packages', 'arduino', 'tools', tool)))
    .map((dir) => path.join(dir, 'bin', exe));

/** avrdude, which writes AVR boards: the system's, that of an Arduino IDE, or Arduino's archive. */
export function findAvrdude() {
  const exe = isWindows ? 'avrdude.exe' : 'avrdude';
  return firstExecutable([
    which('avrdude'),
    ...programsOfIde('avrdude', exe),
    path.join(avrDir, 'avrdude', 'bin', exe),
  ]);
}

/**
 * The full path of avr-gcc with its C library. A compiler without avr-libc cannot build anything.
 */
export function findAvrGcc() {
  const exe = isWindows ? 'avr-gcc.exe' : 'avr-gcc';
  const gcc = firstExecutable([
    process.env.POLYLOOP_AVR_BIN && path.join(process.env.POLYLOOP_AVR_BIN, exe),
    which('avr-gcc'),
    ...programsOfIde('avr-gcc', exe),
    path.join(avrDir, 'avr-gcc', 'bin', exe),
  ]);
  if (gcc === null) return null;
  const prefix = path.dirname(path.dirname(fs.realpathSync(gcc)));
  const libc = [path.join(prefix, 'lib', 'avr', 'include'), path.join(prefix, 'avr', 'include')];
  return libc.some((dir) => fs.existsSync(path.join(dir, 'avr', 'io.h'))) ? gcc : null;
}

/**
 * @param {Hints} hints
 * @returns {AvrTool}
 */
function avr(hints) {
  const gcc = findAvrGcc();
  const coreDir = findArduinoCore();
  if (gcc && coreDir)
    return { installed: true, name: 'AVR tool chain', binDir: path.dirname(gcc), arduinoCoreDir: coreDir };
  const debian = 'apt-get install gcc-avr avr-libc binutils-avr arduino-core-avr';
  return missing(
    'AVR tool chain',
    process.platform === 'linux' ? hints.either(debian, setupCommand) : hints.orArduinoIde(setupCommand),
  );
}

/**
 * PlatformIO's environment: Polyloop's own core directory, and no automatic network access.
 * Settings of the user's own PlatformIO must not apply, so every relevant one is set.
 */
function pioEnvironment() {
  return {
    PLATFORMIO_CORE_DIR: pioCoreDir,
    PLATFORMIO_DISABLE_UPGRADE_CHECK: 'true',
    PLATFORMIO_SETTING_ENABLE_TELEMETRY: 'no',
    PLATFORMIO_SETTING_CHECK_PLATFORMIO_INTERVAL: '36500',
    PLATFORMIO_SETTING_CHECK_PRUNE_SYSTEM_THRESHOLD: '0',
    PLATFORMIO_NO_ANSI: 'true',
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
  };
}

/** @returns {Tool} */
function pio() {
  const core = isExecutableFile(venvPython) && fs.existsSync(path.join(pioSconsDir, 'scons.py'));
  if (!core) return missing('PlatformIO', setupCommand);
  if (!fs.existsSync(path.join(pioPlatformDir, 'system.json')))
    return missing('AVR tool chain with the Arduino core', setupCommand);
  return { installed: true, name: 'PlatformIO', command: [venvPython, '-m', 'platformio'], env: pioEnvironment() };
}

/** @returns {ArduinoTool} */
function arduinoCli() {
  const program = firstExecutable([process.env.ARDUINO_CLI, arduinoCliProgram, which('arduino-cli')]);
  const boards = [
    { vendor: 'debian', directory: path.join(arduinoFolders.user, 'hardware', 'debian', 'avr') },
    { vendor: 'arduino', directory: path.join(arduinoFolders.data, 'packages', 'arduino', 'hardware', 'avr') },
  ];
  const board = boards.find(({ directory }) => fs.existsSync(directory));
  const configFile = arduinoCliConfiguration;
  if (program === null || board === undefined || !fs.existsSync(configFile))
    return missing('arduino-cli', `${setupCommand} --for test`);
  return {
    installed: true,
    name: 'arduino-cli',
    command: [program, '--config-file', configFile],
    // The configuration of a copied checkout names the folders of the other one.
    env: {
      ARDUINO_DIRECTORIES_DATA: arduinoFolders.data,
      ARDUINO_DIRECTORIES_DOWNLOADS: arduinoFolders.downloads,
      ARDUINO_DIRECTORIES_USER: arduinoFolders.user,
      ARDUINO_BUILD_CACHE_PATH: arduinoFolders.cache,
    },
    vendor: board.vendor,
  };
}

/** Chromium, Chrome or Edge, installed on the system or downloaded by Playwright. */
export function findBrowser() {
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    'microsoft-edge',
    'msedge',
  ];
  const programDirs = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  const windows = programDirs.flatMap((dir) =>
    dir
      ? [
          path.join(dir, 'Google/Chrome/Application/chrome.exe'),
          path.join(dir, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  );
  const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  return firstExecutable([
    process.env.POLYLOOP_BROWSER,
    ...playwrightBrowsers(),
    ...names.map((name) => which(name)),
    ...windows,
    ...mac,
  ]);
}

/**
 * Chromium's headless shell, a browser without the code for its own windows, tabs and address bar: a test takes a
 * quarter less processor time in it. Null if there is none, or if the user has named a browser for the tests.
 */
export function findHeadlessShell() {
  if (process.env.POLYLOOP_BROWSER) return null;
  const inside = ['linux', 'linux64', 'win64', 'mac-arm64', 'mac-x64'].map((system) =>
    path.join(`chrome-headless-shell-${system}`, `chrome-headless-shell${system === 'win64' ? '.exe' : ''}`),
  );
  const ours = playwrightVersions('chromium_headless_shell-').flatMap((dir) =>
    inside.map((name) => path.join(dir, name)),
  );
  return firstExecutable([process.env.POLYLOOP_HEADLESS_SHELL, ...ours, which(HEADLESS_SHELL)]);
}

/** Its program, and its package of Debian 12 and later. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

/** @param {string} prefix of the folder's name, which ends with the version */
const playwrightVersions = (prefix) => versionsIn(browsersDir).filter((dir) => path.basename(dir).startsWith(prefix));

/** The browser that `playwright install chromium` put into Polyloop's directory. */
function playwrightBrowsers() {
  const inside = [
    ['chrome-linux', 'chrome'],
    ['chrome-linux64', 'chrome'],
    ['chrome-win', 'chrome.exe'],
    ['chrome-win64', 'chrome.exe'],
    ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
    ['chrome-mac-arm64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
    ['chrome-mac-x64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
  ];
  return playwrightVersions('chromium-').flatMap((dir) => inside.map((parts) => path.join(dir, ...parts)));
}

function findHostCc() {
  const named = process.env.CC;
  return firstExecutable([named, named && which(named), which('cc'), which('gcc'), which('clang')]);
}

/**
 * The C++ compiler beside a C compiler: c++ beside cc, g++ beside gcc, clang++ beside clang.
 * @param {string | null} hostCc
 */
function findHostCxx(hostCc) {
  if (hostCc === null) return null;
  const { dir, name, ext } = path.parse(hostCc);
  const sibling = name.replace(/gcc|clang|cc/, (make) =>
    make === 'clang' ? 'clang++' : make === 'gcc' ? 'g++' : 'c++',
  );
  const beside = path.join(dir, sibling + ext);
  return beside === hostCc ? which('c++') : firstExecutable([process.env.CXX, beside, which('c++'), which('g++')]);
}

/**
 * Arm's C or C++ compiler, with newlib: a compiler without a C library cannot build a sketch.
 * @param {'gcc' | 'g++'} kind
 */
export function findArmCompiler(kind) {
  const exe = `arm-none-eabi-${kind}`;
  const named = process.env.POLYLOOP_ARM_BIN;
  const found = firstExecutable([named && path.join(named, isWindows ? `${exe}.exe` : exe), which(exe)]);
  if (found === null) return null;
  const prefix = path.dirname(path.dirname(fs.realpathSync(found)));
  const libc = [path.join(prefix, 'arm-none-eabi', 'include'), path.join(prefix, 'include', 'newlib')];
  return libc.some((dir) => fs.existsSync(path.join(dir, 'math.h'))) ? found : null;
}

/**
 * QEMU for a processor, by the name of its program.
 * @param {string} processor
 * @param {string} variable that names the program
 */
export function findQemu(processor, variable) {
  const programs = process.env.PROGRAMFILES;
  const program = `qemu-system-${processor}`;
  return firstExecutable([
    process.env[variable],
    which(program),
    programs && path.join(programs, 'qemu', `${program}.exe`),
  ]);
}

/** For each system, how to install a program that set-up does not install. */
const howTo = {
  cc: {
    linux: 'apt-get install g++',
    darwin: 'xcode-select --install',
    win32: 'winget install BrechtSanders.WinLibs.POSIX.UCRT',
  },
  browser: {
    linux: `${setupCommand} --for test`,
    darwin: `${setupCommand} --for test`,
    win32: `${setupCommand} --for test`,
  },
  armGcc: {
    linux: 'apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib',
    darwin: 'brew install --cask gcc-arm-embedded',
    win32: 'winget install Arm.GnuArmEmbeddedToolchain',
  },
  qemuArm: {
    linux: 'apt-get install qemu-system-arm',
    darwin: 'brew install qemu',
    win32: 'winget install SoftwareFreedomConservancy.QEMU',
  },
  qemuPc: {
    linux: 'apt-get install qemu-system-x86',
    darwin: 'brew install qemu',
    win32: 'winget install SoftwareFreedomConservancy.QEMU',
  },
  clangFormat: {
    linux: 'apt-get install clang-format',
    darwin: 'brew install clang-format',
    win32: 'winget install LLVM.LLVM',
  },
  clangd: {
    linux: 'apt-get install clangd',
    darwin: 'brew install llvm',
    win32: 'winget install LLVM.LLVM',
  },
  clangTidy: {
    linux: 'apt-get install clang-tidy',
    darwin: 'brew install llvm',
    win32: 'winget install LLVM.LLVM',
  },
  avrdude: {
    linux: 'apt-get install avrdude',
    darwin: 'brew install avrdude',
    win32: 'winget install AVRDudes.AVRDUDE',
  },
};

/** Programs that are installed outside of PATH. */
const OUTSIDE_PATH = 'brew install llvm';

/**
 * @param {keyof typeof howTo} what
 * @param {Hints} hints
 */
function how(what, hints) {
  const texts = howTo[what];
  const command = texts[/** @type {keyof typeof texts} */ (process.platform)] ?? texts.linux;
  return command === OUTSIDE_PATH ? hints.withBinOnPath(command) : command;
}

/**
 * `PlatformIO is not installed. To get it: …`
 * @param {import('./tools.ts').Missing} part
 */
export function describeMissing({ name, howToGet, problem }) {
  return `${problem ?? `${name} is not installed.`} To get it: ${howToGet}`;
}

export const howToGetClangd = (hints = ENGLISH) => how('clangd', hints);

/**
 * @param {string} file
 * @param {Hints} hints
 * @returns {Tool}
 */
export const clangdAt = (file, hints = ENGLISH) =>
  tool('clangd', path.isAbsolute(file) ? firstExecutable([file]) : null, how('clangd', hints));

/**
 * @param {Hints} hints
 * @returns {Tools}
 */
export function findTools(hints = ENGLISH) {
  const hostCc = findHostCc();
  return {
    toolsDir,
    pio: pio(),
    arduinoCli: arduinoCli(),
    avr: avr(hints),
    browser: tool('browser', findBrowser(), how('browser', hints)),
    hostCc: tool('host C compiler', hostCc, how('cc', hints)),
    hostCxx: tool('host C++ compiler', findHostCxx(hostCc), how('cc', hints)),
    armGcc: tool('Arm C compiler', findArmCompiler('gcc'), how('armGcc', hints)),
    armGxx: tool('Arm C++ compiler', findArmCompiler('g++'), how('armGcc', hints)),
    qemuArm: tool('QEMU for Arm', findQemu('arm', 'POLYLOOP_QEMU_ARM'), how('qemuArm', hints)),
    qemuPc: tool('QEMU for PCs', findQemu('i386', 'POLYLOOP_QEMU_PC'), how('qemuPc', hints)),
    freertosKernel: findFreertosKernel(process.env, undefined, hints),
    zephyrKernel: findZephyrKernel(process.env, undefined, hints),
    rtemsKernel: findRtems(process.env, hints),
    questKernel: findQuest(process.env, hints),
    clangFormat: tool('clang-format', which('clang-format'), how('clangFormat', hints)),
    clangd: tool('clangd', firstExecutable([process.env.POLYLOOP_CLANGD, which('clangd')]), how('clangd', hints)),
    clangTidy: tool('clang-tidy', which('clang-tidy'), how('clangTidy', hints)),
    simso: tool('SimSo', firstExecutable([simsoPython]), `${setupCommand} --for test, with Python`),
    traceReaders: tool(
      'readers of exported traces',
      firstExecutable([traceReadersPython]),
      `${setupCommand} --for test, with Python`,
    ),
    babeltrace2: tool('babeltrace2', which('babeltrace2'), 'apt-get install babeltrace2'),
    rtaOracle: tool(
      'response-time-analysis',
      firstExecutable([rtaOracleProgram]),
      `${setupCommand} --for test, with Rust from https://rustup.rs`,
    ),
    avrdude: tool('avrdude', findAvrdude(), how('avrdude', hints)),
  };
}
