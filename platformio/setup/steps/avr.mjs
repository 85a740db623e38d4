/**
 * The compiler and the Arduino core of PlatformIO's platform `atmelavr`, through Polyloop's own development platform
 * with that name: those of the system or of an Arduino IDE, else the archives that Arduino publishes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { checkHash, download, tar } from '../download.mjs';
import { findArduinoCore, findAvrdude, findAvrGcc } from '../find.mjs';
import { avrDir, pioPlatformDir, root } from '../paths.mjs';
import { contentsOf, isInPlace, place } from '../place.mjs';
import { SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { archivesFor } from './arduino-core.mjs';
import { pythonStep, sconsStep } from './python.mjs';

/** @typedef {import('./arduino-core.mjs').CoreArchive} CoreArchive */

const sourceDir = path.join(root, 'platformio', 'platform');

const howToGet =
  process.platform === 'linux'
    ? 'sudo apt-get install gcc-avr avr-libc binutils-avr arduino-core-avr avrdude'
    : 'install the Arduino IDE with its AVR boards';

/** Where the compiler, the core and avrdude are, or null if compiler or core are not there or of an old version. */
function directories() {
  const gcc = findAvrGcc();
  const arduinoCoreDir = findArduinoCore();
  if (gcc === null || arduinoCoreDir === null) return null;
  const isOwn = [gcc, arduinoCoreDir].some((file) => file.startsWith(avrDir + path.sep));
  if (isOwn && !isInPlace(avrDir, archivesFor())) return null;
  return { avrBinDir: path.dirname(gcc), arduinoCoreDir, avrdude: findAvrdude() };
}

function platformInputs() {
  return { files: contentsOf(sourceDir), system: directories() };
}

/** @param {string} directory */
async function makePlatform(directory) {
  fs.cpSync(sourceDir, directory, { recursive: true, filter: (file) => !file.includes('__pycache__') });
  fs.writeFileSync(path.join(directory, 'system.json'), `${JSON.stringify(directories(), null, 2)}\n`);
  const { name, version } = JSON.parse(fs.readFileSync(path.join(directory, 'platform.json'), 'utf8'));
  const origin = { owner: 'platformio', id: null, name, requirements: null, uri: null };
  fs.writeFileSync(path.join(directory, '.piopm'), JSON.stringify({ type: 'platform', name, version, spec: origin }));
}

/**
 * Downloads the archives, checks each by its SHA-256, and unpacks it into the folder of its part.
 * @param {import('../step.mjs').Context} context
 * @param {readonly CoreArchive[] | null} archives
 * @param {string} directory
 */
export async function bringArchives(context, archives, directory = avrDir) {
  if (archives === null)
    throw new SetupError(`Arduino has no avr-gcc for ${process.platform} on ${process.arch}. To get one: ${howToGet}`);
  await place(directory, archives, async (temporary) => {
    for (const { part, name, url, hash } of archives) {
      const file = path.join(temporary, name);
      context.say(url);
      await download(context, url, file, `To get avr-gcc and the Arduino core in another way: ${howToGet}`);
      checkHash(name, fs.readFileSync(file), hash);
      const folder = path.join(temporary, part);
      fs.mkdirSync(folder);
      await context.must([tar, '-xf', file, '-C', folder, '--strip-components=1']);
      fs.rmSync(file);
    }
  });
}

/** @type {import('../step.mjs').Step} */
export const avrStep = {
  title: 'AVR tool chain and Arduino core',
  required: false,
  without: 'sketches for the Uno cannot be built',
  needs: () => [SYSTEM_PACKAGES, pythonStep.title, sconsStep.title],
  present() {
    const found = directories();
    if (found === null || !isInPlace(pioPlatformDir, platformInputs())) return null;
    return `${found.avrBinDir}, ${found.arduinoCoreDir}`;
  },
  async bring(context) {
    if (directories() === null) await bringArchives(context, archivesFor());
    await place(pioPlatformDir, platformInputs(), makePlatform);
  },
};
