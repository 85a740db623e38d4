/**
 * The compiler and the Arduino core of PlatformIO's platform `atmelavr`: those of the system,
 * through Polyloop's own development platform with that name, or those of PlatformIO's registry.
 */
import fs from 'node:fs';
import path from 'node:path';
import { findArduinoCore, findAvrGcc, pioEnvironment, pioPlatformSource } from '../find.mjs';
import { pioCoreDir, pioPlatformDir, root, toolsDir, venvPython } from '../paths.mjs';
import { contentsOf, isInPlace, place } from '../place.mjs';
import { answers, SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { pythonStep, sconsStep } from './python.mjs';

/** PlatformIO checks each archive by the SHA-256 that its registry gives. */
const platform = 'platformio/atmelavr@5.0.0';
const tools = [
  'platformio/toolchain-atmelavr@1.70300.191015',
  'platformio/framework-arduino-avr@5.2.0',
  'platformio/tool-avrdude@1.60300.200527',
];

const sourceDir = path.join(root, 'platformio', 'platform');

/**
 * The system's tool chain and core, or null. Parts from PlatformIO's registry do not count as the
 * system's.
 */
function systemDirectories() {
  const gcc = findAvrGcc();
  const arduinoCoreDir = findArduinoCore();
  if (gcc === null || arduinoCoreDir === null) return null;
  if (gcc.startsWith(pioCoreDir) || arduinoCoreDir.startsWith(pioCoreDir)) return null;
  return { avrBinDir: path.dirname(gcc), arduinoCoreDir };
}

function platformInputs() {
  return { files: contentsOf(sourceDir), system: systemDirectories() };
}

/** @param {string} directory */
async function makePlatform(directory) {
  fs.cpSync(sourceDir, directory, { recursive: true, filter: (file) => !file.includes('__pycache__') });
  fs.writeFileSync(path.join(directory, 'system.json'), `${JSON.stringify(systemDirectories(), null, 2)}\n`);
  const { name, version } = JSON.parse(fs.readFileSync(path.join(directory, 'platform.json'), 'utf8'));
  const origin = { owner: 'platformio', id: null, name, requirements: null, uri: null };
  fs.writeFileSync(path.join(directory, '.piopm'), JSON.stringify({ type: 'platform', name, version, spec: origin }));
}

/** @param {import('../step.mjs').Context} context */
async function bringFromRegistry({ must, say }) {
  if (!(await answers('https://api.registry.platformio.org/v3/packages'))) {
    const how =
      process.platform === 'linux'
        ? 'sudo apt-get install gcc-avr avr-libc binutils-avr arduino-core-avr'
        : 'install the Arduino IDE with its AVR boards';
    throw new SetupError(
      `avr-gcc and the Arduino core are not installed, and PlatformIO's registry does not answer. To get them: ${how}`,
    );
  }
  say("from PlatformIO's registry: atmelavr with tool chain and Arduino core");
  const install = [venvPython, '-m', 'platformio', 'pkg', 'install', '--global'];
  const options = { env: pioEnvironment(), timeoutMs: 900_000 };
  await must([...install, '--platform', platform], options);
  await must([...install, ...tools.flatMap((tool) => ['--tool', tool])], options);
}

/** @type {import('../step.mjs').Step} */
export const avrStep = {
  title: 'AVR tool chain and Arduino core',
  required: false,
  without: 'sketches for the Uno cannot be built',
  needs: () => [SYSTEM_PACKAGES, pythonStep.title, sconsStep.title],
  present() {
    const system = systemDirectories();
    if (system !== null)
      return isInPlace(pioPlatformDir, platformInputs()) ? `${system.avrBinDir}, ${system.arduinoCoreDir}` : null;
    const registry = pioPlatformSource() === 'registry' && findAvrGcc() !== null && findArduinoCore() !== null;
    return registry
      ? `PlatformIO's own, in ${path.relative(root, path.join(toolsDir, 'platformio')) || pioCoreDir}`
      : null;
  },
  async bring(context) {
    if (systemDirectories() !== null) return place(pioPlatformDir, platformInputs(), makePlatform);
    // The system's tool chain was removed, so Polyloop's platform would only hide the registry's.
    if (pioPlatformSource() === 'system') fs.rmSync(pioPlatformDir, { recursive: true, force: true });
    return bringFromRegistry(context);
  },
};
