/**
 * Debian's and Ubuntu's packages, for everything that they provide and that is not installed in
 * another form.
 */
import fs from 'node:fs';
import {
  findArduinoCore,
  findArmCompiler,
  findAvrGcc,
  findBrowser,
  findHeadlessShell,
  findQemu,
  HEADLESS_SHELL,
} from '../find.mjs';
import { toolsDir } from '../paths.mjs';
import { run } from '../run.mjs';
import { SetupError, SYSTEM_PACKAGES } from '../step.mjs';
import { which } from '../which.mjs';
import { findPython, pythonStep } from './python.mjs';

/** @returns {'debian' | 'ubuntu' | null} */
function aptFamily() {
  if (process.platform !== 'linux' || which('apt-get') === null) return null;
  return /^ID(_LIKE)?=.*ubuntu/m.test(osRelease()) ? 'ubuntu' : 'debian';
}

const osRelease = () => (fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '');

/**
 * Debian's packages of browsers for the tests. The headless shell is a package of its own since Debian 12.
 * @param {string} release the text of /etc/os-release
 * @param {{ browser: boolean, shell: boolean }} found which of the two are installed
 */
export function browserPackages(release, found) {
  const version = /^ID=debian$/m.test(release) ? /^VERSION_ID="?(\d+)/m.exec(release)?.[1] : undefined;
  const hasShell = Number(version ?? 0) >= 12;
  return [...(found.browser ? [] : ['chromium']), ...(found.shell || !hasShell ? [] : [HEADLESS_SHELL])];
}

/**
 * A path inside the tools directory means that the registry's tool chain is in use, which needs
 * nothing of the system.
 */
const ours = (/** @type {string | null} */ found) => found?.startsWith(toolsDir) === true;

/**
 * Whether a step still has to make a Python environment. An environment that is in place includes a
 * Python that works, and starting one to see that takes longer than all other checks together.
 * @param {'start' | 'test'} purpose
 */
function needsPython(purpose) {
  return purpose === 'test' || pythonStep.present() === null;
}

/**
 * @param {'start' | 'test'} purpose
 * @returns {string[]} names of packages to install
 */
function missingPackages(purpose) {
  const packages = [];
  if (needsPython(purpose) && findPython() === null) packages.push('python3', 'python3-venv');
  if (findAvrGcc() === null) packages.push('gcc-avr', 'binutils-avr', 'avr-libc');
  if (findArduinoCore() === null && !ours(findAvrGcc())) packages.push('arduino-core-avr');
  if (which('avrdude') === null && !ours(findAvrGcc())) packages.push('avrdude');
  // Nothing fails without a sandbox, so it alone is no reason to ask for the administrator's password.
  if (which('bwrap') === null && (packages.length > 0 || purpose === 'test')) packages.push('bubblewrap');
  if (purpose === 'start') return packages;
  // For the bench Uno: simavr, and libelf, which it reads programs with.
  if (!fs.existsSync('/usr/include/simavr/sim_avr.h')) packages.push('libsimavr-dev');
  if (!fs.existsSync('/usr/include/libelf.h')) packages.push('libelf-dev');
  if (which('arduino-ctags') === null) packages.push('arduino-ctags');
  if (which('cc') === null || which('c++') === null) packages.push('gcc', 'g++', 'libc6-dev');
  // The C and C++ libraries with the compiler: a sketch needs both.
  if (findArmCompiler('g++') === null)
    packages.push('gcc-arm-none-eabi', 'libnewlib-arm-none-eabi', 'libstdc++-arm-none-eabi-newlib');
  if (findQemu('arm', 'POLYLOOP_QEMU_ARM') === null) packages.push('qemu-system-arm');
  if (which('clang-format') === null) packages.push('clang-format');
  if (which('clang-tidy') === null) packages.push('clang-tidy');
  if (which('spin') === null) packages.push('spin');
  // Sets the clock back and forth for a test.
  if (which('faketime') === null) packages.push('faketime');
  // Reads exported traces.
  if (which('babeltrace2') === null) packages.push('babeltrace2');
  // Ubuntu's package only refers to a snap, which cannot be installed everywhere.
  if (aptFamily() === 'debian' && !process.env.POLYLOOP_BROWSER)
    packages.push(
      ...browserPackages(osRelease(), { browser: findBrowser() !== null, shell: findHeadlessShell() !== null }),
    );
  return packages;
}

/** Whether sudo can ask for a password. */
const canAsk = () => Boolean(process.stdin.isTTY && process.stdout.isTTY && !process.env.CI);

/** @returns {Promise<string[] | null>} what to write before apt-get, or null when we may not install */
async function privilege() {
  if (process.getuid?.() === 0) return [];
  const sudo = which('sudo');
  if (sudo === null) return null;
  if (canAsk()) return [sudo];
  return (await run([sudo, '-n', 'true'])).code === 0 ? [sudo, '-n'] : null;
}

/**
 * dpkg fails now and then where nothing is wrong: another program holds its lock, a package's own script is too slow.
 * So the installation has a second attempt, after what the first left has been repaired.
 * @param {import('../step.mjs').Context} context
 * @param {readonly string[]} prefix what is written before apt-get
 * @param {readonly string[]} packages
 */
export async function installPackages({ must, say }, prefix, packages) {
  const options = { terminal: prefix.length === 1, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const assignment = prefix.length === 0 ? [] : ['DEBIAN_FRONTEND=noninteractive'];
  const repair = [...prefix, ...assignment, 'dpkg', '--configure', '-a'];
  const install = ['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages];
  const attempt = async () => {
    await must(repair, options);
    await must([...prefix, ...assignment, ...install], options);
  };
  await must([...prefix, 'apt-get', 'update', '-q'], options);
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say('that failed; once more');
    await attempt();
  }
}

/**
 * @param {'start' | 'test'} purpose
 * @returns {import('../step.mjs').Step}
 */
export function systemPackagesStep(purpose) {
  return {
    title: SYSTEM_PACKAGES,
    required: false,
    without: "PlatformIO's registry and other downloads take their place, where there are any",
    present() {
      if (aptFamily() === null) return 'not used on this system';
      return missingPackages(purpose).length === 0 ? 'all there' : null;
    },
    usesTerminal: () => process.getuid?.() !== 0 && which('sudo') !== null && canAsk(),
    async bring(context) {
      const packages = missingPackages(purpose);
      const prefix = await privilege();
      if (prefix === null) throw new SetupError(`To install them: sudo apt-get install ${packages.join(' ')}`);
      context.say(`${prefix.length === 0 ? 'as root' : 'with sudo'}: apt-get install ${packages.join(' ')}`);
      await installPackages(context, prefix, packages);
    },
  };
}
