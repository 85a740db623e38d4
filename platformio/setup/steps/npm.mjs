/**
 * npm's packages, exactly those of package-lock.json, including the pinned Node that runs
 * everything else.
 */
import fs from 'node:fs';
import path from 'node:path';
import { nodeProgram, root } from '../paths.mjs';
import { SetupError } from '../step.mjs';
import { isExecutableFile, which } from '../which.mjs';
import { refuseWrongNode, wrongNode } from './pinned-node.mjs';

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, peer?: boolean, devOptional?: boolean }> }} Lockfile */

/**
 * @param {string} file
 * @returns {Lockfile | null}
 */
function readLockfile(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * npm writes `node_modules/.package-lock.json` last, so after an interrupted installation it is
 * missing or old.
 */
function dependenciesMatchLockfile() {
  const wanted = readLockfile(path.join(root, 'package-lock.json'));
  const installed = readLockfile(path.join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || installed === null) return false;
  return Object.entries(wanted.packages).every(([name, { version, optional, devOptional }]) => {
    if (name === '') return true;
    const there = installed.packages[name];
    // Builds of a package for other systems are optional, and are not installed here.
    return there === undefined ? optional === true || devOptional === true : there.version === version;
  });
}

/** npm's own script, because `npm.cmd` cannot be spawned without a shell on Windows. */
function findNpm() {
  const beside = path.dirname(process.execPath);
  const fromPath = which('npm');
  const candidates = [
    process.env.npm_execpath,
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    fromPath && fs.realpathSync(fromPath),
    fromPath && path.join(path.dirname(fromPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && fs.existsSync(file)) ?? null;
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
/** npm unpacks while it computes the hash. If it cannot unpack, it ends before it has compared. */
const CANNOT_UNPACK = /\b(?:Z_DATA_ERROR|TAR_\w+)\b|\bzlib\b/;

/**
 * npm says which hash it wanted, but not of which package. Of one that it cannot unpack, it says so in a warning.
 * @param {string} output
 * @param {Lockfile | null} lockfile
 * @returns {string[]} the packages with other bytes, such as `react@19.0.0`
 */
export function refusedPackages(output, lockfile) {
  const named = refusedPlaces(output, lockfile).map(
    (place) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${lockfile?.packages[place]?.version}`,
  );
  return [...new Set(named)];
}

/**
 * @param {string} output
 * @param {Lockfile | null} lockfile
 */
function refusedPlaces(output, lockfile) {
  const named = output.matchAll(/wanted (sha\d+-[\w+/=]+)|\((sha\d+-[\w+/=]+)\) seems to be corrupted/g);
  const wanted = new Set([...named].map(([, hash, corrupted]) => hash ?? corrupted));
  return Object.entries(lockfile?.packages ?? {})
    .filter(([, { integrity }]) => integrity?.split(' ').some((hash) => wanted.has(hash)))
    .map(([place]) => place);
}

/**
 * Installs what package-lock.json lists, and names a package that npm refuses.
 * @param {import('../step.mjs').Context} context
 * @param {string} directory
 * @param {readonly string[]} [options] of npm
 */
export async function installPackages({ must, say }, directory, options = []) {
  const npm = findNpm();
  if (npm === null) throw new SetupError('npm was not found beside Node. Run `npm ci` in this directory by hand.');
  /** @param {readonly string[]} command */
  const runNpm = (command) => must([process.execPath, npm, ...quiet, ...options, ...command], { cwd: directory });
  try {
    await runNpm(['ci']).catch((error) => {
      // npm rejects a lock file without an entry for another system if the registry in use does not
      // have that entry.
      if (!(error instanceof Error) || !error.message.includes('in sync')) throw error;
      say('package-lock.json is not complete; installing what it has');
      return runNpm(['install', '--no-save']);
    });
  } catch (error) {
    let output = error instanceof Error ? error.message : '';
    if (CANNOT_UNPACK.test(output)) {
      output += await runNpm(['ci', '--loglevel=warn']).then(
        () => '',
        (again) => `\n${again instanceof Error ? again.message : ''}`,
      );
    }
    const lockfile = readLockfile(path.join(directory, 'package-lock.json'));
    const refused = refusedPackages(output, lockfile);
    if (refused.length === 0) throw error;
    // npm checks a hash while it unpacks, and can leave what it has unpacked.
    for (const place of refusedPlaces(output, lockfile))
      fs.rmSync(path.join(directory, place), { recursive: true, force: true });
    throw new SetupError(
      `${refused.join(', ')}: refused, because its hash is not the one in package-lock.json. The registry or a proxy changed it.\n${output}`,
    );
  }
}

/** @type {import('../step.mjs').Step} */
export const npmStep = {
  title: 'npm packages',
  required: true,
  without: 'nothing works',
  present: () =>
    dependenciesMatchLockfile() && isExecutableFile(nodeProgram) && wrongNode() === null ? 'node_modules' : null,
  async bring(context) {
    await installPackages(context, root);
    if (!isExecutableFile(nodeProgram)) {
      // npm's setting ignore-scripts omits the pinned Node.
      const script = path.join(root, 'node_modules', 'node', 'installArchSpecificPackage.js');
      await context.must([process.execPath, script], { cwd: path.dirname(script) });
    }
    refuseWrongNode();
  },
};
