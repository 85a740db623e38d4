/**
 * Paths: the checkout, and `.polyloop/`, the only directory besides `node_modules/` that set-up
 * writes to. POLYLOOP_TOOLS_DIR moves it, for instance to share it between checkouts.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const isWindows = process.platform === 'win32';

/**
 * The folder beside an archive of the desktop program, with the files that other programs read. Only
 * Electron reads the archive. Any other folder stays the same.
 * @param {string} programDir
 */
export const unpacked = (programDir) => programDir.replace(/\.asar$/, '.asar.unpacked');

/**
 * The checkout's directory. In an installed program it has the files that other programs read. A bundle is as deep
 * in its folder as this file in the checkout.
 */
export const root = unpacked(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));

/**
 * A file of platformio/ that the program opens or gives to another program.
 * @param {...string} names
 */
export const ownFile = (...names) => path.join(root, 'platformio', ...names);

/** Everything that set-up installs. */
export const toolsDir = process.env.POLYLOOP_TOOLS_DIR
  ? path.resolve(process.env.POLYLOOP_TOOLS_DIR)
  : path.join(root, '.polyloop');

/** Python virtual environment with PlatformIO Core. */
export const pythonDir = path.join(toolsDir, 'python');
export const venvPython = isWindows
  ? path.join(pythonDir, 'Scripts', 'python.exe')
  : path.join(pythonDir, 'bin', 'python');

/** PLATFORMIO_CORE_DIR: PlatformIO's platforms, packages and caches. */
export const pioCoreDir = path.join(toolsDir, 'platformio');
export const pioPlatformDir = path.join(pioCoreDir, 'platforms', 'atmelavr');
export const pioSconsDir = path.join(pioCoreDir, 'packages', 'tool-scons');

/** Arduino's archives of its core, avr-gcc and avrdude, if neither the system nor an Arduino IDE has them. */
export const avrDir = path.join(toolsDir, 'avr');

/** arduino-cli: the program, its data and its user directory. */
const arduinoDir = path.join(toolsDir, 'arduino');
export const arduinoCliProgram = path.join(arduinoDir, 'cli', isWindows ? 'arduino-cli.exe' : 'arduino-cli');
export const arduinoFolders = {
  data: path.join(arduinoDir, 'data'),
  downloads: path.join(arduinoDir, 'downloads'),
  user: path.join(arduinoDir, 'user'),
  cache: path.join(arduinoDir, 'cache'),
};
export const arduinoCliConfiguration = path.join(arduinoDir, 'arduino-cli.yaml');

/**
 * Where the user asked for a kernel to be installed.
 * @param {string} name
 */
export const kernelDir = (name) => path.join(toolsDir, 'kernels', name);
export const freertosKernelDir = kernelDir('FreeRTOS-Kernel');

/**
 * The references of the differential tests: SimSo in its own Python environment, and the program
 * built with the response-time crate.
 */
export const simsoDir = path.join(toolsDir, 'oracles', 'simso');
export const simsoPython = isWindows
  ? path.join(simsoDir, 'Scripts', 'python.exe')
  : path.join(simsoDir, 'bin', 'python');
export const simsoProgram = path.join(root, 'test', 'differential', 'simso-oracle.py');
export const rtaOracleSources = path.join(root, 'test', 'differential', 'rta-oracle');
export const rtaOracleDir = path.join(toolsDir, 'oracles', 'rta');
export const rtaOracleProgram = path.join(
  rtaOracleDir,
  'release',
  isWindows ? 'polyloop-rta-oracle.exe' : 'polyloop-rta-oracle',
);

/** Packages from PyPI that read exported traces in the tests, in their own Python environment. */
export const traceReadersDir = path.join(toolsDir, 'oracles', 'trace-readers');
export const traceReadersPython = isWindows
  ? path.join(traceReadersDir, 'Scripts', 'python.exe')
  : path.join(traceReadersDir, 'bin', 'python');

/** Playwright's own browser download, used if no browser is installed. */
export const browsersDir = path.join(toolsDir, 'browsers');

/** The pinned Node, which runs every script except set-up. */
export const nodeProgram = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/**
 * Where Node caches the compiled modules (NODE_COMPILE_CACHE), so that types are stripped once and
 * not at every start. Node checks each entry against its source.
 */
export const compileCacheDir = process.env.NODE_COMPILE_CACHE ?? path.join(toolsDir, 'compile-cache');
