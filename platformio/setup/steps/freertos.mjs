/**
 * The sources of FreeRTOS from its publisher, in the version that the shipped overheads were measured with. The
 * user asks for them: `polyloop kernels get freertos`, or a button of the window.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { download, tar } from '../download.mjs';
import { checkOut } from '../git.mjs';
import { findFreertosKernel } from '../kernels.mjs';
import { freertosKernelDir } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { hasProxy, SetupError } from '../step.mjs';
import { which } from '../which.mjs';

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} commit
 * @property {string} digest of the files, as `digestOf` computes it
 * @property {string} repository
 * @property {string} archive
 */

const repository = 'https://github.com/FreeRTOS/FreeRTOS-Kernel';
const commit = 'dbf70559b27d39c1fdb68dfb9a32140b6a6777a0';

/** @type {Release} */
export const RELEASE = {
  version: 'V11.1.0',
  commit,
  digest: '15c53841b1093fc1d16b8da3dc4c5b38adad160e2b102b14a0ebcba04a52e942',
  repository,
  archive: `${repository}/archive/${commit}.tar.gz`,
};

const WAY_OUT =
  'Connect to the internet and try again. Or copy a checkout of FreeRTOS-Kernel to this computer, and set ' +
  'FREERTOS_KERNEL_PATH to its folder.';

/**
 * The SHA-256 of the lines `<SHA-256 of the content>  <path>`, sorted by path. An archive of the same files can
 * have other bytes, because its compression is not specified. The folder `.git` does not count.
 *
 * @param {string} directory
 */
export function digestOf(directory) {
  const names = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== '.git' && !name.startsWith(`.git${path.sep}`));
  const lines = names.flatMap((name) => {
    const file = path.join(directory, name);
    const state = fs.lstatSync(file);
    if (state.isDirectory()) return [];
    if (!state.isFile()) throw new SetupError(`${name} is neither a file nor a folder`);
    const content = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
    return [`${content}  ${name.replaceAll('\\', '/')}\n`];
  });
  const byPath = lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  return createHash('sha256').update(byPath.join('')).digest('hex');
}

/**
 * @param {import('../step.mjs').Context} context
 * @param {Release} release
 * @param {string} directory
 */
async function unpackArchive(context, { archive }, directory) {
  const file = path.join(directory, 'archive.tar.gz');
  context.say(archive);
  await download(context, archive, file, WAY_OUT);
  await context.must([tar, '-xzf', file, '-C', directory, '--strip-components=1']);
  fs.rmSync(file);
}

/**
 * @param {Release} [release]
 * @param {string} [directory]
 * @returns {import('../step.mjs').Step}
 */
export function freertosStep(release = RELEASE, directory = freertosKernelDir) {
  const { version, digest } = release;
  return {
    title: `FreeRTOS kernel ${version}`,
    required: true,
    without: 'sketches for FreeRTOS cannot be built',
    present() {
      const found = findFreertosKernel({}, directory);
      return found.installed ? `${found.version} in ${found.sourceDir}` : null;
    },
    async bring(context) {
      if (fs.existsSync(directory) && !isInPlace(directory, release)) {
        throw new SetupError(
          `${directory} exists, and is no FreeRTOS kernel of V11 or later. Move it away, then try again.`,
        );
      }
      await place(directory, release, async (temporary) => {
        const git = hasProxy() ? which('git') : null;
        if (git === null) await unpackArchive(context, release, temporary);
        else await checkOut(context, release, git, temporary);
        const actual = digestOf(temporary);
        if (actual === digest) return;
        throw new SetupError(
          `The FreeRTOS kernel was not installed: the digest of its files is ${actual}, and not the one in this program`,
        );
      });
    },
  };
}
