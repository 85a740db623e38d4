/**
 * arduino-cli, which builds the same project as a plain Arduino sketch: the official release or, if
 * it is not available and Go is installed, a build of its Go module. It uses the system's Arduino
 * core if there is one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { checkHash, download, tar } from '../download.mjs';
import { findArduinoCore, findTools } from '../find.mjs';
import { arduinoCliConfiguration, arduinoCliProgram, arduinoFolders, isWindows, root } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { answers, hasProxy, SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { firstExecutable, which } from '../which.mjs';
import { checkIndex, coreVersion } from './arduino-core.mjs';

const version = '1.4.1';
/**
 * The SHA-256 of the archives of this version, as its publisher gave them in `1.4.1-checksums.txt`. A new version needs
 * new ones.
 * @type {Readonly<Record<string, string>>}
 */
export const archiveHashes = {
  'Linux_64bit.tar.gz': '683cf2a6b8953e3d632e7e4512c36667839d2073349c4b6d312e4c67592359bd',
  'Linux_ARM64.tar.gz': '93159a5e27af6dab03bd3b5a441c86092d83c0422a5c17d0afc2ac21aee83612',
  'Linux_ARMv7.tar.gz': '71cf6cb5e7ba01dbd0809bcccaa0452f337f0976fe688e83e870bbc81717cee7',
  'macOS_64bit.tar.gz': '3f2de15a37e580301eb8618fb6fd931ed0b7a8b044f0809a0ac6d20879400a7c',
  'macOS_ARM64.tar.gz': 'd9d19a3cc8e6e28d138c435e1055a0388c984827e93fccbd352fe5dac685a02b',
  'Windows_64bit.zip': '44f506a29d134cb294898d5f729aea85e5498f5d81ff5fc63c549087c45a20a3',
  'Windows_32bit.zip': 'e6558c8b7fd6b3e6141c0dab01cd9d39e635872059b1dbd89bbfc9913c29c824',
};
const releases = 'https://downloads.arduino.cc/arduino-cli';
const moduleDir = path.join(root, 'platformio', 'setup', 'arduino-cli');
const programDir = path.dirname(arduinoCliProgram);
const programInputs = { version };

/** @returns {string | null} the release archive for this system */
export function releaseArchive(platform = process.platform, arch = process.arch) {
  const systems = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
  const machines = { x64: '64bit', arm64: 'ARM64', arm: 'ARMv7', ia32: '32bit' };
  const system = systems[/** @type {keyof typeof systems} */ (platform)];
  const machine = machines[/** @type {keyof typeof machines} */ (arch)];
  if (system === undefined || machine === undefined) return null;
  // There is no Windows build for ARM, but Windows on ARM runs the 64-bit one.
  const suffix = system === 'Windows' && machine === 'ARM64' ? '64bit' : machine;
  const build = `${system}_${suffix}.${system === 'Windows' ? 'zip' : 'tar.gz'}`;
  return build in archiveHashes ? `arduino-cli_${version}_${build}` : null;
}

/**
 * Refuses an archive with other bytes than those of the publisher.
 * @param {string} archive
 * @param {Uint8Array} content
 */
export function checkArchive(archive, content) {
  const build = archive.slice(`arduino-cli_${version}_`.length);
  checkHash(archive, content, archiveHashes[build]);
}

/**
 * @param {import('../step.mjs').Context} context
 * @param {string} archive
 * @param {string} directory
 */
async function unpackRelease(context, archive, directory) {
  const file = path.join(directory, archive);
  await download(context, `${releases}/${archive}`, file, 'arduino-cli can also be installed by hand.');
  checkArchive(archive, fs.readFileSync(file));
  await context.must([tar, '-xf', file, '-C', directory]);
  fs.rmSync(file);
}

/** @param {import('../step.mjs').Context} context @param {string} go @param {string} directory */
export async function buildFromModule({ must }, go, directory) {
  const linkFlags = `-s -w -X github.com/arduino/arduino-cli/internal/version.versionString=${version}`;
  const output = path.join(directory, path.basename(arduinoCliProgram));
  const command = [
    go,
    'build',
    '-mod=readonly',
    '-trimpath',
    '-ldflags',
    linkFlags,
    '-o',
    output,
    'github.com/arduino/arduino-cli',
  ];
  await must(command, { cwd: moduleDir, env: goEnvironment }).catch(async (error) => {
    const refused = await refusedModules(must, go);
    if (refused.length === 0 || !(error instanceof Error)) throw error;
    throw new SetupError(
      `${refused.join(', ')}: refused, because its bytes are not those of go.sum. The registry or a proxy changed it.\n${error.message}`,
    );
  });
}

const goEnvironment = { CGO_ENABLED: '0', GOFLAGS: undefined };
/** Go unpacks a module before it compares the hash, and then says what is wrong with the archive but not with which. */
const OTHER_BYTES = /checksum mismatch|flate:|zip:|corrupt/;

/**
 * The modules with other bytes, such as `example.org/module@v1.0.0`.
 * @param {import('../step.mjs').Context['must']} must
 * @param {string} go
 */
