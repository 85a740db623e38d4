/**
 * A workspace of Zephyr from its publisher: the kernel, the module with the headers of Arm's processors, and the Python
 * packages of its build. The user asks for it: `polyloop kernels get zephyr`, or a button of the window.
 */
import fs from 'node:fs';
import path from 'node:path';
import { checkOut } from '../git.mjs';
import { findZephyrKernel } from '../kernels.mjs';
import { kernelDir } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { SetupError } from '../step.mjs';
import { which } from '../which.mjs';
import { findPython, pipInstall } from './python.mjs';

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {readonly { readonly folder: string, readonly repository: string, readonly commit: string }[]} parts
 *   folders of the workspace
 * @property {import('./python.mjs').PythonList | null} packages the file in python-packages; null: none
 */

const publisher = 'https://github.com/zephyrproject-rtos';

/** @type {Release} */
export const RELEASE = {
  version: '3.7.0',
  parts: [
    {
      folder: 'zephyr',
      repository: `${publisher}/zephyr`,
      commit: '36940db938a8f4a1e919496793ed439850a221c2',
    },
    // The revision in west.yml of that commit.
    {
      folder: 'modules/hal/cmsis',
      repository: `${publisher}/cmsis`,
      commit: '4b96cbb174678dcd3ca86e11e1f24bc5f8726da0',
    },
  ],
  packages: 'zephyr',
};

/**
 * @param {import('../step.mjs').Context} context
 * @param {string} directory
 * @param {import('./python.mjs').PythonList} packages
 */
async function makePython({ must }, directory, packages) {
  const python = findPython();
  if (python === null) throw new SetupError('Python 3.10 or later with venv is not installed.');
  await must([...python, '-m', 'venv', directory]);
  const inside = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python3'];
  for (const list of /** @type {const} */ (['setuptools', packages]))
    await must([path.join(directory, ...inside), ...pipInstall(list)]);
}

/**
 * @param {import('../step.mjs').Context} context
 * @param {Release} release
 * @param {string} git
 * @param {string} workspace
 */
async function fill(context, { parts, packages }, git, workspace) {
  for (const part of parts) {
    const directory = path.join(workspace, ...part.folder.split('/'));
    fs.mkdirSync(directory, { recursive: true });
    await checkOut(context, part, git, directory);
    // The history is not needed, and git's folder is as large as the files.
    fs.rmSync(path.join(directory, '.git'), { recursive: true });
  }
  if (packages !== null) await makePython(context, path.join(workspace, '.venv'), packages);
}

/** @param {unknown} error */
function unreachable(error) {
  if (!(error instanceof SetupError)) throw error;
  return new SetupError(
    `${error.message}\nConnect to the internet and try again. Or copy a Zephyr workspace to this computer, and set ` +
      'ZEPHYR_BASE to its folder zephyr.',
  );
}

/**
 * @param {Release} [release]
 * @param {string} [workspace]
 * @returns {import('../step.mjs').Step}
 */
export function zephyrStep(release = RELEASE, workspace = kernelDir('zephyrproject')) {
  return {
    title: `Zephyr ${release.version}`,
    required: true,
    without: 'sketches for Zephyr cannot be built',
    present() {
      const found = findZephyrKernel({}, path.join(workspace, 'zephyr'));
      return found.installed ? `${found.version} in ${found.sourceDir}` : null;
    },
    async bring(context) {
      if (fs.existsSync(workspace) && !isInPlace(workspace, release)) {
        throw new SetupError(`${workspace} exists, and has no Zephyr of 3.7 or later. Move it away, then try again.`);
      }
      const git = which('git');
      if (git === null) throw new SetupError('git is not installed. To get it: https://git-scm.com/downloads');
      await place(workspace, release, (temporary) =>
        fill(context, release, git, temporary).catch((error) => {
          throw unreachable(error);
        }),
      );
    },
  };
}
