/**
 * arduino-cli, which builds the same project as a plain Arduino sketch: the official release or, if
 * it is not available and Go is installed, a build of its Go module. It uses the system's Arduino
 * core if there is one.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findArduinoCore, findTools } from '../find.mjs';
import { arduinoCliConfiguration, arduinoCliProgram, arduinoDir, isWindows, root } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { answers, hasProxy, SetupError } from '../step.mjs';
import { firstExecutable, which } from '../which.mjs';

const version = '1.4.1';
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
  return `arduino-cli_${version}_${system}_${suffix}.${system === 'Windows' ? 'zip' : 'tar.gz'}`;
}

/** @param {string} url */
async function download(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(300_000) });
  if (!response.ok) throw new SetupError(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * @param {import('../step.mjs').Context} context
 * @param {string} archive
 * @param {string} directory
 */
async function unpackRelease({ must }, archive, directory) {
  const [content, checksums] = await Promise.all([
    download(`${releases}/${archive}`),
    download(`${releases}/${version}-checksums.txt`),
  ]);
  const expected = checksums
    .toString('utf8')
    .split('\n')
    .find((line) => line.trim().endsWith(archive));
  const actual = createHash('sha256').update(content).digest('hex');
  if (!expected?.includes(actual))
    throw new SetupError(`${archive} does not have the SHA-256 that its publisher gives`);
  const file = path.join(directory, archive);
  fs.writeFileSync(file, content);
  // Windows' own tar reads zip files; another tar on PATH may not.
  const tar = isWindows ? path.join(process.env.SYSTEMROOT ?? 'C:\\Windows', 'System32', 'tar.exe') : 'tar';
  await must([tar, '-xf', file, '-C', directory]);
  fs.rmSync(file);
}

/** @param {import('../step.mjs').Context} context @param {string} go @param {string} directory */
async function buildFromModule({ must }, go, directory) {
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
  await must(command, { cwd: moduleDir, env: { CGO_ENABLED: '0', GOFLAGS: undefined } });
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
  const directories = {
    data: path.join(arduinoDir, 'data'),
    downloads: path.join(arduinoDir, 'downloads'),
    user: path.join(arduinoDir, 'user'),
  };
  const build_cache = { path: path.join(arduinoDir, 'cache') };
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
  const data = path.join(arduinoDir, 'data');
  linkTo(core, path.join(arduinoDir, 'user', 'hardware', 'debian', 'avr'));
  const ctags = which('arduino-ctags');
  if (ctags !== null) linkTo(ctags, path.join(data, 'packages', 'builtin', 'tools', 'ctags', '5.8-arduino11', 'ctags'));
  // Without these files it would request them from the network at each start.
  const indexes = { 'package_index.json': { packages: [] }, 'library_index.json': { libraries: [] } };
  for (const [name, content] of Object.entries(indexes))
    fs.writeFileSync(path.join(data, name), JSON.stringify(content));
}

/** @param {import('../step.mjs').Context} context */
async function installCore({ must }) {
  const program = findProgram();
  if (program === null) throw new SetupError('arduino-cli was installed but cannot be run');
  const temporary = `${arduinoCliConfiguration}.installing.yaml`;
  fs.writeFileSync(temporary, configuration());
  await must([program, '--config-file', temporary, 'core', 'update-index']);
  await must([program, '--config-file', temporary, 'core', 'install', 'arduino:avr']);
  fs.rmSync(temporary);
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
  present: () => (isConfigured() && findTools().arduinoCli.installed ? findProgram() : null),
  async bring(context) {
    if (findProgram() === null) await bringProgram(context);
    fs.mkdirSync(path.join(arduinoDir, 'data'), { recursive: true });
    const core = systemCore();
    if (core !== null) linkSystemCore(core);
    else await installCore(context);
    writeConfiguration();
  },
};