async function refusedModules(must, go) {
  /** @type {string[]} */
  const lines = [];
  const onLine = (/** @type {string} */ line, /** @type {string} */ stream) => {
    if (stream === 'stdout') lines.push(line);
  };
  await must([go, 'mod', 'download', '-json'], { cwd: moduleDir, env: goEnvironment, onLine }).catch(() => {});
  // One object after the other, each from a line `{` to a line `}`.
  const objects = lines
    .join('\n')
    .split(/\n(?=\{)/)
    .filter((text) => text.trimEnd().endsWith('}'));
  return objects
    .map((text) => JSON.parse(text))
    .filter(({ Error: said = '' }) => OTHER_BYTES.test(said))
    .map(({ Path: name, Version: version }) => `${name}@${version}`);
}

/** @param {import('../step.mjs').Context} context */
async function bringProgram(context) {
  const archive = releaseArchive();
  const go = which('go');
  if (archive !== null && !hasProxy() && (await answers(`${releases}/${archive}`))) {
    context.say(`release ${version}`);
    return place(programDir, programInputs, (directory) => unpackRelease(context, archive, directory));
  }
  if (go === null)
    throw new SetupError(
      'downloads.arduino.cc cannot be reached from here. arduino-cli can also be installed by hand, or built here once Go is installed.',
    );
  context.say(`release ${version}, built with Go (about a minute)`);
  return place(programDir, programInputs, (directory) => buildFromModule(context, go, directory));
}

/**
 * Arduino's configuration: everything in Polyloop's directory, and no update checks. JSON is valid
 * YAML.
 */
function configuration() {
  const { cache, ...directories } = arduinoFolders;
  const build_cache = { path: cache };
  const settings = { directories, build_cache, updater: { enable_notification: false }, metrics: { enabled: false } };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function isConfigured() {
  try {
    return fs.readFileSync(arduinoCliConfiguration, 'utf8') === configuration();
  } catch {
    return false;
  }
}

/** Written last, so a core with a configuration is complete. */
function writeConfiguration() {
  const temporary = `${arduinoCliConfiguration}.new`;
  fs.writeFileSync(temporary, configuration());
  fs.renameSync(temporary, arduinoCliConfiguration);
}

/** A core with a fixed compiler path, such as Debian's, needs no tool packages of Arduino. */
function systemCore() {
  const core = findArduinoCore();
  if (core === null || isWindows) return null;
  const description = fs.readFileSync(path.join(core, 'platform.txt'), 'utf8');
  return /^compiler\.path=\/usr\/bin\/$/m.test(description) ? core : null;
}

/** @param {string} target @param {string} link */
function linkTo(target, link) {
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.rmSync(link, { force: true });
  fs.symlinkSync(target, link);
}

/** @param {string} core */
function linkSystemCore(core) {
  const { data } = arduinoFolders;
  linkTo(core, path.join(arduinoFolders.user, 'hardware', 'debian', 'avr'));
  const ctags = which('arduino-ctags');
  if (ctags !== null) linkTo(ctags, path.join(data, 'packages', 'builtin', 'tools', 'ctags', '5.8-arduino11', 'ctags'));
  // Without these files it would request them from the network at each start.
  const indexes = { 'package_index.json': { packages: [] }, 'library_index.json': { libraries: [] } };
  for (const [name, content] of Object.entries(indexes))
    fs.writeFileSync(path.join(data, name), JSON.stringify(content));
}

/** arduino-cli writes it in its first run. A build cannot, because its sandbox protects the tools. */
const inventory = path.join(arduinoFolders.data, 'inventory.yaml');

/** @param {import('../step.mjs').Context} context @param {readonly (readonly string[])[]} commands */
async function runProgram({ must }, commands) {
  const program = findProgram();
  if (program === null) throw new SetupError('arduino-cli was installed but cannot be run');
  const temporary = `${arduinoCliConfiguration}.installing.yaml`;
  fs.writeFileSync(temporary, configuration());
  for (const command of commands) await must([program, '--config-file', temporary, ...command]);
  fs.rmSync(temporary);
}

/** @param {import('../step.mjs').Context} context */
async function installCore(context) {
  await runProgram(context, [['core', 'update-index']]);
  checkIndex(JSON.parse(fs.readFileSync(path.join(arduinoFolders.data, 'package_index.json'), 'utf8')));
  await runProgram(context, [['core', 'install', `arduino:avr@${coreVersion}`]]);
}

const findProgram = () =>
  firstExecutable([
    process.env.ARDUINO_CLI,
    isInPlace(programDir, programInputs) ? arduinoCliProgram : null,
    which('arduino-cli'),
  ]);

/** @type {import('../step.mjs').Step} */
export const arduinoCliStep = {
  title: 'arduino-cli',
  required: false,
  without: 'sketches are built with PlatformIO only',
  present: () =>
    isConfigured() && fs.existsSync(inventory) && findTools().arduinoCli.installed ? findProgram() : null,
  async bring(context) {
    if (findProgram() === null) await bringProgram(context);
    // The core comes from there, and Go does not.
    await context.ended(SYSTEM_PACKAGES);
    for (const folder of Object.values(arduinoFolders)) fs.mkdirSync(folder, { recursive: true });
    const core = systemCore();
    if (core === null) await installCore(context);
    else {
      linkSystemCore(core);
      await runProgram(context, [['version']]);
    }
    writeConfiguration();
  },
};
